package org.ironopt.problem.analytic;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;

/** The Hessian {@code (1/N) sum_k bend_k a_k a_k' + reg I} of a sum over rows. */
final class RowCurvature implements Curvature {
  /** The second derivative of a term in its prediction z. */
  @FunctionalInterface
  interface Bend {
    double of(int row, double z);
  }

  private final Rows a;
  private final Rows.Selection selection;
  private final double reg;
  private final ToDoubleBiFunction<double[], double[]> valueAndGradient;
  private final Bend bend;

  /** Numbers of the rows at the last point, and the factor of each. */
  private final int[] rows;

  private final double[] bends;

  RowCurvature(
      Rows a,
      Rows.Selection selection,
      double reg,
      ToDoubleBiFunction<double[], double[]> valueAndGradient,
      Bend bend) {
    this.a = a;
    this.selection = selection;
    this.reg = reg;
    this.valueAndGradient = valueAndGradient;
    this.bend = bend;
    rows = new int[selection.count()];
    bends = new double[selection.count()];
  }

  @Override
  public int dimension() {
    return a.columns();
  }

  @Override
  public double at(double[] x, double[] gradient) {
    double value = valueAndGradient.applyAsDouble(x, gradient);
    for (int k = 0; k < rows.length; k++) {
      rows[k] = selection.row(k);
      bends[k] = bend.of(rows[k], a.dot(rows[k], x)) / rows.length;
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
