package org.ironopt.resolvent;

import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.Gmres;
import org.ironopt.linalg.Krylov;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.LinearEnding;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.LinearReport;
import org.ironopt.linalg.Minres;

/**
 * Inexact Newton: a Krylov solver on products with {@code (1 + nu) I + lambda H}, stopped by the
 * forcing term. A solver that stops early leaves what it has; one that stops before its first step
 * leaves the direction of steepest descent.
 */
final class KrylovDirection implements DirectionSolver {
  /** Solves {@code J s = rhs} from 0. */
  private interface Solve {
    LinearReport run(LinearOperator jacobian, double[] rhs, double[] s, Krylov options);
  }

  private final Solve solver;
  private final PreconditionerSolver preconditioner;
  private final ForcingSequence forcing;
  private final int maxIterations;
  private final double[] rhs;
  private final LinearOperator jacobian = this::apply;
  private Equation equation;
  private double nu;
  private Krylov options;

  private KrylovDirection(
      int n,
      Solve solver,
      PreconditionerSolver preconditioner,
      Forcing forcing,
      int maxIterations) {
    this.solver = solver;
    this.preconditioner = preconditioner;
    this.forcing = new ForcingSequence(forcing);
    this.maxIterations = maxIterations;
    rhs = new double[n];
  }

  static KrylovDirection cg(int n, Direction.Cg direction) {
    ConjugateGradient cg = new ConjugateGradient(n);
    PreconditionerSolver m = PreconditionerSolver.of(n, direction.preconditioner());
    Solve solve =
        (jacobian, rhs, s, options) ->
            m.isActive()
                ? cg.solveFromZero(jacobian, m, rhs, s, options)
                : cg.solveFromZero(jacobian, rhs, s, options);
    return new KrylovDirection(n, solve, m, direction.forcing(), direction.maxIterations());
  }

  static KrylovDirection minres(int n, Direction.Minres direction) {
    return unpreconditioned(n, new Minres(n), direction.forcing(), direction.maxIterations());
  }

  static KrylovDirection gmres(int n, Direction.Gmres direction) {
    KrylovSolver gmres = new Gmres(n, direction.restart());
    return unpreconditioned(n, gmres, direction.forcing(), direction.maxIterations());
  }

  private static KrylovDirection unpreconditioned(
      int n, KrylovSolver solver, Forcing forcing, int maxIterations) {
    PreconditionerSolver none = PreconditionerSolver.of(n, new Preconditioner.None());
    return new KrylovDirection(n, solver::solveFromZero, none, forcing, maxIterations);
  }

  @Override
  public void begin() {
    forcing.begin();
    preconditioner.begin();
  }

  @Override
  public void linearize(Equation current) {
    equation = current;
    double[] g = current.current().g;
    for (int i = 0; i < rhs.length; i++) {
      rhs[i] = -g[i];
    }
    double eta = forcing.next(current.residual(), current.target());
    options = Krylov.toRelative(eta, maxIterations);
    preconditioner.linearize(current);
  }

  @Override
  public boolean solve(Equation current, double damping) {
    nu = damping;
    preconditioner.damp(nu);
    LinearReport report = solver.run(jacobian, rhs, current.s, options);
    current.tally.linearSteps += report.iterations();
    forcing.solved(report.residual());
    if (report.atStart()) {
      System.arraycopy(rhs, 0, current.s, 0, rhs.length);
    }
    return report.ending() != LinearEnding.NOT_FINITE;
  }

  private void apply(double[] x, double[] y) {
    equation.applyJacobian(nu, x, y);
  }
}
