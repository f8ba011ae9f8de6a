package org.ironopt.run;

import org.ironopt.method.Work;

/**
 * How a run ended and what it found.
 *
 * @param ending why it ended
 * @param steps steps made, those before a resume included
 * @param x the last iterate
 * @param value f at {@code x}, NaN if it could not be evaluated
 * @param gradientNorm norm of the gradient at {@code x}, likewise
 * @param best the point of the smallest value seen, the start and the last iterate included; which
 *     iterates in between are seen depends on the method and on {@link Run#measureEvery}
 * @param bestValue f at {@code best}
 * @param failedSolves inner solves that did not meet their tolerance
 * @param work what the method spent; measuring is not charged
 */
public record RunResult(
    Ending ending,
    long steps,
    double[] x,
    double value,
    double gradientNorm,
    double[] best,
    double bestValue,
    long failedSolves,
    Work work) {

  /** Returns the result, or throws what ended the run if that was an exception. */
  public RunResult orThrow() {
    if (ending instanceof Ending.Failed failed) {
      throw failed.cause();
    }
    return this;
  }

  @Override
  public String toString() {
    return "%s: %s; f = %.17g, |grad f| = %.3g, best f = %.17g"
        .formatted(
            ending.getClass().getSimpleName(), ending.sentence(), value, gradientNorm, bestValue);
  }
}
