package org.ironopt.problem.analytic;

import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.GaussNewton;

/**
 * The extended Rosenbrock function of n = 2p variables, {@code f(x) = sum_i 100 (x_2i - x_2i-1^2)^2
 * + (1 - x_2i-1)^2}, minimum 0 at (1, ..., 1), curved valley in each pair (Mor&eacute;, Garbow,
 * Hillstrom, "Testing unconstrained optimization software", problem 21, DOI 10.1145/355934.355936).
 * The Gauss-Newton matrix drops {@code -400 (x_2i - x_2i-1^2)} from the Hessian.
 */
public final class Rosenbrock implements GaussNewton {
  private final int n;

  /** Makes the function of {@code n} variables, n even. */
  public Rosenbrock(int n) {
    Require.atLeast("n", 2, n);
    Require.that(n % 2 == 0, "n is %s, expected an even number", n);
    this.n = n;
  }

  /** Returns the standard start (-1.2, 1, -1.2, 1, ...). */
  public double[] start() {
    double[] x = new double[n];
    for (int i = 0; i < n; i += 2) {
      x[i] = -1.2;
      x[i + 1] = 1;
    }
    return x;
  }

  @Override
  public int dimension() {
    return n;
  }

  @Override
  public double value(double[] x) {
    Require.length("x", n, x);
    double sum = 0;
    for (int i = 0; i < n; i += 2) {
      double valley = Math.fma(-x[i], x[i], x[i + 1]);
      double slope = 1 - x[i];
      sum += Math.fma(100 * valley, valley, slope * slope);
    }
    return sum;
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    Require.lengths(n, "x", x, "gradient", gradient);
    for (int i = 0; i < n; i += 2) {
      double valley = Math.fma(-x[i], x[i], x[i + 1]);
      gradient[i] = Math.fma(-400 * x[i], valley, -2 * (1 - x[i]));
      gradient[i + 1] = 200 * valley;
    }
  }

  @Override
  public Curvature curvature() {
    return new Pairs(400);
  }

  @Override
  public Curvature gaussNewton() {
    return new Pairs(0);
  }

  /** One 2-by-2 block per pair: the corner entry and the odd coordinate determine it. */
  private final class Pairs implements Curvature {
    private final double bend;
    private final double[] corner = new double[n / 2];
    private final double[] odd = new double[n / 2];

    Pairs(double bend) {
      this.bend = bend;
    }

    @Override
    public int dimension() {
      return n;
    }

    @Override
    public double at(double[] x, double[] gradient) {
      double f = valueAndGradient(x, gradient);
      for (int i = 0; i < n; i += 2) {
        double valley = Math.fma(-x[i], x[i], x[i + 1]);
        odd[i / 2] = x[i];
        corner[i / 2] = Math.fma(800 * x[i], x[i], 2 - bend * valley);
      }
      return f;
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.lengths(n, "v", v, "hv", hv);
      for (int i = 0; i < n; i += 2) {
        double cross = -400 * odd[i / 2];
        hv[i] = Math.fma(corner[i / 2], v[i], cross * v[i + 1]);
        hv[i + 1] = Math.fma(cross, v[i], 200 * v[i + 1]);
      }
    }

    @Override
    public void diagonal(double[] diagonal) {
      Require.length("diagonal", n, diagonal);
      for (int i = 0; i < n; i += 2) {
        diagonal[i] = corner[i / 2];
        diagonal[i + 1] = 200;
      }
    }
  }
}
