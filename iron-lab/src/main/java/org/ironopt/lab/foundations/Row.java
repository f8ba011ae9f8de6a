package org.ironopt.lab.foundations;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.ironopt.linalg.internal.Require;

/** The numbers of one instance, by the names of a study's columns. */
final class Row {
  private final Map<String, Double> numbers = new HashMap<>();

  /** Sets a number; NaN says that the statement does not apply to this instance. */
  Row put(String name, double number) {
    numbers.put(name, number);
    return this;
  }

  /** Sets a value over its bound, NaN where there is no bound. */
  Row ratio(String name, double value, OptionalDouble bound) {
    return put(name, value / bound.orElse(Double.NaN));
  }

  /** Keeps the largest of several numbers, at least 0; a NaN stays. */
  Row raise(String name, double number) {
    return put(name, Math.max(numbers.getOrDefault(name, 0.0), number));
  }

  /** Returns the numbers in the order of the columns, which must be those that were set. */
  double[] numbers(List<String> columns) {
    Set<String> names = numbers.keySet();
    Require.that(
        names.equals(Set.copyOf(columns)), "measured %s, the columns are %s", names, columns);
    return columns.stream().mapToDouble(numbers::get).toArray();
  }
}
