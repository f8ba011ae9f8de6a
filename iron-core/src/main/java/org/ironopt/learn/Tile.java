package org.ironopt.learn;

/**
 * What a loss sees of a block of rows: for {@code rows} rows from {@code from} on, the numbers of
 * output c stand at {@code z[c * rows + k]}. A workspace of one thread.
 */
final class Tile {
  /** Linear predictions on entry of a loss, coefficients of the rows on exit. */
  final double[] z;

  /** As long as {@link #z}, for whatever. */
  final double[] scratch;

  /** The targets of the rows. */
  final double[] target;

  /** The weights of the rows; null if all are one. */
  final double[] weight;

  int from;
  int rows;

  Tile(int capacity, int outputs, boolean weighted) {
    z = new double[capacity * outputs];
    scratch = new double[capacity * Math.max(3, outputs)];
    target = new double[capacity];
    weight = weighted ? new double[capacity] : null;
  }

  void load(Block block, int start, double[] targets, double[] weights) {
    from = start;
    rows = block.rows;
    for (int k = 0; k < rows; k++) {
      target[k] = targets[block.ids[k]];
    }
    for (int k = 0; weight != null && k < rows; k++) {
      weight[k] = weights[block.ids[k]];
    }
  }

  /** {@code z[c * rows + k] *= weight[k]} for the outputs {@code 0 .. outputs-1}. */
  void weigh(int outputs) {
    for (int c = 0; weight != null && c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        z[c * rows + k] *= weight[k];
      }
    }
  }

  /** Returns the sum of the losses {@code losses[from + k]} with their weights. */
  double total(double[] losses, int start) {
    double sum = 0;
    for (int k = 0; k < rows; k++) {
      sum = weight == null ? sum + losses[start + k] : Math.fma(weight[k], losses[start + k], sum);
    }
    return sum;
  }
}
