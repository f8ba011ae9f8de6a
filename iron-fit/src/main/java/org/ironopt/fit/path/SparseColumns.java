package org.ironopt.fit.path;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Kernels;

/** Columns as they are stored, with what centering and scaling would change taken into account. */
final class SparseColumns extends Columns {
  private static final int TASKS = 32;
  private static final long WORTH = 50_000;
  private static final Kernels K = Kernels.get();

  /** Sums of columns at once, and elements for each row of one. */
  private static final int SUMS = 8;

  private static final long EACH = 4;

  private final int[] starts;
  private final int[] row;
  private final double[] value;
  private final double[] center;
  private final double[] scale;

  /** Sums of some columns each; the first is the caller's. */
  private final double[][] sums = new double[SUMS][];

  SparseColumns(Dataset data, SparseFeatures x, double[] center, double[] spread, boolean ones) {
    super(data.rows(), data.columns() + (ones ? 1 : 0));
    int d = data.columns();
    int[] from = x.matrix().rowPointers();
    int[] columns = x.matrix().columnIndices();
    starts = new int[count + 1];
    for (int i = 0; i < rows; i++) {
      int at = data.position(i);
      for (int p = from[at]; p < from[at + 1]; p++) {
        starts[columns[p] + 1]++;
      }
    }
    for (int j = 0; j < count; j++) {
      starts[j + 1] = Math.addExact(starts[j + 1], starts[j]);
    }
    row = new int[starts[count]];
    value = new double[row.length];
    int[] next = starts.clone();
    for (int i = 0; i < rows; i++) {
      int at = data.position(i);
      for (int p = from[at]; p < from[at + 1]; p++) {
        int k = next[columns[p]]++;
        row[k] = i;
        value[k] = x.matrix().values()[p];
      }
    }
    this.center = new double[count];
    scale = new double[count];
    for (int j = 0; j < d; j++) {
      this.center[j] = center[j];
      scale[j] = 1 / spread[j];
    }
    if (ones) {
      // Nothing is stored, and zero less minus one is one.
      this.center[d] = -1;
      scale[d] = 1;
    }
  }

  @Override
  boolean symmetric() {
    return false;
  }

  @Override
  double length() {
    return Math.max(1.0, (double) row.length / count);
  }

  /** Sums in two parts, neither of which waits for the other. */
  private double dot(int j, double[] r) {
    double even = 0;
    double odd = 0;
    int k = starts[j];
    for (; k < starts[j + 1] - 1; k += 2) {
      even = Math.fma(value[k], r[row[k]], even);
      odd = Math.fma(value[k + 1], r[row[k + 1]], odd);
    }
    return k < starts[j + 1] ? Math.fma(value[k], r[row[k]], even + odd) : even + odd;
  }

  @Override
  void dots(double[] r, double[] z, int zo) {
    reads += count;
    double all = Vectors.sum(r);
    Parallel.forEach(
        TASKS,
        row.length > WORTH,
        t -> {
          int end = (int) ((long) (t + 1) * count / TASKS);
          for (int j = (int) ((long) t * count / TASKS); j < end; j++) {
            z[zo + j] = scale[j] * Math.fma(-center[j], all, dot(j, r));
          }
        });
  }

  @Override
  void dots(int[] some, int n, double[] r, double[] z, int[] at) {
    reads += n;
    double all = Vectors.sum(r);
    Parallel.forEach(
        TASKS,
        n * length() > WORTH,
        t -> {
          int end = (int) ((long) (t + 1) * n / TASKS);
          for (int k = (int) ((long) t * n / TASKS); k < end; k++) {
            int j = some[k];
            z[at[k]] = scale[j] * Math.fma(-center[j], all, dot(j, r));
          }
        });
  }

  @Override
  void add(int[] some, int n, double[] w, double[] eta) {
    reads += n;
    int parts = Math.max(1, (int) Math.min(sums.length, stored(some, n) / (EACH * rows)));
    double[] shifts = new double[parts];
    Parallel.forEach(
        parts,
        t -> {
          if (t > 0) {
            sums[t] = sums[t] == null ? new double[rows] : sums[t];
            Arrays.fill(sums[t], 0);
          }
          int from = (int) ((long) t * n / parts);
          int to = (int) ((long) (t + 1) * n / parts);
          shifts[t] = scatter(some, from, to, w, t == 0 ? eta : sums[t]);
        });
    for (int t = 1; t < parts; t++) {
      K.axpy(1, sums[t], 0, eta, 0, rows);
      shifts[0] += shifts[t];
    }
    for (int i = 0; i < rows; i++) {
      eta[i] -= shifts[0];
    }
  }

