package org.ironopt.cli.shared;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;

/** Checks the values of options; a refusal names the option, its value and what was expected. */
public final class OptionChecks {
  private OptionChecks() {}

  /** Returns the value if it is in range. */
  public static double number(String option, double value, boolean holds, String expected) {
    InputError.when(
        !holds, "%s has the value %s, expected a number %s", option, Numbers.text(value), expected);
    return value;
  }

  /** Refuses a value that was given and is out of range; a null is none. */
  public static void given(String option, Number value, DoublePredicate inRange, String expected) {
    if (value != null) {
      number(option, value.doubleValue(), inRange.test(value.doubleValue()), expected);
    }
  }

  /** Returns the number in a part of an option's value. */
  public static double number(String option, String text, String example) {
    try {
      return NumberList.number(text);
    } catch (InputError e) {
      throw new InputError("%s: %s, expected such as %s", option, e.getMessage(), example);
    }
  }

  /**
   * Returns the name and the value of a part {@code NAME=VALUE} of an option's value.
   *
   * @param whole value of the option
   * @param expected what a refusal asks for
   */
  public static Map.Entry<String, String> pair(
      String option, String whole, String part, String expected) {
    int sign = part.lastIndexOf('=');
    InputError.when(sign < 1, "%s is '%s', expected %s", option, whole, expected);
    return Map.entry(part.substring(0, sign).strip(), part.substring(sign + 1).strip());
  }

  /** Returns the weights of classes in a text such as {@code yes=5,no=1}, each {@code >= 0}. */
  public static Map<String, Double> weights(String option, String text, String more) {
    Map<String, Double> weights = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      var pair = pair(option, text, part, more + "weights as in yes=5,no=1");
      double weight = number(option, pair.getValue(), "yes=5,no=1");
      number(option, weight, weight >= 0, ">= 0");
      if (weights.put(pair.getKey(), weight) != null) {
        throw new InputError("%s is '%s', which names a class twice", option, text);
      }
    }
    return weights;
  }

  /** Refuses an option that does nothing without another one. */
  public static void needs(String option, boolean given, String other, boolean there) {
    InputError.when(given && !there, "%s does nothing without %s; leave it out", option, other);
  }

  /** Returns the value of an option that has no default. */
  public static <T> T required(String option, T value, String example) {
    InputError.when(value == null, "%s is missing, give it as in %s", option, example);
    return value;
  }

  /** Returns the numbers of a list that has no default, each above zero. */
  public static double[] positive(String option, NumberList list, String example) {
    double[] values = required(option, list, option + " " + example).toArray();
    for (double value : values) {
      number(option, value, value > 0, "> 0");
    }
    return values;
  }

  /** Returns the constant that the option names, in lower case with hyphens. */
  public static <E extends Enum<E>> E choice(String option, String word, E[] all) {
    return choice(option, word, all, OptionChecks::word);
  }

  public static <T> T choice(String option, String word, T[] all, Function<T, String> name) {
    for (T value : all) {
      if (name.apply(value).equals(word)) {
        return value;
      }
    }
    String words = Arrays.stream(all).map(name).collect(Collectors.joining(", "));
    throw new InputError(option + " is '" + word + "', expected one of " + words);
  }

  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a time in seconds, which is empty if it was not given. */
  public static Optional<Duration> seconds(String option, Double given) {
    return Optional.ofNullable(given)
        .map(seconds -> number(option, seconds, seconds > 0, "> 0"))
        .map(seconds -> Duration.ofNanos((long) Math.min(1e18, 1e9 * seconds)));
  }
}
