package org.ironopt.linalg.kernel;

/**
 * The hot loops of counter-based randomness. The word at the counter {@code y} under an odd key k
 * is five rounds of squaring, adding a Weyl term ({@code y} or {@code y + k}) and swapping halves:
 * only products and sums of 64 bits, so SIMD lanes need nothing from each other. A uniform and a
 * normal are functions of one word. An array gets the words at {@code y, y + dy, y + 2 dy, ...}.
 * Both providers give the same bits.
 *
 * <p>Rounds: B. Widynski, "Squares: A Fast Counter-Based RNG", arXiv:2004.06278.
 */
public interface RandomKernels {
  /** Returns the provider of this process. */
  static RandomKernels get() {
    return RandomKernelsProvider.INSTANCE;
  }

  /** Returns the word at the counter y. */
  static long word(long y, long key) {
    return RandomKernelsScalar.word(y, key);
  }

  /** Returns {@code (h + 1/2) / 2^52}, h the high 52 bits: exact, inside (0, 1), symmetric. */
  static double uniform(long word) {
    return RandomKernelsScalar.uniform(word);
  }

  /** Returns the standard normal that belongs to a word; flipping the lowest bit flips its sign. */
  static double normal(long word) {
    return RandomKernelsScalar.normal(word);
  }

  /** Fills {@code out[from .. from + count - 1]} with uniforms. */
  void uniforms(long y, long dy, long key, double[] out, int from, int count);

  /** Fills {@code out[from .. from + count - 1]} with normals. */
  void normals(long y, long dy, long key, double[] out, int from, int count);
}