  /** Adds columns as they are stored, and returns the shift that centers them. */
  private double scatter(int[] some, int from, int to, double[] w, double[] eta) {
    double shift = 0;
    for (int a = from; a < to; a++) {
      int j = some[a];
      double slope = w[a] * scale[j];
      for (int k = starts[j]; k < starts[j + 1]; k++) {
        eta[row[k]] = Math.fma(slope, value[k], eta[row[k]]);
      }
      shift = Math.fma(slope, center[j], shift);
    }
    return shift;
  }

  private long stored(int[] some, int n) {
    long stored = 0;
    for (int k = 0; k < n; k++) {
      stored += starts[some[k] + 1] - starts[some[k]];
    }
    return stored;
  }

  @Override
  void gram(
      int[] some, double[][] scales, int first, int n, double factor, double[][] g, int[] at) {
    products += (long) Math.max(0, n - first) * (n + first) / 2;
    Parallel.forEach(
        Math.min(TASKS, Math.max(0, n - first)),
        (double) (n - first) * n * length() > WORTH,
        t -> {
          double[] wide = new double[stride];
          for (int b = first + t; b < n; b += TASKS) {
            row(some, scales, b, factor, g, at, wide);
          }
        });
    for (int b = first; b < n; b++) {
      for (int a = 0; a <= b; a++) {
        g[at[a]][at[b]] = g[at[b]][at[a]];
      }
    }
  }

  /** Adds the products of one column with those before it. */
  private void row(
      int[] some, double[][] scales, int b, double factor, double[][] g, int[] at, double[] wide) {
    int j = some[b];
    double[] own = scales[b];
    for (int i = 0; i < rows; i++) {
      wide[i] = -center[j] * own[i];
    }
    for (int k = starts[j]; k < starts[j + 1]; k++) {
      wide[row[k]] = (value[k] - center[j]) * own[row[k]];
    }
    double[] last = null;
    double all = 0;
    for (int a = 0; a <= b; a++) {
      double[] other = scales[a];
      if (other != last) {
        all = Vectors.dot(wide, other);
        last = other;
      }
      int i = some[a];
      double sum = 0;
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        sum = Math.fma(value[k] * other[row[k]], wide[row[k]], sum);
      }
      double e = scale[i] * scale[j] * Math.fma(-center[i], all, sum);
      g[at[b]][at[a]] = Math.fma(factor, e, g[at[b]][at[a]]);
    }
  }

  @Override
  Along along(double[] h) {
    return new Stored(h);
  }

  private boolean uniform(double[] h) {
    for (int i = 1; i < rows; i++) {
      if (h[i] != h[0]) {
        return false;
      }
    }
    return true;
  }

  /** What centering adds is a shift of all predictions, whose share is kept as two numbers. */
  private final class Stored extends Along {
    private final double total;
    private final double[] sums;
    private double shift;

    /** Whether all rows have the same second derivative. */
    private final boolean uniform;

    /** Sum of {@code H e}. */
    private double all;

    Stored(double[] h) {
      super(h, count);
      total = Vectors.sum(h);
      sums = new double[count];
      uniform = uniform(h);
    }

    @Override
    double curvature(int j) {
      double own = 0;
      double rest = total;
      double squares = 0;
      for (int k = starts[j]; k < starts[j + 1]; k++) {
        double hk = h[row[k]];
        double off = value[k] - center[j];
        own = Math.fma(hk, value[k], own);
        squares = Math.fma(hk * off, off, squares);
        rest -= hk;
      }
      sums[j] = own;
      double empty = Math.max(0, rest) * center[j] * center[j];
      return scale[j] * scale[j] * (squares + empty);
    }

    @Override
    double dot(int j) {
      reads++;
      double sum = SparseColumns.this.dot(j, he);
      return scale[j] * (Math.fma(shift, sums[j], sum) - center[j] * all);
    }

    @Override
    void move(int j, double d) {
      reads++;
      double w = d * scale[j];
      if (uniform) {
        double wh = w * h[0];
        for (int k = starts[j]; k < starts[j + 1]; k++) {
          he[row[k]] = Math.fma(wh, value[k], he[row[k]]);
        }
      } else {
        for (int k = starts[j]; k < starts[j + 1]; k++) {
          int i = row[k];
          he[i] = Math.fma(w * h[i], value[k], he[i]);
        }
      }
      shift = Math.fma(-w, center[j], shift);
      all = Math.fma(w, Math.fma(-center[j], total, sums[j]), all);
    }

    @Override
    void add(double[] more) {
      super.add(more);
      all += Vectors.sum(more);
    }

    @Override
    void clear() {
      super.clear();
      shift = 0;
      all = 0;
    }
  }
}
