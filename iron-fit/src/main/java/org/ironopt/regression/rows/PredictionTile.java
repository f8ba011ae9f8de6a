package org.ironopt.regression.rows;

import java.util.Arrays;
import org.ironopt.linalg.kernel.Kernels;

/**
 * What a loss sees of a block of rows: for {@code rows} rows from {@code from} on, the numbers of
 * output c stand at {@code z[c * stride + k]}. The stride is a multiple of four; what stands behind
 * the last row means nothing, but may be computed with. A workspace of one thread.
 */
public final class PredictionTile {
  private static final Kernels K = Kernels.get();

  /** Linear predictions on entry of a loss, coefficients of the rows on exit. */
  public double[] z;

  /** Scratch buffer: one number for each output of a point, or three for each row. */
  public double[] scratch;

  /** The targets of the rows. */
  public final double[] target;

  /** The weights of the rows; null if all are one. */
  public final double[] weight;

  private final int capacity;
  public int from;
  public int rows;
  public int stride;

  PredictionTile(int capacity, int outputs, boolean weighted) {
    this.capacity = capacity;
    z = new double[capacity * outputs];
    scratch = new double[capacity * Math.max(3, outputs)];
    target = new double[capacity];
    weight = weighted ? new double[capacity] : null;
  }

  /** Makes room for the predictions of so many outputs. */
  void reserve(int outputs) {
    if (z.length < capacity * outputs) {
      z = new double[capacity * outputs];
    }
  }

  /** Returns {@link #scratch} with room for the rows of so many outputs. */
  public double[] scratch(int outputs) {
    if (scratch.length < capacity * outputs) {
      scratch = new double[capacity * outputs];
    }
    return scratch;
  }

  public void load(RowBlock block, int start, double[] targets, double[] weights) {
    from = start;
    rows = block.rows;
    stride = (rows + RowBlock.ROWS - 1) / RowBlock.ROWS * RowBlock.ROWS;
    block.copy(targets, target);
    Arrays.fill(target, rows, stride, 0);
    if (weight != null) {
      block.copy(weights, weight);
    }
  }

  /** {@code z[at + c * stride + k] *= weight[k]} for the outputs {@code 0 .. outputs-1}. */
  public void weigh(int at, int outputs) {
    for (int c = 0; weight != null && c < outputs; c++) {
      int start = at + c * stride;
      for (int k = 0; k < rows; k++) {
        z[start + k] *= weight[k];
      }
    }
  }

  /** Writes the numbers of the rows, output after output, from {@code out[from outputs]} on. */
  public void copyTo(double[] out, int outputs) {
    for (int c = 0; c < outputs; c++) {
      System.arraycopy(z, c * stride, out, from * outputs + c * rows, rows);
    }
  }

  /** Reads what {@link #copyTo} wrote. */
  public void copyFrom(double[] in, int outputs) {
    reserve(outputs);
    for (int c = 0; c < outputs; c++) {
      System.arraycopy(in, from * outputs + c * rows, z, c * stride, rows);
    }
  }

  /** Returns the sum of the coefficients of an output. */
  public double sum(int output) {
    return K.sum(z, output * stride, rows);
  }

  /** Returns the sum of the losses {@code losses[start + k]} with their weights. */
  public double total(double[] losses, int start) {
    if (weight != null) {
      return K.dot(weight, 0, losses, start, rows);
    }
    return K.sum(losses, start, rows);
  }
}
