package org.ironopt.curve;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;

/** Products with J'J, or with the Hessian by differences of the gradient, made when asked for. */
final class SquaresCurvature implements Curvature {
  /** Relative step of the differences: the root of rounding that balances it against h^4. */
  private static final double CURVED = 0x1p-11;

  private final SumOfSquares f;
  private final int n;
  private final boolean model;
  private SumOfSquares.Linear here;

  @SuppressWarnings("NullAway.Init")
  SquaresCurvature(SumOfSquares f, boolean model) {
    this.f = f;
    n = f.dimension();
    this.model = model;
  }

  @Override
  public int dimension() {
    return n;
  }

  @Override
  public double at(double[] x, double[] gradient) {
    double value = f.valueAndGradient(x, gradient);
    here = f.linear(x, false);
    return value;
  }

  @Override
  public void apply(double[] v, double[] hv) {
    Require.length("hv", n, hv);
    if (model) {
      Vectors.copy(GaussNewtonModel.product(here.triangle(), v), hv);
    } else {
      byDifferences(v, hv);
    }
  }

  private void byDifferences(double[] v, double[] hv) {
    double h = Double.POSITIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      h = v[i] == 0 ? h : Math.min(h, CURVED * size(i) / Math.abs(v[i]));
    }
    if (h == Double.POSITIVE_INFINITY) {
      Arrays.fill(hv, 0);
      return;
    }
    double[] near = difference(v, h);
    double[] far = difference(v, 2 * h);
    // A variable may be far larger than the range on which f bends, as the place of a peak is.
    for (int shorter = 0; shorter < 3 && bend(near, far) > 2e-5; shorter++) {
      h *= 0.125;
      near = difference(v, h);
      far = difference(v, 2 * h);
    }
    // Four points: the error is of the order h^4, about the square of the bend.
    for (int i = 0; i < n; i++) {
      hv[i] = (8 * near[i] - far[i]) / (12 * h);
    }
  }

  private double size(int i) {
    return here.x()[i] == 0 ? 1 : Math.abs(here.x()[i]);
  }

  /** Returns the relative change of the difference between the step and twice the step. */
  private double bend(double[] near, double[] far) {
    double[] norms = GaussNewtonModel.columnNorms(here.triangle(), n + 1);
    double change = 0;
    double whole = 0;
    for (int i = 0; i < n; i++) {
      double rounding = 0x1p-46 * norms[i] * norms[n];
      double seen = Math.max(0, Math.abs(0.5 * far[i] - near[i]) - rounding);
      change = Math.max(change, size(i) * seen);
      whole = Math.max(whole, size(i) * Math.abs(near[i]));
    }
    return change == 0 ? 0 : change / whole;
  }

  /** Returns grad f(x + h v) - grad f(x - h v). */
  private double[] difference(double[] v, double h) {
    double[] y = new double[n];
    Vectors.add(here.x(), -h, v, y);
    double[] back = GaussNewtonModel.gradient(f.linearise(y, false).triangle(), n);
    Vectors.add(here.x(), h, v, y);
    double[] front = GaussNewtonModel.gradient(f.linearise(y, false).triangle(), n);
    Vectors.subtract(front, back, front);
    return front;
  }
}
