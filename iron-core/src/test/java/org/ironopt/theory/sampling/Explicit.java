package org.ironopt.theory.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.internal.SmallLinearSystem;

/**
 * A second derivation of the moments: the matrices {@code z+ = M_B z + q_B} of every batch written
 * out from the update of the method, and {@code E[M (x) M]} as one large matrix.
 */
final class Explicit {
  record Affine(double probability, DenseMatrix m, double[] q) {}

  final List<Affine> batches = new ArrayList<>();
  final int order;

  Explicit(int order) {
    this.order = order;
  }

  static double spread(SplittableRandom random, double from, double to) {
    return StrictMath.exp(random.nextDouble(StrictMath.log(from), StrictMath.log(to)));
  }

  /** Terms of rank 1 or 2, or of full rank, with a ridge or without. */
  static QuadraticSum random(SplittableRandom random, int d, int n, int rank, double ridge) {
    DenseMatrix rows = DenseMatrix.of(n * rank, d, random.doubles(n * rank * d, -1, 1).toArray());
    double[][] g = new double[n][];
    Arrays.setAll(g, i -> random.doubles(d, -1, 1).toArray());
    return QuadraticSum.local(
        random.doubles(d, -1, 1).toArray(), rows, rank, DenseMatrix.of(g), ridge);
  }

  static DenseMatrix hessian(QuadraticSum sum, int[] batch) {
    DenseMatrix v = sum.factor(batch);
    DenseMatrix a = v.transpose().multiply(v).times(1.0 / batch.length);
    a.addDiagonal(sum.ridge());
    a.symmetrize();
    return a;
  }

  static DenseMatrix inverse(DenseMatrix a) {
    int d = a.rows();
    Cholesky cholesky = new Cholesky(d);
    if (!cholesky.factor(a)) {
      throw new AssertionError("not positive definite");
    }
    DenseMatrix inverse = DenseMatrix.zeros(d, d);
    for (int j = 0; j < d; j++) {
      double[] column = new double[d];
      column[j] = 1;
      cholesky.solve(column, column);
      for (int i = 0; i < d; i++) {
        inverse.set(i, j, column[i]);
      }
    }
    return inverse;
  }

