package org.ironopt.learn;

import org.ironopt.data.Features;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Kernels;

/**
 * The terms {@code f_i(w) = (weight_i / mean weight) loss(predictions of row i) + reg |w|^2 / 2} of
 * a linear model with C outputs. The parameters of output c stand together, d of them and then its
 * intercept, if there is one. Targets and weights go by stored row; weights may be null.
 */
record LinearTerms(
    Features x,
    double[] targets,
    double[] weights,
    double meanWeight,
    Loss loss,
    double reg,
    Intercept intercept) {
  private static final Kernels K = Kernels.get();

  /** A pass has at most so many tasks, whatever the threads. */
  private static final int TASKS = 32;

  /** Fewer multiplications are not worth a task, fewer rows not the sum that it hands back. */
  private static final int TASK_MULTIPLICATIONS = 1 << 15;

  private static final int TASK_ROWS = 32;

  /** What a pass does with a block of rows; it adds to {@code sum}. */
  interface Step {
    void at(Block block, Tile tile, double[] sum);
  }

  int columns() {
    return x.columns();
  }

  int outputs() {
    return loss.outputs();
  }

  boolean hasIntercept() {
    return intercept != Intercept.NONE;
  }

  /** Returns the parameters of one output. */
  int stride() {
    return columns() + (hasIntercept() ? 1 : 0);
  }

  int dimension() {
    return outputs() * stride();
  }

  /** Returns the parameters of one output that the ridge falls on; they come first. */
  int penalized() {
    return intercept == Intercept.PENALIZED ? stride() : columns();
  }

  /** Returns the factor of the sum over a selection in its average. */
  double scale(Selection s) {
    return 1 / (s.count() * meanWeight);
  }

  /**
   * Runs over the selected rows in fixed tasks of whole blocks and returns their sums, added up in
   * order.
   */
  double[] pass(Selection s, int outputs, int length, Step step) {
    int capacity = Block.capacity(columns());
    int size = taskSize(s.count(), capacity);
    int tasks = (s.count() + size - 1) / size;
    double[][] sums = new double[tasks][];
    Parallel.forEach(
        tasks,
        t -> {
          Block block = Block.of(x);
          Tile tile = new Tile(capacity, outputs, weights != null);
          double[] sum = new double[length];
          int end = Math.min(s.count(), (t + 1) * size);
          for (int k = t * size; k < end; k += capacity) {
            block.load(s, k, Math.min(end, k + capacity));
            tile.load(block, k, targets, weights);
            step.at(block, tile, sum);
          }
          sums[t] = sum;
        });
    for (int t = 1; t < tasks; t++) {
      Vectors.axpy(1, sums[t], sums[0]);
    }
    return sums[0];
  }

  private int taskSize(int count, int capacity) {
    long row = (long) columns() * outputs();
    int rows = Math.max(TASK_ROWS, (int) Math.min(count, TASK_MULTIPLICATIONS / row));
    rows = Math.max(rows, (count + TASKS - 1) / TASKS);
    return (rows + capacity - 1) / capacity * capacity;
  }

  /** Returns where a loss that keeps a number for each output keeps that of row k, output c. */
  int keptAt(int count, int k, int c) {
    int capacity = Block.capacity(columns());
    int from = k / capacity * capacity;
    int rows = Math.min(capacity, count - from);
    return from * outputs() + c * rows + k - from;
  }

  /** Writes the predictions of one output from {@code z[zo]} on. */
  void forward(Block block, double[] w, int wo, double[] z, int zo) {
    block.dots(w, wo, z, zo);
    if (hasIntercept()) {
      double constant = w[wo + columns()];
      for (int k = 0; k < block.rows; k++) {
        z[zo + k] += constant;
      }
    }
  }

  /** Writes the predictions of all outputs. */
  void forward(Block block, double[] w, Tile tile) {
    for (int c = 0; c < outputs(); c++) {
      forward(block, w, c * stride(), tile.z, c * block.rows);
    }
  }

  /** Adds the rows, with coefficients from {@code z[zo]} on, to the parameters of one output. */
  void backward(Block block, double[] z, int zo, double[] sum, int so) {
    block.add(z, zo, sum, so);
    if (hasIntercept()) {
      sum[so + columns()] += K.sum(z, zo, block.rows);
    }
  }

  /** Adds the rows, with the coefficients of the tile, to the parameters of all outputs. */
  void backward(Block block, Tile tile, double[] sum, int so) {
    for (int c = 0; c < outputs(); c++) {
      backward(block, tile.z, c * block.rows, sum, so + c * stride());
    }
  }

  /** {@code out = scale sum[from ...] + reg v}, without the ridge where there is no penalty. */
  void average(double scale, double[] sum, int from, double[] v, double[] out) {
    int stride = stride();
    int penalized = penalized();
    for (int c = 0; c < out.length; c += stride) {
      for (int j = c; j < c + penalized; j++) {
        out[j] = Math.fma(reg, v[j], scale * sum[from + j]);
      }
      for (int j = c + penalized; j < c + stride; j++) {
        out[j] = scale * sum[from + j];
      }
    }
  }

  /** Returns {@code reg |w|^2 / 2}. */
  double penalty(double[] w) {
    double squares = 0;
    for (int c = 0; c < w.length; c += stride()) {
      squares += Vectors.dot(w, c, w, c, penalized());
    }
    return 0.5 * reg * squares;
  }
}
