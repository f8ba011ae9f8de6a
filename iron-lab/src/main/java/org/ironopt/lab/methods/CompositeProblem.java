package org.ironopt.lab.methods;

import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;

/** What a method is made for: minimise {@code F = f + r} from a start. */
public interface CompositeProblem {
  /** Returns f. */
  Objective objective();

  /** Returns r. */
  Regularizer regularizer();

  /**
   * Returns r together with a quadratic penalty that f could be relieved of, for methods that take
   * all of it by its proximal map.
   */
  default Regularizer penalty() {
    return regularizer();
  }

  /** Returns where the method starts. */
  double[] start();

  /** Returns the strong convexity that the method is told, positive. */
  double mu();

  /** Returns whether there is an r. */
  default boolean composite() {
    return !regularizer().equals(Regularizer.none());
  }

  /** Returns the number of terms, 1 if f is no sum. */
  default int terms() {
    return objective() instanceof FiniteSum sum ? sum.terms() : 1;
  }
}
