package org.ironopt.lab.figure;

/**
 * An axis.
 *
 * @param label symbol and unit
 * @param logarithmic whether it is logarithmic
 * @param low lower end, NaN for automatic
 * @param high upper end, NaN for automatic
 */
public record Axis(String label, boolean logarithmic, double low, double high) {
  public static Axis linear(String label) {
    return new Axis(label, false, Double.NaN, Double.NaN);
  }

  public static Axis log(String label) {
    return new Axis(label, true, Double.NaN, Double.NaN);
  }

  /** Returns this axis with fixed ends. */
  public Axis between(double low, double high) {
    return new Axis(label, logarithmic, low, high);
  }
}
