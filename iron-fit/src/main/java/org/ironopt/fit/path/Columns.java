package org.ironopt.fit.path;

import org.ironopt.data.Dataset;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.kernel.Tiles;

/**
 * Columns {@code u_j = (x_j - center_j) / spread_j} of some rows, one after another in memory, and
 * behind them a column of ones for the intercept, if there is one. Vectors over the rows have
 * {@link #stride} elements, of which those behind the last row are zero.
 */
public abstract class Columns {
  final int rows;

  /** Length of a vector over the rows. */
  final int stride;

  /** Number of columns, that of ones included. */
  final int count;

  long reads;
  long products;

  Columns(int rows, int count) {
    this.rows = rows;
    this.count = count;
    stride = Tiles.padded(rows, Tiles.DOUBLES);
  }

  /** Returns a copy of the columns of some rows. */
  public static Columns of(Dataset data, double[] center, double[] spread, boolean ones) {
    return data.features() instanceof SparseFeatures sparse
        ? new SparseColumns(data, sparse, center, spread, ones)
        : new DenseColumns(data, center, spread, ones);
  }

  /** Returns the bytes that such a copy takes, about. */
  public static double bytes(Dataset data) {
    double rows = data.rows();
    return data.features() instanceof SparseFeatures sparse
        ? 12.0 * sparse.stored() * rows / sparse.rows()
        : 8 * rows * (data.columns() + 1);
  }

  /** Overwrites {@code z[zo + j] = u_j' r} for all columns. */
  abstract void dots(double[] r, double[] z, int zo);

  /** Overwrites {@code z[at[k]] = u_j' r}, {@code j = some[k]}. */
  abstract void dots(int[] some, int n, double[] r, double[] z, int[] at);

  /** Adds {@code sum_j v[vo + j] u_j} to eta. */
  abstract void add(double[] v, int vo, double[] eta);

  /**
   * Adds {@code factor sum_i s_ka u_ia s_kb u_ib} to {@code g[at[b]][at[a]]} and {@code
   * g[at[a]][at[b]]} for all places {@code a <= b < n}, {@code first <= b}. The bits of an element
   * depend on nothing but its two columns and which of them comes first.
   *
   * @param some columns by place
   * @param scale factor of each row, by place
   */
  abstract void gram(
      int[] some, double[][] scale, int first, int n, double factor, double[][] g, int[] at);

  /** Returns how many multiplications a product with one column takes, about. */
  abstract double length();
}
