package org.ironopt.run;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.Locale;
import java.util.Optional;
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
 * @param unsaved why the last checkpoint that was due could not be written; empty if it was
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
    Work work,
    Optional<String> unsaved) {

  /** Returns the result of a run whose method could not start at x. */
  static RunResult notStarted(Ending ending, double[] x) {
    double none = Double.NaN;
    return new RunResult(ending, 0, x, none, none, x.clone(), none, 0, Work.NONE, Optional.empty());
  }

  /** Returns the same with another ending. */
  public RunResult ended(Ending other) {
    return new RunResult(
        other, steps, x, value, gradientNorm, best, bestValue, failedSolves, work, unsaved);
  }

  /**
   * Returns the result, or throws what ended the run if that was an exception; a checked one that
   * nobody declared comes as the cause of an {@link UndeclaredThrowableException}.
   */
  public RunResult orThrow() {
    if (!(ending instanceof Ending.Failed failed)) {
      return this;
    }
    switch (failed.cause()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new UndeclaredThrowableException(e);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %s; f = %.17g, |grad f| = %.3g, best f = %.17g%s",
        ending.getClass().getSimpleName(),
        ending.sentence(),
        value,
        gradientNorm,
        bestValue,
        unsaved.map(why -> "; " + why).orElse(""));
  }
}
