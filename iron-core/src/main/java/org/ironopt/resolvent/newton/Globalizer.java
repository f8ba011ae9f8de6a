package org.ironopt.resolvent.newton;

import org.ironopt.resolvent.Globalization;

/** Turns directions into accepted steps; one class per family of {@link Globalization}. */
public interface Globalizer {
  /**
   * Damping after the first failure. The identity in J = I + lambda H makes 1 the unit; less leaves
   * long steps along directions of little curvature, where saddle points are left.
   */
  double FIRST_NU = 1e-2;

  /** No finite curvature needs a larger damping. */
  double LAST_NU = 1e30;

  /** Forgets earlier solves. */
  void begin();

  /** Returns what is remembered from solve to solve, always in the same order. */
  default double[][] memory() {
    return new double[0][];
  }

  /** Moves the equation to a better point, or leaves it alone and says why. */
  Move advance(Equation equation);

  /** What came of a step. */
  enum Move {
    TAKEN,
    /** No trial point was good enough. */
    REFUSED,
    /** The last trial point, or every direction, was not finite. */
    NOT_FINITE;

    static Move refused(Equation equation) {
      return equation.trialIsFinite() ? REFUSED : NOT_FINITE;
    }
  }
}
