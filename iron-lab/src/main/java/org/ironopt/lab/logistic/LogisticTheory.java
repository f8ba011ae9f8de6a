package org.ironopt.lab.logistic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** What is predicted for the generated data, from the file of the theory's cell. */
final class LogisticTheory {
  private final LogisticSetup setup;
  private final double[] eigenvalues;
  private final double limit;
  private final double linear;
  private final double nonlinear;

  LogisticTheory(LogisticSetup setup, Outcome outcome) {
    this.setup = setup;
    eigenvalues = outcome.trace().column("eigenvalue");
    limit = outcome.values().number("plateau");
    linear = outcome.values().number("linear_correction");
    nonlinear = outcome.values().number("nonlinear_correction");
  }

  /** Returns {@code gamma^2 rho^2 tr(H*^-2)}, the limit of alpha MSE. */
  double limit() {
    return limit;
  }

  /** Returns {@code gamma^4 rho^4 N}. */
  double nonlinear() {
    return nonlinear;
  }

  /** Returns the MSE with the first-order correction. */
  double mse(double alpha) {
    return (limit + (linear + nonlinear) / alpha) / alpha;
  }

  /** Returns the MSE with the part of the correction that the quadratic model has. */
  double linearMse(double alpha) {
    return (limit + linear / alpha) / alpha;
  }

  /** Returns the exact stationary MSE of the quadratic model. */
  double model(double alpha) {
    IronParameters p = new IronParameters(alpha, setup.mu(), setup.stationaryGamma());
    return StationaryCovariance.mse(Scheme.IRON, p, eigenvalues, setup.rho * setup.rho)
        .orElseThrow();
  }

  /** Returns the slope that the fit would find if the MSE were the given function of alpha. */
  double slope(DoubleUnaryOperator mse) {
    List<double[]> points = new ArrayList<>();
    for (double alpha : setup.fitted()) {
      points.add(new double[] {alpha, mse.applyAsDouble(alpha)});
    }
    return Slope.of(points);
  }
}
