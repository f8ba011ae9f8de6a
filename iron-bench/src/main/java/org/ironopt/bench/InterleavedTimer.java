package org.ironopt.bench;

import java.util.Arrays;
import java.util.List;
import org.ironopt.lab.progress.Progress;

/**
 * The one stopwatch: pieces of work take turns, so that what else the machine does meets all of
 * them alike. JMH measures one benchmark after the other, which is no way to a ratio on a machine
 * whose speed changes from minute to minute.
 */
public final class InterleavedTimer {
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

  private InterleavedTimer() {}

  /** Keeps a number, so that the loop that computes it is not optimised away. */
  public static void keep(double value) {
    sink = value;
  }

  /** Returns the nanoseconds of a call of each piece, round by round. */
  public static List<Times> measure(Effort effort, List<Runnable> pieces) {
    return measure(effort, pieces, Progress.NONE);
  }

  /** The same; {@code progress} has begun and is told the milliseconds, those to come estimated. */
  public static List<Times> measure(Effort effort, List<Runnable> pieces, Progress progress) {
    int n = pieces.size();
    int[] calls = new int[n];
    double[][] nanos = new double[n][effort.rounds()];
    double done = 0;
    double round = 2e-6 * TURN_NANOS * n;
    for (int i = 0; i < n; i++) {
      double warming = 1e3 * effort.warmSeconds() * (n - i);
      progress.update((long) done, (long) (done + warming + round * effort.rounds()));
      Warm warm = warmUp(pieces.get(i), effort.warmSeconds());
      calls[i] = warm.calls();
      done += warm.millis();
      round += warm.turnMillis() - 2e-6 * TURN_NANOS;
    }
    for (int r = 0; r < effort.rounds(); r++) {
      progress.update((long) done, (long) (done + round * (effort.rounds() - r)));
      done += round;
      for (int i = 0; i < n; i++) {
        if (calls[i] > 1) {
          // Data that fits into the cache is there again only after several passes.
          nanos(pieces.get(i), calls[i]);
        }
        nanos[i][r] = (double) nanos(pieces.get(i), calls[i]) / calls[i];
      }
    }
    if (Double.isNaN(sink)) {
      throw new IllegalStateException("a kernel gave NaN");
    }
    return Arrays.stream(nanos).map(Times::new).toList();
  }

  private static long nanos(Runnable piece, int calls) {
    long start = System.nanoTime();
    for (int c = 0; c < calls; c++) {
      piece.run();
    }
    return System.nanoTime() - start;
  }

  /**
   * What the warm-up of a piece told.
   *
   * @param calls how many make a turn
   * @param millis that the warm-up took
   * @param turnMillis that a turn in a round will take
   */
  private record Warm(int calls, double millis, double turnMillis) {}

  private static Warm warmUp(Runnable piece, double seconds) {
    long start = System.nanoTime();
    long done = 0;
    long spent;
    do {
      piece.run();
      done++;
      spent = System.nanoTime() - start;
    } while (spent < seconds * 1e9);
    int calls = (int) Math.clamp(done * (double) TURN_NANOS / spent, 1, 100_000);
    double once = 1e-6 * spent / done;
    return new Warm(calls, 1e-6 * spent, once * calls * (calls > 1 ? 2 : 1));
  }
}
