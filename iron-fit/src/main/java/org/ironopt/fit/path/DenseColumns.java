package org.ironopt.fit.path;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.linalg.kernel.Tiles;

/** Columns in blocks of doubles, centred and scaled. */
final class DenseColumns extends Columns {
  private static final Kernels K = Kernels.get();
  private static final Tiles<double[]> TILES = Tiles.ofDoubles();

  /** Columns in a block of memory. */
  private static final int BLOCK = 64;

  /** Rows that are copied at once. */
  private static final int ROWS = 8;

  /** Rows of a piece of a Gram matrix, and of predictions. */
  private static final int DEPTH = 512;

  /** Columns on the right of a product of panels. */
  private static final int PANEL = 20;

  /** Multiplications worth sharing. */
  private static final long WORTH = 200_000;

  private final double[][] blocks;

  /** Kept from one Gram matrix to the next: fresh memory costs more than the products. */
  private double[] panel = new double[0];

  private double[][] sums = new double[0][];

  DenseColumns(Dataset data, double[] center, double[] spread, boolean ones) {
    super(data.rows(), data.columns() + (ones ? 1 : 0));
    blocks = new double[Math.ceilDiv(count, BLOCK)][];
    Parallel.forEach(blocks.length, b -> blocks[b] = block(data, center, spread, b));
  }

  private double[] block(Dataset data, double[] center, double[] spread, int b) {
    int first = b * BLOCK;
    int n = Math.min(BLOCK, count - first);
    int filled = Math.min(n, data.columns() - first);
    double[] block = new double[Math.multiplyExact(Tiles.padded(n, Tiles.ROWS), stride)];
    double[] some = new double[ROWS * BLOCK];
    for (int from = 0; from < rows; from += ROWS) {
      int high = Math.min(ROWS, rows - from);
      for (int i = 0; i < high; i++) {
        copy(data.features(), data.position(from + i), first, filled, some, i * BLOCK);
      }
      // Some rows at once: a column of them is one line of memory.
      for (int k = 0; k < filled; k++) {
        double middle = center[first + k];
        double unit = spread[first + k];
        for (int i = 0; i < high; i++) {
          block[k * stride + from + i] = (some[i * BLOCK + k] - middle) / unit;
        }
      }
    }
    if (filled < n) {
      Arrays.fill(block, filled * stride, filled * stride + rows, 1);
    }
    return block;
  }

  /** Copies a part of a row. */
  private static void copy(Features x, int row, int first, int n, double[] out, int to) {
    int from = row * x.columns() + first;
    switch (x) {
      case DenseFeatures dense -> System.arraycopy(dense.data(), from, out, to, n);
      case FloatFeatures floats -> {
        for (int k = 0; k < n; k++) {
          out[to + k] = floats.data()[from + k];
        }
      }
      default -> {
        for (int k = 0; k < n; k++) {
          out[to + k] = x.get(row, first + k);
        }
      }
    }
  }

  private int at(int j) {
    return (j % BLOCK) * stride;
  }

  @Override
  boolean symmetric() {
    return true;
  }

  @Override
  double length() {
    return rows;
  }

  @Override
  void dots(double[] r, double[] z, int zo) {
    reads += count;
    boolean shared = (long) count * rows > WORTH;
    Parallel.forEach(
        blocks.length,
        shared,
        b -> {
          int n = Math.min(BLOCK, count - b * BLOCK);
          double[] out = new double[Tiles.padded(n, Tiles.ROWS)];
          TILES.dots(blocks[b], 0, out.length, stride, stride, r, 0, 1, out, 0, out.length);
          System.arraycopy(out, 0, z, zo + b * BLOCK, n);
        });
  }

  @Override
  void dots(int[] some, int n, double[] r, double[] z, int[] at) {
    reads += n;
    boolean shared = (long) n * rows > WORTH;
    int tasks = Math.ceilDiv(n, BLOCK);
    Parallel.forEach(
        tasks,
        shared,
        t -> {
          for (int k = t * BLOCK; k < Math.min(n, (t + 1) * BLOCK); k++) {
            z[at[k]] = K.dot(blocks[some[k] / BLOCK], at(some[k]), r, 0, rows);
          }
        });
  }

  @Override
  void add(int[] some, int n, double[] w, double[] eta) {
    reads += n;
    boolean shared = (long) n * rows > WORTH;
    Parallel.forEach(
        Math.ceilDiv(rows, DEPTH),
        shared,
        t -> {
          int from = t * DEPTH;
          int length = Math.min(DEPTH, rows - from);
          int k = 0;
          for (; k <= n - 4; k += 4) {
            addFour(some, k, w, eta, from, length);
          }
          for (; k < n; k++) {
            int j = some[k];
            K.axpy(w[k], blocks[j / BLOCK], at(j) + from, eta, from, length);
          }
        });
  }

