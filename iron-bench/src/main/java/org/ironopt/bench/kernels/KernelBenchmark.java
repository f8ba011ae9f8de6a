package org.ironopt.bench.kernels;

import java.util.concurrent.TimeUnit;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What all have in common: the mean time of a call, on one thread, and where numbers come from. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
// Without the module the scalar twins would run, and nothing would say so.
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public abstract class KernelBenchmark {
  static final RandomStream STREAM = new RandomStreams(1).stream("kernels");

  /** The plain loops know one thread only. */
  @Setup
  public void oneThread() {
    Parallel.setThreads(1);
  }

  static double[] normals(int n, int key) {
    double[] x = new double[n];
    STREAM.normals(key, 0, 1, x, 0, n);
    return x;
  }

  static float[] floats(double[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) x[i];
    }
    return y;
  }

  /** Rows with so many elements each, at random columns; ones or other numbers. */
  static SparseMatrix sparse(int rows, int columns, int each, boolean ones) {
    SparseMatrix.Builder builder = SparseMatrix.builder(rows, columns);
    int part = columns / each;
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < each; k++) {
        builder.add(i, k * part + STREAM.below(part, 8, (long) i * each + k), ones ? 1 : 1 + k);
      }
    }
    return builder.build();
  }
}
