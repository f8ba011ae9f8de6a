package org.ironopt.problem.analytic;

import java.util.Arrays;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;

/** A Hessian {@code sum_k bend_k a_k a_k' + reg I}; who extends it fills in rows and bends. */
abstract class RowCurvature implements Curvature {
  private final Rows a;
  private final double reg;

  /** Numbers of the rows of the terms at the last point. */
  final int[] rows;

  /** Factor of each of them. */
  final double[] bends;

  RowCurvature(Rows a, int terms, double reg) {
    this.a = a;
    this.reg = reg;
    rows = new int[terms];
    bends = new double[terms];
  }

  @Override
  public final int dimension() {
    return a.columns();
  }

  @Override
  public final void apply(double[] v, double[] hv) {
    Require.length("v", dimension(), v);
    Arrays.fill(Require.length("hv", dimension(), hv), 0);
    for (int k = 0; k < rows.length; k++) {
      a.add(rows[k], bends[k] * a.dot(rows[k], v), hv);
    }
    Vectors.axpy(reg, v, hv);
  }
}
