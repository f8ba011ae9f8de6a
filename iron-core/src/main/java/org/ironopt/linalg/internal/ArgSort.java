package org.ironopt.linalg.internal;

import java.util.Arrays;

/** The order of numbers by size. */
public final class ArgSort {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private ArgSort() {}

  /**
   * Returns the places of the values from the smallest to the largest, equal ones as they stand:
   * what a stable sort of the places gives, without an object for each. Values compare as by {@link
   * Double#compare}. It is a radix sort, from the lowest digits up.
   */
  public static int[] ascending(double[] values) {
    int n = values.length;
    long[] keys = new long[n];
    Arrays.setAll(keys, i -> key(values[i]));
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    int[] next = new int[n];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      if (sort(keys, shift, order, next)) {
        int[] swap = order;
        order = next;
        next = swap;
      }
    }
    return order;
  }

  /** Returns a number that compares, without sign, as the value does. */
  private static long key(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits ^ (bits >> (Long.SIZE - 1) | Long.MIN_VALUE);
  }

  /** Sorts by one digit, stably; returns whether there was anything to do. */
  private static boolean sort(long[] keys, int shift, int[] from, int[] to) {
    int[] starts = new int[DIGITS + 1];
    for (long key : keys) {
      starts[digit(key, shift) + 1]++;
    }
    if (keys.length == 0 || starts[digit(keys[0], shift) + 1] == keys.length) {
      return false;
    }
    for (int d = 0; d < DIGITS; d++) {
      starts[d + 1] += starts[d];
    }
    for (int place : from) {
      to[starts[digit(keys[place], shift)]++] = place;
    }
    return true;
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & (DIGITS - 1);
  }
}
