package org.ironopt.bench.kernels;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Precision;
import org.ironopt.regression.Softmax;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Passes over whole data sets that fit into the cache or do not, and a read of memory. */
public class DataPassBenchmark extends KernelBenchmark {
  /** Rows of the logistic pass, chains included, at full size. */
  private static final int ROWS = 20_000;

  /** What is passed over. */
  @Param Data data = Data.LOGISTIC_50;

  /** By how much the data is smaller than at full size. */
  int factor = 1;

  /** Floating-point operations of a pass, NaN if they are not what counts. */
  double flops = Double.NaN;

  /** Bytes of data of a pass, NaN if they are not what counts. */
  double bytes = Double.NaN;

  private Runnable pass;

  /** The data sets. */
  public enum Data {
    MEMORY("memory read"),
    LOGISTIC_50("logistic 20000 x 50"),
    CHAINS("logistic, 120 chains"),
    LOGISTIC_784("logistic 20000 x 784"),
    CSR_ONES("CSR 32561 x 123, ones"),
    CSR("CSR 32561 x 123"),
    CSR_WIDE("CSR 1000000 x 100000"),
    SOFTMAX_EPOCH("softmax epoch b=128, float");

    final String label;

    Data(String label) {
      this.label = label;
    }
  }

  /** Draws the data. */
  @Setup
  public void draw() {
    switch (data) {
      case MEMORY -> {
        double[] large = new double[(1 << 24) / factor];
        bytes = 8.0 * large.length;
        pass = () -> sum = Vectors.sum(large);
      }
      case LOGISTIC_50 -> logistic(dense(50));
      case CHAINS -> chains(50, 120);
      case LOGISTIC_784 -> logistic(dense(784));
      case CSR_ONES -> logistic(new SparseFeatures(sparse(32_561 / factor, 123, 14, true)));
      case CSR -> logistic(new SparseFeatures(sparse(32_561 / factor, 123, 14, false)));
      case CSR_WIDE ->
          logistic(new SparseFeatures(sparse(1_000_000 / factor, 100_000 / factor, 10, false)));
      case SOFTMAX_EPOCH -> softmaxEpoch(60_000 / factor, 784, 128);
    }
  }

  /** The result of the last read of memory. */
  private double sum;

  @Benchmark
  public double pass() {
    pass.run();
    return sum;
  }

  /** Value and gradient of a logistic regression. */
  private void logistic(Features x) {
    Logistic f = Logistic.of(classes(x, 2), 1e-2);
    double[] w = normals(x.columns(), 3);
    Vectors.scale(1 / Math.sqrt(x.columns()), w);
    double[] g = new double[w.length];
    flops = 4.0 * x.stored();
    bytes = (x instanceof SparseFeatures ? 12.0 : 8.0) * x.stored();
    pass = () -> f.valueAndGradient(w, g);
  }

  private void chains(int columns, int count) {
    Features x = dense(columns);
    Logistic f = Logistic.of(classes(x, 2), 1e-2);
    double[][] w = new double[count][];
    Arrays.setAll(w, p -> normals(columns, 10 + p));
    double[][] g = new double[count][columns];
    double[] values = new double[count];
    flops = 4.0 * x.stored() * count;
    pass = () -> f.valuesAndGradients(w, values, g);
  }

  /** Gradients of all batches in random order, rows gathered from the whole data. */
  private void softmaxEpoch(int rows, int columns, int size) {
    float[] pixels = floats(normals(rows * columns, 4));
    Softmax f = Softmax.of(classes(new FloatFeatures(rows, columns, pixels), 10), 1e-4);
    int[] order = STREAM.permutation(5, rows);
    int[] batch = new int[size];
    Objective view = f.in(Precision.SINGLE).batch(batch, 0, size);
    double[] w = new double[f.dimension()];
    double[] g = new double[f.dimension()];
    flops = 40.0 * rows * columns;
    bytes = 4.0 * pixels.length;
    pass =
        () -> {
          for (int from = 0; from + size <= rows; from += size) {
            System.arraycopy(order, from, batch, 0, size);
            view.gradient(w, g);
          }
        };
  }

  private static Dataset classes(Features x, int classes) {
    int[] labels = new int[x.rows()];
    Arrays.setAll(labels, i -> STREAM.below(classes, 6, i));
    return Dataset.classification(x, labels, classes);
  }

  private Features dense(int columns) {
    int rows = ROWS / factor;
    return new DenseFeatures(rows, columns, normals(rows * columns, 7));
  }
}
