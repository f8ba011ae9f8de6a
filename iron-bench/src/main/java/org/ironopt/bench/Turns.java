package org.ironopt.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The one stopwatch: pieces of work take turns, so that what else the machine does meets all of
 * them alike. JMH measures one benchmark after the other, which is no way to a ratio on a machine
 * whose speed changes from minute to minute.
 */
public final class Turns {
  /** A turn takes about this long, in as many calls as that needs. */
  private static final long TURN_NANOS = 5_000_000;

  /**
   * How much is measured.
   *
   * @param rounds in which every piece has its turn
   * @param warmSeconds each piece runs for so long, and at least once, before the first round
   */
  public record Effort(int rounds, double warmSeconds) {}

  /** Times in ascending order. */
  public record Times(double... sorted) {
    public Times {
      sorted = sorted.clone();
      Arrays.sort(sorted);
    }

    public double median() {
      return sorted[sorted.length / 2];
    }

    public double fastest() {
      return sorted[0];
    }

    public double slowest() {
      return sorted[sorted.length - 1];
    }
  }

  private static double sink;

  private Turns() {}

  /** Keeps a number, so that the loop that computes it is not optimised away. */
  public static void keep(double value) {
    sink = value;
  }

  /** Returns the nanoseconds of a call of each piece, round by round. */
  public static List<Times> measure(Effort effort, List<Runnable> pieces) {
    int[] calls = pieces.stream().mapToInt(p -> warmUp(p, effort.warmSeconds())).toArray();
    double[][] nanos = new double[calls.length][effort.rounds()];
    for (int round = 0; round < effort.rounds(); round++) {
      for (int i = 0; i < calls.length; i++) {
        if (calls[i] > 1) {
          // Data that fits into the cache is there again only after several passes.
          nanos(pieces.get(i), calls[i]);
        }
        nanos[i][round] = (double) nanos(pieces.get(i), calls[i]) / calls[i];
      }
    }
    if (Double.isNaN(sink)) {
      throw new IllegalStateException("a kernel gave NaN");
    }
    return IntStream.range(0, calls.length).mapToObj(i -> new Times(nanos[i])).toList();
  }

  private static long nanos(Runnable piece, int calls) {
    long start = System.nanoTime();
    for (int c = 0; c < calls; c++) {
      piece.run();
    }
    return System.nanoTime() - start;
  }

  /** Returns how many calls make a turn. */
  private static int warmUp(Runnable piece, double seconds) {
    long start = System.nanoTime();
    long calls = 0;
    long spent;
    do {
      piece.run();
      calls++;
      spent = System.nanoTime() - start;
    } while (spent < seconds * 1e9);
    return (int) Math.clamp(calls * (double) TURN_NANOS / spent, 1, 100_000);
  }
}
