package org.ironopt.fit;

/**
 * Where a fit stands after a step; no clock in it.
 *
 * @param step number of the step, 0 for the start
 * @param alpha step length, NaN at the start
 * @param objective the regularised training objective
 * @param gap bound on its relative distance from the optimum, infinite if nothing is known
 * @param validation loss on the validation rows, NaN without them
 * @param passes how often the data was read so far
 */
public record FitStep(
    long step, double alpha, double objective, double gap, double validation, long passes) {
  /** Returns the same about the model that is handed back. */
  FitStep of(Certificate.Bound bound, long all) {
    return new FitStep(step, alpha, bound.value(), bound.relative(), validation, all);
  }
}
