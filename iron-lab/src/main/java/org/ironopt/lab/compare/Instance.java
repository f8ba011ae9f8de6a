package org.ironopt.lab.compare;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.methods.Target;
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
record Instance(
    String name,
    String about,
    Objective objective,
    Regularizer regularizer,
    double[] start,
    Optional<Objective> validation,
    OptionalDouble smallest,
    double mu)
    implements Target {

  /** Returns F(x); NaN where x is not finite. */
  double value(double[] x) {
    return objective.value(x) + regularizer.value(x);
  }

  /** Returns the number by which steps are chosen, the smaller the better. */
  double score(double[] x) {
    return validation.isPresent() ? validation.get().value(x) : value(x);
  }
}
