package org.ironopt.resolvent.newton;

import java.util.Arrays;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.ironopt.resolvent.Direction;

/**
 * Inexact Newton: a Krylov solver on products with {@code (1 + nu) I + lambda H}, stopped by the
 * forcing term. A solver that stops early leaves its last iterate; one that stops before its first
 * step leaves the direction of steepest descent.
 */
public final class KrylovDirection implements DirectionSolver {
  private final KrylovSolver solver;
  private final PreconditionerSolver preconditioner;
  private final ForcingTerms forcing;
  private final int maxIterations;
  private final double[] rhs;
  private final double[] s;
  private KrylovSolver.Tolerance options;
  private boolean measured = true;

  KrylovDirection(ResolventEquation e, Direction.Iterative direction) {
    solver = direction.solver(e.n);
    preconditioner = PreconditionerSolver.of(e, direction.preconditioner());
    forcing = new ForcingTerms(direction.forcing());
    maxIterations = direction.maxIterations();
    rhs = new double[e.n];
    s = new double[e.n];
  }

  @Override
  public void begin() {
    forcing.begin();
    preconditioner.begin();
  }

  @Override
  public double[][] memory() {
    return preconditioner.memory();
  }

  @Override
  public void measure(boolean wanted) {
    measured = wanted;
  }

  @Override
  public void linearize(ResolventEquation equation) {
    double[] g = equation.current().g;
    for (int i = 0; i < rhs.length; i++) {
      rhs[i] = -g[i];
    }
    double eta = forcing.next(equation.residual(), equation.target());
    options = KrylovSolver.Tolerance.toRelative(eta, maxIterations);
    preconditioner.linearize(equation);
  }

  @Override
  public double[] solve(ResolventEquation equation, double nu) {
    equation.damp(nu);
    preconditioner.damp(nu);
    Arrays.fill(s, 0);
    KrylovSolver.Tolerance rule = measured ? options : options.withoutLastResidual();
    KrylovSolver.Report report = solver.solve(equation, preconditioner.active(), rhs, s, rule);
    equation.counts.linearSteps += report.iterations();
    preconditioner.used(report.iterations());
    forcing.solved(report.residual());
    equation.linearResidual = report.residual() / equation.residual();
    if (report.atStart()) {
      Vectors.copy(rhs, s);
    }
    return report.ending() == KrylovSolver.Ending.NOT_FINITE ? null : s;
  }

  /** The forcing terms of one inner solve. */
  public static final class ForcingTerms {
    private final Direction.ForcingTerm forcing;
    private boolean started;
    private double eta;
    private double norm;
    private double linearResidual;

    public ForcingTerms(Direction.ForcingTerm forcing) {
      this.forcing = forcing;
    }

    void begin() {
      started = false;
    }

    /**
     * Returns the next term for {@code F_k = newNorm}. A term that adapts is never smaller than
     * what brings |g| to half its target: more accuracy in the last step would be wasted (Kelley
     * 1995, Iterative Methods for Linear and Nonlinear Equations, section 6.3).
     */
    public double next(double newNorm, double target) {
      eta = started ? forcing.next(eta, norm, newNorm, linearResidual) : forcing.first(newNorm);
      norm = newNorm;
      started = true;
      if (forcing instanceof Direction.ForcingTerm.Fixed) {
        return eta;
      }
      return Math.max(eta, Math.min(Direction.ForcingTerm.CAP, 0.5 * target / newNorm));
    }

    /** Remembers where the linear solver stopped. */
    void solved(double residual) {
      linearResidual = residual;
    }
  }
}
