package org.ironopt.bench.kernels;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Arrays of normal numbers, beside a generator of the JDK. */
public class NormalsBenchmark extends KernelBenchmark {
  /** The number of elements. */
  @Param({"64", "1000", "100000"})
  int n = 1000;

  private RandomGenerator generator;
  private double[] out;
  private long step;

  /** Makes the generator, seeded. */
  @Setup
  public void make() {
    generator = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    out = new double[n];
  }

  @Benchmark
  public double[] fill() {
    STREAM.normals(step++, 0, 1, out, 0, n);
    return out;
  }

  @Benchmark
  public double[] nextGaussian() {
    for (int i = 0; i < n; i++) {
      out[i] = generator.nextGaussian();
    }
    return out;
  }
}
