package org.ironopt.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.ironopt.io.InputError;

/**
 * Numbers as typed: items separated by commas, each a number or a range {@code from..to:count} of
 * log-spaced points. {@code 1,10,200} and {@code 0.1..1e4:6} are lists.
 */
public record NumberList(List<Double> values) {
  /** Points of a range are rounded to this many digits, so that 1..1000:4 is 1, 10, 100, 1000. */
  private static final MathContext RANGE_DIGITS = new MathContext(12);

  private static final int MOST = 100_000;

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

  public NumberList {
    values = List.copyOf(values);
  }

  /** Returns the numbers that the text spells. */
  public static NumberList parse(String text) {
    if (text.isBlank()) {
      throw new InputError("the list is empty, expected numbers such as 1,10,200 or 1..1000:7");
    }
    List<Double> values = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      if (item.isBlank()) {
        throw new InputError("'" + text + "' has an empty item, expected numbers such as 1,10,200");
      }
      if (item.contains("..")) {
        addRange(item.strip(), values);
      } else {
        values.add(number(item));
      }
    }
    return new NumberList(values);
  }

  /** Returns the finite number that the text spells. */
  public static double number(String text) {
    if (DECIMAL.matcher(text.strip()).matches()) {
      double value = Double.parseDouble(text.strip());
      if (Double.isFinite(value)) {
        return value;
      }
    }
    throw new InputError("'" + text + "' is not a finite number");
  }

  private static void addRange(String item, List<Double> values) {
    String[] parts = item.split("\\.\\.|:", -1);
    if (parts.length != 3 || item.indexOf(':') < item.indexOf("..")) {
      throw new InputError(
          "'" + item + "' is not a range, expected from..to:count as in 0.1..1e4:6");
    }
    double from = number(parts[0]);
    double to = number(parts[1]);
    int count = count(parts[2], item);
    if (!(from > 0 && to > 0)) {
      throw new InputError("range '" + item + "' is log-spaced, expected both ends > 0");
    }
    Arrays.stream(logarithmic(from, to, count)).forEach(values::add);
  }

  /** Returns log-spaced numbers from one end to the other. */
  public static double[] logarithmic(double from, double to, int count) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> between(from, to, i / (count - 1.0)));
    values[0] = from;
    values[count - 1] = to;
    return values;
  }

  private static double between(double from, double to, double fraction) {
    double exponent = StrictMath.log10(from) * (1 - fraction) + StrictMath.log10(to) * fraction;
    return new BigDecimal(StrictMath.pow(10, exponent)).round(RANGE_DIGITS).doubleValue();
  }

  private static int count(String text, String item) {
    int count = COUNT.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (count < 2 || count > MOST) {
      throw new InputError("range '%s' has the count '%s', expected 2 to %s", item, text, MOST);
    }
    return count;
  }

  /** Returns the numbers as an array. */
  public double[] toArray() {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
