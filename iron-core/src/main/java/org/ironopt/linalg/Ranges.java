package org.ironopt.linalg;

/**
 * Cuts long ranges of elementwise work into pieces for {@link Parallel}. Callers ask {@link
 * #isShort} first and do short work themselves, for which no lambda need be made.
 */
final class Ranges {
  /** From this many elements on, waking other threads costs less than it saves. */
  static final int PARALLEL = 1 << 17;

  private static final int PIECE = 1 << 14;

  /** Work on the elements {@code at .. at + n - 1}. */
  @FunctionalInterface
  interface Body {
    void run(int at, int n);
  }

  private Ranges() {}

  static boolean isShort(int n) {
    return n < PARALLEL || Parallel.threads() == 1;
  }

  static void forEach(int from, int n, Body body) {
    Parallel.forEach(
        (n + PIECE - 1) / PIECE,
        piece -> body.run(from + piece * PIECE, Math.min(PIECE, n - piece * PIECE)));
  }
}
