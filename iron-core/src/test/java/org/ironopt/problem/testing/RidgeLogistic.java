package org.ironopt.problem.testing;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.HigherDerivatives;

/**
 * Plain ridge logistic regression {@code f(w) = mean_i log(1 + exp(-y_i a_i.w)) + reg |w|^2 / 2},
 * labels +1 and -1, for tests: short loops, no tricks. A batch is the same class on fewer indices.
 */
public final class RidgeLogistic implements FiniteSum, HigherDerivatives, GaussNewton {
  private final double[][] rows;
  private final double[] labels;
  private final double reg;
  private final int[] indices;
  private final int from;
  private final int to;

  public RidgeLogistic(double[][] rows, double[] labels, double reg) {
    this(rows, labels, reg, IntStream.range(0, rows.length).toArray(), 0, rows.length);
  }

  private RidgeLogistic(
      double[][] rows, double[] labels, double reg, int[] indices, int from, int to) {
    this.rows = rows;
    this.labels = labels;
    this.reg = reg;
    this.indices = indices;
    this.from = from;
    this.to = to;
  }

  @Override
  public int dimension() {
    return rows[0].length;
  }

  @Override
  public OptionalDouble modulus() {
    return OptionalDouble.of(reg);
  }

  @Override
  public int terms() {
    return to - from;
  }

  @Override
  public RidgeLogistic batch(int[] indices, int from, int to) {
    return new RidgeLogistic(rows, labels, reg, indices, from, to);
  }

  @Override
  public double value(double[] w) {
    Require.length("w", dimension(), w);
    double sum = 0;
    for (int k = from; k < to; k++) {
      double m = labels[indices[k]] * dot(rows[indices[k]], w);
      sum += Math.max(0, -m) + StrictMath.log1p(StrictMath.exp(-Math.abs(m)));
    }
    return sum / terms() + 0.5 * reg * dot(w, w);
  }

  @Override
  public void gradient(double[] w, double[] gradient) {
    Require.length("w", dimension(), w);
    Require.length("gradient", dimension(), gradient);
    contract(w, gradient, w, 1);
  }

  @Override
  public void third(double[] x, double[] u, double[] v, double[] out) {
    contract(x, out, null, 3, u, v);
  }

  @Override
  public void fourth(double[] x, double[] u, double[] v, double[] w, double[] out) {
    contract(x, out, null, 4, u, v, w);
  }

  /**
   * {@code out = (1/N) sum_i phi^(order)(m_i) a_i y_i^order prod_d (a_i.d) + reg * ridge}, phi the
   * softplus of -m.
   */
  private void contract(
      double[] x, double[] out, double[] ridge, int order, double[]... directions) {
    Arrays.fill(out, 0);
    for (int k = from; k < to; k++) {
      double[] row = rows[indices[k]];
      double y = labels[indices[k]];
      double scale = derivative(order, y * dot(row, x)) * (order % 2 == 0 ? 1 : y) / terms();
      for (double[] d : directions) {
        scale *= dot(row, d);
      }
      for (int j = 0; j < out.length; j++) {
        out[j] += scale * row[j];
      }
    }
    for (int j = 0; ridge != null && j < out.length; j++) {
      out[j] += reg * ridge[j];
    }
  }

  /** The derivative of {@code log(1 + exp(-m))} of the given order. */
  private static double derivative(int order, double m) {
    double p = sigmoid(-m);
    double variance = p * sigmoid(m);
    return switch (order) {
      case 1 -> -p;
      case 2 -> variance;
      case 3 -> variance * (2 * p - 1);
      default -> variance * (1 - 6 * variance);
    };
  }

  private static double sigmoid(double m) {
    double e = StrictMath.exp(-Math.abs(m));
    return (m >= 0 ? 1 : e) / (1 + e);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum = Math.fma(a[i], b[i], sum);
    }
    return sum;
  }

  /** Overwrites {@code u} with {@code argmin f_i(x) + |x - c|^2 / (2 eta)}, by a scalar root. */
  public void sampleProx(int i, double eta, double[] c, double[] u) {
    double[] row = rows[i];
    double shrink = 1 + eta * reg;
    double m = labels[i] * dot(row, c) / shrink;
    double q = eta * dot(row, row) / shrink;
    double low = 0;
    double high = 1;
    double s = 0.5;
    for (int step = 0; step < 200; step++) {
      double p = sigmoid(-(m + q * s));
      double g = s - p;
      if (g > 0) {
        high = s;
      } else {
        low = s;
      }
      double next = s - g / (1 + q * p * (1 - p));
      s = next > low && next < high ? next : 0.5 * (low + high);
    }
    for (int j = 0; j < c.length; j++) {
      u[j] = (c[j] + eta * labels[i] * s * row[j]) / shrink;
    }
  }

  @Override
  public Curvature curvature() {
    return new Hessian();
  }

  /** Returns the Fisher matrix, which is the Hessian of this model. */
  @Override
  public Curvature gaussNewton() {
    return new Hessian();
  }

  private final class Hessian implements Curvature {
    private double[] x;

    @Override
    public int dimension() {
      return RidgeLogistic.this.dimension();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      this.x = x.clone();
      return valueAndGradient(x, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.length("v", dimension(), v);
      Require.length("hv", dimension(), hv);
      contract(x, hv, v, 2, v);
    }
  }
}
