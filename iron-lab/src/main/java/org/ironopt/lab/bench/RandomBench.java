package org.ironopt.lab.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.random.Noise;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Measures normals per second against the best generator of the JDK. The candidates take turns, so
 * that a change of the machine's clock or load hits all of them; the median and the best round are
 * printed. Run it on an idle machine.
 */
public final class RandomBench {
  private static final int ROUNDS = 100;
  private static final int IN_CACHE = 1 << 12;
  private static final int BLOCKS = 250;
  private static final int ARRAY = 10_000_000;

  private RandomBench() {}

  private record Candidate(String name, int numbers, Runnable body, double[] rates) {
    void run(int round) {
      long start = System.nanoTime();
      body.run();
      rates[round] = numbers / (1e-9 * (System.nanoTime() - start));
    }

    void print(PrintWriter out) {
      Arrays.sort(rates);
      out.printf(
          Locale.ROOT,
          "%-36s %12.3g %12.3g%n",
          name,
          rates[rates.length / 2],
          rates[rates.length - 1]);
    }
  }

  /** Measures and prints a table. */
  public static void run(PrintWriter out) {
    int rounds = ROUNDS;
    int threads = Parallel.threads();
    List<Candidate> candidates = candidates(rounds, threads);
    // The first pass compiles, the second is measured.
    for (int r = 0; r < 2 * rounds; r++) {
      for (Candidate candidate : candidates) {
        candidate.run(r % rounds);
      }
    }
    out.printf(
        Locale.ROOT,
        "JDK %s, %s, %s, %d threads%n",
        Runtime.version(),
        System.getProperty("os.arch"),
        Kernels.get().description(),
        threads);
    out.printf(Locale.ROOT, "%-36s %12s %12s%n", "numbers per second", "median", "best");
    candidates.forEach(candidate -> candidate.print(out));
  }

  private static List<Candidate> candidates(int rounds, int threads) {
    Stream stream = new Streams(1).stream("bench");
    RandomGenerator jdk = RandomGenerator.of("L64X128MixRandom");
    double[] block = new double[IN_CACHE];
    double[] array = new double[ARRAY];
    List<Candidate> all = new ArrayList<>();
    all.add(inCache("normals", rounds, s -> stream.normals(s, 0, 1, block, 0, IN_CACHE)));
    all.add(inCache("normals, stride 3", rounds, s -> stream.normals(s, 0, 3, block, 0, IN_CACHE)));
    all.add(inCache("L64X128MixRandom.nextGaussian", rounds, s -> fill(jdk, block)));
    all.add(inCache("normals, one by one", rounds, s -> fill(stream, s, block)));
    all.add(inCache("uniforms", rounds, s -> stream.uniforms(s, 0, 1, block, 0, IN_CACHE)));
    for (String law : List.of("student:3", "stable:1.5")) {
      Noise noise = Noise.parse(law, 1);
      all.add(inCache(law, rounds, s -> noise.draw(stream, s, IN_CACHE, 1, block)));
    }
    for (int count : threads == 1 ? new int[] {1} : new int[] {1, threads}) {
      Runnable fill =
          () -> {
            Parallel.setThreads(count);
            stream.normals(2, 0, 1, array, 0, ARRAY);
            Parallel.setThreads(threads);
          };
      String name = "10^7 normals, threads: " + count;
      all.add(new Candidate(name, ARRAY, fill, new double[rounds]));
    }
    return all;
  }

  private static void fill(RandomGenerator generator, double[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = generator.nextGaussian();
    }
  }

  private static void fill(Stream stream, long step, double[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = stream.normal(step, i);
    }
  }

  private static Candidate inCache(String name, int rounds, LongConsumer body) {
    Runnable blocks =
        () -> {
          for (int s = 0; s < BLOCKS; s++) {
            body.accept(s);
          }
        };
    return new Candidate(name, BLOCKS * IN_CACHE, blocks, new double[rounds]);
  }
}
