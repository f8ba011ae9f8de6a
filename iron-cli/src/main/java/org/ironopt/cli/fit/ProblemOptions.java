package org.ironopt.cli.fit;

import java.util.Map;
import java.util.Optional;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import picocli.CommandLine.Option;

/** What is minimised beside the penalty itself: scaling, intercept, weights, exposures. */
public final class ProblemOptions extends ScalingOptions {
  @Option(
      names = "--class-weight",
      paramLabel = "WEIGHTS",
      description =
          "balanced (equal total weights of all classes), or weights as in yes=5,no=1; columns are then scaled for the penalty by their weighted deviation.")
  private String classWeight;

  @Option(
      names = "--exposure",
      paramLabel = "COLUMN",
      description = "Column with the exposure (time or area) of each count of --model poisson.")
  private String exposure;

  @Option(
      names = "--offset",
      paramLabel = "COLUMN",
      description = "Column with the logarithm of the exposure.")
  private String offset;

  /** Puts all of it on a fit. */
  @Override
  public Fit apply(Fit fit) {
    return super.apply(fit).balanced(balanced()).classWeights(classWeights());
  }

  /** Refuses weights of what is no class and exposures of what is no count. */
  void check(ModelKind kind, Dataset data) {
    if ((balanced() || !classWeights().isEmpty()) && !kind.classes()) {
      throw new InputError(
          "--class-weight%s needs classes, and the targets of %s are numbers; leave it out",
          balanced() ? " balanced" : "", kind.word());
    }
    for (String name : classWeights().keySet()) {
      if (!data.classNames().contains(name)) {
        throw new InputError(
            "--class-weight names '%s', which is no class of the target; the classes are %s",
            name, data.classNames());
      }
    }
    if (exposure().isPresent() && kind != ModelKind.POISSON) {
      throw new InputError(
          "--%s is for Poisson counts, and the model is %s; give --model poisson, or leave it out",
          exposure().get().key(), kind.word());
    }
  }

  /** Returns whether all classes get the same total weight. */
  boolean balanced() {
    return "balanced".equals(classWeight);
  }

  /** Returns factors of the weights of named classes. */
  Map<String, Double> classWeights() {
    return classWeight == null || balanced()
        ? Map.of()
        : OptionChecks.weights("--class-weight", classWeight, "balanced, or ");
  }

  /** Returns the column of exposures, or of their logarithms; empty for none. */
  public Optional<ExposureColumn> exposure() {
    if (exposure != null && offset != null) {
      throw new InputError("--exposure and --offset set the same value; leave one out");
    }
    return exposure != null
        ? Optional.of(new ExposureColumn(exposure, false))
        : Optional.ofNullable(offset).map(column -> new ExposureColumn(column, true));
  }
}
