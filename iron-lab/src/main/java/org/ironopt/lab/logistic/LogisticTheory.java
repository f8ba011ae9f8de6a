package org.ironopt.lab.logistic;

import java.util.Arrays;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** What is predicted for the generated data: computed by a cell, and read back from its files. */
final class LogisticTheory {
  private final LogisticProblem problem;
  private final double[] eigenvalues;
  private final double limit;
  private final double linear;
  private final double nonlinear;

  /** Reads the prediction back. */
  LogisticTheory(LogisticProblem problem, Outcome outcome) {
    this.problem = problem;
    eigenvalues = outcome.trace().column("eigenvalue");
    limit = outcome.number("plateau");
    linear = outcome.number("linear_correction");
    nonlinear = outcome.number("nonlinear_correction");
  }

  /** Returns the plateau with its correction, as numbers that {@link #outcome} takes. */
  static double[] plateau(LogisticProblem problem) {
    double rho = problem.settings.rho();
    Plateau plateau =
        Plateau.isotropic(
            problem.data().objective(),
            problem.data().minimizer(),
            problem.mu,
            problem.stationaryGamma,
            rho * rho);
    return DoubleStream.concat(
            DoubleStream.of(
                plateau.limit(), plateau.linear(), plateau.nonlinear(), plateau.gradient()),
            Arrays.stream(plateau.bias()))
        .toArray();
  }

  static Outcome outcome(LogisticProblem problem, double[] n) {
    double[] bias = Arrays.copyOfRange(n, 4, n.length);
    Plateau plateau = new Plateau(n[0], n[1], n[2], bias, n[3]);
    LogisticProblem.Data data = problem.data();
    double[] h = data.anchor().eigenvalues();
    Values values =
        new Values()
            .with("minimum", data.objective().value(data.minimizer()))
            .with("gradient_norm", data.gradientNorm())
            .with("smallest_eigenvalue", h[0])
            .with("largest_eigenvalue", h[h.length - 1])
            .with("plateau", plateau.limit())
            .with("linear_correction", plateau.linear())
            .with("nonlinear_correction", plateau.nonlinear())
            .with("bias", Vectors.norm(bias))
            .with("squared_gradient", plateau.gradient());
    Columns eigenvalues = new Columns("index", "eigenvalue");
    Columns points = new Columns("index", "minimizer", "bias");
    for (int i = 0; i < h.length; i++) {
      eigenvalues.add(i, h[i]);
      points.add(i, data.minimizer()[i], bias[i]);
    }
    return new Outcome(values, eigenvalues, Map.of("minimizer", points));
  }

  /** Returns {@code gamma^2 rho^2 tr(H*^-2)}, the limit of alpha MSE. */
  double limit() {
    return limit;
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
    IronParameters p = new IronParameters(alpha, problem.mu, problem.stationaryGamma);
    double rho = problem.settings.rho();
    return StationaryCovariance.mse(Scheme.IRON, p, eigenvalues, rho * rho).orElseThrow();
  }

  /** Returns the slope that the fit would find if the MSE were the given function of alpha. */
  double slope(DoubleUnaryOperator mse) {
    return problem.slope(a -> mse.applyAsDouble(problem.alphas[a]));
  }
}
