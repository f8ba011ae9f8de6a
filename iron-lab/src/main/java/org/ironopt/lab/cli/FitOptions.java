package org.ironopt.lab.cli;

import java.time.Duration;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.lab.InputError;
import org.ironopt.lab.NumberList;
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
      description = "logistic, softmax or ridge. Default: what the targets ask for.")
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

  /** Returns the model asked for, if any. */
  Optional<ModelKind> kind() {
    return Optional.ofNullable(model).map(word -> Check.choice("--model", word, KINDS));
  }

  double tolerance() {
    double value = tolerance == null ? 1e-9 : tolerance;
    return Check.number("--tolerance", value, value > 0, "> 0");
  }

  boolean scaled() {
    return !noScale;
  }

  boolean intercept() {
    return !noIntercept;
  }

  /** Returns whether the penalty is to be found. */
  boolean auto() {
    return reg.equals("auto");
  }

  double reg() {
    double value;
    try {
      value = NumberList.number(reg);
    } catch (InputError e) {
      throw new InputError("--reg: " + e.getMessage() + ", expected one such as 1e-4, or auto");
    }
    return Check.number("--reg", value, value >= 0, ">= 0");
  }

  double l1() {
    double value = l1 == null ? 0 : l1;
    return Check.number("--l1", value, value >= 0, ">= 0");
  }

  /** Returns the time that a fit may take, its penalty found included. */
  Optional<Duration> timeLimit() {
    if (timeLimit == null) {
      return Optional.empty();
    }
    double seconds = Check.number("--time-limit", timeLimit, timeLimit > 0, "> 0");
    return Optional.of(Duration.ofNanos((long) Math.min(1e18, 1e9 * seconds)));
  }

  /** Returns by which method. */
  MethodOptions method() {
    return method;
  }

  /** Refuses options that do not go together. */
  void check() {
    method.check(l1());
    tolerance();
    if (!auto()) {
      reg();
    }
    timeLimit();
    balanced();
    if (steps != null) {
      Check.number("--steps", steps, steps >= 0, ">= 0");
    }
  }

  /** Looks for a step if the method needs one; returns what to say about it. */
  Optional<String> findStep(ModelKind kind, Dataset data, long seed) {
    double penalty = auto() ? NumberList.number("1e-4") : reg();
    return method.find(data, seed, rows -> apply(Fit.of(kind, rows)).reg(penalty).seed(seed));
  }

  /** Puts all settings on a fit but the penalty. */
  Fit apply(Fit fit) {
    fit.tolerance(tolerance()).l1(l1()).scale(scaled()).intercept(intercept()).balanced(balanced());
    method.apply(fit);
    timeLimit().ifPresent(fit::timeLimit);
    if (steps != null) {
      fit.stepLimit(steps);
    }
    return fit;
  }

  boolean balanced() {
    if (classWeight != null && !classWeight.equals("balanced")) {
      throw new InputError("--class-weight is '" + classWeight + "', expected balanced");
    }
    return classWeight != null;
  }
}
