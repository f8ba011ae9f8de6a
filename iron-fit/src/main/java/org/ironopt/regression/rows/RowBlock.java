package org.ironopt.regression.rows;

import org.ironopt.data.DenseFeatures;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.regression.Precision;
import org.ironopt.regression.internal.LinearTerms;
import org.ironopt.regression.internal.RowSelection;

/**
 * A few rows at a time, small enough for the cache, and what a pass does with them. A workspace of
 * one thread.
 */
public abstract class RowBlock {
  /** The rows of a block are computed in groups of this many, the last one with rows to spare. */
  public static final int ROWS = Tiles.ROWS;

  /** Numbers in a block, about: where each is used once, a half of a common first-level cache. */
  private static final int CACHED = 2048;

  /** Where each number serves several outputs, the second-level cache is near enough. */
  private static final int CACHED_MANY = 1 << 16;

  final LinearTerms terms;

  /** The stored row of each row of the block. */
  final int[] ids;

  int rows;

  private boolean contiguous;

  RowBlock(LinearTerms terms) {
    this.terms = terms;
    ids = new int[terms.capacity()];
  }

  static RowBlock of(LinearTerms terms) {
    return switch (terms.x()) {
      case SparseFeatures sparse -> new SparseBlock(terms, sparse.matrix());
      case FloatFeatures x when terms.precision() == Precision.SINGLE -> new FloatBlock(terms, x);
      case FloatFeatures x -> new DenseBlock(terms, x);
      case DenseFeatures x -> new DenseBlock(terms, x);
    };
  }

  /** Returns the rows of a block: a multiple of eight that depends on the problem only. */
  public static int capacity(long rowLength, int outputs) {
    int numbers = outputs == 1 ? CACHED : CACHED_MANY;
    return Math.clamp(numbers / Math.max(1, rowLength) & -8, 8, 64);
  }

  /** Moves to the rows {@code from .. to-1} of a selection, or of what was gathered of it. */
  public final void load(RowSelection s, GatheredRows gathered, int from, int to) {
    rows = to - from;
    contiguous = s.contiguous();
    if (contiguous) {
      int first = s.from() + from;
      for (int k = 0; k < rows; k++) {
        ids[k] = first + k;
      }
    } else {
      for (int k = 0; k < rows; k++) {
        ids[k] = gathered == null ? s.row(from + k) : gathered.id(from + k);
      }
    }
    loadRows(contiguous, gathered, from);
  }

  /** Copies what belongs to the rows from an array by stored row. */
  final void copy(double[] stored, double[] out) {
    if (contiguous) {
      System.arraycopy(stored, ids[0], out, 0, rows);
    } else {
      for (int k = 0; k < rows; k++) {
        out[k] = stored[ids[k]];
      }
    }
  }

  /** Begins a task: nothing is left of the one before. */
  public void begin() {}

  abstract void loadRows(boolean contiguous, GatheredRows gathered, int from);

  /** {@code z[c stride + k] = <row k, w_c>}, the stride that of the tile. */
  abstract void dots(WeightPanel w, PredictionTile tile);

  /** {@code g[c depth ...] += sum_k z[c stride + k] (row k)}, now or in {@link #finish}. */
  abstract void add(PredictionTile tile, int outputs, double[] g);

  /** Ends a task: adds what {@link #add} has put off. */
  public void finish(double[] g) {}

  /** {@code g[c depth ...] += sum_k z[c stride + k] (row k)^2}, element by element. */
  public abstract void addSquares(PredictionTile tile, int outputs, double[] g);

  /**
   * {@code G += sum_k z[k] (row k)(row k)'}, the element (i, j) of G at {@code i depth + j}; with a
   * border also {@code sum_k z[k] (row k)} behind its last row.
   */
  public abstract void addGram(PredictionTile tile, boolean border, double[] gram);

  /** Writes the predictions for all weight vectors. */
  public final void forward(WeightPanel w, PredictionTile tile) {
    tile.reserve(w.outputs);
    dots(w, tile);
    if (terms.hasIntercept()) {
      for (int c = 0; c < w.outputs; c++) {
        double constant = w.constants[c];
        int from = c * tile.stride;
        for (int k = from; k < from + tile.stride; k++) {
          tile.z[k] += constant;
        }
      }
    }
  }

  /**
   * Adds the rows, with the coefficients of the tile, to the sums {@code g[c depth ...]} of its
   * first outputs, and the coefficients alone to {@code g[constants + c]}.
   */
  public final void backward(PredictionTile tile, int outputs, double[] g, int constants) {
    add(tile, outputs, g);
    if (terms.hasIntercept()) {
      for (int c = 0; c < outputs; c++) {
        g[constants + c] += tile.sum(c);
      }
    }
  }
}
