package org.ironopt.lab.fit;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.ironopt.fit.Fit;
import org.ironopt.model.ModelKind;

/**
 * What a user wants fitted, and how.
 *
 * @param kind the model; empty to guess it from the targets
 * @param reg factor of the quadratic penalty; empty to choose it by cross-validation
 * @param l1 factor of the l1 penalty
 * @param method by which the objective is minimised
 * @param tolerance certified relative gap to reach
 * @param scaled whether the penalty acts on the coefficients of scaled columns
 * @param intercept whether there is a constant term
 * @param balanced whether all classes get the same total weight
 * @param timeLimit time for everything, the choice of the penalty included
 * @param steps limit of steps, if another than the library's
 * @param validation share of the rows kept for validation
 * @param seed of the split, the folds and random steps
 */
public record FitSettings(
    Optional<ModelKind> kind,
    OptionalDouble reg,
    double l1,
    MethodChoice method,
    double tolerance,
    boolean scaled,
    boolean intercept,
    boolean balanced,
    Optional<Duration> timeLimit,
    OptionalInt steps,
    double validation,
    long seed) {

  /** Returns these settings with another method, or the same one with its step. */
  FitSettings method(MethodChoice method) {
    return new FitSettings(
        kind,
        reg,
        l1,
        method,
        tolerance,
        scaled,
        intercept,
        balanced,
        timeLimit,
        steps,
        validation,
        seed);
  }

  /** Puts all settings on a fit but the penalty. */
  Fit apply(Fit fit) {
    fit.tolerance(tolerance).l1(l1).scale(scaled).intercept(intercept).balanced(balanced);
    fit.seed(seed);
    timeLimit.ifPresent(fit::timeLimit);
    steps.ifPresent(fit::stepLimit);
    return method.apply(fit);
  }
}