  /** Reads and writes eta once for four columns, in their order: the bits of one after another. */
  private void addFour(int[] some, int k, double[] w, double[] eta, int from, int length) {
    double w0 = w[k];
    double w1 = w[k + 1];
    double w2 = w[k + 2];
    double w3 = w[k + 3];
    double[] x0 = blocks[some[k] / BLOCK];
    double[] x1 = blocks[some[k + 1] / BLOCK];
    double[] x2 = blocks[some[k + 2] / BLOCK];
    double[] x3 = blocks[some[k + 3] / BLOCK];
    int o0 = at(some[k]) + from;
    int o1 = at(some[k + 1]) + from;
    int o2 = at(some[k + 2]) + from;
    int o3 = at(some[k + 3]) + from;
    for (int i = 0; i < length; i++) {
      double sum = Math.fma(w0, x0[o0 + i], eta[from + i]);
      sum = Math.fma(w1, x1[o1 + i], sum);
      sum = Math.fma(w2, x2[o2 + i], sum);
      eta[from + i] = Math.fma(w3, x3[o3 + i], sum);
    }
  }

  @Override
  void gram(int[] some, double[][] scale, int first, int n, double factor, double[][] g, int[] at) {
    if (n <= first) {
      return;
    }
    products += (long) (n - first) * (n + first) / 2;
    int height = Tiles.padded(n, Tiles.ROWS);
    int tasks = Math.ceilDiv(n - first, PANEL);
    if (panel.length < (long) height * DEPTH) {
      panel = new double[Math.multiplyExact(height + height / 2, DEPTH)];
    }
    room(tasks, PANEL * height);
    boolean shared = (double) rows * n * (n - first) > WORTH;
    for (int from = 0; from < rows; from += DEPTH) {
      int start = from;
      int length = Math.min(DEPTH, rows - from);
      int depth = Tiles.padded(length, Tiles.DOUBLES);
      Parallel.forEach(
          Math.ceilDiv(n, BLOCK),
          shared,
          t -> {
            for (int k = t * BLOCK; k < Math.min(n, (t + 1) * BLOCK); k++) {
              pack(some[k], scale[k], start, length, panel, k * depth);
            }
          });
      Parallel.forEach(
          tasks,
          shared,
          t -> {
            int b = first + t * PANEL;
            int width = Math.min(PANEL, n - b);
            int high = Tiles.padded(b + width, Tiles.ROWS);
            int size = width * high;
            double[] z = sums[t];
            int to = start == 0 ? 0 : size;
            TILES.dots(panel, 0, high, depth, depth, panel, b * depth, width, z, to, high);
            if (start > 0) {
              K.axpy(1, z, size, z, 0, size);
            }
          });
    }
    for (int t = 0; t < tasks; t++) {
      int b = first + t * PANEL;
      int width = Math.min(PANEL, n - b);
      int high = Tiles.padded(b + width, Tiles.ROWS);
      for (int w = 0; w < width; w++) {
        for (int a = 0; a <= b + w; a++) {
          double e = Math.fma(factor, sums[t][w * high + a], g[at[b + w]][at[a]]);
          g[at[b + w]][at[a]] = e;
          g[at[a]][at[b + w]] = e;
        }
      }
    }
  }

  /** Makes room for the products of panels and, behind them, those of one piece of the rows. */
  private void room(int tasks, int size) {
    int old = sums.length;
    sums = tasks > old ? Arrays.copyOf(sums, tasks) : sums;
    for (int t = 0; t < tasks; t++) {
      if (t >= old || sums[t].length < 2 * size) {
        sums[t] = new double[Math.multiplyExact(3, size)];
      }
    }
  }

  private void pack(int j, double[] scale, int from, int n, double[] out, int to) {
    K.multiply(blocks[j / BLOCK], at(j) + from, scale, from, out, to, n);
    for (int k = n; k < Tiles.padded(n, Tiles.DOUBLES); k++) {
      out[to + k] = 0;
    }
  }

  @Override
  Along along(double[] h) {
    return new Stored(h);
  }

  private final class Stored extends Along {
    Stored(double[] h) {
      super(h, count);
    }

    @Override
    double curvature(int j) {
      move(j, 1);
      double curvature = dot(j);
      clear();
      return curvature;
    }

    @Override
    double dot(int j) {
      reads++;
      return K.dot(blocks[j / BLOCK], at(j), he, 0, rows);
    }

    @Override
    void move(int j, double d) {
      reads++;
      double[] x = blocks[j / BLOCK];
      int from = at(j);
      for (int i = 0; i < rows; i++) {
        he[i] = Math.fma(d * h[i], x[from + i], he[i]);
      }
    }
  }
}
