package org.ironopt.resolvent.newton;

import org.ironopt.resolvent.Direction;

/** Finds the step of a Newton iteration; one class and one workspace per {@link Direction}. */
public interface DirectionSolver {
  /** Forgets earlier solves, except for what is kept in {@link #memory}. */
  default void begin() {}

  /** Returns what is remembered from solve to solve, always in the same order. */
  default double[][] memory() {
    return new double[0][];
  }

  /** Takes notice of a new current point. */
  void linearize(Equation equation);

  /**
   * Overwrites the equation's step with a solution of {@code (J + nu I) s = -g}, as accurate as the
   * direction is. Returns false if there is none to be had at this nu (a factorization that needs a
   * positive definite matrix did not get one).
   */
  boolean solve(Equation equation, double nu);

  /** Drops what earlier steps taught; returns whether that can change the direction. */
  default boolean restart() {
    return false;
  }
}
