package org.ironopt.cli.fit;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.ironopt.cli.render.FitReport;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.CrossValidation.Search;
import org.ironopt.fit.Fit;
import org.ironopt.fit.Inference;
import org.ironopt.io.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.model.ModelKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a user wants fitted, and how. */
public final class FitOptions {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      completionCandidates = CompletionCandidates.FittedModels.class,
      description =
          "logistic, softmax, ridge, poisson, gamma, negbin:THETA, huber:DELTA or network. THETA: variance m + m^2/THETA at mean m; DELTA: largest residual with a square loss, in units of the target; network:ridge: a network with the outputs of ridge. Default: guessed from the targets.")
  private String model;

  @Option(
      names = "--reg",
      paramLabel = "R",
      defaultValue = "1e-4",
      description =
          "Factor of the penalty R/2 |w|^2, >= 0, or auto (by cross-validation); default: 1e-4.")
  private String reg;

  @Option(
      names = "--l1",
      paramLabel = "R1",
      defaultValue = "0",
      description =
          "Factor of the penalty R1 |w|_1, which sets coefficients to zero, or auto (by cross-validation; with --reg auto both); default: 0.")
  private String l1;

  @Option(
      names = "--l1-ratio",
      paramLabel = "SHARE",
      description =
          "Share of R1 in R1 + R with --l1 auto --reg auto, between 0 and 1; default: 0.5.")
  private Double ratio;

  @Mixin private NetworkOptions network;
  @Mixin MethodOptions method;

  @Option(
      names = "--tolerance",
      paramLabel = "GAP",
      description = "Certified relative gap (f - f*)/f* to reach; default: 1e-9.")
  Double tolerance = 1e-9;

  @Mixin ProblemOptions problem;

  @Option(
      names = "--errors",
      description = "Compute standard errors even where they are expensive.")
  private boolean errors;

  @Option(
      names = "--robust",
      description =
          "Compute standard errors for unequal variances (HC3), even where they are expensive.")
  private boolean robust;

  @Option(
      names = "--weights-are",
      paramLabel = "KIND",
      description =
          "Meaning of weights for standard errors: frequency (a row of weight two is two rows; default) or precision (its variance is half; a common factor of all weights changes nothing).")
  private String weightKind;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      description = "End with the best model so far after this time.")
  private Double timeLimit;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Largest number of steps; default: 1000.")
  private Integer steps;

  @Mixin HeldOutOptions heldOut;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the split and of random steps; default: 0.")
  long seed;

  /** Refuses values out of range and options that exclude others. */
  public void check() {
    OptionalDouble r1 = l1();
    OptionalDouble r = reg();
    if (ratio != null) {
      OptionChecks.number("--l1-ratio", ratio, ratio > 0 && ratio < 1, "> 0 and < 1");
      if (r1.isPresent() || r.isPresent()) {
        throw new InputError("--l1-ratio needs --l1 auto and --reg auto; leave it out");
      }
    }
    network.check(isNetwork());
    if (isNetwork() && r.isEmpty()) {
      throw new InputError(
          "--reg auto does not apply to --model network; give a number, as in --reg 1e-4");
    }
    kind();
    method.check(r1.orElse(1) > 0);
    OptionChecks.number("--tolerance", tolerance, tolerance > 0, "> 0");
    problem.classWeights();
    weightKind();
    timeLimit();
    steps();
    heldOut.check(isNetwork());
  }

  /** Returns the penalty to look for, if there is one. */
  Optional<CrossValidation.Search> search() {
    if (reg().isPresent() && l1().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(reg().isPresent() ? Search.L1 : l1().isPresent() ? Search.REG : Search.BOTH);
  }

  /** Puts all of it on a fit. */
  Fit apply(Fit fit) {
    return apply(fit, method.step());
  }

  /**
   * Puts all of it on a fit, the method with a step; a penalty that is looked for is the usual one.
   */
  Fit apply(Fit fit, OptionalDouble step) {
    fit.reg(reg().orElse(1e-4)).l1(l1().orElse(0));
    linear().ifPresent(word -> word.apply(fit));
    problem.apply(fit).tolerance(tolerance).seed(seed);
    timeLimit().ifPresent(fit::timeLimit);
    steps().ifPresent(fit::stepLimit);
    return method.apply(fit, step);
  }

  /** Returns the factor of the quadratic penalty; empty to choose it by cross-validation. */
  OptionalDouble reg() {
    return penalty("--reg", reg);
  }

  private OptionalDouble l1() {
    return penalty("--l1", l1);
  }

  /** Returns the share of l1 where both penalties are chosen. */
  double ratio() {
    return ratio == null ? 0.5 : ratio;
  }

  /** Returns by what standard errors are estimated; empty if only where they cost little. */
  Optional<Inference.Errors> errors() {
    return robust
        ? Optional.of(Inference.Errors.ROBUST)
        : errors ? Optional.of(Inference.Errors.CLASSICAL) : Optional.empty();
  }

  Inference.WeightKind weightKind() {
    return weightKind == null
        ? Inference.WeightKind.FREQUENCY
        : OptionChecks.choice("--weights-are", weightKind, Inference.WeightKind.values());
  }

  /** Returns the limit of steps, if another than the library's. */
  OptionalInt steps() {
    return steps == null
        ? OptionalInt.empty()
        : OptionalInt.of((int) OptionChecks.number("--steps", steps, steps >= 0, ">= 0"));
  }

  /** Returns the network to fit; empty for a linear model. */
  Optional<NetworkOptions> network() {
    return isNetwork() ? Optional.of(network) : Optional.empty();
  }

  private boolean isNetwork() {
    return model != null && model.matches(NetworkOptions.WORD + "(:.*)?");
  }

  /** Returns the model, or what the outputs of a network mean; empty to guess it. */
  Optional<ModelKind> kind() {
    if (model == null || model.equals(NetworkOptions.WORD)) {
      return Optional.empty();
    }
    if (!isNetwork()) {
      return linear().map(ModelWord::kind);
    }
    ModelKind[] all = {ModelKind.LOGISTIC, ModelKind.SOFTMAX, ModelKind.RIDGE};
    String prefix = NetworkOptions.WORD + ":";
    return Optional.of(OptionChecks.choice("--model", model, all, k -> prefix + k.word()));
  }

  private Optional<ModelWord> linear() {
    return Optional.ofNullable(model)
        .filter(word -> !isNetwork())
        .map(word -> ModelWord.of(word, ", " + NetworkOptions.WORD));
  }

  /** Returns a penalty, or empty if it is to be found. */
  private static OptionalDouble penalty(String option, String text) {
    if (text.equals("auto")) {
      return OptionalDouble.empty();
    }
    double value;
    try {
      value = NumberList.number(text);
    } catch (InputError e) {
      throw new InputError("%s: %s, expected one such as 1e-4, or auto", option, e.getMessage());
    }
    return OptionalDouble.of(OptionChecks.number(option, value, value >= 0, ">= 0"));
  }

  /** Returns what a report repeats of it. */
  FitReport.Asked asked() {
    return new FitReport.Asked(method.word, method.step(), method.words(), tolerance);
  }

  /** Returns the column of exposures, or of their logarithms; empty for none. */
  public Optional<ExposureColumn> exposure() {
    return problem.exposure();
  }

  /** Returns the time for everything, the choice of the penalty included. */
  Optional<Duration> timeLimit() {
    return OptionChecks.seconds("--time-limit", timeLimit);
  }
}
