package org.ironopt.resolvent;

/**
 * Backtracking {@code t = 1, shrink, shrink^2, ...} along a direction until a rule accepts {@code u
 * + t s}. The full step is the search that accepts its first finite point.
 */
final class LineSearch implements Globalizer {
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

  static LineSearch fullStep(DirectionSolver direction) {
    return new LineSearch(direction, (equation, t, slope) -> true, false, 0.5, 0);
  }

  static LineSearch armijo(DirectionSolver direction, Globalization.Armijo armijo) {
    Rule rule = (equation, t, slope) -> equation.gain(-t * slope, t) >= armijo.decrease();
    return new LineSearch(direction, rule, true, armijo.shrink(), armijo.maxBacktracks());
  }

  static LineSearch residual(DirectionSolver direction, Globalization.ResidualDecrease r) {
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

  @Override
  public Move advance(Equation equation) {
    direction.linearize(equation);
    Move move = search(equation);
    return move != Move.TAKEN && direction.restart() ? search(equation) : move;
  }

  private Move search(Equation equation) {
    if (!findDirection(equation)) {
      return Move.NOT_FINITE;
    }
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

  /**
   * Damps the system until it has a solution and, where the rule is about phi, one that descends.
   */
  private boolean findDirection(Equation equation) {
    for (double nu = 0; nu < LAST_NU; nu = Math.max(FIRST_NU, GROW * nu)) {
      if (direction.solve(equation, nu) && (!descends || equation.slope() < 0)) {
        return true;
      }
    }
    return false;
  }
}
