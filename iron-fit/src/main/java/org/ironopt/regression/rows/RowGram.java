package org.ironopt.regression.rows;

import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.regression.internal.LinearTerms;
import org.ironopt.regression.internal.RowSelection;

/**
 * The Gram matrix of the rows of a batch, {@code K_kl = x_k' x_l / (1 + lambda reg)} and the same
 * for the constants: all that the resolvent of a linear model needs of its features while it works
 * on predictions. The lower half is computed, by products of the batch with some of its own rows at
 * a time.
 */
public final class RowGram {
  private static final Tiles<double[]> TILES = Tiles.ofDoubles();

  /** Rows that are weights at a time: four groups of the tiles, near enough to the processor. */
  private static final int CHUNK = 20;

  private final LinearTerms terms;

  /** What is taken from every row first; null for nothing. */
  private final double[] mean;

  private final WeightPanel panel;
  private final double[][] chunk;
  private int[] ids = new int[0];

  /** Products of rows, without ridge and constants. */
  private double[] plain = new double[0];

  private DenseMatrix k = DenseMatrix.zeros(0, 0);

  /** K once more with rows and columns padded by zeros, and vectors beside it. */
  private double[] padded = new double[0];

  private double[] in = new double[0];
  private double[] out = new double[0];

  public RowGram(LinearTerms terms, double[] mean) {
    this.terms = terms;
    this.mean = mean;
    panel = new WeightPanel(terms);
    chunk = new double[CHUNK][terms.stride()];
  }

  /** Forms K for a selection, whose rows are or will be where {@code gathered} is. */
  public DenseMatrix form(RowSelection s, GatheredRows gathered, double lambda) {
    int b = s.count();
    if (!isKnown(s)) {
      if (terms.x() instanceof SparseFeatures sparse) {
        multiply(sparse.matrix(), s);
      } else {
        multiply(s, gathered);
      }
      if (mean != null) {
        center(b);
      }
    }
    double ridge = 1 / Math.fma(lambda, terms.reg(), 1);
    double constant =
        switch (terms.intercept()) {
          case NONE -> 0;
          case FREE -> 1;
          case PENALIZED -> ridge;
        };
    int depth = depth();
    for (int i = 0; i < b; i++) {
      for (int j = 0; j <= i; j++) {
        double element = Math.fma(ridge, plain[i * b + j], constant);
        k.set(i, j, element);
        k.set(j, i, element);
        padded[i * depth + j] = element;
        padded[j * depth + i] = element;
      }
    }
    return k;
  }

  /** Returns whether the products of these rows are there; if not, makes room for them. */
  private boolean isKnown(RowSelection s) {
    int b = s.count();
    boolean known = b > 0 && ids.length == b;
    if (!known) {
      ids = new int[b];
      plain = new double[Math.multiplyExact(b, b)];
      k = DenseMatrix.zeros(b, b);
      int depth = depth();
      padded = new double[depth * depth];
      in = new double[terms.outputs() * depth];
      out = new double[terms.outputs() * depth];
    }
    for (int i = 0; i < b; i++) {
      int row = s.row(i);
      known &= ids[i] == row;
      ids[i] = row;
    }
    return known;
  }

  private int depth() {
    return Tiles.padded(ids.length, Tiles.DOUBLES);
  }

  private void multiply(RowSelection s, GatheredRows gathered) {
    int b = s.count();
    for (int from = 0; from < b; from += CHUNK) {
      int first = from;
      int count = Math.min(CHUNK, b - from);
      for (int c = 0; c < count; c++) {
        terms.x().copyRow(ids[from + c], chunk[c], 0);
      }
      panel.load(chunk, count);
      terms.pass(
          s,
          gathered,
          0,
          (block, tile, sum) -> {
            if (tile.from + tile.rows > first) {
              tile.reserve(count);
              block.dots(panel, tile);
              keep(tile, first, count);
            }
          },
          sum -> {});
    }
  }

  /** Takes over the lower half of the products of a tile with the rows {@code first ...}. */
  private void keep(PredictionTile tile, int first, int count) {
    for (int r = 0; r < tile.rows; r++) {
      int i = tile.from + r;
      for (int c = 0; c < Math.min(count, i - first + 1); c++) {
        plain[i * ids.length + first + c] = tile.z[c * tile.stride + r];
      }
    }
  }

  private void multiply(SparseMatrix x, RowSelection s) {
    int b = s.count();
    int[] starts = x.rowPointers();
    int[] columns = x.columnIndices();
    double[] values = x.values();
    for (int i = 0; i < b; i++) {
      for (int j = 0; j <= i; j++) {
        int p = starts[ids[i]];
        int q = starts[ids[j]];
        double sum = 0;
        while (p < starts[ids[i] + 1] && q < starts[ids[j] + 1]) {
          if (columns[p] == columns[q]) {
            sum = Math.fma(values[p++], values[q++], sum);
          } else if (columns[p] < columns[q]) {
            p++;
          } else {
            q++;
          }
        }
        plain[i * b + j] = sum;
      }
    }
  }

  /** {@code (x_k - m)'(x_l - m)} from {@code x_k' x_l}. */
  private void center(int b) {
    double[] along = new double[b];
    for (int i = 0; i < b; i++) {
      along[i] = terms.x().rowDot(ids[i], mean, 0);
    }
    double square = Vectors.dot(mean, mean);
    for (int i = 0; i < b; i++) {
      for (int j = 0; j <= i; j++) {
        plain[i * b + j] += square - along[i] - along[j];
      }
    }
  }

  /** {@code t = K r} for every output, vectors in the order of the tiles. */
  public void apply(double[] r, double[] t) {
    int b = ids.length;
    int outputs = terms.outputs();
    int depth = depth();
    int capacity = terms.capacity();
    for (int from = 0; from < b; from += capacity) {
      int rows = Math.min(capacity, b - from);
      for (int c = 0; c < outputs; c++) {
        System.arraycopy(r, from * outputs + c * rows, in, c * depth + from, rows);
      }
    }
    TILES.dots(padded, 0, depth, depth, depth, in, 0, outputs, out, 0, depth);
    for (int from = 0; from < b; from += capacity) {
      int rows = Math.min(capacity, b - from);
      for (int c = 0; c < outputs; c++) {
        System.arraycopy(out, c * depth + from, t, from * outputs + c * rows, rows);
      }
    }
  }
}
