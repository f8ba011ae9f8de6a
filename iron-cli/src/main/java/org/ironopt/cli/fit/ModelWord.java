package org.ironopt.cli.fit;

import java.util.Locale;
import java.util.OptionalDouble;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.fit.Fit;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;

/**
 * What {@code --model} says of a linear model: its kind and, as in {@code negbin:2}, the number
 * that is part of it.
 */
record ModelWord(ModelKind kind, OptionalDouble shape) {
  /**
   * Reads it, or explains what it may be.
   *
   * @param others what else it may be, after a comma, or nothing
   */
  static ModelWord of(String word, String others) {
    String[] parts = word.split(":", 2);
    ModelKind kind;
    try {
      kind = OptionChecks.choice("--model", parts[0], ModelKind.values(), ModelKind::word);
    } catch (InputError e) {
      throw new InputError(e.getMessage() + others);
    }
    String name = kind.shape().orElse("");
    if (parts.length == 1) {
      InputError.when(
          !name.isEmpty(), "--model %s needs its %s, as in %s:2", kind.word(), name, kind.word());
      return new ModelWord(kind, OptionalDouble.empty());
    }
    InputError.when(name.isEmpty(), "--model %s takes no number, got '%s'", kind.word(), parts[1]);
    String option = "--model " + kind.word() + ":" + name.toUpperCase(Locale.ROOT);
    double shape = OptionChecks.number(option, parts[1], kind.word() + ":2");
    OptionChecks.number(option, shape, shape > 0, "> 0");
    return new ModelWord(kind, OptionalDouble.of(shape));
  }

  /** Gives a fit the number. */
  Fit apply(Fit fit) {
    return shape.isPresent() ? fit.shape(shape.getAsDouble()) : fit;
  }
}
