package org.ironopt.lab.cli;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ironopt.lab.InputError;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;

/** The words by which the command line and JSON call the methods and noise models. */
final class Names {
  private Names() {}

  static String of(Scheme scheme) {
    return switch (scheme) {
      case IRON -> "iron";
      case NAG_GS -> "nag-gs";
      case EXPLICIT_EULER -> "euler";
    };
  }

  static String of(NoiseSource noise) {
    return switch (noise) {
      case CENTER -> "center";
      case GRADIENT -> "gradient";
    };
  }

  static Scheme scheme(String text) {
    return choose(Scheme.values(), Names::of, "method", text);
  }

  static NoiseSource noise(String text) {
    return choose(NoiseSource.values(), Names::of, "noise model", text);
  }

  private static <T> T choose(T[] values, Function<T, String> name, String what, String text) {
    for (T value : values) {
      if (name.apply(value).equals(text)) {
        return value;
      }
    }
    String all = Arrays.stream(values).map(name).collect(Collectors.joining(", "));
    throw new InputError("'" + text + "' is not a " + what + ", expected one of " + all);
  }
}
