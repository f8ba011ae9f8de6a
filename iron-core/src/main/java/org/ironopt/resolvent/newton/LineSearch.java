package org.ironopt.resolvent.newton;

import org.ironopt.resolvent.Globalization;

/**
 * Backtracking {@code t = 1, shrink, shrink^2, ...} along a direction until a rule accepts {@code u
 * + t s}. The full step is the search that accepts its first finite point.
 */
public final class LineSearch implements Globalizer {
  /** Judges a trial point that is finite. */
  private interface Rule {
    boolean accepts(Equation equation, double t, double slope);
  }

  private static final double GROW = 4;

  private final DirectionSolver direction;
  private final Rule rule;
  private final boolean descends;
  private final double shrink;
  private final int maxBacktracks;

  private LineSearch(
      DirectionSolver direction, Rule rule, boolean descends, double shrink, int maxBacktracks) {
    this.direction = direction;
    this.rule = rule;
    this.descends = descends;
    this.shrink = shrink;
    this.maxBacktracks = maxBacktracks;
  }

  public static LineSearch fullStep(DirectionSolver direction) {
    return new LineSearch(direction, (equation, t, slope) -> true, false, 0.5, 0);
  }

  public static LineSearch armijo(DirectionSolver direction, Globalization.Armijo armijo) {
    Rule rule = (equation, t, slope) -> equation.gain(-t * slope, t) >= armijo.decrease();
    return new LineSearch(direction, rule, true, armijo.shrink(), armijo.maxBacktracks());
  }

  public static LineSearch residual(DirectionSolver direction, Globalization.ResidualDecrease r) {
    Rule rule = (equation, t, slope) -> equation.trialDecreasesResidual();
    return new LineSearch(direction, rule, false, r.shrink(), r.maxBacktracks());
  }

  @Override
  public double[][] memory() {
    return direction.memory();
  }

  @Override
  public void begin() {
    direction.begin();
  }

  /**
   * Damps the system until it has a solution and, where the rule is about phi, one that descends;
   * then searches along it. Where that fails, a direction that remembers earlier steps forgets them
   * and tries once more.
   */
  @Override
  public Move advance(Equation equation) {
    direction.linearize(equation);
    for (boolean again = false; ; again = true) {
      double nu = 0;
      while (nu < LAST_NU
          && !(direction.solve(equation, nu) && (!descends || equation.slope() < 0))) {
        nu = Math.max(FIRST_NU, GROW * nu);
      }
      Move move = nu < LAST_NU ? backtrack(equation) : Move.NOT_FINITE;
      if (move == Move.TAKEN || again || !direction.restart()) {
        return move;
      }
    }
  }

  private Move backtrack(Equation equation) {
    double slope = equation.slope();
    double t = 1;
    for (int backtracks = 0; ; backtracks++) {
      if (equation.tryStep(t) && rule.accepts(equation, t, slope)) {
        equation.accept();
        return Move.TAKEN;
      }
      equation.reject();
      if (backtracks == maxBacktracks) {
        return Move.refused(equation);
      }
      t *= shrink;
    }
  }
}
