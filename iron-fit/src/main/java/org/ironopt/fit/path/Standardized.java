package org.ironopt.fit.path;

import java.util.Arrays;
import org.ironopt.fit.partition.ColumnMoments;

/**
 * How the columns of a solve follow from those of the data: {@code u_j = (x_j - center_j) /
 * spread_j}. A column that does not vary beside an intercept has an infinite spread.
 *
 * @param center means with an intercept, else zero
 * @param spread root mean squares around the centers, or one where columns are not scaled
 * @param column size of each column before centering, over its spread
 */
public record Standardized(double[] center, double[] spread, double[] column, boolean intercept) {
  private static final double UNIT = 0x1p-53;

  /** Returns the way of a fit. */
  public static Standardized of(ColumnMoments moments, boolean scale, boolean intercept) {
    int d = moments.mean().length;
    double[] center = intercept ? moments.mean().clone() : new double[d];
    double[] spread = new double[d];
    double[] column = new double[d + (intercept ? 1 : 0)];
    Arrays.fill(column, 1);
    for (int j = 0; j < d; j++) {
      boolean dead = intercept ? moments.constant(j) : moments.square(j) == 0;
      double square = intercept ? moments.variance()[j] : moments.square(j);
      spread[j] = dead ? Double.POSITIVE_INFINITY : scale ? Math.sqrt(square) : 1;
      column[j] = (Math.sqrt(moments.square(j)) + Math.abs(center[j])) / spread[j];
    }
    return new Standardized(center, spread, column, intercept);
  }

  /** Returns the parameters in the user's units, each output's intercept behind its columns. */
  public double[] expanded(double[] v, double shift) {
    int d = center.length;
    int stride = column.length;
    double[] w = new double[v.length];
    for (int c = 0; c < v.length; c += stride) {
      double b = intercept ? v[c + d] + shift : 0;
      for (int j = 0; j < d; j++) {
        w[c + j] = v[c + j] / spread[j];
        b = Math.fma(-center[j], w[c + j], b);
      }
      if (intercept) {
        w[c + d] = b;
      }
    }
    return w;
  }

  DualPoint.Rounding rounding(Columns x, RowLoss loss) {
    double largest =
        switch (loss.kind) {
          case RIDGE -> 1;
          case LOGISTIC -> 0.25;
          case SOFTMAX -> 0.5;
          case POISSON, GAMMA, NEGBIN, HUBER -> loss.curvature();
        };
    double sums = 8 * UNIT * Math.sqrt(0.25 * x.rows + 16);
    return new DualPoint.Rounding(column, sums, 8 * UNIT * Math.sqrt(x.count + 2.0), largest);
  }
}
