package org.ironopt.lab.compare;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.methods.CompositeProblem;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;

/**
 * A problem that methods are compared on: minimise {@code F = f + r} from a start.
 *
 * @param name short name
 * @param about what it is, in words that say all that determines it
 * @param objective f
 * @param regularizer r
 * @param start where every method starts
 * @param validation f on held-out data, by which steps are chosen; F itself if there is none
 * @param smallest the minimum of F, if it is known
 * @param mu strong convexity that methods are told, positive
 */
record ProblemInstance(
    String name,
    String about,
    Objective objective,
    Regularizer regularizer,
    double[] start,
    Optional<Objective> validation,
    OptionalDouble smallest,
    double mu)
    implements CompositeProblem {
  /** Returns a problem without a regularizer, held-out data or a known minimum. */
  static ProblemInstance of(String name, String about, Objective f, double[] start, double mu) {
    return new ProblemInstance(
        name, about, f, Regularizer.none(), start, Optional.empty(), OptionalDouble.empty(), mu);
  }

  /** Adds a regularizer. */
  ProblemInstance with(Regularizer r) {
    return new ProblemInstance(name, about, objective, r, start, validation, smallest, mu);
  }

  /** Chooses steps by f on held-out data. */
  ProblemInstance judgedBy(Objective heldOut) {
    return new ProblemInstance(
        name, about, objective, regularizer, start, Optional.of(heldOut), smallest, mu);
  }

  /** Tells the minimum. */
  ProblemInstance downTo(double value) {
    return new ProblemInstance(
        name, about, objective, regularizer, start, validation, OptionalDouble.of(value), mu);
  }

  /** Returns F(x); NaN where x is not finite, or where f refuses it. */
  double value(double[] x) {
    return value(objective, x) + regularizer.value(x);
  }

  private static double value(Objective f, double[] x) {
    try {
      return f.value(x);
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException refused) {
      return Double.NaN;
    }
  }

  /** Returns the number by which steps are chosen, the smaller the better. */
  double score(double[] x) {
    return validation.isPresent() ? value(validation.get(), x) : value(x);
  }
}
