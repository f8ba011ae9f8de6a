package org.ironopt.lab.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.problem.Objective;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Precision;
import org.ironopt.regression.Softmax;

/**
 * How fast the rows of data sets are multiplied, warm, beside the speed at which the same run reads
 * memory: the two products of a softmax batch, and passes over whole data sets that fit into the
 * cache or do not.
 */
public final class ProductBench {
  private static final int ROUNDS = 15;
  private static final long WARM_NANOS = 3_000_000_000L;
  private static final Stream STREAM = new Streams(1).stream("products");

  /** What is measured: floating-point operations and bytes of data of one run, or 0. */
  private record Job(String name, double flops, double bytes, Runnable run) {}

  /**
   * A line of the table.
   *
   * @param name what was measured
   * @param millis the median time of a run
   * @param gigaflops 10^9 operations a second, 0 if they are not what counts
   * @param gigabytes 10^9 bytes of data a second, 0 if they are not what counts
   */
  public record Row(String name, double millis, double gigaflops, double gigabytes) {}

  private ProductBench() {}

  /** Measures everything at full size. */
  public static List<Row> measure() {
    return run(ROUNDS, WARM_NANOS, 1);
  }

  /**
   * Measures everything with data sets smaller by a factor. The rounds go through all jobs in turn;
   * the first one is the speed of the memory.
   */
  public static List<Row> run(int rounds, long warmNanos, int factor) {
    List<Job> jobs = jobs(factor);
    double[][] times = new double[jobs.size()][rounds];
    int[] calls = new int[jobs.size()];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = warmUp(jobs.get(i).run(), warmNanos);
    }
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < calls.length; i++) {
        // The data of a job that fits into the cache is there again only after several passes.
        for (int c = 0; c < calls[i]; c++) {
          jobs.get(i).run().run();
        }
        long start = System.nanoTime();
        for (int c = 0; c < calls[i]; c++) {
          jobs.get(i).run().run();
        }
        times[i][round] = (double) (System.nanoTime() - start) / calls[i];
      }
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < calls.length; i++) {
      Arrays.sort(times[i]);
      double nanos = times[i][rounds / 2];
      Job job = jobs.get(i);
      rows.add(new Row(job.name(), nanos * 1e-6, job.flops() / nanos, job.bytes() / nanos));
    }
    return rows;
  }

  /** Prints rows as a table, the first of which is the speed of the memory. */
  public static void print(List<Row> rows, PrintWriter out) {
    double memory = rows.getFirst().gigabytes();
    out.println();
    out.println(
        Parallel.threads() + " threads           product       ms  GFLOP/s     GB/s  of read");
    for (Row row : rows) {
      out.printf(Locale.ROOT, "%-26s %8.3f", row.name(), row.millis());
      out.printf(Locale.ROOT, row.gigaflops() > 0 ? " %8.1f" : "         ", row.gigaflops());
      if (row.gigabytes() > 0) {
        out.printf(Locale.ROOT, " %8.1f %6.0f %%", row.gigabytes(), 100 * row.gigabytes() / memory);
      }
      out.println();
    }
  }

  /** Returns how many calls take about ten milliseconds. */
  private static int warmUp(Runnable run, long nanos) {
    long start = System.nanoTime();
    long calls = 0;
    do {
      run.run();
      calls++;
    } while (System.nanoTime() - start < nanos);
    return Math.clamp(calls * 10_000_000 / (System.nanoTime() - start), 1, 100_000);
  }

  private static List<Job> jobs(int factor) {
    List<Job> jobs = new ArrayList<>();
    double[] large = new double[(1 << 24) / factor];
    jobs.add(new Job("memory read", 0, 8.0 * large.length, () -> Vectors.sum(large)));
    batch(jobs);
    jobs.add(pass("logistic 20000 x 50", dense(20_000 / factor, 50)));
    jobs.add(chains(20_000 / factor, 50, 120));
    jobs.add(pass("logistic 20000 x 784", dense(20_000 / factor, 784)));
    jobs.add(pass("CSR 32561 x 123, ones", sparse(32_561 / factor, 123, 14, true)));
    jobs.add(pass("CSR 32561 x 123", sparse(32_561 / factor, 123, 14, false)));
    jobs.add(pass("CSR 1000000 x 100000", sparse(1_000_000 / factor, 100_000 / factor, 10, false)));
    jobs.add(softmaxEpoch(60_000 / factor));
    return jobs;
  }

  /** The products of a batch of 128 images, on one thread and with the images in the cache. */
  private static void batch(List<Job> jobs) {
    int rows = 128;
    int columns = 784;
    int outputs = 10;
    double flops = 2.0 * rows * columns * outputs;
    Tiles<double[]> tiles = Tiles.ofDoubles();
    Tiles<float[]> floatTiles = Tiles.ofFloats();
    double[] x = normals(rows * columns, 1);
    double[] w = normals(outputs * columns, 2);
    double[] z = new double[rows * outputs];
    Runnable forward = () -> tiles.dots(x, 0, rows, columns, columns, w, 0, outputs, z, 0, rows);
    Runnable backward = () -> tiles.add(x, 0, rows, columns, columns, z, 0, rows, outputs, w, 0);
    jobs.add(new Job("forward 128x784x10", flops, 0, forward));
    jobs.add(new Job("backward 128x784x10", flops, 0, backward));
    float[] xf = floats(x);
    float[] wf = floats(w);
    float[] zf = new float[rows * outputs];
    Runnable forwardFloat =
        () -> floatTiles.dots(xf, 0, rows, columns, columns, wf, 0, outputs, zf, 0, rows);
    Runnable backwardFloat =
        () -> floatTiles.add(xf, 0, rows, columns, columns, zf, 0, rows, outputs, wf, 0);
    jobs.add(new Job("forward, float", flops, 0, forwardFloat));
    jobs.add(new Job("backward, float", flops, 0, backwardFloat));
  }

  /** Value and gradient of a logistic regression. */
  private static Job pass(String name, Features x) {
    Logistic f = Logistic.of(classes(x, 2), 1e-2);
    double[] w = normals(x.columns(), 3);
    Vectors.scale(1 / Math.sqrt(x.columns()), w);
    double[] g = new double[w.length];
    double bytes = x instanceof SparseFeatures ? 12.0 * x.stored() : 8.0 * x.stored();
    return new Job(name, 4.0 * x.stored(), bytes, () -> f.valueAndGradient(w, g));
  }

  private static Job chains(int rows, int columns, int count) {
    Logistic f = Logistic.of(classes(dense(rows, columns), 2), 1e-2);
    double[][] w = new double[count][];
    Arrays.setAll(w, p -> normals(columns, 10 + p));
    double[][] g = new double[count][columns];
    double[] values = new double[count];
    return new Job(
        "logistic, 120 chains",
        4.0 * rows * columns * count,
        0,
        () -> f.valuesAndGradients(w, values, g));
  }

  /** Gradients of all batches of 128 rows in random order, rows gathered from the whole data. */
  private static Job softmaxEpoch(int rows) {
    int columns = 784;
    int size = 128;
    float[] data = floats(normals(rows * columns, 4));
    Softmax f = Softmax.of(classes(new FloatFeatures(rows, columns, data), 10), 1e-4);
    int[] order = STREAM.permutation(5, rows);
    int[] batch = new int[size];
    Objective view = f.in(Precision.SINGLE).batch(batch, 0, size);
    double[] w = new double[f.dimension()];
    double[] g = new double[f.dimension()];
    Runnable epoch =
        () -> {
          for (int from = 0; from + size <= rows; from += size) {
            System.arraycopy(order, from, batch, 0, size);
            view.gradient(w, g);
          }
        };
    return new Job("softmax epoch b=128, float", 40.0 * rows * columns, 4.0 * data.length, epoch);
  }

  private static Dataset classes(Features x, int classes) {
    int[] labels = new int[x.rows()];
    Arrays.setAll(labels, i -> STREAM.below(classes, 6, i));
    return Dataset.classification(x, labels, classes);
  }

  private static Features dense(int rows, int columns) {
    return new DenseFeatures(rows, columns, normals(rows * columns, 7));
  }

  /** Rows with so many elements each, at random columns; ones or other numbers. */
  private static Features sparse(int rows, int columns, int perRow, boolean ones) {
    var builder = SparseMatrix.builder(rows, columns);
    int part = columns / perRow;
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < perRow; k++) {
        builder.add(i, k * part + STREAM.below(part, 8, (long) i * perRow + k), ones ? 1 : 1 + k);
      }
    }
    return new SparseFeatures(builder.build());
  }

  private static double[] normals(int n, int key) {
    double[] x = new double[n];
    STREAM.normals(key, 0, 1, x, 0, n);
    return x;
  }

  private static float[] floats(double[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) x[i];
    }
    return y;
  }
}
