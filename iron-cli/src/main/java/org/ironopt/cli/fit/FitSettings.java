package org.ironopt.cli.fit;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.CrossValidation.Search;
import org.ironopt.fit.Fit;
import org.ironopt.fit.Inference;
import org.ironopt.model.ModelKind;

/**
 * What a user wants fitted, and how.
 *
 * @param kind the model; empty to guess it from the targets
 * @param reg factor of the quadratic penalty; empty to choose it by cross-validation
 * @param l1 factor of the l1 penalty; empty to choose it by cross-validation
 * @param ratio share of l1 where both penalties are chosen
 * @param method by which the objective is minimised
 * @param tolerance certified relative gap to reach
 * @param scaled whether the penalty acts on the coefficients of scaled columns
 * @param intercept whether there is a constant term
 * @param balanced whether all classes get the same total weight
 * @param classWeights factors of the weights of named classes
 * @param errors by what standard errors are estimated; empty if only where they cost little
 * @param weightKind what weights of rows mean
 * @param timeLimit time for everything, the choice of the penalty included
 * @param steps limit of steps, if another than the library's
 * @param heldOut rows that are not learnt from
 * @param seed of the split, the folds and random steps
 * @param network to fit; empty for a linear model
 */
public record FitSettings(
    Optional<ModelKind> kind,
    OptionalDouble reg,
    OptionalDouble l1,
    double ratio,
    MethodChoice method,
    double tolerance,
    boolean scaled,
    boolean intercept,
    boolean balanced,
    Map<String, Double> classWeights,
    Optional<Inference.Errors> errors,
    Inference.WeightKind weightKind,
    Optional<Duration> timeLimit,
    OptionalInt steps,
    HeldOut heldOut,
    long seed,
    Optional<NetworkSettings> network) {

  /** Returns the penalty to look for, if there is one. */
  Optional<CrossValidation.Search> search() {
    if (reg.isPresent() && l1.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(reg.isPresent() ? Search.L1 : l1.isPresent() ? Search.REG : Search.BOTH);
  }

  /**
   * Puts all settings on a fit, the method with its step; a penalty that is looked for is the usual
   * one.
   */
  Fit apply(Fit fit, MethodChoice method) {
    fit.reg(reg.orElse(1e-4)).l1(l1.orElse(0));
    fit.classWeights(classWeights);
    fit.tolerance(tolerance).scale(scaled).intercept(intercept).balanced(balanced);
    fit.seed(seed);
    timeLimit.ifPresent(fit::timeLimit);
    steps.ifPresent(fit::stepLimit);
    return method.apply(fit);
  }
}
