package org.ironopt.bench.kernels;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.ironopt.random.Noise;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Arrays of random numbers, beside a generator of the JDK. */
public class NormalsBenchmark extends KernelBenchmark {
  private static final Noise STUDENT = Noise.parse("student:3", 1);
  private static final Noise STABLE = Noise.parse("stable:1.5", 1);

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
  public double[] fillStrided() {
    STREAM.normals(step++, 0, 3, out, 0, n);
    return out;
  }

  @Benchmark
  public double[] oneByOne() {
    step++;
    for (int i = 0; i < n; i++) {
      out[i] = STREAM.normal(step, i);
    }
    return out;
  }

  @Benchmark
  public double[] uniforms() {
    STREAM.uniforms(step++, 0, 1, out, 0, n);
    return out;
  }

  @Benchmark
  public double[] student() {
    STUDENT.draw(STREAM, step++, n, 1, out);
    return out;
  }

  @Benchmark
  public double[] stable() {
    STABLE.draw(STREAM, step++, n, 1, out);
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
