package org.ironopt.fit.partition;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;

/**
 * Weighted mean and spread of every column, and how the columns go with the targets; zeros of
 * sparse features are included but not visited. Two passes: squares are taken around the mean, so
 * that a large mean costs no digits of the spread. Weight two means the same as the row twice.
 *
 * @param mean weighted means
 * @param variance weighted mean squares around the mean
 * @param tilt weighted means of {@code y_k (x - mean)}: one row for each class k, y_k one for its
 *     rows and zero for others, or a single row for numbers y that are asked for
 */
public record ColumnMoments(double[] mean, double[] variance, double[][] tilt) {
  private static final int TASKS = 16;

  /** Rows that a rough look takes, about. */
  private static final int SAMPLE = 2000;

  /** Returns the moments, without a tilt if the targets are numbers. */
  public static ColumnMoments of(Dataset data) {
    return of(data, false);
  }

  /**
   * Returns the moments.
   *
   * @param numbers whether the tilt towards targets that are numbers is wanted
   */
  public static ColumnMoments of(Dataset data, boolean numbers) {
    ColumnMoments first = first(data, numbers, false);
    double total = data.totalWeight();
    double[] squares =
        data.features() instanceof SparseFeatures sparse
            ? sparseSquares(data, sparse, first.mean, total)
            : denseSquares(data, first.mean);
    double[] variance = Arrays.copyOf(squares, data.columns());
    Vectors.scale(1 / total, variance);
    return new ColumnMoments(first.mean, variance, first.tilt);
  }

  /**
   * Returns mean and tilt as in {@link #of}, and spreads that are good enough to choose variables
   * by: those of some rows of dense features, and of sparse ones from the squares, which loses
   * digits where a mean is large.
   */
  public static ColumnMoments rough(Dataset data, boolean numbers) {
    if (data.features() instanceof SparseFeatures) {
      return first(data, numbers, true);
    }
    int n = data.rows();
    int step = (n + SAMPLE - 1) / SAMPLE;
    if (step == 1) {
      return of(data, numbers);
    }
    Dataset some = data.subset(IntStream.range(0, n / step).map(i -> i * step).toArray());
    // A column that does not vary in the sample may do so elsewhere.
    double[] variance = some.totalWeight() > 0 ? of(some).variance : new double[1];
    if (!Arrays.stream(variance).allMatch(v -> v > 0)) {
      return of(data, numbers);
    }
    ColumnMoments first = first(data, numbers, false);
    return new ColumnMoments(first.mean, variance, first.tilt);
  }

  /** One pass: means and tilts, and if asked for the variance of sparse columns by squares. */
  private static ColumnMoments first(Dataset data, boolean numbers, boolean squares) {
    Features x = data.features();
    int d = x.columns();
    int classes = data.classes();
    int groups = Math.max(1, classes);
    int squaresAt = (groups + (numbers ? 1 : 0)) * d;
    // The sum of each class, then that with the numbers as weights, then the squares.
    double[] sums =
        sum(
            data,
            squaresAt + (squares ? d : 0),
            (i, weight, sum) -> {
              int row = data.position(i);
              x.addRow(row, weight, sum, classes > 0 ? data.label(i) * d : 0);
              if (numbers) {
                x.addRow(row, weight * data.target(i), sum, d);
              }
              if (squares && x instanceof SparseFeatures s) {
                addSquares(s, row, weight, sum, squaresAt);
              }
            });
    double[] shares = new double[squaresAt / d];
    double total = data.totalWeight();
    for (int i = 0; i < data.rows(); i++) {
      int group = classes > 0 ? data.label(i) : 0;
      shares[group] += data.weight(i) / total;
      if (numbers) {
        shares[1] += data.weight(i) / total * data.target(i);
      }
    }
    Vectors.scale(1 / total, sums);
    double[] mean = new double[d];
    for (int k = 0; k < groups; k++) {
      for (int j = 0; j < d; j++) {
        mean[j] += sums[k * d + j];
      }
    }
    int from = numbers ? 1 : 0;
    double[][] tilt = new double[classes > 0 ? classes : from][d];
    for (int k = 0; k < tilt.length; k++) {
      for (int j = 0; j < d; j++) {
        tilt[k][j] = Math.fma(-shares[from + k], mean[j], sums[(from + k) * d + j]);
      }
    }
    double[] variance = new double[d];
    for (int j = 0; squares && j < d; j++) {
      variance[j] = Math.max(0, Math.fma(-mean[j], mean[j], sums[squaresAt + j]));
    }
    return new ColumnMoments(mean, variance, tilt);
  }

  private static void addSquares(
      SparseFeatures x, int row, double weight, double[] sums, int from) {
    int[] columns = x.matrix().columnIndices();
    double[] values = x.matrix().values();
    int[] starts = x.matrix().rowPointers();
    for (int p = starts[row]; p < starts[row + 1]; p++) {
      int at = from + columns[p];
      sums[at] = Math.fma(weight * values[p], values[p], sums[at]);
    }
  }

  /** Returns the mean square around zero. */
  public double square(int j) {
    return Math.fma(mean[j], mean[j], variance[j]);
  }

  /** Returns whether all numbers of a column are one, as far as rounding can tell. */
  public boolean constant(int j) {
    return variance[j] <= 1e-28 * mean[j] * mean[j];
  }

  private static double[] denseSquares(Dataset data, double[] mean) {
    int d = mean.length;
    return sum(
        data,
        2 * d,
        (i, weight, sums) -> {
          // The second half holds the row.
          data.features().copyRow(data.position(i), sums, d);
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
            (i, weight, sum) -> {
              int row = data.position(i);
              for (int p = starts[row]; p < starts[row + 1]; p++) {
                int j = columns[p];
                double e = values[p] - mean[j];
                sum[j] = Math.fma(weight * e, e, sum[j]);
                sum[d + j] += weight;
              }
            });
    int[] stored = new int[d];
    for (int i = 0; i < data.rows(); i++) {
      int row = data.position(i);
      for (int p = starts[row]; p < starts[row + 1]; p++) {
        stored[columns[p]]++;
      }
    }
    for (int j = 0; j < d; j++) {
      // What is not stored is zero and lies one mean away from it; a difference of weights would
      // be rounding where all is stored.
      double zeros = stored[j] == data.rows() ? 0 : Math.max(0, total - sums[d + j]);
      sums[j] = Math.fma(zeros * mean[j], mean[j], sums[j]);
    }
    return sums;
  }

  /** Adds a row with its weight to sums. */
  private interface Step {
    void add(int row, double weight, double[] sums);
  }

  /** Returns the sums over all rows, in tasks that depend on the data only. */
  private static double[] sum(Dataset data, int length, Step step) {
    int n = data.rows();
    long worth = data.features().stored() / (8L * Math.max(data.columns(), length / 2));
    int tasks = Math.clamp(worth, 1, Math.min(n, TASKS));
    double[][] sums = new double[tasks][];
    Parallel.forEach(
        tasks,
        t -> {
          double[] sum = new double[length];
          int end = (int) ((long) (t + 1) * n / tasks);
          for (int i = (int) ((long) t * n / tasks); i < end; i++) {
            step.add(i, data.weight(i), sum);
          }
          sums[t] = sum;
        });
    for (int t = 1; t < tasks; t++) {
      Vectors.axpy(1, sums[t], sums[0]);
    }
    return sums[0];
  }
}
