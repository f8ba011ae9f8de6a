package org.ironopt.bench.kernels;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.regression.Logistic;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * Products with a sparse matrix of the shape of a9a: 32561 rows, 123 columns, 14 ones a row; and
 * the gradient of a logistic regression on it, which makes both products in one pass.
 */
public class SparseProductBenchmark extends KernelBenchmark {
  private static final int ROWS = 32_561;
  private static final int COLUMNS = 123;
  private static final int EACH = 14;

  private SparseMatrix a;
  private int[] pointers;
  private int[] indices;
  private double[] values;
  private double[] w;
  private double[] z;
  private double[] g;
  private double[] products;
  private int[] labels;
  private Logistic f;

  /** Draws the matrix and the vectors. */
  @Setup
  public void draw() {
    a = sparse(ROWS, COLUMNS, EACH, true);
    pointers = a.rowPointers();
    indices = a.columnIndices();
    values = a.values();
    w = normals(COLUMNS, 2);
    z = normals(ROWS, 3);
    g = new double[COLUMNS];
    products = new double[ROWS];
    labels = new int[ROWS];
    Arrays.setAll(labels, i -> STREAM.below(2, 4, i));
    f = Logistic.of(Dataset.classification(new SparseFeatures(a), labels, 2), 0);
  }

  @Benchmark
  public double[] forward() {
    a.apply(w, products);
    return products;
  }

  @Benchmark
  public double[] plainForward() {
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int k = pointers[i]; k < pointers[i + 1]; k++) {
        sum += values[k] * w[indices[k]];
      }
      products[i] = sum;
    }
    return products;
  }

  @Benchmark
  public double[] backward() {
    a.applyTransposed(z, g);
    return g;
  }

  @Benchmark
  public double[] plainBackward() {
    Arrays.fill(g, 0);
    for (int i = 0; i < ROWS; i++) {
      for (int k = pointers[i]; k < pointers[i + 1]; k++) {
        g[indices[k]] += values[k] * z[i];
      }
    }
    return g;
  }

  @Benchmark
  public double[] gradient() {
    f.gradient(w, g);
    return g;
  }

  @Benchmark
  public double[] plainGradient() {
    Arrays.fill(g, 0);
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int k = pointers[i]; k < pointers[i + 1]; k++) {
        sum += values[k] * w[indices[k]];
      }
      double residual = (1 / (1 + Math.exp(-sum)) - labels[i]) / ROWS;
      for (int k = pointers[i]; k < pointers[i + 1]; k++) {
        g[indices[k]] += values[k] * residual;
      }
    }
    return g;
  }
}
