package org.ironopt.lab.logcosh;

import java.util.Arrays;
import org.ironopt.io.InputError;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * The regression that the settings describe, the method on it, and what theory says near one
 * minimiser, where f is strongly convex, for a particle that stays there: the stationary covariance
 * of the linearised scheme and, for large steps, the expansion that includes third and fourth
 * derivatives. All minimisers are equal by symmetry. A prediction that does not exist is NaN.
 */
final class LogCoshProblem {
  /** The expansion is tested where its parameter is below this. */
  static final double SMALL = 0.1;

  /** The expansion is shown where its parameter is below this. */
  static final double SHOWN = 0.35;

  /** Intervals of the grid on which solutions are counted; odd, so that 0 is no point of it. */
  private static final int INTERVALS = 4001;

  final LogCoshSettings settings;
  final LogCosh objective;
  final Regions regions;
  final Noise noise;

  /** Eigenvalues of the Hessian at a minimiser. */
  final double[] spectrum;

  /** Variance of the noise in each coordinate; NaN if it has none. */
  private final double variance;

  LogCoshProblem(LogCoshSettings settings) {
    this.settings = settings;
    int n = dimension();
    double[] b = new double[n];
    Arrays.fill(b, settings.b());
    objective = LogCosh.diagonal(settings.diagonal(), b);
    regions = new Regions(objective.minimizer());
    try {
      noise = Noise.parse(settings.noise(), settings.rho());
    } catch (IllegalArgumentException e) {
      throw new InputError(e.getMessage() + " (--noise)");
    }
    double trace = noise.trace(n);
    variance = noise.silent() || Double.isInfinite(trace) ? Double.NaN : trace / n;
    spectrum = new double[n];
    Curvature curvature = objective.curvature();
    curvature.at(regions.minimizer(), new double[n]);
    curvature.diagonal(spectrum);
  }

  int dimension() {
    return settings.diagonal().length;
  }

  /** Returns {@code 0.6 * 2/sqrt(cond Q)}, Q = A'A: the unit in which the authors' script steps. */
  double authorsUnit() {
    double largest = Arrays.stream(settings.diagonal()).max().orElseThrow();
    double smallest = Arrays.stream(settings.diagonal()).min().orElseThrow();
    return 0.6 * 2 / (largest / smallest);
  }

  /** Returns the step that is made for the one in a caption. */
  double step(double alpha) {
    return settings.authors() ? authorsUnit() * alpha : alpha;
  }

  IronParameters parameters(double step) {
    return new IronParameters(step, settings.mu(), settings.gamma());
  }

  /** Returns IRON with Newton's method, Cholesky and Armijo's rule, from the current iterate. */
  Flow method(double step) {
    return Iron.step(step)
        .mu(settings.mu())
        .gamma(settings.gamma())
        .frozen()
        .noise(new CenterNoise(noise))
        .inner(
            InnerMethod.NEWTON_CHOLESKY
                .tolerance(InnerTolerance.absolute(settings.residual()))
                .start(InnerMethod.WarmStart.ITERATE));
  }

  /** Returns whether the noise has a variance, without which nothing is predicted. */
  boolean predicted() {
    return !Double.isNaN(variance);
  }

  /** Returns {@code gamma^2 rho^2 tr(H*^-2)}, the limit of alpha times the spread. */
  double constant() {
    return predicted()
        ? QuadraticConstant.isotropic(settings.gamma(), spectrum, variance)
        : Double.NaN;
  }

  /** Returns the stationary covariance trace of the scheme linearised at a minimiser. */
  double linearised(double step) {
    return predicted()
        ? StationaryCovariance.mse(Scheme.IRON, parameters(step), spectrum, variance)
            .orElse(Double.NaN)
        : Double.NaN;
  }

  /** Returns whether the noise is Gaussian, whose fourth moments the expansion has. */
  boolean expands() {
    return noise instanceof Noise.Gaussian;
  }

  /**
   * Returns the spread to first order in 1/alpha beyond the limit, nonlinear terms included, where
   * {@code gamma rho |H*^-1|/sqrt(alpha)}, the parameter of the expansion, is below a number.
   */
  double expanded(double step, double below) {
    double softest = Arrays.stream(spectrum).min().orElseThrow();
    double small = settings.gamma() * settings.rho() / (softest * Math.sqrt(step));
    if (!expands() || !(small < below)) {
      return Double.NaN;
    }
    Plateau plateau =
        Plateau.isotropic(
            objective,
            regions.minimizer(),
            settings.mu(),
            settings.gamma(),
            settings.rho() * settings.rho());
    double bias = Vectors.norm(plateau.bias()) / step;
    return plateau.mse(step) - bias * bias;
  }

  /**
   * Returns how many solutions {@code u + lambda grad f(u) = c} has at {@code c = 0}: the product
   * over the coordinates of the sign changes on a fine grid.
   */
  int solutions(double step) {
    double lambda = parameters(step).lambda();
    int n = dimension();
    int solutions = 1;
    for (int i = 0; i < n; i++) {
      double[] x = new double[n];
      double[] gradient = new double[n];
      double reach = 2 * regions.minimizer()[i];
      boolean before = true;
      int changes = 0;
      for (int k = 0; k <= INTERVALS; k++) {
        x[i] = reach * (2.0 * k / INTERVALS - 1);
        objective.gradient(x, gradient);
        boolean below = Math.fma(lambda, gradient[i], x[i]) < 0;
        changes += below != before && k > 0 ? 1 : 0;
        before = below;
      }
      solutions *= changes;
    }
    return solutions;
  }
}
