package org.ironopt.resolvent.newton;

import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.Gmres;
import org.ironopt.linalg.Krylov;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.LinearEnding;
import org.ironopt.linalg.LinearReport;
import org.ironopt.linalg.Minres;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Forcing;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.precondition.KeptSketch;
import org.ironopt.resolvent.precondition.PreconditionerSolver;

/**
 * Inexact Newton: a Krylov solver on products with {@code (1 + nu) I + lambda H}, stopped by the
 * forcing term. A solver that stops early leaves what it has; one that stops before its first step
 * leaves the direction of steepest descent.
 */
public final class KrylovDirection implements DirectionSolver {
  private final KrylovSolver solver;
  private final PreconditionerSolver preconditioner;
  private final ForcingSequence forcing;
  private final int maxIterations;
  private final double[] rhs;
  private Krylov options;

  private KrylovDirection(
      Equation e, KrylovSolver solver, Preconditioner choice, Forcing forcing, int maxIterations) {
    this.solver = solver;
    this.preconditioner = PreconditionerSolver.of(e, choice);
    this.forcing = new ForcingSequence(forcing);
    this.maxIterations = maxIterations;
    rhs = new double[e.n];
  }

  public static KrylovDirection cg(Equation e, Direction.Cg d) {
    KrylovSolver cg = new ConjugateGradient(e.n);
    return new KrylovDirection(e, cg, d.preconditioner(), d.forcing(), d.maxIterations());
  }

  public static KrylovDirection minres(Equation e, Direction.Minres d) {
    KrylovSolver minres = new Minres(e.n);
    return new KrylovDirection(e, minres, d.preconditioner(), d.forcing(), d.maxIterations());
  }

  public static KrylovDirection gmres(Equation e, Direction.Gmres d) {
    KrylovSolver gmres = new Gmres(e.n, d.restart());
    return new KrylovDirection(e, gmres, d.preconditioner(), d.forcing(), d.maxIterations());
  }

  @Override
  public void begin() {
    forcing.begin();
    preconditioner.begin();
  }

  @Override
  public double[][] memory() {
    return preconditioner instanceof KeptSketch ? preconditioner.memory() : new double[0][];
  }

  @Override
  public void linearize(Equation current) {
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
    current.damp(damping);
    preconditioner.damp(damping);
    LinearReport report =
        preconditioner.isActive()
            ? solver.solveFromZero(current, preconditioner, rhs, current.s, options)
            : solver.solveFromZero(current, rhs, current.s, options);
    current.tally.linearSteps += report.iterations();
    preconditioner.used(report.iterations());
    forcing.solved(report.residual());
    if (report.atStart()) {
      System.arraycopy(rhs, 0, current.s, 0, rhs.length);
    }
    return report.ending() != LinearEnding.NOT_FINITE;
  }
}
