package org.ironopt.lab.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.ironopt.lab.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.fit.FitSettings;
import org.ironopt.model.ModelKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is fitted, and how. */
final class FitOptions {
  /** Those that a command can fit. */
  private static final ModelKind[] KINDS = {ModelKind.LOGISTIC, ModelKind.SOFTMAX, ModelKind.RIDGE};

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "logistic, softmax or ridge. Default: guessed from the targets.")
  private String model;

  @Option(
      names = "--reg",
      paramLabel = "R",
      defaultValue = "1e-4",
      description = "Factor of the penalty R/2 |w|^2, >= 0, or auto; default: 1e-4.")
  private String reg;

  @Option(
      names = "--l1",
      paramLabel = "R1",
      description = "Adds R1 |w|_1, which makes coefficients zero; default: 0.")
  private Double l1;

  @Mixin private MethodOptions method;

  @Option(
      names = "--tolerance",
      paramLabel = "GAP",
      description = "Certified relative gap (f - f*)/f* to reach; default: 1e-9.")
  private Double tolerance;

  @Option(
      names = "--no-scale",
      description = "The penalty acts on the coefficients as they are, not on scaled ones.")
  private boolean noScale;

  @Option(names = "--no-intercept", description = "No constant term.")
  private boolean noIntercept;

  @Option(
      names = "--class-weight",
      paramLabel = "RULE",
      description = "balanced: all classes get the same total weight.")
  private String classWeight;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      description = "End with the best model so far after this time.")
  private Double timeLimit;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "End after so many steps; default: 1000.")
  private Integer steps;

  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      description = "Share of the rows kept for validation and early stopping; default: 0.")
  private Double validation;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the split and of random steps; default: 0.")
  private Long seed;

  /** Returns what was asked for; refuses values out of range and options that exclude others. */
  FitSettings settings() {
    double l1 = atLeastZero("--l1", this.l1);
    return new FitSettings(
        Optional.ofNullable(model).map(word -> Check.choice("--model", word, KINDS)),
        reg(),
        l1,
        method.choice(l1),
        tolerance == null ? 1e-9 : Check.number("--tolerance", tolerance, tolerance > 0, "> 0"),
        !noScale,
        !noIntercept,
        balanced(),
        timeLimit(),
        steps == null ? OptionalInt.empty() : OptionalInt.of((int) atLeastZero("--steps", steps)),
        validation(),
        seed == null ? 0 : seed);
  }

  private static double atLeastZero(String option, Number value) {
    double number = value == null ? 0 : value.doubleValue();
    return Check.number(option, number, number >= 0, ">= 0");
  }

  /** Returns the penalty, or empty if it is to be found. */
  private OptionalDouble reg() {
    if (reg.equals("auto")) {
      return OptionalDouble.empty();
    }
    double value;
    try {
      value = NumberList.number(reg);
    } catch (InputError e) {
      throw new InputError("--reg: " + e.getMessage() + ", expected one such as 1e-4, or auto");
    }
    return OptionalDouble.of(atLeastZero("--reg", value));
  }

  private boolean balanced() {
    if (classWeight != null && !classWeight.equals("balanced")) {
      throw new InputError("--class-weight is '" + classWeight + "', expected balanced");
    }
    return classWeight != null;
  }

  private Optional<Duration> timeLimit() {
    return Optional.ofNullable(timeLimit)
        .map(seconds -> Check.number("--time-limit", seconds, seconds > 0, "> 0"))
        .map(seconds -> Duration.ofNanos((long) Math.min(1e18, 1e9 * seconds)));
  }

  private double validation() {
    double share = validation == null ? 0 : validation;
    return Check.number("--validation", share, share >= 0 && share < 1, ">= 0 and < 1");
  }
}