  /** The given update of every batch; {@code shift} is added to x+ by implicit methods. */
  static Explicit of(BatchLaw law, LinearRecursion r, double[] shift) {
    QuadraticSum sum = law.sum();
    int d = sum.dimension();
    Explicit explicit = new Explicit(2 * d);
    List<int[]> all = law.sampling().all(sum.terms());
    double total = all.stream().mapToDouble(law.sampling()::weight).sum();
    for (int[] batch : all) {
      DenseMatrix a = hessian(sum, batch);
      double[] g = sum.gradient(batch);
      DenseMatrix m = DenseMatrix.zeros(2 * d, 2 * d);
      double[] q = new double[2 * d];
      IronParameters p = r.parameters();
      switch (r.kind()) {
        case IRON, SPPM -> {
          double lambda = r.lambda();
          DenseMatrix plus = a.times(lambda);
          plus.addDiagonal(1);
          DenseMatrix inverse = inverse(plus);
          boolean inertia = r.kind() == LinearRecursion.Kind.IRON;
          double e = inertia ? p.tau() / p.s() : 1;
          double w = inertia ? 1 / p.s() : 0;
          double gain = inertia ? 1 + 1 / p.alpha() : 0;
          double[] rg = new double[d];
          inverse.apply(g, rg);
          for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
              m.set(i, j, e * inverse.get(i, j));
              m.set(i, d + j, w * inverse.get(i, j));
              double old = i == j && inertia ? 1 / p.alpha() : 0;
              m.set(d + i, j, gain * e * inverse.get(i, j) - old);
              m.set(d + i, d + j, gain * w * inverse.get(i, j));
            }
            q[i] = shift[i] - lambda * rg[i];
            q[d + i] = gain * q[i];
          }
        }
        case NAG_GS -> {
          double alpha = p.alpha();
          double divisor = p.gamma() + alpha * p.mu();
          for (int i = 0; i < d; i++) {
            m.set(i, i, 1 / (1 + alpha));
            m.set(i, d + i, alpha / (1 + alpha));
            for (int j = 0; j < d; j++) {
              double x = ((i == j ? alpha * p.mu() : 0) - alpha * a.get(i, j)) / divisor;
              double v = i == j ? p.gamma() / divisor : 0;
              m.set(d + i, j, x / (1 + alpha));
              m.set(d + i, d + j, v + x * alpha / (1 + alpha));
            }
            q[d + i] = -alpha * g[i] / divisor;
          }
        }
        case SGD -> {
          for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
              m.set(i, j, (i == j ? 1 : 0) - r.step() * a.get(i, j));
            }
            q[i] = -r.step() * g[i];
          }
        }
      }
      explicit.batches.add(new Affine(law.sampling().weight(batch) / total, m, q));
    }
    return explicit;
  }

  /** Returns {@code E[M (x) M]}. */
  DenseMatrix kronecker() {
    DenseMatrix k = DenseMatrix.zeros(order * order, order * order);
    for (Affine batch : batches) {
      for (int r = 0; r < order * order; r++) {
        for (int c = 0; c < order * order; c++) {
          double left = batch.m.get(r / order, c / order);
          double right = batch.m.get(r % order, c % order);
          k.set(r, c, k.get(r, c) + batch.probability * left * right);
        }
      }
    }
    return k;
  }

  /** Returns the spectral radius by repeated squaring. */
  static double radius(DenseMatrix m) {
    DenseMatrix power = m;
    double log = 0;
    for (int k = 0; k < 40; k++) {
      double norm = power.norm();
      if (norm == 0) {
        return 0;
      }
      power = power.times(1 / norm);
      power = power.multiply(power);
      log = log + StrictMath.log(norm) / Math.scalb(1.0, k);
    }
    return StrictMath.exp(log);
  }

  double radius() {
    return radius(kronecker());
  }

  double[] mean() {
    double[][] system = new double[order][order];
    double[] right = new double[order];
    for (int i = 0; i < order; i++) {
      system[i][i] = 1;
      for (Affine batch : batches) {
        right[i] += batch.probability * batch.q[i];
        for (int j = 0; j < order; j++) {
          system[i][j] -= batch.probability * batch.m.get(i, j);
        }
      }
    }
    return SmallLinearSystem.solve(system, right);
  }

  /** Returns the stationary {@code E z z'}. */
  DenseMatrix secondMoment() {
    DenseMatrix k = kronecker();
    double[][] system = new double[order * order][order * order];
    for (int r = 0; r < order * order; r++) {
      for (int c = 0; c < order * order; c++) {
        system[r][c] = (r == c ? 1 : 0) - k.get(r, c);
      }
    }
    double[] right = source(mean()).data();
    return DenseMatrix.of(order, order, SmallLinearSystem.solve(system, right));
  }

  /** Returns {@code E[M m q' + q m' M' + q q']}. */
  private DenseMatrix source(double[] mean) {
    DenseMatrix source = DenseMatrix.zeros(order, order);
    for (Affine batch : batches) {
      double[] mm = new double[order];
      batch.m.apply(mean, mm);
      for (int i = 0; i < order; i++) {
        for (int j = 0; j < order; j++) {
          double add = mm[i] * batch.q[j] + batch.q[i] * mm[j] + batch.q[i] * batch.q[j];
          source.set(i, j, source.get(i, j) + batch.probability * add);
        }
      }
    }
    return source;
  }

  /** Overwrites the moments by those after a step. */
  void advance(double[] mean, DenseMatrix second) {
    DenseMatrix next = source(mean);
    double[] nextMean = new double[order];
    for (Affine batch : batches) {
      DenseMatrix moved = batch.m.multiply(second).multiply(batch.m.transpose());
      next = next.plus(batch.probability, moved);
      double[] mm = new double[order];
      batch.m.apply(mean, mm);
      for (int i = 0; i < order; i++) {
        nextMean[i] += batch.probability * (mm[i] + batch.q[i]);
      }
    }
    System.arraycopy(nextMean, 0, mean, 0, order);
    System.arraycopy(next.data(), 0, second.data(), 0, order * order);
  }
}
