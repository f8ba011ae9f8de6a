package org.ironopt.cli.tables;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.ironopt.cli.fit.Exposure;
import org.ironopt.cli.fit.FitSettings;
import org.ironopt.cli.fit.NetworkSettings;
import org.ironopt.cli.shared.Check;
import org.ironopt.cli.shared.Words;
import org.ironopt.fit.Inference;
import org.ironopt.io.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.model.ModelKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is fitted, and how. */
final class FitOptions {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      completionCandidates = Words.FittedModels.class,
      description = {
        "logistic, softmax, ridge, poisson, or network (its outputs as the targets ask, or",
        "network:ridge and the like). Default: guessed from the targets."
      })
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
          "Adds R1 |w|_1, which makes coefficients zero; auto (with --reg auto: both); default: 0.")
  private String l1;

  @Option(
      names = "--l1-ratio",
      paramLabel = "SHARE",
      description =
          "Share of R1 in R1 + R with --l1 auto --reg auto, above 0, below 1; default: 0.5.")
  private Double ratio;

  @Mixin private NetworkOptions network;
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

  @Option(
      names = "--no-intercept",
      description = "No constant term; columns are then scaled by their root mean square.")
  private boolean noIntercept;

  @Option(
      names = "--class-weight",
      paramLabel = "WEIGHTS",
      description = {
        "balanced (all classes weigh the same), or as in yes=5,no=1; columns are then",
        "scaled for the penalty by their weighted deviation."
      })
  private String classWeight;

  @Option(
      names = "--exposure",
      paramLabel = "COLUMN",
      description = "Column of a table: how long, or over how much, --model poisson counted.")
  private String exposure;

  @Option(names = "--offset", paramLabel = "COLUMN", description = "The same by its logarithm.")
  private String offset;

  @Option(names = "--errors", description = "Standard errors also where they take long.")
  private boolean errors;

  @Option(
      names = "--robust",
      description =
          "Standard errors that need no equal variances (HC3), also where they take long.")
  private boolean robust;

  @Option(
      names = "--weights-are",
      paramLabel = "KIND",
      description = {
        "For errors: frequency (a row of weight two counts as two rows; the default) or",
        "precision (its variance is half; a common factor of all weights changes nothing)."
      })
  private String weightKind;

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

  @Mixin private HeldOutOptions heldOut;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the split and of random steps; default: 0.")
  private Long seed;

  /** Returns what was asked for; refuses values out of range and options that exclude others. */
  FitSettings settings() {
    OptionalDouble l1 = penalty("--l1", this.l1);
    OptionalDouble reg = penalty("--reg", this.reg);
    if (ratio != null) {
      Check.number("--l1-ratio", ratio, ratio > 0 && ratio < 1, "> 0 and < 1");
      if (l1.isPresent() || reg.isPresent()) {
        throw new InputError("--l1-ratio needs --l1 auto and --reg auto; leave it out");
      }
    }
    Optional<NetworkSettings> layers = network.settings(isNetwork());
    if (layers.isPresent() && reg.isEmpty()) {
      throw new InputError(
          "--reg auto does not apply to --model network; give a number, as in --reg 1e-4");
    }
    return new FitSettings(
        kind(),
        reg,
        l1,
        ratio == null ? 0.5 : ratio,
        method.choice(l1.orElse(1) > 0),
        tolerance == null ? 1e-9 : Check.number("--tolerance", tolerance, tolerance > 0, "> 0"),
        !noScale,
        !noIntercept,
        "balanced".equals(classWeight),
        classWeights(),
        errors(),
        weightKind(),
        timeLimit(),
        steps == null ? OptionalInt.empty() : OptionalInt.of((int) atLeastZero("--steps", steps)),
        heldOut.settings(isNetwork()),
        seed == null ? 0 : seed,
        layers);
  }

  private Optional<Inference.Errors> errors() {
    return robust
        ? Optional.of(Inference.Errors.ROBUST)
        : errors ? Optional.of(Inference.Errors.CLASSICAL) : Optional.empty();
  }

  private Inference.WeightKind weightKind() {
    return weightKind == null
        ? Inference.WeightKind.FREQUENCY
        : Check.choice(
            "--weights-are",
            weightKind,
            Inference.WeightKind.values(),
            kind -> kind.name().toLowerCase(Locale.ROOT));
  }

  private boolean isNetwork() {
    return model != null && model.matches(NetworkOptions.WORD + "(:.*)?");
  }

  /** Returns the model, or what the outputs of a network mean; empty to guess it. */
  private Optional<ModelKind> kind() {
    if (model == null || model.equals(NetworkOptions.WORD)) {
      return Optional.empty();
    }
    ModelKind[] all =
        isNetwork()
            ? new ModelKind[] {ModelKind.LOGISTIC, ModelKind.SOFTMAX, ModelKind.RIDGE}
            : ModelKind.values();
    String prefix = isNetwork() ? NetworkOptions.WORD + ":" : "";
    try {
      return Optional.of(Check.choice("--model", model, all, k -> prefix + k.word()));
    } catch (InputError e) {
      throw new InputError(e.getMessage() + (isNetwork() ? "" : ", " + NetworkOptions.WORD));
    }
  }

  private static double atLeastZero(String option, Number value) {
    double number = value == null ? 0 : value.doubleValue();
    return Check.number(option, number, number >= 0, ">= 0");
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
    return OptionalDouble.of(atLeastZero(option, value));
  }

  private Map<String, Double> classWeights() {
    return classWeight == null || classWeight.equals("balanced")
        ? Map.of()
        : ClassWeights.parse("--class-weight", classWeight, "balanced, or ");
  }

  /** Returns the column of exposures, or of their logarithms; empty for none. */
  Optional<Exposure> exposure() {
    if (exposure != null && offset != null) {
      throw new InputError("--exposure and --offset say the same; leave one out");
    }
    return exposure != null
        ? Optional.of(new Exposure(exposure, false))
        : Optional.ofNullable(offset).map(column -> new Exposure(column, true));
  }

  private Optional<Duration> timeLimit() {
    return Optional.ofNullable(timeLimit)
        .map(seconds -> Check.number("--time-limit", seconds, seconds > 0, "> 0"))
        .map(seconds -> Duration.ofNanos((long) Math.min(1e18, 1e9 * seconds)));
  }
}
