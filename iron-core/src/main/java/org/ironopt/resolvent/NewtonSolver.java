package org.ironopt.resolvent;

/** The Newton iteration of the paper's Algorithm 2, for every direction and globalization. */
final class NewtonSolver implements SingleSolver {
  private final Equation equation;
  private final Globalizer globalizer;
  private final int maxSteps;
  private final InnerEnding limit;
  private final InnerObserver observer;

  NewtonSolver(Equation equation, Globalizer globalizer, Inner inner, InnerObserver observer) {
    this.equation = equation;
    this.globalizer = globalizer;
    this.observer = observer;
    maxSteps = inner.maxSteps();
    limit = inner.truncated() ? InnerEnding.TRUNCATED : InnerEnding.STEP_LIMIT;
  }

  @Override
  public Tally solve(
      double lambda, Tolerance tolerance, double[] center, double[] start, double[] u) {
    globalizer.begin();
    boolean finite = equation.begin(lambda, center, start, tolerance);
    InnerEnding ending = finite ? iterate() : InnerEnding.NOT_FINITE;
    return equation.end(ending, u);
  }

  @Override
  public double[][] memory() {
    return globalizer.memory();
  }

  private InnerEnding iterate() {
    int slowSteps = 0;
    for (int step = 0; ; step++) {
      double residual = equation.residual();
      observer.at(step, residual, equation.current().phi, equation.tally.linearSteps);
      if (residual <= equation.target()) {
        return InnerEnding.CONVERGED;
      }
      if (equation.atRounding()) {
        return InnerEnding.ROUNDING;
      }
      if (step == maxSteps) {
        return limit;
      }
      Globalizer.Move move = globalizer.advance(equation);
      if (move == Globalizer.Move.NOT_FINITE) {
        return InnerEnding.NOT_FINITE;
      }
      boolean slow = equation.residual() > Math.max(equation.target(), 0.5 * residual);
      if (slow && isDue(++slowSteps, move) && isStuck()) {
        return InnerEnding.ROUNDING;
      }
      if (move == Globalizer.Move.REFUSED) {
        return InnerEnding.NO_DECREASE;
      }
    }
  }

  private boolean isStuck() {
    return equation.stepIsNegligible() || equation.stuckAtRounding();
  }

  /** The question whether rounding is to blame costs a product: ask at 1, 2, 4, 8, ... */
  private static boolean isDue(int slowSteps, Globalizer.Move move) {
    return move != Globalizer.Move.TAKEN || Integer.bitCount(slowSteps) == 1;
  }
}
