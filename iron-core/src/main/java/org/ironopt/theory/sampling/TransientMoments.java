package org.ironopt.theory.sampling;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * Exact mean and covariance of {@code z = (x - x*, v - x*)} after k steps from a given start, with
 * steps that may change, THEORY (54)-(55):
 *
 * <pre>{@code
 * E z+   = E z + N E z + g (E q_B - E[D_B] E p)
 * Cov z+ = M Cov(z) M' + g g' (x) (spread(Cov p) + Cov(q_B - D_B E p)),   M = E M_B
 * }</pre>
 *
 * It is exact as far as the {@link BatchLaw} is.
 */
public final class TransientMoments {
  /** A covariance has settled when a step changes it by less than this part, looked at so often. */
  private static final double SETTLED = 4e-16;

  private static final int CHECKED = 8;

  private final BatchLaw law;
  private final int d;
  private double[] mean;
  private DenseMatrix covariance;
  private @Nullable LinearRecursion last;
  private StepLaw step;
  private DenseMatrix c;

  @SuppressWarnings("NullAway.Init")
  private TransientMoments(BatchLaw law, double[] x0) {
    this.law = law;
    d = law.sum().dimension();
    double[] star = law.sum().minimizer();
    mean = new double[2 * d];
    for (int i = 0; i < d; i++) {
      mean[i] = x0[i] - star[i];
      mean[d + i] = mean[i];
    }
    covariance = DenseMatrix.zeros(2 * d, 2 * d);
  }

  /** Returns the state before the first step, {@code x = v = x0}. */
  public static TransientMoments from(BatchLaw law, double[] x0) {
    return new TransientMoments(law, Require.length("x0", law.sum().dimension(), x0));
  }

  /**
   * Makes so many equal steps; once a step changes the covariance by rounding alone, and the mean
   * by too little to change it again, the rest are steps of the mean.
   */
  public void advance(LinearRecursion recursion, long steps) {
    prepare(recursion).gather(steps);
    for (long k = 1; k <= steps; k++) {
      DenseMatrix before = covariance;
      double[] meanBefore = mean.clone();
      advance(recursion);
      if (k % CHECKED == 0) {
        double change = Vectors.distance(before.data(), covariance.data());
        double drift = Vectors.norm(mean) * Vectors.distance(meanBefore, mean);
        if (Math.max(change, drift) <= SETTLED * covariance.norm()) {
          advanceMean(recursion, steps - k);
          return;
        }
      }
    }
  }

  /**
   * Makes one step. {@code z+ = (rest (x) I) z + g (x) C P} with {@code P = h_1 x + h_2 v} and
   * {@code C = I - E[D_B]}, so that three products of order d stand for the two of order 2d.
   */
  public void advance(LinearRecursion recursion) {
    prepare(recursion);
    double[] g = recursion.g();
    double[] h = recursion.h();
    double[] rest = recursion.rest();
    double[] p = new double[d];
    DenseMatrix y = DenseMatrix.zeros(d, d);
    DenseMatrix ofP = DenseMatrix.zeros(d, 2 * d);
    for (int i = 0; i < d; i++) {
      p[i] = h[0] * mean[i] + h[1] * mean[d + i];
      for (int j = 0; j < 2 * d; j++) {
        ofP.set(i, j, h[0] * covariance.get(i, j) + h[1] * covariance.get(d + i, j));
      }
      for (int j = 0; j < d; j++) {
        y.set(i, j, h[0] * ofP.get(i, j) + h[1] * ofP.get(i, d + j));
      }
    }
    DenseMatrix across = c.multiply(ofP);
    DenseMatrix added = step.added(p, y).plus(1, c.multiply(y).multiply(c));
    DenseMatrix next = DenseMatrix.zeros(2 * d, 2 * d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        for (int ab = 0; ab < 4; ab++) {
          int a = ab / 2;
          int b = ab % 2;
          double sum = g[a] * g[b] * added.get(i, j);
          for (int k = 0; k < 2; k++) {
            double left = rest[2 * a + k];
            double right = rest[2 * b + k];
            sum = Math.fma(left * rest[2 * b], covariance.get(k * d + i, j), sum);
            sum = Math.fma(left * rest[2 * b + 1], covariance.get(k * d + i, d + j), sum);
            sum = Math.fma(g[a] * right, across.get(i, k * d + j), sum);
            sum = Math.fma(g[b] * left, across.get(j, k * d + i), sum);
          }
          next.set(a * d + i, b * d + j, sum);
        }
      }
    }
    next.symmetrize();
    covariance = next;
    double[] moved = moved(c, p, step.meanQ);
    for (int i = 0; i < d; i++) {
      double x = mean[i];
      double v = mean[d + i];
      mean[i] = Math.fma(g[0], moved[i], rest[0] * x + rest[1] * v);
      mean[d + i] = Math.fma(g[1], moved[i], rest[2] * x + rest[3] * v);
    }
  }

  /** Makes so many equal steps of the mean alone, an affine map, by squaring it. */
  void advanceMean(LinearRecursion recursion, long steps) {
    prepare(recursion);
    double[] g = recursion.g();
    DenseMatrix map = meanMatrix(recursion);
    double[] shift = new double[2 * d];
    Arrays.setAll(shift, i -> g[i / d] * step.meanQ[i % d]);
    for (long left = steps; left > 0; left /= 2) {
      if (left % 2 == 1) {
        mean = moved(map, mean, shift);
      }
      if (left > 1) {
        shift = moved(map, shift, shift);
        map = map.multiply(map);
      }
    }
  }

  private static double[] moved(DenseMatrix map, double[] from, double[] shift) {
    double[] to = new double[from.length];
    map.apply(from, to);
    Vectors.axpy(1, shift, to);
    return to;
  }

  private StepLaw prepare(LinearRecursion recursion) {
    if (!recursion.equals(last)) {
      last = recursion;
      step = law.at(recursion);
      c = step.meanU.times(-1);
      c.addDiagonal(step.k);
    }
    return step;
  }

  /** Returns {@code (I + N) (x) I - g h' (x) E[D_B]}. */
  private DenseMatrix meanMatrix(LinearRecursion recursion) {
    double[] g = recursion.g();
    double[] h = recursion.h();
    double[] rest = recursion.rest();
    DenseMatrix matrix = DenseMatrix.zeros(2 * d, 2 * d);
    for (int i = 0; i < 2 * d; i++) {
      for (int j = 0; j < 2 * d; j++) {
        double one = i % d == j % d ? rest[i / d * 2 + j / d] : 0;
        matrix.set(i, j, Math.fma(g[i / d] * h[j / d], c.get(i % d, j % d), one));
      }
    }
    return matrix;
  }

  /** Returns {@code E x - x*}. */
  public double[] bias() {
    return Arrays.copyOf(mean, d);
  }

  /** Returns {@code E|x - x*|^2}, of the coordinates that count. */
  public double mse() {
    return variance() + square();
  }

  /** Returns {@code E|x - E x|^2}. */
  double variance() {
    return law.sum().meanSquare(covariance);
  }

  /** Returns {@code |E x - x*|^2}. */
  double square() {
    return law.sum().squaredError(mean);
  }
}
