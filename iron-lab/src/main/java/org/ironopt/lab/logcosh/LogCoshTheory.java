package org.ironopt.lab.logcosh;

import java.util.OptionalDouble;
import org.ironopt.problem.Curvature;
import org.ironopt.random.Noise;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * What theory says near one minimiser, where f is strongly convex, for a particle that stays there:
 * the stationary covariance of the linearised scheme and, for large steps, the expansion that
 * includes third and fourth derivatives. All minimisers are equal by symmetry.
 */
final class LogCoshTheory {
  private final LogCoshSetup setup;
  private final double[] minimizer;

  LogCoshTheory(LogCoshSetup setup) {
    this.setup = setup;
    this.minimizer = setup.regions.minimizer();
  }

  /** Returns the eigenvalues of the Hessian at a minimiser. */
  double[] spectrum() {
    int n = setup.dimension();
    Curvature curvature = setup.objective.curvature();
    curvature.at(minimizer, new double[n]);
    double[] spectrum = new double[n];
    curvature.diagonal(spectrum);
    return spectrum;
  }

  /** Returns the noise variance per coordinate, empty for noise without one. */
  OptionalDouble variance() {
    Noise noise = setup.noise();
    double trace = noise.trace(setup.dimension());
    return noise.silent() || Double.isInfinite(trace)
        ? OptionalDouble.empty()
        : OptionalDouble.of(trace / setup.dimension());
  }

  /** Returns {@code gamma^2 rho^2 tr(H*^-2)}, the limit of alpha times the spread. */
  OptionalDouble constant() {
    OptionalDouble variance = variance();
    return variance.isEmpty()
        ? variance
        : OptionalDouble.of(
            QuadraticConstant.isotropic(setup.gamma, spectrum(), variance.getAsDouble()));
  }

  /** Returns the stationary covariance trace of the scheme linearised at a minimiser. */
  OptionalDouble linearised(double step) {
    OptionalDouble variance = variance();
    return variance.isEmpty()
        ? variance
        : StationaryCovariance.mse(
            Scheme.IRON, setup.parameters(step), spectrum(), variance.getAsDouble());
  }

  /** Returns the standard deviation along coordinate i in the linearised scheme. */
  OptionalDouble deviation(double step, int i) {
    OptionalDouble variance = variance();
    if (variance.isEmpty()) {
      return variance;
    }
    double[] one = {spectrum()[i]};
    OptionalDouble mse =
        StationaryCovariance.mse(Scheme.IRON, setup.parameters(step), one, variance.getAsDouble());
    return mse.isEmpty() ? mse : OptionalDouble.of(Math.sqrt(mse.getAsDouble()));
  }

  /**
   * Returns the spread to first order in 1/alpha beyond the limit, nonlinear terms included; for
   * Gaussian noise, whose fourth moments enter, and steps at which {@link #smallness} is small.
   */
  OptionalDouble expanded(double step) {
    if (!(setup.noise() instanceof Noise.Gaussian)) {
      return OptionalDouble.empty();
    }
    Plateau plateau =
        Plateau.isotropic(setup.objective, minimizer, setup.mu, setup.gamma, setup.rho * setup.rho);
    double bias2 = 0;
    for (double bias : plateau.bias()) {
      bias2 += bias * bias / (step * step);
    }
    return OptionalDouble.of(plateau.mse(step) - bias2);
  }

  /** Returns {@code gamma rho |H*^-1|/sqrt(alpha)}, the parameter of the expansion. */
  double smallness(double step) {
    double softest = Double.POSITIVE_INFINITY;
    for (double h : spectrum()) {
      softest = Math.min(softest, h);
    }
    return setup.gamma * setup.rho / (softest * Math.sqrt(step));
  }

  /**
   * Returns how many solutions {@code u + lambda grad f(u) = c} has at {@code c = 0}: the product
   * over the coordinates of the sign changes on a fine grid.
   */
  int solutions(double step) {
    double lambda = setup.parameters(step).lambda();
    int n = setup.dimension();
    int cells = 4001;
    int solutions = 1;
    double[] x = new double[n];
    double[] gradient = new double[n];
    for (int i = 0; i < n; i++) {
      double reach = 2 * minimizer[i];
      int changes = 0;
      double before = Double.NaN;
      // An odd number of cells keeps the solution at 0 off the grid.
      for (int k = 0; k <= cells; k++) {
        x[i] = reach * (2.0 * k / cells - 1);
        setup.objective.gradient(x, gradient);
        double g = Math.fma(lambda, gradient[i], x[i]);
        changes += before < 0 != g < 0 && k > 0 ? 1 : 0;
        before = g;
      }
      x[i] = 0;
      solutions *= changes;
    }
    return solutions;
  }
}
