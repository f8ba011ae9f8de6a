package org.ironopt.lab.methods;

import org.ironopt.fit.FitProblem;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;

/**
 * A fit as what a method is made for.
 *
 * @param problem the fit
 */
public record FitTarget(FitProblem problem) implements Target {
  /** Told to methods where there is no penalty, so that none divides by zero. */
  private static final double LEAST_MU = 1e-6;

  @Override
  public Objective objective() {
    return problem.terms();
  }

  @Override
  public Regularizer regularizer() {
    return problem.regularizer();
  }

  @Override
  public Regularizer penalty() {
    return problem.penalty();
  }

  @Override
  public double[] start() {
    return new double[problem.terms().dimension()];
  }

  @Override
  public double mu() {
    return Math.max(LEAST_MU, problem.mu());
  }
}
