package org.ironopt.resolvent.precondition;

import org.ironopt.resolvent.newton.Equation;

/** {@code z = r / ((1 + nu) + lambda diag H)}, used where every entry is positive. */
final class JacobiPreconditioner extends PreconditionerSolver {
  private final double[] hessian;
  private final double[] diagonal;
  private double lambda;
  private boolean positive;

  JacobiPreconditioner(int n) {
    hessian = new double[n];
    diagonal = new double[n];
  }

  @Override
  public void linearize(Equation equation) {
    equation.current().curvature().diagonal(hessian);
    lambda = equation.lambda();
  }

  @Override
  public void damp(double nu) {
    positive = true;
    for (int i = 0; i < diagonal.length; i++) {
      diagonal[i] = Math.fma(lambda, hessian[i], 1 + nu);
      positive &= diagonal[i] > 0;
    }
  }

  @Override
  public boolean isActive() {
    return positive;
  }

  @Override
  public void apply(double[] r, double[] z) {
    for (int i = 0; i < r.length; i++) {
      z[i] = r[i] / diagonal[i];
    }
  }
}
