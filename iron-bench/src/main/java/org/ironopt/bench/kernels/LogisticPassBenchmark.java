package org.ironopt.bench.kernels;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.Logistic;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** Value and gradient of a logistic regression with 20000 rows and 50 columns. */
public class LogisticPassBenchmark extends KernelBenchmark {
  private static final int ROWS = 20_000;
  private static final int COLUMNS = 50;
  private static final double REG = 1e-2;

  private double[] x;
  private int[] labels;
  private double[] w;
  private double[] g;
  private Logistic f;

  /** Draws the data and the weights. */
  @Setup
  public void draw() {
    x = normals(ROWS * COLUMNS, 1);
    labels = new int[ROWS];
    Arrays.setAll(labels, i -> STREAM.below(2, 2, i));
    w = normals(COLUMNS, 3);
    Vectors.scale(1 / Math.sqrt(COLUMNS), w);
    g = new double[COLUMNS + 1];
    DenseFeatures features = new DenseFeatures(ROWS, COLUMNS, x);
    f = Logistic.of(Dataset.classification(features, labels, 2), REG);
  }

  /** Returns the gradient, and behind it the value. */
  @Benchmark
  public double[] pass() {
    double[] gradient = new double[COLUMNS];
    double value = f.valueAndGradient(w, gradient);
    System.arraycopy(gradient, 0, g, 0, COLUMNS);
    g[COLUMNS] = value;
    return g;
  }

  @Benchmark
  public double[] plainPass() {
    Arrays.fill(g, 0);
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
      double z = 0;
      for (int j = 0; j < COLUMNS; j++) {
        z += x[i * COLUMNS + j] * w[j];
      }
      double sign = labels[i] == 1 ? 1 : -1;
      double e = Math.exp(-Math.abs(z));
      sum += Math.max(0, -sign * z) + Math.log1p(e);
      double p = z >= 0 ? 1 / (1 + e) : e / (1 + e);
      double residual = (p - labels[i]) / ROWS;
      for (int j = 0; j < COLUMNS; j++) {
        g[j] += residual * x[i * COLUMNS + j];
      }
    }
    double squares = 0;
    for (int j = 0; j < COLUMNS; j++) {
      g[j] += REG * w[j];
      squares += w[j] * w[j];
    }
    g[COLUMNS] = sum / ROWS + REG * squares / 2;
    return g;
  }
}
