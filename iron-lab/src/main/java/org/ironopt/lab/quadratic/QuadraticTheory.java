package org.ironopt.lab.quadratic;

import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.random.Noise;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** The exact predictions for one setup. */
final class QuadraticTheory {
  private final QuadraticSetup setup;

  QuadraticTheory(QuadraticSetup setup) {
    this.setup = setup;
  }

  IronParameters parameters(double step) {
    return new IronParameters(step, setup.mu, setup.stationaryGamma());
  }

  /** Returns the stationary MSE under isotropic noise, empty where the scheme is unstable. */
  OptionalDouble mse(Scheme scheme, double step) {
    return StationaryCovariance.mse(
        scheme, parameters(step), setup.eigenvalues, setup.rho * setup.rho);
  }

  /** Returns the stationary MSE of the paper's runs under the noise of the settings. */
  OptionalDouble paperMse(double step) {
    return switch (setup.noise()) {
      case Noise.Gaussian gaussian -> general(step, gaussian.covariance(setup.dimension()));
      case Noise.StudentT t when Double.isFinite(t.trace(setup.dimension())) ->
          general(step, t.base().covariance(setup.dimension()));
      default -> OptionalDouble.empty();
    };
  }

  OptionalDouble general(double step, DenseMatrix sigma) {
    return GeneralCovariance.of(Scheme.IRON, parameters(step), setup.a, sigma)
        .map(c -> OptionalDouble.of(c.mse()))
        .orElse(OptionalDouble.empty());
  }

  DenseMatrix covariance(double step, DenseMatrix sigma) {
    return GeneralCovariance.of(Scheme.IRON, parameters(step), setup.a, sigma)
        .orElseThrow()
        .position();
  }

  double constant() {
    return QuadraticConstant.isotropic(
        setup.stationaryGamma(), setup.eigenvalues, setup.rho * setup.rho);
  }

  /** Returns {@code gamma^2 tr(Sigma A^-2)}, the limit of alpha times the error. */
  double constant(DenseMatrix sigma) {
    SymmetricEigen eigen = SymmetricEigen.of(setup.a);
    DenseMatrix rotated = eigen.vectors().transpose().multiply(sigma).multiply(eigen.vectors());
    double[] variances = new double[setup.dimension()];
    for (int i = 0; i < variances.length; i++) {
      variances[i] = rotated.get(i, i);
    }
    return QuadraticConstant.general(setup.stationaryGamma(), eigen.values(), variances);
  }
}
