package org.ironopt.linalg;

/** Cuts long ranges of elementwise work into pieces for {@link Parallel}. */
final class Ranges {
  /** From this many elements on, waking other threads costs less than it saves. */
  static final int PARALLEL = 1 << 17;

  private static final int PIECE = 1 << 14;

  /** Work on the elements {@code from .. from + count - 1}. */
  @FunctionalInterface
  interface Body {
    void run(int from, int count);
  }

  private Ranges() {}

  static void forEach(int from, int n, Body body) {
    if (n < PARALLEL || Parallel.threads() == 1) {
      body.run(from, n);
    } else {
      Parallel.forEach(
          (n + PIECE - 1) / PIECE,
          piece -> body.run(from + piece * PIECE, Math.min(PIECE, n - piece * PIECE)));
    }
  }
}
