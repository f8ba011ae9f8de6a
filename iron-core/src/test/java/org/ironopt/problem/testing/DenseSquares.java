package org.ironopt.problem.testing;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.GaussNewton;

/**
 * A dense nonlinear least-squares objective {@code f(x) = |r(x)|^2} with m residuals: gradient
 * {@code 2 J'r}, Hessian {@code 2 (J'J + sum_i r_i Hess r_i)}, Gauss-Newton matrix {@code 2 J'J}. A
 * subclass gives r and J, and the residuals' second derivatives if it knows them; else they are
 * differences of J (good to about ten digits, at the price of 2n Jacobians per linearisation). For
 * problems of moderate size: J is a dense matrix.
 */
public abstract class DenseSquares implements GaussNewton {
  private static final double STEP = 0x1p-17;
  private final int n;
  private final int m;

  /** Declares the number of variables and of residuals. */
  protected DenseSquares(int n, int m) {
    this.n = Require.atLeast("variables", 1, n);
    this.m = Require.atLeast("residuals", 1, m);
  }

  /** Overwrites {@code r} with the m residuals at {@code x}. */
  public abstract void residuals(double[] x, double[] r);

  /** Fills the m-by-n matrix {@code j}, zero on entry, with the derivatives dr_i/dx_k. */
  public abstract void jacobian(double[] x, DenseMatrix j);

  /** Adds {@code sum_i weights_i Hess r_i(x)}, both triangles, to the n-by-n {@code sum}. */
  public void addResidualHessians(double[] x, double[] weights, DenseMatrix sum) {
    DenseMatrix plus = DenseMatrix.zeros(m, n);
    DenseMatrix minus = DenseMatrix.zeros(m, n);
    double[] y = x.clone();
    double[] column = new double[n];
    for (int k = 0; k < n; k++) {
      double h = STEP * (x[k] == 0 ? 1 : Math.abs(x[k]));
      Arrays.fill(plus.data(), 0);
      Arrays.fill(minus.data(), 0);
      y[k] = x[k] + h;
      jacobian(y, plus);
      double width = y[k];
      y[k] = x[k] - h;
      jacobian(y, minus);
      width -= y[k];
      y[k] = x[k];
      Vectors.subtract(plus.data(), minus.data(), plus.data());
      plus.applyTransposed(weights, column);
      for (int l = 0; l < n; l++) {
        // Half to each triangle, so that the sum is symmetric whatever the rounding.
        double half = 0.5 * column[l] / width;
        sum.set(l, k, sum.get(l, k) + half);
        sum.set(k, l, sum.get(k, l) + half);
      }
    }
  }

  @Override
  public final int dimension() {
    return n;
  }

  /** Returns m. */
  public final int residualCount() {
    return m;
  }

  @Override
  public double value(double[] x) {
    Require.length("x", n, x);
    double[] r = new double[m];
    residuals(x, r);
    return Vectors.dot(r, r);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    valueAndGradient(x, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    return new Point(false).at(x, gradient);
  }

  @Override
  public Curvature curvature() {
    return new Point(true);
  }

  @Override
  public Curvature gaussNewton() {
    return new Point(false);
  }

  private final class Point implements Curvature {
    private final double[] r = new double[m];
    private final double[] jv = new double[m];
    private final DenseMatrix j = DenseMatrix.zeros(m, n);

    /** The second-order term, or null for Gauss-Newton. */
    private final DenseMatrix bend;

    private final double[] bent = new double[n];

    Point(boolean exact) {
      bend = exact ? DenseMatrix.zeros(n, n) : null;
    }

    @Override
    public int dimension() {
      return n;
    }

    @Override
    public double at(double[] x, double[] gradient) {
      Require.length("x", n, x);
      Require.length("gradient", n, gradient);
      residuals(x, r);
      Arrays.fill(j.data(), 0);
      jacobian(x, j);
      j.applyTransposed(r, gradient);
      Vectors.scale(2, gradient);
      if (bend != null) {
        Arrays.fill(bend.data(), 0);
        addResidualHessians(x, r, bend);
      }
      return Vectors.dot(r, r);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.length("hv", n, hv);
      j.apply(v, jv);
      j.applyTransposed(jv, hv);
      if (bend != null) {
        bend.apply(v, bent);
        Vectors.add(hv, 1, bent, hv);
      }
      Vectors.scale(2, hv);
    }
  }
}
