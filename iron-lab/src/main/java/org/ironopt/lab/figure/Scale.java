package org.ironopt.lab.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Maps the values of one axis to the figure and chooses its ticks. */
final class Scale {
  /**
   * A tick.
   *
   * @param value where
   * @param label what is written, empty for a minor tick
   */
  record Tick(double value, String label) {}

  private final boolean log;
  private final double low;
  private final double high;
  private final double from;
  private final double to;

  /**
   * Maps {@code [low, high]} to {@code [from, to]}; on a logarithmic axis both ends are positive.
   */
  Scale(boolean log, double low, double high, double from, double to) {
    this.log = log;
    this.low = low;
    this.high = high;
    this.from = from;
    this.to = to;
  }

  double at(double value) {
    double t =
        log
            ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
            : (value - low) / (high - low);
    return from + t * (to - from);
  }

  double value(double position) {
    double t = (position - from) / (to - from);
    return log ? low * Math.pow(high / low, t) : low + t * (high - low);
  }

  double low() {
    return low;
  }

  double high() {
    return high;
  }

  /** Returns whether a value can be drawn at all. */
  boolean drawable(double value) {
    return Double.isFinite(value) && (!log || value > 0);
  }

  List<Tick> ticks(int wanted) {
    return log && high / low >= 8 ? logTicks(wanted) : linearTicks(wanted);
  }

  private List<Tick> linearTicks(int wanted) {
    double raw = (high - low) / wanted;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double unit = raw / power;
    double step = power * (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 5 ? 5 : 10);
    List<Tick> ticks = new ArrayList<>();
    for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
      ticks.add(new Tick(k * step, plain(k * step, step)));
    }
    return ticks;
  }

  private List<Tick> logTicks(int wanted) {
    int first = (int) Math.ceil(Math.log10(low) - 1e-9);
    int last = (int) Math.floor(Math.log10(high) + 1e-9);
    int stride = Math.max(1, (int) Math.ceil((last - first + 1) / (double) wanted));
    List<Tick> ticks = new ArrayList<>();
    for (int decade = first - 1; decade <= last; decade++) {
      double power = Math.pow(10, decade);
      if (decade >= first) {
        boolean labelled = Math.floorMod(decade, stride) == 0;
        ticks.add(new Tick(power, labelled ? powerLabel(decade) : ""));
      }
      for (int m = 2; m < 10 && stride == 1; m++) {
        if (m * power > low && m * power < high) {
          boolean labelled = last - first < 2 && (m == 2 || m == 5);
          ticks.add(new Tick(m * power, labelled ? plain(m * power, power) : ""));
        }
      }
    }
    return ticks;
  }

  private static String powerLabel(int decade) {
    return decade == 0 ? "1" : decade == 1 ? "10" : "10^{" + minus(String.valueOf(decade)) + "}";
  }

  private static String plain(double value, double step) {
    double magnitude = Math.max(Math.abs(value), step);
    if (value != 0 && (magnitude >= 1e5 || step < 1e-4)) {
      String[] parts = String.format(Locale.ROOT, "%.3g", value).split("e");
      return parts.length == 1
          ? minus(parts[0])
          : minus(trim(parts[0])) + "·10^{" + minus(Integer.parseInt(parts[1]) + "") + "}";
    }
    int digits = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return minus(String.format(Locale.ROOT, "%." + digits + "f", value == 0 ? 0.0 : value));
  }

  private static String trim(String number) {
    return number.contains(".") ? number.replaceAll("0+$", "").replaceAll("\\.$", "") : number;
  }

  private static String minus(String number) {
    return number.replace('-', '−');
  }
}
