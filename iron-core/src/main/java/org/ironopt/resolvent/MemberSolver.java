package org.ironopt.resolvent;

import org.ironopt.problem.Ensemble;

/** Solves one member of an ensemble after another, with the workspace of one. */
final class MemberSolver {
  private final Ensemble ensemble;
  private final SingleSolver solver;
  private final double[] closedForm;
  private final double[] c;
  private final double[] x;
  private final double[] answer;

  MemberSolver(Ensemble ensemble, Inner inner, double[] closedForm) {
    int n = ensemble.base().dimension();
    this.ensemble = ensemble;
    this.closedForm = closedForm;
    solver = Solvers.single(ensemble.base(), inner, InnerObserver.none());
    c = new double[n];
    x = new double[n];
    answer = new double[n];
  }

  /** Solves member {@code j} from {@code start} and scatters the solution into {@code u}. */
  Tally solve(
      int j, double lambda, Tolerance tolerance, double[] center, double[] start, double[] u) {
    ensemble.gather(center, j, c);
    ensemble.gather(start, j, x);
    Tally tally;
    if (solver instanceof ClosedFormSolver closed) {
      ensemble.gather(closedForm, j, answer);
      tally = closed.accept(lambda, tolerance, c, x, answer, x);
    } else {
      tally = solver.solve(lambda, tolerance, c, x, x);
    }
    ensemble.scatter(x, j, u);
    return tally;
  }
}
