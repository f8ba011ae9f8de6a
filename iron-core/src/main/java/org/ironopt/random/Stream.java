package org.ironopt.random;

/**
 * A counter-based stream: {@code (step, index)} gives a 64-bit word, a uniform or a normal, and any
 * element can be drawn without the ones before it. Arrays are filled by the same function, SIMD or
 * not, in any number of pieces.
 */
public final class Stream {
  private final long key;

  Stream(long key) {
    this.key = key;
  }

  /** Returns the word at {@code (step, index)}. */
  public long word(long step, long index) {
    return mix(mix(key + step) ^ (index * 0x9E3779B97F4A7C15L));
  }

  /** Returns a uniform in the open interval (0, 1). */
  public double uniform(long step, long index) {
    return ((word(step, index) >>> 11) + 0.5) * 0x1p-53;
  }

  /** Returns a standard normal. */
  public double normal(long step, long index) {
    double u = uniform(step, 2 * index);
    return StrictMath.sqrt(-2 * StrictMath.log(u))
        * StrictMath.cos(2 * Math.PI * uniform(step, 2 * index + 1));
  }

  /**
   * Fills {@code out[from + l]} with the normal at {@code (step, first + l * stride)} for {@code l
   * = 0 .. count-1}.
   */
  public void normals(long step, long first, long stride, double[] out, int from, int count) {
    for (int l = 0; l < count; l++) {
      out[from + l] = normal(step, first + l * stride);
    }
  }

  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
