package org.ironopt.resolvent.newton;

import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.resolvent.Direction;

/**
 * A part of the way to the minimum of the model along {@code z = M^-1 (-g)}. That minimum is at
 * {@code l z} with {@code l = <-g, z>/<z, J z>}, about 1 while M is about J, and changes slowly
 * from solve to solve: it is measured when the step is looked at, averaged with the last length,
 * and kept for the solves between. Without a preconditioner every length is measured.
 */
final class SteadyDirection implements DirectionSolver {
  private static final double WEIGHT = 0.5;

  private final PreconditionerSolver preconditioner;
  private final double[] rhs;
  private final double[] s;
  private final double[] scratch;

  /** The averaged l; 0 before the first one. */
  private final double[] length = new double[1];

  private boolean measured;
  private double part = 1;

  SteadyDirection(ResolventEquation e, Direction.Cg direction) {
    preconditioner = PreconditionerSolver.of(e, direction.preconditioner());
    rhs = new double[e.n];
    s = new double[e.n];
    scratch = new double[e.n];
  }

  @Override
  public void begin() {
    preconditioner.begin();
  }

  @Override
  public double[][] memory() {
    return PreconditionerSolver.with(preconditioner.memory(), length);
  }

  @Override
  public void measure(boolean wanted) {
    measured = wanted;
  }

  @Override
  public void part(double wanted) {
    part = wanted;
  }

  @Override
  public void linearize(ResolventEquation equation) {
    double[] g = equation.current().g;
    for (int i = 0; i < rhs.length; i++) {
      rhs[i] = -g[i];
    }
    preconditioner.linearize(equation);
  }

  @Override
  public double[] solve(ResolventEquation equation, double nu) {
    equation.damp(nu);
    preconditioner.damp(nu);
    LinearOperator inverse = preconditioner.active();
    if (inverse == null) {
      Vectors.copy(rhs, s);
    } else {
      inverse.apply(rhs, s);
    }
    equation.counts.linearSteps++;
    double newest = Double.POSITIVE_INFINITY;
    if (measured || inverse == null || length[0] == 0) {
      newest = Vectors.dot(rhs, s) / equation.form(s, scratch);
      if (!(newest > 0 && newest < Double.POSITIVE_INFINITY)) {
        return null;
      }
      boolean first = inverse == null || length[0] == 0;
      length[0] = first ? newest : length[0] + WEIGHT * (newest - length[0]);
    }
    Vectors.scale(Math.min(part * length[0], newest), s);
    return s;
  }
}
