package org.ironopt.learn;

import org.ironopt.linalg.SparseMatrix;

/** Compressed rows, where they are stored; zeros are not touched. */
final class SparseBlock extends Block {
  private final int[] starts;
  private final int[] columns;
  private final double[] values;
  private final int width;

  SparseBlock(SparseMatrix x, int capacity) {
    super(capacity);
    this.starts = x.rowPointers();
    this.columns = x.columnIndices();
    this.values = x.values();
    this.width = x.columns();
  }

  @Override
  void loadRows(boolean contiguous) {
    // The rows are read in place.
  }

  @Override
  void dots(double[] w, int wo, double[] z, int zo) {
    for (int k = 0; k < rows; k++) {
      double sum = 0;
      for (int p = starts[ids[k]]; p < starts[ids[k] + 1]; p++) {
        sum = Math.fma(values[p], w[wo + columns[p]], sum);
      }
      z[zo + k] = sum;
    }
  }

  @Override
  void add(double[] c, int co, double[] g, int go) {
    for (int k = 0; k < rows; k++) {
      double a = c[co + k];
      for (int p = starts[ids[k]]; p < starts[ids[k] + 1]; p++) {
        g[go + columns[p]] = Math.fma(a, values[p], g[go + columns[p]]);
      }
    }
  }

  @Override
  void addSquares(double[] c, int co, double[] g, int go) {
    for (int k = 0; k < rows; k++) {
      double a = c[co + k];
      for (int p = starts[ids[k]]; p < starts[ids[k] + 1]; p++) {
        g[go + columns[p]] = Math.fma(a, values[p] * values[p], g[go + columns[p]]);
      }
    }
  }

  @Override
  void addGram(double[] c, int co, double[] gram) {
    for (int k = 0; k < rows; k++) {
      int end = starts[ids[k] + 1];
      for (int p = starts[ids[k]]; p < end; p++) {
        double a = c[co + k] * values[p];
        int row = columns[p] * width;
        for (int q = starts[ids[k]]; q < end; q++) {
          gram[row + columns[q]] = Math.fma(a, values[q], gram[row + columns[q]]);
        }
      }
    }
  }
}
