package org.ironopt.regression.rows;

import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.regression.internal.LinearTerms;

/**
 * Rows of doubles: in place where they are stored one after the other, else copied, floats becoming
 * doubles, so that every dense storage gives the same bits.
 */
final class DenseBlock extends RowBlock {
  private static final Kernels K = Kernels.get();
  private static final Tiles<double[]> TILES = Tiles.ofDoubles();

  private final Features source;
  private final int columns;
  private final int depth;
  private final double[] copy;
  private final double[] squares;
  private double[] gramCoefficients = new double[0];
  private double[] data;
  private int at;
  private int stride;

  DenseBlock(LinearTerms terms, Features source) {
    super(terms);
    this.source = source;
    this.columns = terms.columns();
    this.depth = terms.depth();
    this.copy = new double[terms.capacity() * depth];
    this.squares = new double[columns];
  }

  @Override
  void loadRows(boolean contiguous, GatheredRows gathered, int from) {
    if (contiguous && source instanceof DenseFeatures dense && isReadable(dense)) {
      data = dense.data();
      at = ids[0] * columns;
      stride = columns;
      return;
    }
    data = gathered == null ? copy : gathered.doubles;
    at = gathered == null ? 0 : from * depth;
    stride = depth;
    if (gathered == null || !gathered.filled) {
      for (int k = 0; k < rows; k++) {
        source.copyRow(ids[k], data, at + k * depth);
      }
    }
  }

  /** Whole groups of rows, with something behind the last one. */
  private boolean isReadable(DenseFeatures x) {
    return rows % ROWS == 0 && (ids[0] + rows) * columns + depth - columns <= x.data().length;
  }

  @Override
  void dots(WeightPanel w, PredictionTile tile) {
    TILES.dots(
        data, at, tile.stride, stride, depth, w.doubles, 0, w.outputs, tile.z, 0, tile.stride);
  }

  @Override
  void add(PredictionTile tile, int outputs, double[] g) {
    TILES.add(data, at, rows, stride, depth, tile.z, 0, tile.stride, outputs, g, 0);
  }

  @Override
  public void addSquares(PredictionTile tile, int outputs, double[] g) {
    for (int k = 0; k < rows; k++) {
      int row = at + k * stride;
      K.multiply(data, row, data, row, squares, 0, columns);
      for (int c = 0; c < outputs; c++) {
        K.axpy(tile.z[c * tile.stride + k], squares, 0, g, c * depth, columns);
      }
    }
  }

  /** A product with one output for each row of the matrix. */
  @Override
  public void addGram(PredictionTile tile, boolean border, double[] gram) {
    int s = tile.stride;
    if (gramCoefficients.length == 0) {
      gramCoefficients = new double[(columns + 1) * terms.capacity()];
    }
    for (int i = 0; i < columns; i++) {
      for (int k = 0; k < rows; k++) {
        gramCoefficients[i * s + k] = tile.z[k] * data[at + k * stride + i];
      }
    }
    System.arraycopy(tile.z, 0, gramCoefficients, columns * s, rows);
    int outputs = border ? columns + 1 : columns;
    TILES.add(data, at, rows, stride, depth, gramCoefficients, 0, s, outputs, gram, 0);
  }
}
