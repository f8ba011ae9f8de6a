package org.ironopt.resolvent;

import org.ironopt.linalg.Require;

/** Checks the arguments, chooses the start and reports; the work is the solver's. */
final class SingleResolvent implements Resolvent {
  private final int n;
  private final Inner inner;
  private final SingleSolver solver;

  SingleResolvent(int n, Inner inner, SingleSolver solver) {
    this.n = n;
    this.inner = inner;
    this.solver = solver;
  }

  @Override
  public InnerReport solve(double lambda, double[] center, double[] iterate, double[] u) {
    Require.positive("lambda", lambda);
    Require.finite("center", Require.length("center", n, center));
    Require.length("u", n, u);
    double[] start = start(inner.start(), n, center, iterate, u);
    return solver.solve(lambda, inner.tolerance(), center, start, u).report();
  }

  @Override
  public double[][] memory() {
    return solver.memory();
  }

  /** Returns the array in which the start lies, checked. */
  static double[] start(WarmStart choice, int n, double[] center, double[] iterate, double[] u) {
    return switch (choice) {
      case ITERATE -> Require.finite("iterate", Require.length("iterate", n, iterate));
      case CENTER -> center;
      case GIVEN -> Require.finite("u", u);
    };
  }
}
