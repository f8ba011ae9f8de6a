package org.ironopt.problem.analytic;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.FiniteSum;
import org.jspecify.annotations.Nullable;

/**
 * An average {@code (1/N) sum_k phi_k(<a_k, x>)} of terms that depend on x through one number each,
 * or a batch of it. Its Hessian is {@code (1/N) sum_k phi_k'' a_k a_k' + reg I}.
 */
abstract sealed class RowSum implements FiniteSum permits PhaseRetrieval, StudentRegression {
  final FeatureRowView.Dense a;
  final double reg;
  final FeatureRowView.Selection selection;

  RowSum(FeatureRowView.Dense a, double reg, FeatureRowView.Selection selection) {
    this.a = a;
    this.reg = reg;
    this.selection = selection;
  }

  /** Returns phi of a row at z. */
  abstract double phi(int row, double z);

  /** Returns the derivative of phi. */
  abstract double slope(int row, double z);

  /** Returns the second derivative of phi. */
  abstract double bend(int row, double z);

  @Override
  public final int dimension() {
    return a.columns();
  }

  @Override
  public final int terms() {
    return selection.count();
  }

  @Override
  public double value(double[] x) {
    return mean(x, null);
  }

  @Override
  public final void gradient(double[] x, double[] gradient) {
    valueAndGradient(x, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    return mean(x, Require.length("gradient", dimension(), gradient));
  }

  /** Returns the average and overwrites {@code gradient} with its gradient, unless that is null. */
  private double mean(double[] x, double @Nullable [] gradient) {
    Require.length("x", dimension(), x);
    if (gradient != null) {
      Arrays.fill(gradient, 0);
    }
    double sum = 0;
    for (int k = 0; k < terms(); k++) {
      int row = selection.row(k);
      double z = a.dot(row, x);
      sum += phi(row, z);
      if (gradient != null) {
        a.add(row, slope(row, z), gradient);
      }
    }
    if (gradient != null) {
      Vectors.scale(1. / terms(), gradient);
    }
    return sum / terms();
  }

  @Override
  public final Curvature curvature() {
    return new Bent();
  }

  private final class Bent implements Curvature {
    /** Numbers of the rows at the last point, and the factor of each. */
    private final int[] rows = new int[terms()];

    private final double[] bends = new double[terms()];

    @Override
    public int dimension() {
      return a.columns();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      double value = valueAndGradient(x, gradient);
      for (int k = 0; k < rows.length; k++) {
        rows[k] = selection.row(k);
        bends[k] = bend(rows[k], a.dot(rows[k], x)) / rows.length;
      }
      return value;
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.length("v", dimension(), v);
      Arrays.fill(Require.length("hv", dimension(), hv), 0);
      for (int k = 0; k < rows.length; k++) {
        a.add(rows[k], bends[k] * a.dot(rows[k], v), hv);
      }
      Vectors.axpy(reg, v, hv);
    }
  }
}
