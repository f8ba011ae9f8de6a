package org.ironopt.problem;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.IntConsumer;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Require;
import org.ironopt.problem.analytic.EigenBasis;
import org.ironopt.problem.analytic.Quadratic;

/**
 * Many independent copies of one objective as one objective: {@code F(x^1, ..., x^m) = f(x^1) + ...
 * + f(x^m)} on R^{nm}. The layout is coordinate-major: coordinate i of member j is at {@code i * m
 * + j}, so that a row over the members is contiguous. An ensemble is {@link Curved}, {@link
 * GaussNewton} and {@link Proximable} exactly if its base is. Members are worked on in parallel in
 * fixed blocks and sums run in member order, so no result depends on the number of threads, and
 * each member sees the bits that it would see alone.
 */
public sealed class Ensemble implements Objective
    permits EnsembleKinds.OfCurved, EnsembleKinds.OfProximable {
  /** Members per task. */
  static final int TASK = 64;

  final Objective base;
  final int n;
  final int m;

  Ensemble(Objective base, int members) {
    this.base = base;
    this.n = base.dimension();
    this.m = Require.atLeast("members", 1, members);
    if ((long) n * m > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "an ensemble of " + m + " members of dimension " + n + " does not fit one array");
    }
  }

  /** Returns the ensemble of {@code members} copies, with the capabilities of {@code base}. */
  public static Ensemble of(Objective base, int members) {
    if (base instanceof Proximable) {
      return switch (base) {
        case GaussNewton f -> new EnsembleKinds.OfProximableGaussNewton(f, members);
        case Curved f -> new EnsembleKinds.OfProximableCurved(f, members);
        default -> new EnsembleKinds.OfProximable(base, members);
      };
    }
    return switch (base) {
      case GaussNewton f -> new EnsembleKinds.OfGaussNewton(f, members);
      case Curved f -> new EnsembleKinds.OfCurved(f, members);
      default -> new Ensemble(base, members);
    };
  }

  /** Returns f. */
  public Objective base() {
    return base;
  }

  /** Returns m. */
  public int members() {
    return m;
  }

  @Override
  public int dimension() {
    return n * m;
  }

  /** Returns the modulus of f: the Hessian of the sum is that of f, block by block. */
  @Override
  public OptionalDouble modulus() {
    return base.modulus();
  }

  /** Copies member {@code j} of {@code all} into {@code x}. */
  public void gather(double[] all, int j, double[] x) {
    for (int i = 0; i < n; i++) {
      x[i] = all[i * m + j];
    }
  }

  /** Copies {@code x} over member {@code j} of {@code all}. */
  public void scatter(double[] x, int j, double[] all) {
    for (int i = 0; i < n; i++) {
      all[i * m + j] = x[i];
    }
  }

  /** Returns a point whose members all are {@code x}. */
  public double[] replicate(double[] x) {
    Require.length("x", n, x);
    double[] all = new double[dimension()];
    for (int i = 0; i < n; i++) {
      Arrays.fill(all, i * m, (i + 1) * m, x[i]);
    }
    return all;
  }

  /** Returns f at member {@code j}. */
  public double memberValue(double[] all, int j) {
    double[] x = new double[n];
    gather(all, Objects.checkIndex(j, m), x);
    return base.value(x);
  }

  /** Overwrites {@code values} with f at every member. */
  public void memberValues(double[] all, double[] values) {
    Require.length("x", dimension(), all);
    Require.length("values", m, values);
    blocks(
        block -> {
          double[] x = new double[n];
          for (int j = block * TASK; j < end(block); j++) {
            gather(all, j, x);
            values[j] = base.value(x);
          }
        });
  }

  @Override
  public double value(double[] x) {
    double[] values = new double[m];
    memberValues(x, values);
    return sum(values);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    Require.length("x", dimension(), x);
    Require.length("gradient", dimension(), gradient);
    blocks(
        block -> {
          double[] xj = new double[n];
          double[] g = new double[n];
          for (int j = block * TASK; j < end(block); j++) {
            gather(x, j, xj);
            base.gradient(xj, g);
            scatter(g, j, gradient);
          }
        });
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    Require.length("x", dimension(), x);
    Require.length("gradient", dimension(), gradient);
    double[] values = new double[m];
    blocks(
        block -> {
          double[] xj = new double[n];
          double[] g = new double[n];
          for (int j = block * TASK; j < end(block); j++) {
            gather(x, j, xj);
            values[j] = base.valueAndGradient(xj, g);
            scatter(g, j, gradient);
          }
        });
    return sum(values);
  }

  public static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  void blocks(IntConsumer body) {
    Parallel.forEach((m + TASK - 1) / TASK, body);
  }

  int end(int block) {
    return Math.min(m, (block + 1) * TASK);
  }

  /**
   * Overwrites {@code u} with the resolvent of every member; {@code u} may be {@code c}.
   *
   * @param lambda one number per member, or a single one for all
   * @throws IllegalArgumentException if the base is not {@link Proximable}
   */
  public void prox(double[] lambda, double[] c, double[] u) {
    prox(lambda, c, u, new double[m], new double[m], new double[m]);
  }

  /**
   * As {@link #prox(double[], double[], double[])}, and measures each member's equation in the same
   * pass, as {@link Proximable#residual} does for one.
   *
   * @param norms overwritten with the norm of each member's residual
   * @param sizes overwritten with the size of its terms
   * @param gradients overwritten with the norm of each member's gradient, NaN if it is not known
   */
  public void prox(
      double[] lambda, double[] c, double[] u, double[] norms, double[] sizes, double[] gradients) {
    if (!(base instanceof Proximable p)) {
      throw new IllegalArgumentException(
          base.getClass().getSimpleName() + " is not Proximable: it has no closed-form resolvent");
    }
    if (lambda.length != 1) {
      Require.length("lambda", m, lambda);
    }
    Require.length("c", dimension(), c);
    Require.length("u", dimension(), u);
    Require.length("norms", m, norms);
    Require.length("sizes", m, sizes);
    Require.length("gradients", m, gradients);
    if (base instanceof Quadratic f) {
      for (double l : lambda) {
        f.basis().requireConvex(l);
      }
      int task = 8 * EigenBasis.BLOCK;
      Parallel.forEach(
          (m + task - 1) / task,
          t -> {
            int to = Math.min(m, (t + 1) * task);
            f.basis().prox(lambda, c, u, m, t * task, to, f.residual(), norms, sizes, gradients);
          });
      return;
    }
    blocks(
        block -> {
          double[] cj = new double[n];
          double[] uj = new double[n];
          double[] measure = new double[3];
          for (int j = block * TASK; j < end(block); j++) {
            double l = lambda[lambda.length == 1 ? 0 : j];
            gather(c, j, cj);
            p.prox(l, cj, uj);
            measure[2] = Double.NaN;
            p.residual(l, cj, uj, measure);
            norms[j] = measure[0];
            sizes[j] = measure[1];
            gradients[j] = measure[2];
            scatter(uj, j, u);
          }
        });
  }
}
