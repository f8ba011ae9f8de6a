package org.ironopt.learn;

import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.linalg.kernel.RowKernels;

/**
 * Rows of doubles, one after the other: in place where they are stored like that, else copied into
 * a block, floats becoming doubles, so that every dense storage gives the same bits.
 */
final class DenseBlock extends Block {
  private static final Kernels K = Kernels.get();
  private static final RowKernels ROWS = RowKernels.get();

  private final Features source;
  private final int columns;
  private final double[] copy;
  private final double[] squares;
  private final double[] column;
  private double[] data;
  private int at;

  DenseBlock(DenseFeatures x, int capacity) {
    this(x, x.columns(), capacity);
  }

  DenseBlock(FloatFeatures x, int capacity) {
    this(x, x.columns(), capacity);
  }

  private DenseBlock(Features source, int columns, int capacity) {
    super(capacity);
    this.source = source;
    this.columns = columns;
    this.copy = new double[capacity * columns];
    this.squares = new double[columns];
    this.column = new double[capacity];
  }

  @Override
  void loadRows(boolean contiguous) {
    if (contiguous && source instanceof DenseFeatures dense) {
      data = dense.data();
      at = ids[0] * columns;
      return;
    }
    for (int k = 0; k < rows; k++) {
      source.copyRow(ids[k], copy, k * columns);
    }
    data = copy;
    at = 0;
  }

  @Override
  void dots(double[] w, int wo, double[] z, int zo) {
    ROWS.dots(data, at, rows, columns, w, wo, z, zo);
  }

  @Override
  void add(double[] c, int co, double[] g, int go) {
    ROWS.add(data, at, rows, columns, c, co, g, go);
  }

  @Override
  void addSquares(double[] c, int co, double[] g, int go) {
    for (int k = 0; k < rows; k++) {
      int row = at + k * columns;
      K.multiply(data, row, data, row, squares, 0, columns);
      K.axpy(c[co + k], squares, 0, g, go, columns);
    }
  }

  @Override
  void addGram(double[] c, int co, double[] gram) {
    for (int i = 0; i < columns; i++) {
      for (int k = 0; k < rows; k++) {
        column[k] = c[co + k] * data[at + k * columns + i];
      }
      ROWS.add(data, at, rows, columns, column, 0, gram, i * columns);
    }
  }
}
