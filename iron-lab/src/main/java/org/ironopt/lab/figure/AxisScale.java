package org.ironopt.lab.figure;

import static java.util.Arrays.stream;
import static java.util.stream.DoubleStream.concat;
import static java.util.stream.DoubleStream.empty;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ironopt.io.internal.Numbers;

/** Maps the values of one axis to the figure and chooses its ticks. */
final class AxisScale {
  /**
   * A tick.
   *
   * @param value where
   * @param label what is written, empty for a minor tick
   */
  record Tick(double value, String label) {}

  /**
   * Numbers beyond this, or nearer to zero than its inverse on a logarithmic axis, are not shown.
   */
  static final double FAR = 1e300;

  /** How far outside a panel a point is drawn at most, in sizes of the panel. */
  private static final double OUTSIDE = 1e3;

  /** A logarithmic axis between these has plain numbers at its ticks, else powers of ten. */
  private static final double PLAIN_FROM = 5e-4;

  private static final double PLAIN_TO = 5e4;

  /** Share of the range that is left free at either end. */
  private static final double MARGIN = 0.05;

  private final boolean log;
  private final double low;
  private final double high;
  private final double from;
  private final double to;
  private final List<String> names;

  /**
   * Maps {@code [low, high]} to {@code [from, to]}; on a logarithmic axis both ends are positive.
   */
  AxisScale(boolean log, double low, double high, double from, double to) {
    this(new Axis("", log, low, high), from, to);
  }

  private AxisScale(Axis axis, double from, double to) {
    double low = axis.low();
    double high = axis.high();
    boolean log = axis.logarithmic();
    this.log = log;
    boolean fits = low < high && (!log || low > 0) && Math.abs(low) <= FAR && high <= FAR;
    this.low = fits ? low : log ? 0.1 : 0;
    this.high = fits ? high : 1;
    this.from = from;
    this.to = to;
    this.names = axis.names();
  }

  /** Returns the scale of a panel's horizontal axis: all its layers fit, with a margin. */
  static AxisScale horizontal(Panel panel, double from, double to) {
    return of(panel, true, from, to);
  }

  /** Returns the scale of a panel's vertical axis. */
  static AxisScale vertical(Panel panel, double from, double to) {
    return of(panel, false, from, to);
  }

  private static AxisScale of(Panel panel, boolean horizontal, double from, double to) {
    Axis axis = fitted(horizontal ? panel.x() : panel.y(), List.of(panel), horizontal);
    return new AxisScale(axis, from, to);
  }

  /** Returns an axis with ends between which all layers of the panels fit, with a margin. */
  static Axis fitted(Axis axis, List<Panel> panels, boolean horizontal) {
    double[] shown =
        panels.stream()
            .flatMap(panel -> panel.layers().stream())
            .flatMapToDouble(layer -> values(layer, horizontal))
            .filter(value -> drawable(axis.logarithmic(), value))
            .toArray();
    double low = Arrays.stream(shown).min().orElse(axis.logarithmic() ? 0.1 : 0);
    double high = Arrays.stream(shown).max().orElse(1);
    if (axis.logarithmic()) {
      // By logarithms: the ratio of two numbers that can be shown may itself overflow.
      double width = Math.log(high) - Math.log(low);
      double ratio = width < 1e-4 ? 2 : Math.exp(MARGIN * width);
      low = Math.max(low / ratio, 1 / FAR);
      high = Math.min(high * ratio, FAR);
    } else {
      double pad =
          high - low > 1e-12 * Math.abs(high)
              ? MARGIN * (high - low)
              : Math.max(1e-12, 0.5 * Math.abs(high));
      low = Math.max(low - pad, -FAR);
      high = Math.min(high + pad, FAR);
    }
    return axis.between(
        Double.isNaN(axis.low()) ? low : axis.low(),
        Double.isNaN(axis.high()) ? high : axis.high());
  }

  /** Returns the values of a layer that an axis must show. */
  private static DoubleStream values(Layer layer, boolean horizontal) {
    return switch (layer) {
      case Layer.Line l -> stream(horizontal ? l.x() : l.y());
      case Layer.Band b -> horizontal ? stream(b.x()) : concat(stream(b.low()), stream(b.high()));
      case Layer.Errors e ->
          horizontal
              ? stream(e.x())
              : concat(stream(e.y()), concat(stream(e.low()), stream(e.high())));
      case Layer.Intervals i ->
          horizontal
              ? concat(stream(i.x()), concat(stream(i.low()), stream(i.high())))
              : stream(i.y());
      case Layer.Reference r -> r.horizontal() == horizontal ? empty() : DoubleStream.of(r.at());
      case Layer.Cloud c -> stream(horizontal ? c.x() : c.y());
      case Layer.Points p -> stream(horizontal ? p.x() : p.y());
      case Layer.Contours _ -> empty();
    };
  }

