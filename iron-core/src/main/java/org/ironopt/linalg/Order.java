package org.ironopt.linalg;

import java.util.Arrays;

/** The order of numbers by size. */
public final class Order {
  private Order() {}

  /**
   * Returns the places of the values from the smallest to the largest, equal ones as they stand:
   * what a stable sort of the places gives, without an object for each. Values compare as by {@link
   * Double#compare}.
   */
  public static int[] ascending(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int[] order = new int[values.length];
    int[] placed = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      int first = first(sorted, values[i]);
      order[first + placed[first]++] = i;
    }
    return order;
  }

  private static int first(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Double.compare(sorted[middle], value) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
