package org.ironopt.run;

import java.util.Locale;
import java.util.Optional;
import org.ironopt.method.StepReport;

/**
 * The ending of a run and its results.
 *
 * @param ending why it ended
 * @param last record of the last step, measured if x could be evaluated
 * @param x the last iterate
 * @param best the point of the smallest value seen, the start and the last iterate included; which
 *     iterates in between are seen depends on the method and on {@link Run#measureEvery}
 * @param failedSolves inner solves that did not meet their tolerance
 * @param chain the mean of the iterates, with {@link Run#averaging}
 * @param unsaved why the last checkpoint that was due could not be written; empty if it was
 */
public record RunResult(
    Ending ending,
    StepRecord last,
    double[] x,
    double[] best,
    long failedSolves,
    Optional<ChainMean> chain,
    Optional<String> unsaved) {

  /** Returns the result of a run whose method could not start at x. */
  static RunResult notStarted(Ending ending, double[] x) {
    return new RunResult(
        ending, StepRecord.standing(0), x, x.clone(), 0, Optional.empty(), Optional.empty());
  }

  /** Returns the same with another ending. */
  public RunResult ended(Ending other) {
    return new RunResult(other, last, x, best, failedSolves, chain, unsaved);
  }

  /** Returns the steps made, those before a resume included. */
  public long steps() {
    return last.step();
  }

  /** Returns f at {@code x}, NaN if it could not be evaluated. */
  public double value() {
    return last.value();
  }

  /** Returns the norm of the gradient at {@code x}, likewise. */
  public double gradientNorm() {
    return last.gradientNorm();
  }

  /** Returns f at {@code best}. */
  public double bestValue() {
    return last.bestValue();
  }

  /** Returns what the method spent; measuring is not charged. */
  public StepReport.Counts work() {
    return last.work();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %s; f = %.17g, |grad f| = %.3g, best f = %.17g%s",
        ending.getClass().getSimpleName(),
        ending.sentence(),
        value(),
        gradientNorm(),
        bestValue(),
        unsaved.map(why -> "; " + why).orElse(""));
  }
}
