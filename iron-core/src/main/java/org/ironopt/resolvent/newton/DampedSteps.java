package org.ironopt.resolvent.newton;

import org.ironopt.resolvent.Globalization;

/** Levenberg-Marquardt: {@code (J + nu I) s = -g}, with nu following success and failure. */
public final class DampedSteps implements Globalizer {
  /** A step has to deliver this part of what the slope promises. */
  private static final double DECREASE = 1e-4;

  /** Damping below this no longer helps and only slows Newton's convergence. */
  private static final double NEGLIGIBLE_NU = 1e-3;

  private final DirectionSolver direction;
  private final Globalization.LevenbergMarquardt parameters;
  private double nu;

  public DampedSteps(DirectionSolver direction, Globalization.LevenbergMarquardt parameters) {
    this.direction = direction;
    this.parameters = parameters;
  }

  @Override
  public double[][] memory() {
    return direction.memory();
  }

  @Override
  public void begin() {
    direction.begin();
    nu = parameters.nu0();
  }

  @Override
  public Move advance(Equation equation) {
    direction.linearize(equation);
    Move refusal = Move.NOT_FINITE;
    while (nu < LAST_NU) {
      if (direction.solve(equation, nu) && equation.slope() < 0) {
        if (isSuccess(equation)) {
          equation.accept();
          relax();
          return Move.TAKEN;
        }
        equation.reject();
        refusal = Move.refused(equation);
      }
      nu = Math.max(FIRST_NU, parameters.grow() * nu);
    }
    return refusal;
  }

  private static boolean isSuccess(Equation equation) {
    return equation.tryStep(1) && equation.gain(-equation.slope(), 1) >= DECREASE;
  }

  private void relax() {
    nu /= parameters.shrink();
    if (parameters.shrink() > 1 && nu < NEGLIGIBLE_NU) {
      nu = 0;
    }
  }
}
