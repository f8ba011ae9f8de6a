package org.ironopt.fit.path;

import java.util.Arrays;

/** The support of a vector: the places of its elements that are not zero. */
public final class Support {
  private Support() {}

  /** Returns the support, in ascending order. */
  public static int[] of(double[] v) {
    int[] at = new int[v.length];
    return Arrays.copyOf(at, of(v, at));
  }

  /** Overwrites the first elements of {@code at} with the support, and returns its size. */
  static int of(double[] v, int[] at) {
    int n = 0;
    for (int j = 0; j < v.length; j++) {
      at[n] = j;
      // No processor foresees which ones they are, so a branch would cost more.
      long bits = Double.doubleToRawLongBits(v[j]) << 1;
      n += (int) ((bits | -bits) >>> 63);
    }
    return n;
  }
}
