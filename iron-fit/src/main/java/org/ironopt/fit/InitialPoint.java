package org.ironopt.fit;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.linalg.Functions;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;

/**
 * Where a fit begins that was given no model. Rows elsewhere cost a pass for every look at them, so
 * that a start near the optimum is worth some work here. It changes neither the optimum nor its
 * proof.
 *
 * @param theta the point
 * @param alpha length of the first step, which may be long near the optimum
 * @param least value that the point must stay below to be better than a constant prediction
 */
record InitialPoint(double[] theta, double alpha, double least) {
  /** Gap to which a sample is fitted: what its rows leave unknown is more. */
  private static final double GAP = 1e-3;

  private static final int STEPS = 30;

  /** How much longer the steps near the optimum are. */
  private static final double NEAR = 1e4;

  /** How much longer the first step is after one that the moments of the columns gave. */
  private static final double LATER = 10;

  /** Returns zero. */
  static InitialPoint zero(FitObjective f, double alpha) {
    return new InitialPoint(new double[f.dimension()], alpha, Double.POSITIVE_INFINITY);
  }

  /** Returns the constant prediction of the mean for a family, else zero, from which l1 goes. */
  private static InitialPoint mean(FitObjective f, double alpha) {
    InitialPoint zero = zero(f, alpha);
    if (f.l1() == 0 && f.coordinates().intercept() && f.rows().loss() instanceof FamilyLoss g) {
      zero.theta[f.coordinates().columns()] = g.linked(f.targets().shares()[0]);
    }
    return zero;
  }

  /**
   * Returns the optimum of a sample of the rows, if there is one. Otherwise, where steps are solved
   * by products and there are two classes, the end of a Newton step from a constant prediction as
   * it would be without correlations: it takes the moments of the columns and no product.
   */
  static InitialPoint of(ModelKind kind, FitData data, FitObjective f, double alpha) {
    Optional<FitData> sample = data.sample(f.dimension());
    if (sample.isPresent()) {
      return new InitialPoint(
          fitted(kind, sample.get(), f, alpha), NEAR * alpha, constant(kind, f));
    }
    boolean products = f.rows().elsewhere() && !data.matrixPays(f.dimension(), 1, 1);
    return products && kind == ModelKind.LOGISTIC && f.coordinates().intercept()
        ? moved(data.moments(false), f, alpha)
        : mean(f, alpha);
  }

  private static double[] fitted(ModelKind kind, FitData sample, FitObjective f, double alpha) {
    FitObjective some =
        new FitObjective(
            sample.loss(Double.NaN, f.coordinates().intercept()), f.coordinates(), f.reg(), f.l1());
    SolverSelection choice = SolverSelection.of(FitMethod.IRON, sample, some, kind, alpha);
    FitRun fit = new FitRun(some, choice, Optional.empty(), GAP, OptionalInt.empty());
    Run run = Run.of(fit, some).from(new double[f.dimension()]).stop(Stop.steps(STEPS));
    return Deadline.NONE.go(run, some.counter()).best();
  }

  /** Returns the objective of the best constant prediction, or an upper bound of it. */
  private static double constant(ModelKind kind, FitObjective f) {
    if (!kind.classes()) {
      // Squares lead from any point to the optimum in a step; exp(z) - y z is 1 at zero.
      return kind == ModelKind.POISSON ? 1 : Double.POSITIVE_INFINITY;
    }
    double[] shares = f.targets().shares();
    if (!f.coordinates().intercept()) {
      return Functions.log(shares.length);
    }
    return -Arrays.stream(shares).filter(s -> s > 0).map(s -> s * Functions.log(s)).sum();
  }

  private static InitialPoint moved(ColumnMoments moments, FitObjective f, double alpha) {
    Coordinates x = f.coordinates();
    double[] shares = f.targets().shares();
    double[] w = new double[f.dimension()];
    for (int j = 0; j < x.columns(); j++) {
      double slope = FitObjective.nearest(-moments.tilt()[1][j], 0, f.l1() * x.p()[j]);
      double ridge = f.reg() * x.p()[j] * x.p()[j];
      double curvature = Math.fma(shares[0] * shares[1], moments.variance()[j], ridge);
      w[j] = curvature > 0 ? -slope / curvature : 0;
    }
    double[] theta = new double[w.length];
    x.reduce(w, theta);
    theta[x.columns()] = Functions.log(shares[1] / shares[0]);
    return new InitialPoint(theta, LATER * alpha, constant(ModelKind.LOGISTIC, f));
  }

  /** Returns the point, or zero if it is worse than a constant prediction; costs a pass. */
  double[] checked(FitObjective f) {
    boolean doubtful = least < Double.POSITIVE_INFINITY;
    boolean worse = doubtful && !(f.value(theta) + f.kinks(theta) < least);
    return worse ? new double[theta.length] : theta;
  }
}
