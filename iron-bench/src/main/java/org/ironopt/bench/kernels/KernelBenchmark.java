package org.ironopt.bench.kernels;

import java.util.concurrent.TimeUnit;
import org.ironopt.linalg.Parallel;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
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
  static final Stream STREAM = new Streams(1).stream("kernels");

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
}
