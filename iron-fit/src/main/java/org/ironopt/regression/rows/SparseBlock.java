package org.ironopt.regression.rows;

import org.ironopt.linalg.SparseMatrix;
import org.ironopt.regression.internal.LinearTerms;

/** Compressed rows, where they are stored; zeros are not touched. */
final class SparseBlock extends RowBlock {
  private final int[] starts;
  private final int[] columns;
  private final double[] values;
  private final boolean ones;
  private final int width;
  private final int depth;

  SparseBlock(LinearTerms terms, SparseMatrix x) {
    super(terms);
    this.starts = x.rowPointers();
    this.columns = x.columnIndices();
    this.values = x.values();
    this.ones = x.isPattern();
    this.width = x.columns();
    this.depth = terms.depth();
  }

  @Override
  void loadRows(boolean contiguous, GatheredRows gathered, int from) {
    // The rows are read in place.
  }

  @Override
  void dots(WeightPanel w, PredictionTile tile) {
    for (int c = 0; c < w.outputs; c++) {
      if (ones) {
        sums(w.doubles, c * depth, tile.z, c * tile.stride);
      } else {
        dots(w.doubles, c * depth, tile.z, c * tile.stride);
      }
    }
  }

  /** {@code z[zo + k] = <row k, w>}, term after term. */
  private void dots(double[] w, int wo, double[] z, int zo) {
    double[] v = values;
    int[] j = columns;
    for (int k = 0; k < rows; k++) {
      int end = starts[ids[k] + 1];
      double sum = 0;
      for (int p = starts[ids[k]]; p < end; p++) {
        sum = Math.fma(v[p], w[wo + j[p]], sum);
      }
      z[zo + k] = sum;
    }
  }

  /** The same bits where all elements are one, which are not read then. */
  private void sums(double[] w, int wo, double[] z, int zo) {
    int[] j = columns;
    for (int k = 0; k < rows; k++) {
      int end = starts[ids[k] + 1];
      double sum = 0;
      for (int p = starts[ids[k]]; p < end; p++) {
        sum += w[wo + j[p]];
      }
      z[zo + k] = sum;
    }
  }

  @Override
  void add(PredictionTile tile, int outputs, double[] g) {
    for (int c = 0; c < outputs; c++) {
      if (ones) {
        addOnes(tile.z, c * tile.stride, g, c * depth);
      } else {
        add(tile.z, c * tile.stride, g, c * depth);
      }
    }
  }

  /** {@code g += sum_k z[zo + k] (row k)}, row after row. */
  private void add(double[] z, int zo, double[] g, int go) {
    double[] v = values;
    int[] j = columns;
    for (int k = 0; k < rows; k++) {
      int end = starts[ids[k] + 1];
      double a = z[zo + k];
      for (int p = starts[ids[k]]; p < end; p++) {
        g[go + j[p]] = Math.fma(a, v[p], g[go + j[p]]);
      }
    }
  }

  private void addOnes(double[] z, int zo, double[] g, int go) {
    int[] j = columns;
    for (int k = 0; k < rows; k++) {
      int end = starts[ids[k] + 1];
      double a = z[zo + k];
      for (int p = starts[ids[k]]; p < end; p++) {
        g[go + j[p]] += a;
      }
    }
  }

  @Override
  public void addSquares(PredictionTile tile, int outputs, double[] g) {
    for (int c = 0; c < outputs; c++) {
      int go = c * depth;
      for (int k = 0; k < rows; k++) {
        double a = tile.z[c * tile.stride + k];
        for (int p = starts[ids[k]]; p < starts[ids[k] + 1]; p++) {
          g[go + columns[p]] = Math.fma(a, values[p] * values[p], g[go + columns[p]]);
        }
      }
    }
  }

  @Override
  public void addGram(PredictionTile tile, boolean border, double[] gram) {
    int last = width * depth;
    for (int k = 0; k < rows; k++) {
      int end = starts[ids[k] + 1];
      for (int p = starts[ids[k]]; border && p < end; p++) {
        gram[last + columns[p]] = Math.fma(tile.z[k], values[p], gram[last + columns[p]]);
      }
      addSquare(tile.z[k], starts[ids[k]], end, gram);
    }
  }

  /** Adds the lower half of a multiple of (row)(row)', four of its rows at once. */
  private void addSquare(double z, int from, int end, double[] g) {
    int[] j = columns;
    double[] v = values;
    int p = from;
    for (; p < end - 3; p += 4) {
      double a0 = z * v[p];
      double a1 = z * v[p + 1];
      double a2 = z * v[p + 2];
      double a3 = z * v[p + 3];
      int r0 = j[p] * depth;
      int r1 = j[p + 1] * depth;
      int r2 = j[p + 2] * depth;
      int r3 = j[p + 3] * depth;
      for (int q = from; q <= p; q++) {
        int c = j[q];
        double x = v[q];
        g[r0 + c] = Math.fma(a0, x, g[r0 + c]);
        g[r1 + c] = Math.fma(a1, x, g[r1 + c]);
        g[r2 + c] = Math.fma(a2, x, g[r2 + c]);
        g[r3 + c] = Math.fma(a3, x, g[r3 + c]);
      }
      addPart(a1, p + 1, p + 1, r1, g);
      addPart(a2, p + 1, p + 2, r2, g);
      addPart(a3, p + 1, p + 3, r3, g);
    }
    for (; p < end; p++) {
      addPart(z * v[p], from, p, j[p] * depth, g);
    }
  }

  private void addPart(double a, int from, int last, int row, double[] g) {
    for (int q = from; q <= last; q++) {
      g[row + columns[q]] = Math.fma(a, values[q], g[row + columns[q]]);
    }
  }
}
