package org.ironopt.resolvent.newton;

import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSolver;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;

/** The Newton iteration of the paper's Algorithm 2, for every direction and globalization. */
public final class NewtonSolver implements InnerSolver {
  private final ResolventEquation equation;
  private final Globalizer globalizer;
  private final int maxSteps;
  private final InnerReport.Ending limit;
  private final Resolvent.Observer observer;

  /** Steps of this solve that did not halve the residual. */
  private int slowSteps;

  public NewtonSolver(
      ResolventEquation equation, InnerMethod.Newton newton, Resolvent.Observer observer) {
    this.equation = equation;
    this.observer = observer;
    globalizer = Globalizer.of(equation, newton);
    maxSteps = newton.maxSteps();
    limit = newton.truncated() ? InnerReport.Ending.TRUNCATED : InnerReport.Ending.STEP_LIMIT;
  }

  @Override
  public InnerReport solve(
      double lambda, InnerTolerance tolerance, double[] center, double[] start, double[] u) {
    globalizer.begin();
    slowSteps = 0;
    boolean finite = equation.begin(lambda, center, start, tolerance);
    InnerReport.Ending ending = finite ? before(0) : InnerReport.Ending.NOT_FINITE;
    for (int step = 1; ending == null; step++) {
      double residual = equation.residual();
      Globalizer.Move move = globalizer.advance(equation);
      ending = after(move, residual);
      if (ending == null) {
        ending = before(step);
      }
    }
    return equation.end(ending, u);
  }

  @Override
  public double[][] memory() {
    return globalizer.memory();
  }

  /** Returns the ending that is due after so many steps, null for another step. */
  private InnerReport.Ending before(int step) {
    double residual = equation.residual();
    observer.at(step, residual, equation.current().phi, equation.counts.linearSteps);
    if (residual <= equation.target()) {
      return InnerReport.Ending.CONVERGED;
    }
    if (equation.atRounding()) {
      return InnerReport.Ending.ROUNDING;
    }
    return step == maxSteps ? limit : null;
  }

  /** Returns the ending that a move gives rise to, null if there is none. */
  private InnerReport.Ending after(Globalizer.Move move, double residual) {
    if (move == Globalizer.Move.NOT_FINITE) {
      return InnerReport.Ending.NOT_FINITE;
    }
    boolean slow = equation.residual() > Math.max(equation.target(), 0.5 * residual);
    if (slow && isDue(++slowSteps, move) && isStuck()) {
      return InnerReport.Ending.ROUNDING;
    }
    return move == Globalizer.Move.REFUSED ? InnerReport.Ending.NO_DECREASE : null;
  }

  private boolean isStuck() {
    return equation.stepIsNegligible() || equation.stuckAtRounding();
  }

  /** The test for rounding costs a product: it is made after 1, 2, 4, 8, ... slow steps. */
  private static boolean isDue(int slowSteps, Globalizer.Move move) {
    return move != Globalizer.Move.TAKEN || Integer.bitCount(slowSteps) == 1;
  }
}
