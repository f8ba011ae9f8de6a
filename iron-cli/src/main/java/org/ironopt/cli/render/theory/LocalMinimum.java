package org.ironopt.cli.render.theory;

import org.ironopt.io.InputError;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.DifferencedDerivatives;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.problem.Objective;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/**
 * A minimum of an objective with its Hessian: long IRON steps from a start, then Newton's method to
 * rounding. The Hessian has to be positive definite there.
 *
 * @param objective f
 * @param derivatives f with those of its derivatives that it lacks, by differences
 * @param x the minimum
 * @param hessian at x
 */
public record LocalMinimum(
    Objective objective, HigherDerivatives derivatives, double[] x, DenseMatrix hessian) {
  private static final int NEWTON_STEPS = 20;

  /** Finds it. */
  public static LocalMinimum of(Objective f, double[] start) {
    RunResult run =
        Run.of(Iron.step(1000), f)
            .from(start)
            .stop(Stop.gradientNorm(1e-8).or(Stop.steps(1000)))
            .go();
    double[] x = run.best().clone();
    HigherDerivatives all = DifferencedDerivatives.of(f);
    double[] gradient = new double[x.length];
    double norm = Double.POSITIVE_INFINITY;
    LocalMinimum best = null;
    for (int k = 0; k < NEWTON_STEPS; k++) {
      f.gradient(x, gradient);
      double now = Vectors.norm(gradient);
      if (!(now < norm)) {
        break;
      }
      norm = now;
      best = new LocalMinimum(f, all, x.clone(), hessian(all, x));
      Cholesky cholesky = best.cholesky();
      cholesky.solve(gradient, gradient);
      Vectors.axpy(-1, gradient, x);
    }
    if (best == null || !(norm <= 1e-6 * (1 + best.hessian.norm()))) {
      throw new InputError(
          "no minimum of the objective from this start: %s; give another --start",
          run.ending().sentence());
    }
    return best;
  }

  private static DenseMatrix hessian(HigherDerivatives f, double[] x) {
    Curvature curvature = f.curvature();
    curvature.at(x, new double[x.length]);
    DenseMatrix hessian = DenseMatrix.zeros(x.length, x.length);
    curvature.block(0, hessian);
    hessian.symmetrize();
    return hessian;
  }

  private Cholesky cholesky() {
    Cholesky cholesky = new Cholesky(x.length);
    InputError.when(
        !cholesky.factor(hessian),
        "the Hessian where the run from this start ends is not positive definite: the theory needs"
            + " a minimum with curvature in all directions; give another --start");
    return cholesky;
  }

  DenseMatrix inverseHessian() {
    Cholesky cholesky = cholesky();
    DenseMatrix inverse = DenseMatrix.zeros(x.length, x.length);
    for (int j = 0; j < x.length; j++) {
      double[] column = new double[x.length];
      column[j] = 1;
      cholesky.solve(column, column);
      for (int i = 0; i < x.length; i++) {
        inverse.set(i, j, column[i]);
      }
    }
    inverse.symmetrize();
    return inverse;
  }

  /** Returns what a report says of it. */
  public ObjectiveReport.Minimum known() {
    double[] gradient = new double[x.length];
    double value = objective.valueAndGradient(x, gradient);
    return new ObjectiveReport.Minimum(
        x,
        value,
        Vectors.norm(gradient),
        SymmetricEigen.of(hessian).values(),
        !(objective instanceof HigherDerivatives));
  }
}
