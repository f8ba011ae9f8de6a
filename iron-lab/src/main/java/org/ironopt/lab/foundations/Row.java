package org.ironopt.lab.foundations;

import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/** The numbers of one instance, by the names of a study's columns. */
final class Row {
  private final List<String> names;
  private final Double[] numbers;

  Row(List<String> names) {
    this.names = names;
    numbers = new Double[names.size()];
  }

  private int at(String name) {
    int at = names.indexOf(name);
    Require.that(at >= 0, "no column '%s', there are %s", name, names);
    return at;
  }

  /** Sets a number; NaN says that the statement does not apply to this instance. */
  Row put(String name, double number) {
    numbers[at(name)] = number;
    return this;
  }

  /** Sets a value over its bound, NaN where there is no bound. */
  Row ratio(String name, double value, OptionalDouble bound) {
    return put(name, bound.isPresent() ? value / bound.getAsDouble() : Double.NaN);
  }

  /** Keeps the largest of several numbers, at least 0; a NaN stays. */
  Row raise(String name, double number) {
    Double before = numbers[at(name)];
    return put(name, Math.max(before == null ? 0 : before, number));
  }

  /** Returns the numbers in the order of the columns, each of which must have been set. */
  double[] numbers() {
    double[] all = new double[numbers.length];
    for (int i = 0; i < all.length; i++) {
      Require.that(numbers[i] != null, "nothing was measured of '%s'", names.get(i));
      all[i] = numbers[i];
    }
    return all;
  }
}
