package org.ironopt.lab.file;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.io.InputError;

/**
 * Named values in a fixed order: numbers, strings, booleans, lists of numbers or strings. Written
 * as TOML for people, as JSON for programs, and hashed in its canonical text.
 */
public final class NamedValues {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Sets a value and returns this. */
  public NamedValues with(String key, Object value) {
    if (!(value instanceof Number
        || value instanceof String
        || value instanceof Boolean
        || value instanceof List<?>)) {
      throw new IllegalArgumentException(key + ": cannot be a " + value.getClass().getSimpleName());
    }
    values.put(key, value);
    return this;
  }

  /** Sets all values of another and returns this. */
  public NamedValues with(NamedValues other) {
    values.putAll(other.values);
    return this;
  }

  /** Sets a list of numbers and returns this. */
  public NamedValues with(String key, double[] value) {
    return with(key, Arrays.stream(value).boxed().toList());
  }

  /** Returns the values of these keys, in this order; a comma and a blank between them. */
  public NamedValues of(String keys) {
    NamedValues some = new NamedValues();
    List.of(keys.split(", ")).forEach(key -> some.with(key, require(key)));
    return some;
  }

  /** Returns the name of a constant in files and settings, such as {@code nag-gs}. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Map<String, Object> asMap() {
    return Collections.unmodifiableMap(values);
  }

  public boolean has(String key) {
    return values.containsKey(key);
  }

  public double number(String key) {
    return ((Number) require(key)).doubleValue();
  }

  /** Returns a whole number with all its digits, which {@link #number} rounds beyond 2^53. */
  public long whole(String key) {
    Number value = (Number) require(key);
    return value instanceof Double ? (long) value.doubleValue() : value.longValue();
  }

  public String text(String key) {
    return (String) require(key);
  }

  public double[] numbers(String key) {
    return ((List<?>) require(key)).stream().mapToDouble(v -> exact(key, (Number) v)).toArray();
  }

  private static double exact(String key, Number value) {
    double number = value.doubleValue();
    if (value instanceof Long whole && (long) number != whole) {
      throw new InputError(
          "%s has %s, expected whole numbers of at most 2^53 in a list", key, whole);
    }
    return number;
  }

  private Object require(String key) {
    Object value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("no value '" + key + "', there are " + values.keySet());
    }
    return value;
  }
}
