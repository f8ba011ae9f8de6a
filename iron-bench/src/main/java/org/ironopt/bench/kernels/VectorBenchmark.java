package org.ironopt.bench.kernels;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Sums, algebra and functions of vectors. */
public class VectorBenchmark extends KernelBenchmark {
  /** The number of elements. */
  @Param({"64", "1000", "100000"})
  int n = 1000;

  private double[] x;
  private double[] y;
  private double[] positive;
  private double[] out;

  /** Draws the vectors. */
  @Setup
  public void draw() {
    x = normals(n, 1);
    y = normals(n, 2);
    positive = new double[n];
    STREAM.uniforms(3, 0, 1, positive, 0, n);
    out = new double[n];
  }

  @Benchmark
  public double dot() {
    return Vectors.dot(x, y);
  }

  @Benchmark
  public double plainDot() {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  @Benchmark
  public double[] axpy() {
    Vectors.axpy(1e-9, x, y);
    return y;
  }

  @Benchmark
  public double[] plainAxpy() {
    for (int i = 0; i < n; i++) {
      y[i] += 1e-9 * x[i];
    }
    return y;
  }

  @Benchmark
  public double[] exp() {
    Functions.exp(x, out);
    return out;
  }

  @Benchmark
  public double[] plainExp() {
    for (int i = 0; i < n; i++) {
      out[i] = Math.exp(x[i]);
    }
    return out;
  }

  @Benchmark
  public double[] log() {
    Functions.log(positive, out);
    return out;
  }

  @Benchmark
  public double[] plainLog() {
    for (int i = 0; i < n; i++) {
      out[i] = Math.log(positive[i]);
    }
    return out;
  }

  @Benchmark
  public double[] tanh() {
    Functions.tanh(x, out);
    return out;
  }

  @Benchmark
  public double[] plainTanh() {
    for (int i = 0; i < n; i++) {
      out[i] = Math.tanh(x[i]);
    }
    return out;
  }

  @Benchmark
  public double[] logcosh() {
    Functions.logcosh(x, out);
    return out;
  }

  @Benchmark
  public double[] plainLogcosh() {
    for (int i = 0; i < n; i++) {
      double size = Math.abs(x[i]);
      out[i] = size + Math.log1p(Math.exp(-2 * size)) - 0.6931471805599453;
    }
    return out;
  }
}
