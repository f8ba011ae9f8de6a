package org.ironopt.fit.path;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Vectors;
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

  /**
   * Returns how many columns a matrix of their products is formed of at most, with one output; that
   * of all columns of least squares besides.
   */
  public static double most(Dataset data) {
    double rows = data.rows();
    double length =
        data.features() instanceof SparseFeatures sparse
            ? sparse.stored() * rows / sparse.rows() / (data.columns() + 1.0)
            : rows;
    return SparseSolver.most(Math.max(1, length));
  }

  /** Overwrites {@code z[zo + j] = u_j' r} for all columns. */
  abstract void dots(double[] r, double[] z, int zo);

  /** Overwrites {@code z[at[k]] = u_j' r}, {@code j = some[k]}. */
  abstract void dots(int[] some, int n, double[] r, double[] z, int[] at);

  /** Adds {@code sum_k w[k] u_j} to eta, {@code j = some[k]}. */
  abstract void add(int[] some, int n, double[] w, double[] eta);

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

  /** Returns whether the bits of an element of {@link #gram} are those of its two columns alone. */
  abstract boolean symmetric();

  /**
   * Second derivatives along a step that is made column by column.
   *
   * <p>{@code H e}, H the second derivatives by the predictions and {@code e = sum_j d_j u_j}, with
   * the curvature {@code u_j' H u_j} of each column that moves.
   */
  abstract static class Along {
    final double[] h;

    /** Not a number where it is not known yet. */
    final double[] curvature;

    /** {@code H e}, but for what centering adds. */
    final double[] he;

    Along(double[] h, int count) {
      this.h = h;
      curvature = new double[count];
      Arrays.fill(curvature, Double.NaN);
      he = new double[h.length];
    }

    /** Makes the curvature of some columns known, which may move then, and e zero. */
    final void prepare(int[] set) {
      clear();
      for (int j : set) {
        if (Double.isNaN(curvature[j])) {
          curvature[j] = curvature(j);
        }
      }
    }

    /** Returns {@code u_j' H u_j}, with e zero before and after. */
    abstract double curvature(int j);

    /** Returns {@code u_j' H e}. */
    abstract double dot(int j);

    /** Adds {@code d u_j} to e. */
    abstract void move(int j, double d);

    /** Adds predictions to e, which become {@code H} times themselves. */
    void add(double[] more) {
      Vectors.multiply(h, more, more);
      Vectors.axpy(1, more, he);
    }

    /** Makes e zero. */
    void clear() {
      Arrays.fill(he, 0);
    }
  }

  /** Returns {@code e = 0} for second derivatives h by the rows. */
  abstract Along along(double[] h);

  /** Returns how many multiplications a product with one column takes, about. */
  abstract double length();
}
