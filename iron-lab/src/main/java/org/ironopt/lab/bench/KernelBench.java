package org.ironopt.lab.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Compares the kernels with plain Java loops, on one thread, warm: nanoseconds per element, traffic
 * and the ratio of the two times.
 */
public final class KernelBench {
  private static final int ROUNDS = 31;
  private static final int[] LENGTHS = {64, 1000, 100_000, 10_000_000};

  /** How long both loops of a job run before the clock counts. */
  private static final long WARM_NANOS = 1_000_000_000;

  /** A measurement covers at least about this many elements, in as many calls as that takes. */
  private static final int ELEMENTS = 1_000_000;

  private static final Stream NORMALS = new Streams(1).stream("bench");
  private static final RandomGenerator GENERATOR = RandomGenerator.of("L64X128MixRandom");

  /** A loop over the first n elements; what it returns keeps it from being optimised away. */
  @FunctionalInterface
  private interface Loop {
    double run(double[] x, double[] y, int n);
  }

  /** A kernel, the plain loop it competes with and the bytes that an element moves. */
  private record Job(String name, int bytes, Loop plain, Loop kernel) {}

  /**
   * A line of the table.
   *
   * @param kernel what was measured
   * @param n the number of elements of a call
   * @param plainNanos nanoseconds per element of the plain loop
   * @param kernelNanos nanoseconds per element of the kernel
   * @param bytes bytes read and written per element
   */
  public record Row(String kernel, int n, double plainNanos, double kernelNanos, int bytes) {
    /** Returns how many times faster the kernel is. */
    public double ratio() {
      return plainNanos / kernelNanos;
    }

    /** Returns the traffic of the kernel in 10^9 bytes a second. */
    public double gigabytesPerSecond() {
      return bytes / kernelNanos;
    }
  }

  private static final List<Job> JOBS =
      List.of(
          new Job("dot", 16, KernelBench::plainDot, KernelBench::dot),
          new Job("axpy", 24, KernelBench::plainAxpy, KernelBench::axpy),
          new Job("exp", 16, KernelBench::plainExp, KernelBench::exp),
          new Job("tanh", 16, KernelBench::plainTanh, KernelBench::tanh),
          new Job("logcosh", 16, KernelBench::plainLogcosh, KernelBench::logcosh),
          new Job("normals", 8, KernelBench::plainNormals, KernelBench::normals));

  private KernelBench() {}

  /** Measures every kernel at lengths from a few elements to far beyond the cache. */
  public static List<Row> measure() {
    return run(ROUNDS, WARM_NANOS, LENGTHS);
  }

  /**
   * Measures every kernel at every length, one thread, median of the rounds. A round goes through
   * all of them, so that no row suffers alone from what else the machine does for a while. Before
   * that, both loops of a kernel run for {@code warmNanos} each.
   */
  public static List<Row> run(int rounds, long warmNanos, int... lengths) {
    int threads = Parallel.threads();
    Parallel.setThreads(1);
    try {
      List<Measurement> all = new ArrayList<>();
      for (Job job : JOBS) {
        warmUp(job, warmNanos);
        for (int n : lengths) {
          all.add(new Measurement(job, n, rounds));
        }
      }
      for (int round = -1; round < rounds; round++) {
        for (Measurement measurement : all) {
          measurement.round(round);
        }
      }
      return all.stream().map(Measurement::row).toList();
    } finally {
      Parallel.setThreads(threads);
    }
  }

  /** Prints rows as a table. */
  public static void print(List<Row> rows, PrintWriter out) {
    out.println(Kernels.get().description() + ", 1 thread, JDK " + Runtime.version());
    out.println("kernel          n   plain ns  kernel ns     GB/s   ratio");
    for (Row row : rows) {
      out.printf(
          Locale.ROOT,
          "%-8s %8d %10.3f %10.3f %8.1f %7.2f%n",
          row.kernel(),
          row.n(),
          row.plainNanos(),
          row.kernelNanos(),
          row.gigabytesPerSecond(),
          row.ratio());
    }
  }

  private static final class Measurement {
    private final Job job;
    private final int n;
    private final int calls;
    private final double[] plain;
    private final double[] kernel;
    private double sink;

    Measurement(Job job, int n, int rounds) {
      this.job = job;
      this.n = n;
      calls = Math.max(1, ELEMENTS / n);
      plain = new double[rounds];
      kernel = new double[rounds];
    }

    void round(int round) {
      double[] x = new double[n];
      double[] y = new double[n];
      NORMALS.normals(0, 0, 1, x, 0, n);
      NORMALS.normals(1, 0, 1, y, 0, n);
      long start = System.nanoTime();
      sink += repeat(job.plain(), x, y, n, calls);
      long middle = System.nanoTime();
      sink += repeat(job.kernel(), x, y, n, calls);
      long end = System.nanoTime();
      if (round >= 0) {
        plain[round] = (middle - start) / ((double) calls * n);
        kernel[round] = (end - middle) / ((double) calls * n);
      }
    }

    Row row() {
      if (Double.isNaN(sink)) {
        throw new IllegalStateException(job.name() + " gave NaN");
      }
      return new Row(job.name(), n, median(plain), median(kernel), job.bytes());
    }
  }

  private static void warmUp(Job job, long nanos) {
    int n = 1000;
    double[] x = new double[n];
    double[] y = new double[n];
    for (Loop loop : List.of(job.plain(), job.kernel())) {
      long end = System.nanoTime() + nanos;
      do {
        repeat(loop, x, y, n, 1000);
      } while (System.nanoTime() < end);
    }
  }

  private static double repeat(Loop loop, double[] x, double[] y, int n, int calls) {
    double sink = 0;
    for (int c = 0; c < calls; c++) {
      sink += loop.run(x, y, n);
    }
    return sink;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static double dot(double[] x, double[] y, int n) {
    return Vectors.dot(x, y);
  }

  private static double plainDot(double[] x, double[] y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  private static double axpy(double[] x, double[] y, int n) {
    Vectors.axpy(1e-9, x, y);
    return y[0];
  }

  private static double plainAxpy(double[] x, double[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] += 1e-9 * x[i];
    }
    return y[0];
  }

  private static double exp(double[] x, double[] y, int n) {
    Functions.exp(x, y);
    return y[0];
  }

  private static double plainExp(double[] x, double[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.exp(x[i]);
    }
    return y[0];
  }

  private static double tanh(double[] x, double[] y, int n) {
    Functions.tanh(x, y);
    return y[0];
  }

  private static double plainTanh(double[] x, double[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.tanh(x[i]);
    }
    return y[0];
  }

  private static double logcosh(double[] x, double[] y, int n) {
    Functions.logcosh(x, y);
    return y[0];
  }

  private static double plainLogcosh(double[] x, double[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = Math.abs(x[i]) + Math.log1p(Math.exp(-2 * Math.abs(x[i]))) - 0.6931471805599453;
    }
    return y[0];
  }

  private static double normals(double[] x, double[] y, int n) {
    NORMALS.normals(2, 0, 1, y, 0, n);
    return y[0];
  }

  private static double plainNormals(double[] x, double[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = GENERATOR.nextGaussian();
    }
    return y[0];
  }
}
