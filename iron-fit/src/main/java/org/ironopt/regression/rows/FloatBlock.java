package org.ironopt.regression.rows;

import java.util.Arrays;
import org.ironopt.data.FloatFeatures;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.regression.internal.LinearTerms;

/**
 * Rows of floats, multiplied in float. Sums over the rows are kept in float for a limited number of
 * rows and then added up in double.
 */
final class FloatBlock extends RowBlock {
  private static final Tiles<float[]> TILES = Tiles.ofFloats();

  /** Rows that are summed in float. */
  private static final int SUMMED = 128;

  private final FloatFeatures source;
  private final int columns;
  private final int depth;
  private final float[] copy;
  private float[] z = new float[0];
  private float[] sums = new float[0];
  private int summedRows;
  private int summedOutputs;
  private float[] data;
  private int at;
  private int stride;

  FloatBlock(LinearTerms terms, FloatFeatures source) {
    super(terms);
    this.source = source;
    this.columns = terms.columns();
    this.depth = terms.depth();
    this.copy = new float[terms.capacity() * depth];
  }

  @Override
  public void begin() {
    summedRows = 0;
  }

  @Override
  void loadRows(boolean contiguous, GatheredRows gathered, int from) {
    int end = (ids[0] + rows) * columns + depth - columns;
    if (contiguous && rows % ROWS == 0 && end <= source.data().length) {
      data = source.data();
      at = ids[0] * columns;
      stride = columns;
      return;
    }
    data = gathered == null ? copy : gathered.floats;
    at = gathered == null ? 0 : from * depth;
    stride = depth;
    if (gathered == null || !gathered.filled) {
      for (int k = 0; k < rows; k++) {
        System.arraycopy(source.data(), ids[k] * columns, data, at + k * depth, columns);
      }
    }
  }

  @Override
  void dots(WeightPanel w, PredictionTile tile) {
    int size = w.outputs * tile.stride;
    z = z.length < size ? new float[w.outputs * terms.capacity()] : z;
    TILES.dots(data, at, tile.stride, stride, depth, w.floats, 0, w.outputs, z, 0, tile.stride);
    for (int k = 0; k < size; k++) {
      tile.z[k] = z[k];
    }
  }

  @Override
  void add(PredictionTile tile, int outputs, double[] g) {
    int size = outputs * tile.stride;
    z = z.length < size ? new float[outputs * terms.capacity()] : z;
    for (int k = 0; k < size; k++) {
      z[k] = (float) tile.z[k];
    }
    if (summedRows == 0) {
      sums = sums.length < outputs * depth ? new float[outputs * depth] : sums;
      Arrays.fill(sums, 0, outputs * depth, 0);
      summedOutputs = outputs;
    }
    TILES.add(data, at, rows, stride, depth, z, 0, tile.stride, outputs, sums, 0);
    summedRows += rows;
    if (summedRows >= SUMMED) {
      finish(g);
    }
  }

  @Override
  public void finish(double[] g) {
    if (summedRows > 0) {
      for (int j = 0; j < summedOutputs * depth; j++) {
        g[j] += sums[j];
      }
      summedRows = 0;
    }
  }

  @Override
  public void addSquares(PredictionTile tile, int outputs, double[] g) {
    for (int k = 0; k < rows; k++) {
      int row = at + k * stride;
      for (int c = 0; c < outputs; c++) {
        double a = tile.z[c * tile.stride + k];
        for (int j = 0; j < columns; j++) {
          double x = data[row + j];
          g[c * depth + j] = Math.fma(a, x * x, g[c * depth + j]);
        }
      }
    }
  }

  @Override
  public void addGram(PredictionTile tile, boolean border, double[] gram) {
    for (int k = 0; k < rows; k++) {
      int row = at + k * stride;
      for (int i = 0; i < (border ? columns + 1 : columns); i++) {
        double a = i < columns ? tile.z[k] * data[row + i] : tile.z[k];
        for (int j = 0; j < columns; j++) {
          gram[i * depth + j] = Math.fma(a, data[row + j], gram[i * depth + j]);
        }
      }
    }
  }
}
