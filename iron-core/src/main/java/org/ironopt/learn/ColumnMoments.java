package org.ironopt.learn;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;

/**
 * Weighted mean and spread of every column, zeros of sparse features included but not visited. Two
 * passes: squares are taken around the mean, so that a large mean costs no digits of the spread.
 * Weight two means the same as the row twice.
 *
 * @param mean weighted means
 * @param variance weighted mean squares around the mean
 */
record ColumnMoments(double[] mean, double[] variance) {
  private static final int TASKS = 16;

  /** Rows that a rough look takes, about. */
  private static final int SAMPLE = 2000;

  static ColumnMoments of(Dataset data) {
    Features x = data.features();
    int d = x.columns();
    double total = data.totalWeight();
    double[] mean = sum(data, d, (row, weight, sums) -> x.addRow(row, weight, sums, 0));
    Vectors.scale(1 / total, mean);
    double[] squares =
        x instanceof SparseFeatures sparse
            ? sparseSquares(data, sparse, mean, total)
            : denseSquares(data, mean);
    double[] variance = Arrays.copyOf(squares, d);
    Vectors.scale(1 / total, variance);
    return new ColumnMoments(mean, variance);
  }

  /**
   * Returns moments that are good enough to choose variables by: those of some rows of dense
   * features, and of sparse ones in a single pass, which loses digits where a mean is large.
   */
  static ColumnMoments rough(Dataset data) {
    int n = data.rows();
    if (!(data.features() instanceof SparseFeatures sparse)) {
      int step = (n + SAMPLE - 1) / SAMPLE;
      Dataset some =
          step == 1 ? data : data.subset(IntStream.range(0, n / step).map(i -> i * step).toArray());
      ColumnMoments seen = some.totalWeight() > 0 ? of(some) : of(data);
      // A column that does not vary in the sample may do so elsewhere.
      return step == 1 || Arrays.stream(seen.variance).allMatch(v -> v > 0) ? seen : of(data);
    }
    int d = data.columns();
    int[] starts = sparse.matrix().rowPointers();
    int[] columns = sparse.matrix().columnIndices();
    double[] values = sparse.matrix().values();
    double[] sums =
        sum(
            data,
            2 * d,
            (row, weight, sum) -> {
              for (int p = starts[row]; p < starts[row + 1]; p++) {
                double a = weight * values[p];
                sum[columns[p]] += a;
                sum[d + columns[p]] = Math.fma(a, values[p], sum[d + columns[p]]);
              }
            });
    Vectors.scale(1 / data.totalWeight(), sums);
    double[] mean = Arrays.copyOf(sums, d);
    double[] variance = Arrays.copyOfRange(sums, d, 2 * d);
    for (int j = 0; j < d; j++) {
      variance[j] = Math.max(0, Math.fma(-mean[j], mean[j], variance[j]));
    }
    return new ColumnMoments(mean, variance);
  }

  /** Returns the mean square around zero. */
  double square(int j) {
    return Math.fma(mean[j], mean[j], variance[j]);
  }

  /** Returns whether all numbers of a column are one, as far as rounding can tell. */
  boolean constant(int j) {
    return variance[j] <= 1e-28 * mean[j] * mean[j];
  }

  private static double[] denseSquares(Dataset data, double[] mean) {
    int d = mean.length;
    return sum(
        data,
        2 * d,
        (row, weight, sums) -> {
          // The second half holds the row.
          data.features().copyRow(row, sums, d);
          for (int j = 0; j < d; j++) {
            double e = sums[d + j] - mean[j];
            sums[j] = Math.fma(weight * e, e, sums[j]);
          }
        });
  }

  private static double[] sparseSquares(
      Dataset data, SparseFeatures x, double[] mean, double total) {
    int d = mean.length;
    int[] starts = x.matrix().rowPointers();
    int[] columns = x.matrix().columnIndices();
    double[] values = x.matrix().values();
    double[] sums =
        sum(
            data,
            2 * d,
            (row, weight, sum) -> {
              for (int p = starts[row]; p < starts[row + 1]; p++) {
                int j = columns[p];
                double e = values[p] - mean[j];
                sum[j] = Math.fma(weight * e, e, sum[j]);
                sum[d + j] += weight;
              }
            });
    for (int j = 0; j < d; j++) {
      // What is not stored is zero and lies one mean away from it.
      double zeros = Math.max(0, total - sums[d + j]);
      sums[j] = Math.fma(zeros * mean[j], mean[j], sums[j]);
    }
    return sums;
  }

  /** Adds a row with its weight to sums. */
  private interface Step {
    void add(int storedRow, double weight, double[] sums);
  }

  /** Returns the sums over all rows, in tasks that depend on the data only. */
  private static double[] sum(Dataset data, int length, Step step) {
    int n = data.rows();
    long worth = data.features().stored() / (8L * data.columns());
    int tasks = Math.clamp(worth, 1, Math.min(n, TASKS));
    double[][] sums = new double[tasks][];
    Parallel.forEach(
        tasks,
        t -> {
          double[] sum = new double[length];
          int end = (int) ((long) (t + 1) * n / tasks);
          for (int i = (int) ((long) t * n / tasks); i < end; i++) {
            step.add(data.position(i), data.weight(i), sum);
          }
          sums[t] = sum;
        });
    for (int t = 1; t < tasks; t++) {
      Vectors.axpy(1, sums[t], sums[0]);
    }
    return sums[0];
  }
}
