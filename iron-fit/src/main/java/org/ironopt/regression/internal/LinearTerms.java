package org.ironopt.regression.internal;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Precision;
import org.ironopt.regression.rows.GatheredRows;
import org.ironopt.regression.rows.PredictionTile;
import org.ironopt.regression.rows.RowBlock;
import org.ironopt.regression.rows.WorkspacePool;

/**
 * The terms {@code f_i(w) = (weight_i / mean weight) loss(predictions of row i) + reg |w|^2 / 2} of
 * a linear model with C outputs. The parameters of output c stand together, d of them and then its
 * intercept, if there is one. Targets and weights go by stored row; weights may be null.
 */
public record LinearTerms(
    Features x,
    double[] targets,
    double[] weights,
    double meanWeight,
    Loss loss,
    double reg,
    Intercept intercept,
    Precision precision,
    WorkspacePool workspaces) {
  /** A pass has at most so many tasks, whatever the threads. */
  private static final int TASKS = 32;

  /** Fewer multiplications are not worth a task, fewer rows not the sum that it hands back. */
  private static final int TASK_MULTIPLICATIONS = 1 << 15;

  private static final int TASK_ROWS = 64;

  /** A task touches each element of its sum so often, on average, or it is not worth the sum. */
  private static final long TASK_SUMS = 4;

  /** With fewer tasks than this one more than there are cores costs much. */
  private static final int FEW = 8;

  /** Elements of sums that are added up at a time, and from how many on by several threads. */
  private static final int PART = 1 << 12;

  private static final int SHARED = 1 << 17;

  /** Returns the terms of a data set, whose targets a loss wants as given by stored row. */
  public static LinearTerms of(
      Dataset data, double[] targets, Loss loss, double reg, Intercept intercept) {
    double mean = data.totalWeight() / data.rows();
    Require.that(mean > 0, "all weights are zero, expected one above zero");
    return new LinearTerms(
        data.features(),
        targets,
        data.weights().orElse(null),
        mean,
        loss,
        Require.nonNegative("reg", reg),
        intercept,
        Precision.DOUBLE,
        new WorkspacePool());
  }

  /** What a pass does with a block of rows; it adds to {@code sum}. */
  public interface Step {
    void at(RowBlock block, PredictionTile tile, double[] sum);
  }

  /** Returns the same terms with the products in another arithmetic. */
  LinearTerms with(Precision other) {
    return new LinearTerms(
        x, targets, weights, meanWeight, loss, reg, intercept, other, new WorkspacePool());
  }

  public int columns() {
    return x.columns();
  }

  public int outputs() {
    return loss.outputs();
  }

  public boolean dense() {
    return !(x instanceof SparseFeatures);
  }

  public boolean hasIntercept() {
    return intercept != Intercept.NONE;
  }

  /** Returns the parameters of one output. */
  public int stride() {
    return columns() + (hasIntercept() ? 1 : 0);
  }

  int dimension() {
    return outputs() * stride();
  }

  /** Returns the columns, rounded up to whole vectors. */
  public int depth() {
    return Tiles.padded(columns(), precision == Precision.SINGLE ? Tiles.FLOATS : Tiles.DOUBLES);
  }

  /** Returns how many numbers a row has in memory, on average. */
  long rowLength() {
    return Math.max(1, Math.ceilDiv(x.stored(), (long) x.rows()));
  }

  /** Returns the rows of a block. */
  public int capacity() {
    return RowBlock.capacity(rowLength(), outputs());
  }

  /** Returns the parameters of one output that the ridge falls on; they come first. */
  public int penalized() {
    return intercept == Intercept.PENALIZED ? stride() : columns();
  }

  /** Returns the factor of the sum over a selection in its average. */
  public double scale(RowSelection s) {
    return 1 / (s.count() * meanWeight);
  }

  /**
   * Runs over the selected rows in fixed tasks of whole blocks and hands over their sums, added up
   * in order.
   *
   * @param gathered where the rows are, or where to put them; null if nowhere
   */
  public void pass(
      RowSelection s, GatheredRows gathered, int length, Step step, Consumer<double[]> result) {
    int capacity = capacity();
    int size = taskSize(s.count(), capacity);
    int tasks = (s.count() + size - 1) / size;
    double[][] sums = new double[tasks][];
    Parallel.forEach(
        tasks,
        t -> {
          double[] sum = workspaces.takeSum(length);
          WorkspacePool.Scratch scratch = workspaces.takeScratch(this);
          scratch.block().begin();
          int end = Math.min(s.count(), (t + 1) * size);
          for (int k = t * size; k < end; k += capacity) {
            scratch.block().load(s, gathered, k, Math.min(end, k + capacity));
            scratch.tile().load(scratch.block(), k, targets, weights);
            step.at(scratch.block(), scratch.tile(), sum);
          }
          scratch.block().finish(sum);
          workspaces.give(scratch);
          sums[t] = sum;
        });
    addUp(sums, length);
    for (int t = 1; t < tasks; t++) {
      workspaces.give(sums[t]);
    }
    if (gathered != null) {
      gathered.filled = true;
    }
    result.accept(sums[0]);
    workspaces.give(sums[0]);
  }

  /** Adds the other sums to the first, in order; a part of it stays in the cache meanwhile. */
  private static void addUp(double[][] sums, int length) {
    IntConsumer add =
        part -> {
          int from = part * PART;
          int count = Math.min(PART, length - from);
          for (int t = 1; t < sums.length; t++) {
            Vectors.axpy(1, sums[t], sums[0], from, count);
          }
        };
    Parallel.forEach(Math.ceilDiv(length, PART), (long) length * sums.length >= SHARED, add);
  }

  /** Returns how many additions stand behind one another, at most, in a sum over a selection. */
  public int additions(RowSelection s) {
    int size = taskSize(s.count(), capacity());
    return capacity() + Math.ceilDiv(size, capacity()) + Math.ceilDiv(s.count(), size);
  }

  private int taskSize(int count, int capacity) {
    long row = rowLength() * outputs();
    int rows = Math.max(TASK_ROWS, (int) Math.min(count, TASK_MULTIPLICATIONS / row));
    rows = Math.max(rows, (count + TASKS - 1) / TASKS);
    int wide = (int) Math.min(count, TASK_SUMS * depth() / rowLength());
    if (wide > rows) {
      // Few tasks are of an even number, since most machines have that of cores.
      int tasks = Math.ceilDiv(count, wide);
      rows = Math.ceilDiv(count, tasks > 1 && tasks < FEW ? tasks - tasks % 2 : tasks);
    }
    return (rows + capacity - 1) / capacity * capacity;
  }

  /** Returns how many numbers a loss keeps of a selection. */
  public int kept(RowSelection s) {
    return Math.multiplyExact(Tiles.padded(s.count(), RowBlock.ROWS), loss.kept());
  }

  /** Returns where a loss that keeps a number for each output keeps that of row k, output c. */
  public int keptAt(int count, int k, int c) {
    int from = k / capacity() * capacity();
    int rows = Tiles.padded(Math.min(capacity(), count - from), RowBlock.ROWS);
    return from * outputs() + c * rows + k - from;
  }

  /** Returns where the sums of the constant terms begin behind those of so many outputs. */
  public int constants(int outputs) {
    return Math.multiplyExact(outputs, depth());
  }

  /**
   * {@code out = scale sum + reg v} for point k of several, without the ridge where there is no
   * penalty.
   *
   * @param constants where the sums of the constant terms begin
   */
  void average(double scale, double[] sum, int k, int constants, double[] v, double[] out) {
    int d = columns();
    for (int c = 0; c < outputs(); c++) {
      int output = k * outputs() + c;
      int from = output * depth();
      int to = c * stride();
      for (int j = 0; j < d; j++) {
        out[to + j] = Math.fma(reg, v[to + j], scale * sum[from + j]);
      }
      if (hasIntercept()) {
        double ridge = intercept == Intercept.PENALIZED ? reg : 0;
        out[to + d] = Math.fma(ridge, v[to + d], scale * sum[constants + output]);
      }
    }
  }

  /** Overwrites {@code out} with the sums of one point as they are. */
  void unpack(double[] sum, int constants, double[] out) {
    for (int c = 0; c < outputs(); c++) {
      System.arraycopy(sum, c * depth(), out, c * stride(), columns());
      if (hasIntercept()) {
        out[c * stride() + columns()] = sum[constants + c];
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
