package org.ironopt.problem.analytic;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.HigherDerivatives;
import org.jspecify.annotations.Nullable;

/**
 * The nonconvex log-cosh regression {@code f(x) = |A u(x) - b|^2 / 2}, {@code u_i = log cosh x_i}
 * (Leplat &amp; Hildebrand, "IRON", section 5.2). With {@code t = tanh x}, {@code s = sech^2 x} and
 * {@code z = A'(A u - b)}: gradient {@code z t}, Hessian {@code diag(t) A'A diag(t) + diag(z s)},
 * Gauss-Newton its first term. Finite and accurate also where cosh overflows.
 */
public final class LogCosh implements GaussNewton, HigherDerivatives {
  private final int n;
  private final double[] b;
  private final LinearOperator a;
  private final LinearOperator at;

  /** The diagonal of A, or null if A is a general matrix. */
  private final double @Nullable [] diagonal;

  private LogCosh(
      int n, double[] b, LinearOperator a, LinearOperator at, double @Nullable [] diagonal) {
    this.n = n;
    this.b = b;
    this.a = a;
    this.at = at;
    this.diagonal = diagonal;
  }

  /** Returns the objective of a general A (copied), one row per component of b. */
  public static LogCosh of(DenseMatrix a, double[] b) {
    Require.sameLength("rows of A", a.rows(), "b", b.length);
    Require.finite("A", a);
    Require.finite("b", b);
    DenseMatrix copy = a.copy();
    return new LogCosh(a.columns(), b.clone(), copy, copy::applyTransposed, null);
  }

  /** Returns the separable objective of {@code A = diag(diagonal)}. */
  public static LogCosh diagonal(double[] diagonal, double[] b) {
    Require.sameLength("diagonal", diagonal.length, "b", b.length);
    double[] d = Require.finite("diagonal", diagonal).clone();
    LinearOperator scale = (x, y) -> Vectors.multiply(d, x, y);
    return new LogCosh(d.length, Require.finite("b", b).clone(), scale, scale, d);
  }

