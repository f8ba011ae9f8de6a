package org.ironopt.learn;

import org.ironopt.linalg.SparseMatrix;

/** Compressed rows, where they are stored; zeros are not touched. */
final class SparseBlock extends Block {
  private final int[] starts;
  private final int[] columns;
  private final double[] values;
  private final int width;
  private final int depth;

  SparseBlock(LinearTerms terms, SparseMatrix x) {
    super(terms);
    this.starts = x.rowPointers();
    this.columns = x.columnIndices();
    this.values = x.values();
    this.width = x.columns();
    this.depth = terms.depth();
  }

  @Override
  void loadRows(boolean contiguous, Gathered gathered, int from) {
    // The rows are read in place.
  }

  @Override
  void dots(Panel w, Tile tile) {
    for (int c = 0; c < w.outputs; c++) {
      for (int k = 0; k < rows; k++) {
        int from = starts[ids[k]];
        int to = starts[ids[k] + 1];
        tile.z[c * tile.stride + k] = dot(values, columns, from, to, w.doubles, c * depth);
      }
    }
  }

  private static double dot(double[] values, int[] columns, int from, int to, double[] w, int wo) {
    double sum = 0;
    for (int p = from; p < to; p++) {
      sum = Math.fma(values[p], w[wo + columns[p]], sum);
    }
    return sum;
  }

  @Override
  void add(Tile tile, int outputs, double[] g) {
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        double a = tile.z[c * tile.stride + k];
        axpy(a, values, columns, starts[ids[k]], starts[ids[k] + 1], g, c * depth);
      }
    }
  }

  private static void axpy(
      double a, double[] values, int[] columns, int from, int to, double[] g, int go) {
    for (int p = from; p < to; p++) {
      int j = go + columns[p];
      g[j] = Math.fma(a, values[p], g[j]);
    }
  }

  @Override
  void addSquares(Tile tile, int outputs, double[] g) {
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
  void addGram(Tile tile, boolean border, double[] gram) {
    int last = width * depth;
    for (int k = 0; k < rows; k++) {
      int end = starts[ids[k] + 1];
      for (int p = starts[ids[k]]; border && p < end; p++) {
        gram[last + columns[p]] = Math.fma(tile.z[k], values[p], gram[last + columns[p]]);
      }
      for (int p = starts[ids[k]]; p < end; p++) {
        double a = tile.z[k] * values[p];
        int row = columns[p] * depth;
        for (int q = starts[ids[k]]; q < end; q++) {
          gram[row + columns[q]] = Math.fma(a, values[q], gram[row + columns[q]]);
        }
      }
    }
  }
}
