package org.ironopt.linalg.internal;

import org.ironopt.linalg.Parallel;

/**
 * Cuts long ranges of elementwise work into pieces for {@link Parallel}. Callers ask first whether
 * a range is short and do short work themselves, for which no lambda need be made.
 */
public final class Ranges {
  /** From this many elements on, waking threads (10 microseconds) pays for sums and algebra. */
  private static final int ALGEBRA = 1 << 19;

  /** The same for elementary functions, which take four times as long. */
  private static final int FUNCTIONS = 1 << 17;

  private static final int PIECE = 1 << 14;

  /** Work on the elements {@code at .. at + n - 1}. */
  @FunctionalInterface
  public interface Body {
    void run(int at, int n);
  }

  private Ranges() {}

  public static boolean isShort(int n) {
    return n < ALGEBRA || Parallel.threads() == 1;
  }

  public static boolean isShortForFunctions(int n) {
    return n < FUNCTIONS || Parallel.threads() == 1;
  }

  public static void forEach(int from, int n, Body body) {
    Parallel.forEach(
        (n + PIECE - 1) / PIECE,
        piece -> body.run(from + piece * PIECE, Math.min(PIECE, n - piece * PIECE)));
  }
}
