package org.ironopt.resolvent.precondition;

import org.ironopt.resolvent.newton.Equation;

/** A preconditioner that is built at one point and serves around it: the start of a solve. */
abstract class Sketch extends PreconditionerSolver {
  /** That of the present solve, perhaps another than when the sketch was made. */
  double lambda;

  private boolean tried;
  private boolean good;

  @Override
  public final void begin() {
    tried = false;
  }

  /** Begins a solve with what {@link #memory} holds, which was good or not. */
  final void keep(boolean wasGood) {
    tried = true;
    good = wasGood;
  }

  @Override
  public final void linearize(Equation equation) {
    lambda = equation.lambda();
    if (!tried) {
      tried = true;
      good = build(equation);
    }
  }

  /** Fills {@link #memory} at the current point; returns whether that can be used. */
  abstract boolean build(Equation equation);

  @Override
  public final boolean isActive() {
    return good;
  }
}
