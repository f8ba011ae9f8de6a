package org.ironopt.theory.sampling;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;

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
public final class Transient {
  /** For so many steps it does not pay to gather covariances. */
  private static final int FEW = 3;

  private final BatchLaw law;
  private final int d;
  private final double[] mean;
  private DenseMatrix covariance;
  private Recursion last;
  private StepLaw step;
  private DenseMatrix m;

  private Transient(BatchLaw law, double[] x0) {
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
  public static Transient from(BatchLaw law, double[] x0) {
    return new Transient(law, Require.length("x0", law.sum().dimension(), x0));
  }

  /** Makes so many equal steps, fewer if the moments have settled to rounding. */
  public void advance(Recursion recursion, long steps) {
    if (steps > FEW) {
      prepare(recursion).gather();
    }
    for (long k = 0; k < steps; k++) {
      DenseMatrix before = covariance;
      double[] meanBefore = mean.clone();
      advance(recursion);
      double change = Vectors.distance(before.data(), covariance.data());
      double drift = Vectors.distance(meanBefore, mean);
      if (change <= 1e-17 * covariance.norm() && drift <= 1e-17 * Vectors.norm(mean)) {
        return;
      }
    }
  }

  /** Makes one step. */
  public void advance(Recursion recursion) {
    prepare(recursion);
    double[] g = recursion.g();
    double[] h = recursion.h();
    double[] p = new double[d];
    DenseMatrix y = DenseMatrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      p[i] = h[0] * mean[i] + h[1] * mean[d + i];
      for (int j = 0; j < d; j++) {
        double top = h[0] * covariance.get(i, j) + h[1] * covariance.get(i, d + j);
        double bottom = h[0] * covariance.get(d + i, j) + h[1] * covariance.get(d + i, d + j);
        y.set(i, j, h[0] * top + h[1] * bottom);
      }
    }
    DenseMatrix added = step.covariance(p);
    if (Vectors.maxAbs(y.data()) > 0) {
      added = added.plus(1, step.spread(y));
    }
    covariance = m.multiply(covariance).multiply(m.transpose());
    for (int i = 0; i < 2 * d; i++) {
      for (int j = 0; j < 2 * d; j++) {
        double gain = g[i / d] * g[j / d];
        covariance.set(i, j, Math.fma(gain, added.get(i % d, j % d), covariance.get(i, j)));
      }
    }
    covariance.symmetrize();
    advanceMean(g);
  }

  private void advanceMean(double[] g) {
    double[] next = new double[2 * d];
    m.apply(mean, next);
    for (int i = 0; i < 2 * d; i++) {
      mean[i] = Math.fma(g[i / d], step.meanQ[i % d], next[i]);
    }
  }

  /** Makes so many equal steps of the mean alone, which are much cheaper. */
  void advanceMean(Recursion recursion, long steps) {
    prepare(recursion);
    double[] g = recursion.g();
    for (long k = 0; k < steps; k++) {
      advanceMean(g);
    }
  }

  private StepLaw prepare(Recursion recursion) {
    if (!recursion.equals(last)) {
      last = recursion;
      step = law.at(recursion);
      m = meanMatrix(recursion);
    }
    return step;
  }

  /** Returns {@code (I + N) (x) I - g h' (x) E[D_B]}. */
  private DenseMatrix meanMatrix(Recursion recursion) {
    double[] g = recursion.g();
    double[] h = recursion.h();
    double[] rest = recursion.rest();
    DenseMatrix matrix = DenseMatrix.zeros(2 * d, 2 * d);
    for (int i = 0; i < 2 * d; i++) {
      for (int j = 0; j < 2 * d; j++) {
        double one = i % d == j % d ? 1 : 0;
        double c = step.k * one - step.meanU.get(i % d, j % d);
        matrix.set(i, j, g[i / d] * h[j / d] * c + rest[i / d * 2 + j / d] * one);
      }
    }
    return matrix;
  }

  /** Returns {@code E x - x*}. */
  public double[] bias() {
    return Arrays.copyOf(mean, d);
  }

  /** Returns {@code E|x - x*|^2}. */
  public double mse() {
    return variance() + square();
  }

  /** Returns {@code E|x - E x|^2}. */
  double variance() {
    double trace = 0;
    for (int i = 0; i < d; i++) {
      trace += covariance.get(i, i);
    }
    return trace;
  }

  /** Returns {@code |E x - x*|^2}. */
  double square() {
    double[] bias = bias();
    return Vectors.dot(bias, bias);
  }
}