  /**
   * Returns the global minimiser with nonnegative coordinates for diagonal A: {@code x_i =
   * arccosh(exp(b_i/a_i))}, 0 where {@code b_i/a_i <= 0} or {@code a_i = 0}. Every pattern of signs
   * gives another one.
   */
  public double[] minimizer() {
    if (diagonal == null) {
      throw new IllegalStateException("a closed-form minimiser needs a diagonal A");
    }
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      double y = diagonal[i] == 0 ? 0 : Math.max(0, b[i] / diagonal[i]);
      x[i] = y + Functions.log1p(Math.sqrt(-Functions.expm1(-2 * y)));
    }
    return x;
  }

  @Override
  public int dimension() {
    return n;
  }

  @Override
  public double value(double[] x) {
    return new Point(true).move(x);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    valueAndGradient(x, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    return new Point(true).at(x, gradient);
  }

  @Override
  public Curvature curvature() {
    return new Point(true);
  }

  @Override
  public Curvature gaussNewton() {
    return new Point(false);
  }

  @Override
  public void third(double[] x, double[] u, double[] v, double[] out) {
    Point p = new Point(true);
    p.move(x);
    Arrays.fill(Require.length("out", n, out), 0);
    double[] t = p.t;
    double[] s = p.s;
    p.addQuadratic(t, product(s, u, v), out);
    p.addQuadratic(product(s, u), product(t, v), out);
    p.addQuadratic(product(s, v), product(t, u), out);
    double[] weight = product(p.thirdOfU(), u, v);
    for (int i = 0; i < n; i++) {
      out[i] = Math.fma(weight[i], p.z[i], out[i]);
    }
  }

  @Override
  public void fourth(double[] x, double[] u, double[] v, double[] w, double[] out) {
    Point p = new Point(true);
    p.move(x);
    Arrays.fill(Require.length("out", n, out), 0);
    double[] t = p.t;
    double[] s = p.s;
    double[] c = p.thirdOfU();
    p.addQuadratic(t, product(c, u, v, w), out);
    p.addQuadratic(product(c, u, v), product(t, w), out);
    p.addQuadratic(product(c, u, w), product(t, v), out);
    p.addQuadratic(product(c, v, w), product(t, u), out);
    p.addQuadratic(product(s, w), product(s, u, v), out);
    p.addQuadratic(product(s, v), product(s, u, w), out);
    p.addQuadratic(product(s, u), product(s, v, w), out);
    double[] weight = product(p.fourthOfU(), u, v, w);
    for (int i = 0; i < n; i++) {
      out[i] = Math.fma(weight[i], p.z[i], out[i]);
    }
  }

  private static double[] product(double[] first, double[]... others) {
    double[] result = first.clone();
    for (double[] other : others) {
      Require.length("direction", first.length, other);
      Vectors.multiply(result, other, result);
    }
    return result;
  }

  /** One point: t, s, z and, for products, scratch space. */
  private final class Point implements Curvature {
    private final boolean exact;
    private final double[] t = new double[n];
    private final double[] s = new double[n];
    private final double[] z = new double[n];
    private final double[] scratch = new double[n];
    private final double[] residual = new double[b.length];

    Point(boolean exact) {
      this.exact = exact;
    }

    @Override
    public int dimension() {
      return n;
    }

    private double move(double[] x) {
      Require.length("x", n, x);
      for (int i = 0; i < n; i++) {
        s[i] = -2 * Math.abs(x[i]);
      }
      Functions.exp(s, s);
      for (int i = 0; i < n; i++) {
        // 1 - t^2 would lose its digits where t is near 1.
        s[i] = 4 * s[i] / ((1 + s[i]) * (1 + s[i]));
      }
      Functions.tanh(x, t);
      Functions.logcosh(x, scratch);
      a.apply(scratch, residual);
      Vectors.subtract(residual, b, residual);
      at.apply(residual, z);
      return 0.5 * Vectors.dot(residual, residual);
    }

    @Override
    public double at(double[] x, double[] gradient) {
      Require.length("gradient", n, gradient);
      double f = move(x);
      Vectors.multiply(z, t, gradient);
      return f;
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.lengths(n, "v", v, "hv", hv);
      Vectors.multiply(t, v, scratch);
      a.apply(scratch, residual);
      at.apply(residual, hv);
      for (int i = 0; i < n; i++) {
        hv[i] *= t[i];
        if (exact) {
          hv[i] = Math.fma(z[i] * s[i], v[i], hv[i]);
        }
      }
    }

    @Override
    public void diagonal(double[] out) {
      if (diagonal == null) {
        Curvature.super.diagonal(out);
        return;
      }
      Require.length("diagonal", n, out);
      for (int i = 0; i < n; i++) {
        out[i] = separable(i);
      }
    }

    @Override
    public void block(int from, DenseMatrix block) {
      if (diagonal == null) {
        Curvature.super.block(from, block);
        return;
      }
      Arrays.fill(block.data(), 0);
      for (int i = 0; i < block.rows(); i++) {
        block.set(i, i, separable(from + i));
      }
    }

    /** Element i of a diagonal Hessian, with the roundings of {@link #apply}. */
    @SuppressWarnings("NullAway")
    private double separable(int i) {
      double d = diagonal[i];
      double product = d * (d * t[i]) * t[i];
      return exact ? z[i] * s[i] + product : product;
    }

    /** {@code out += left * A'A right}, elementwise in left. */
    private void addQuadratic(double[] left, double[] right, double[] out) {
      a.apply(right, residual);
      at.apply(residual, scratch);
      for (int i = 0; i < n; i++) {
        out[i] = Math.fma(left[i], scratch[i], out[i]);
      }
    }

    private double[] thirdOfU() {
      double[] c = new double[n];
      for (int i = 0; i < n; i++) {
        c[i] = -2 * t[i] * s[i];
      }
      return c;
    }

    private double[] fourthOfU() {
      double[] c = new double[n];
      for (int i = 0; i < n; i++) {
        c[i] = s[i] * (4 * t[i] * t[i] - 2 * s[i]);
      }
      return c;
    }
  }
}
