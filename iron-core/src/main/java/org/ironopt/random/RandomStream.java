package org.ironopt.random;

import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.RandomKernels;

/**
 * A counter-based stream: {@code (step, index)} gives a 64-bit word, a uniform or a normal, and any
 * element can be drawn without the ones before it. Arrays are filled by the same function, SIMD or
 * not, in any number of pieces and threads.
 *
 * <p>A step has an origin o and an odd key k, hashed from the stream and the step; the word at an
 * index is the Squares generator (B. Widynski, arXiv:2004.06278) at the counter {@code o + index
 * k}. The 127 bits of (o, k) keep all steps of all streams apart, and within a step no two counters
 * are equal. Steps and indices may be any numbers, negative ones included.
 */
public final class RandomStream {
  /** Odd numbers without a pattern: the fractional digits of the golden ratio and of sqrt(3). */
  static final long WEYL_A = 0x9E3779B97F4A7C15L;

  static final long WEYL_B = 0xBB67AE8584CAA73BL;

  private static final RandomKernels KERNELS = RandomKernels.get();

  /** From this many elements on, other threads help; they take pieces of the second size. */
  static final int PARALLEL = 1 << 17;

  static final int PIECE = 1 << 14;

  private final long a;
  private final long b;

  RandomStream(long a, long b) {
    this.a = a;
    this.b = b;
  }

  /** Returns the stream that is known by these two words, see {@link #words}. */
  public static RandomStream of(long a, long b) {
    return new RandomStream(a, b);
  }

  /** Returns the two words that this stream is known by, for generators on other devices. */
  public long[] words() {
    return new long[] {a, b};
  }

  /** Returns the word at {@code (step, index)}. */
  public long word(long step, long index) {
    return at(step).word(index);
  }

  /** Returns a uniform in the open interval (0, 1): an odd multiple of 2^-53. */
  public double uniform(long step, long index) {
    return RandomKernels.uniform(word(step, index));
  }

  /** Returns a standard normal, exact to 1e-15 and at most 8.3 in magnitude. */
  public double normal(long step, long index) {
    return RandomKernels.normal(word(step, index));
  }

  /** Returns a number in {@code 0 .. bound - 1}; no two differ in probability by over 2^-64. */
  public int below(int bound, long step, long index) {
    Require.atLeast("bound", 1, bound);
    return (int) Math.unsignedMultiplyHigh(word(step, index), bound);
  }

  /** Returns a random permutation of {@code 0 .. n - 1}, one for each step. */
  public int[] permutation(long step, int n) {
    Require.atLeast("n", 0, n);
    Step at = at(step);
    int[] p = new int[n];
    for (int i = 0; i < n; i++) {
      int j = (int) Math.unsignedMultiplyHigh(at.word(i), i + 1L);
      p[i] = p[j];
      p[j] = i;
    }
    return p;
  }

  /**
   * Fills {@code out[from + l]} with the uniform at {@code (step, first + l * stride)} for {@code l
   * = 0 .. count-1}.
   */
  public void uniforms(long step, long first, long stride, double[] out, int from, int count) {
    Step at = at(step);
    inPieces(count, (l, n) -> at.uniforms(first + l * stride, stride, out, from + l, n));
  }

  /**
   * Fills {@code out[from + l]} with the normal at {@code (step, first + l * stride)} for {@code l
   * = 0 .. count-1}.
   */
  public void normals(long step, long first, long stride, double[] out, int from, int count) {
    Step at = at(step);
    inPieces(count, (l, n) -> at.normals(first + l * stride, stride, out, from + l, n));
  }

  /** Work on the elements {@code from .. from + count - 1}. */
  @FunctionalInterface
  interface Range {
    void run(int from, int count);
  }

  static void inPieces(int count, Range body) {
    if (count < PARALLEL) {
      body.run(0, count);
    } else {
      Parallel.forEach(
          Math.ceilDiv(count, PIECE), t -> body.run(t * PIECE, Math.min(PIECE, count - t * PIECE)));
    }
  }

  /** Returns the words of one step. */
  Step at(long step) {
    return new Step(mix(b + step * WEYL_B), wellFormed(mix(a + step * WEYL_A)));
  }

  /**
   * The words of one step: a Weyl sequence {@code origin + index key}, scrambled.
   *
   * @param origin the counter of index 0
   * @param key odd, with irregular bits
   */
  record Step(long origin, long key) {
    long word(long index) {
      return RandomKernels.word(origin + index * key, key);
    }

    double uniform(long index) {
      return RandomKernels.uniform(word(index));
    }

    void uniforms(long first, long stride, double[] out, int from, int count) {
      KERNELS.uniforms(origin + first * key, stride * key, key, out, from, count);
    }

    void normals(long first, long stride, double[] out, int from, int count) {
      KERNELS.normals(origin + first * key, stride * key, key, out, from, count);
    }
  }

  /** Squares wants odd keys without long runs of equal bits, lest small indices mix poorly. */
  private static long wellFormed(long key) {
    long odd = key | 1;
    return Long.bitCount(odd ^ (odd >>> 1)) < 24 ? odd ^ 0xAAAAAAAAAAAAAAAAL : odd;
  }

  /** A bijection of 64 bits with full avalanche (D. Stafford's variant 13 of a MurmurHash end). */
  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
