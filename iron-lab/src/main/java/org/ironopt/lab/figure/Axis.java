package org.ironopt.lab.figure;

import java.util.List;

/**
 * An axis.
 *
 * @param label symbol and unit
 * @param logarithmic whether it is logarithmic
 * @param low lower end, NaN for automatic
 * @param high upper end, NaN for automatic
 * @param names of the whole numbers from 1 on, written instead of them; empty for numbers
 */
public record Axis(String label, boolean logarithmic, double low, double high, List<String> names) {
  /** An axis of numbers. */
  public Axis(String label, boolean logarithmic, double low, double high) {
    this(label, logarithmic, low, high, List.of());
  }

  public static Axis linear(String label) {
    return new Axis(label, false, Double.NaN, Double.NaN);
  }

  public static Axis log(String label) {
    return new Axis(label, true, Double.NaN, Double.NaN);
  }

  /** Returns an axis of names, the first one at 1. */
  public static Axis categories(String label, List<String> names) {
    return new Axis(label, false, 0.5, names.size() + 0.5, List.copyOf(names));
  }

  /** Returns this axis with fixed ends. */
  public Axis between(double low, double high) {
    return new Axis(label, logarithmic, low, high, names);
  }
}