  double at(double value) {
    double t =
        log
            ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
            : (value - low) / (high - low);
    return from + Math.clamp(t, -OUTSIDE, OUTSIDE) * (to - from);
  }

  double value(double position) {
    double t = (position - from) / (to - from);
    return log ? Math.exp((1 - t) * Math.log(low) + t * Math.log(high)) : low + t * (high - low);
  }

  double low() {
    return low;
  }

  double high() {
    return high;
  }

  /** Returns whether a value can be drawn at all. */
  boolean drawable(double value) {
    return drawable(log, value);
  }

  static boolean drawable(boolean log, double value) {
    return Math.abs(value) <= FAR && (!log || value >= 1 / FAR);
  }

  /** Returns a value in words: a name, if there are names, or a number. */
  String text(double value) {
    int name = (int) Math.round(value) - 1;
    return name >= 0 && name < names.size() ? names.get(name) : Numbers.format("%.5g", value);
  }

  List<Tick> ticks(int wanted) {
    if (!names.isEmpty()) {
      return IntStream.range(0, names.size()).mapToObj(i -> new Tick(i + 1, names.get(i))).toList();
    }
    return log && high / 8 >= low ? logTicks(wanted) : linearTicks(wanted);
  }

  private List<Tick> linearTicks(int wanted) {
    double raw = (high - low) / wanted;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double unit = raw / power;
    double step = power * (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 5 ? 5 : 10);
    boolean powers = Math.max(Math.abs(low), Math.abs(high)) >= 1e6 || step < 1e-4;
    List<Tick> ticks = new ArrayList<>();
    long first = (long) Math.ceil(low / step - 1e-9);
    for (int i = 0; i <= 2 * wanted && (first + i) * step <= high + 1e-9 * step; i++) {
      double value = (first + i) * step;
      ticks.add(new Tick(value, powers ? power(value) : plain(value, step)));
    }
    return ticks;
  }

  private List<Tick> logTicks(int wanted) {
    int first = (int) Math.ceil(Math.log10(low) - 1e-9);
    int last = (int) Math.floor(Math.log10(high) + 1e-9);
    int stride = Math.max(1, (int) Math.ceil((last - first + 1) / (double) wanted));
    boolean plain = low >= PLAIN_FROM && high <= PLAIN_TO;
    List<Tick> ticks = new ArrayList<>();
    for (int decade = first - 1; decade <= last; decade++) {
      double power = Math.pow(10, decade);
      if (decade >= first) {
        boolean labelled = Math.floorMod(decade, stride) == 0;
        ticks.add(new Tick(power, labelled ? label(power, decade, plain) : ""));
      }
      for (int m = 2; m < 10 && stride == 1; m++) {
        if (m * power > low && m * power < high) {
          boolean labelled = last - first < 2 && (m == 2 || m == 5);
          ticks.add(new Tick(m * power, labelled ? minor(m * power, power) : ""));
        }
      }
    }
    return ticks;
  }

  private static String minor(double value, double power) {
    return value >= 1e5 || power < 1e-4 ? power(value) : plain(value, power);
  }

  private static String label(double power, int decade, boolean plain) {
    return plain
        ? plain(power, power)
        : decade == 0 ? "1" : decade == 1 ? "10" : "10^{" + minus(String.valueOf(decade)) + "}";
  }

  private static String plain(double value, double step) {
    int digits = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return minus(Numbers.format("%." + digits + "f", value == 0 ? 0.0 : value));
  }

  private static String power(double value) {
    String[] parts = Numbers.format("%.3g", value).split("e");
    return value == 0
        ? "0"
        : parts.length == 1
            ? minus(parts[0])
            : minus(trim(parts[0])) + "·10^{" + minus(Integer.parseInt(parts[1]) + "") + "}";
  }

  private static String trim(String number) {
    return number.contains(".") ? number.replaceAll("0+$", "").replaceAll("\\.$", "") : number;
  }

  private static String minus(String number) {
    return number.replace('-', '−');
  }
}
