package org.ironopt.lab.quadratic;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.io.InputError;
import org.ironopt.lab.quadratic.QuadraticSettings.Reading;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** The quadratic that the settings describe, the methods on it, and the exact predictions. */
final class QuadraticProblem {
  final QuadraticSettings settings;
  final boolean authors;
  final double mu;
  final double gamma;
  final double rho;
  final double[] eigenvalues;
  final DenseMatrix a;
  final Quadratic objective;
  final double[] minimizer;
  final Noise.Isotropic isotropic;

  QuadraticProblem(QuadraticSettings settings) {
    this.settings = settings;
    authors = settings.reading() == Reading.AUTHORS;
    mu = settings.mu();
    gamma = authors ? Math.sqrt(mu) : settings.gamma();
    rho = settings.rho();
    isotropic = new Noise.Isotropic(rho);
    eigenvalues = settings.eigenvalues();
    int n = eigenvalues.length;
    DenseMatrix q =
        RandomMatrices.orthogonal(new RandomStreams(settings.seed()).stream("rotation"), 0, n);
    double[] b = new double[n];
    Arrays.fill(b, settings.b());
    // A = Q' diag Q, so the eigenvectors are the columns of Q'.
    objective = Quadratic.ofEigen(eigenvalues, q.transpose(), b);
    a = q.transpose().multiply(DenseMatrix.diagonal(eigenvalues)).multiply(q);
    minimizer = objective.minimizer();
  }

  int dimension() {
    return eigenvalues.length;
  }

  double largest() {
    return Arrays.stream(eigenvalues).max().orElseThrow();
  }

  /** Returns the trace of the covariance of isotropic noise. */
  double noiseTrace() {
    return dimension() * rho * rho;
  }

  /**
   * Returns the step that is really made for a nominal one: the same in the paper's reading; in the
   * authors' script a multiple, their step scale for an explicit scheme on this spectrum.
   */
  double step(double alpha) {
    if (!authors) {
      return alpha;
    }
    double smallest = Arrays.stream(eigenvalues).min().orElseThrow();
    double byCondition = 2 / Math.sqrt(largest() / smallest);
    double byFlow = Contraction.nagGsOptimalStep(mu, gamma, largest()).orElse(0);
    return alpha * Math.max(byCondition, byFlow);
  }

  String damping() {
    return authors ? "updated" : "frozen";
  }

  /** Returns gamma once its update has settled; it is frozen in the paper's reading. */
  double stationaryGamma() {
    return authors ? mu : gamma;
  }

  /** Returns the law of the noise that the settings ask for. */
  Noise noise() {
    double[] entries = settings.covariance();
    String law = settings.noise();
    int n = dimension();
    if (entries.length == 0) {
      return InputError.check(() -> Noise.parse(law, rho));
    }
    if (entries.length != n * n) {
      throw new InputError(
          "covariance has " + entries.length + " numbers, expected " + n + " rows of " + n);
    }
    if (!law.equals("gaussian")) {
      throw new InputError(
          "--covariance goes with --noise gaussian, got --noise " + law + "; drop one of them");
    }
    try {
      return new Noise.Full(DenseMatrix.of(n, n, entries));
    } catch (IllegalArgumentException e) {
      throw new InputError(e.getMessage() + "; mend the matrix given with --covariance");
    }
  }

  /** Returns a covariance that does not commute with A: decaying scales, neighbours correlated. */
  DenseMatrix sigma() {
    int n = dimension();
    DenseMatrix sigma = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double correlation = StrictMath.pow(0.6, Math.abs(i - j));
        sigma.set(i, j, rho * rho / ((1 + 0.5 * i) * (1 + 0.5 * j)) * correlation);
      }
    }
    return sigma;
  }

  /** Returns a discretisation of the flow with these parameters. */
  Flow method(Scheme scheme, double step, Noise noise) {
    CenterNoise center = new CenterNoise(noise);
    return switch (scheme) {
      case IRON -> {
        Iron iron = noisy(Iron.step(step), noise);
        yield authors ? iron : iron.frozen();
      }
      case NAG_GS -> NagGs.step(step).mu(mu).gamma(gamma).frozen().noise(center);
      case EXPLICIT_EULER -> ExplicitEuler.step(step).mu(mu).gamma(gamma).frozen().noise(center);
    };
  }

  /** Returns IRON with these parameters, gamma being updated. */
  Iron noisy(Iron iron, Noise noise) {
    return iron.mu(mu).gamma(gamma).noise(new CenterNoise(noise));
  }

  IronParameters parameters(double step) {
    return new IronParameters(step, mu, stationaryGamma());
  }

  /** Returns the stationary MSE under isotropic noise, NaN where the scheme is unstable. */
  double mse(Scheme scheme, double step) {
    return StationaryCovariance.mse(scheme, parameters(step), eigenvalues, rho * rho)
        .orElse(Double.NaN);
  }

  /** Returns the stationary MSE of the paper's runs under the noise of the settings. */
  OptionalDouble paperMse(double step) {
    return switch (noise()) {
      case Noise.Gaussian gaussian -> mse(step, gaussian.covariance(dimension()));
      case Noise.StudentT t when Double.isFinite(t.trace(dimension())) ->
          mse(step, t.base().covariance(dimension()));
      default -> OptionalDouble.empty();
    };
  }

  /** Returns the stationary MSE of IRON under noise of this covariance. */
  OptionalDouble mse(double step, DenseMatrix sigma) {
    return covariance(step, sigma).stream().mapToDouble(GeneralCovariance::mse).findFirst();
  }

  Optional<GeneralCovariance> covariance(double step, DenseMatrix sigma) {
    return GeneralCovariance.of(Scheme.IRON, parameters(step), a, sigma);
  }

  /** Returns the limit of alpha times the error under isotropic noise. */
  double constant() {
    return QuadraticConstant.isotropic(stationaryGamma(), eigenvalues, rho * rho);
  }

  /** Returns {@code gamma^2 tr(Sigma A^-2)}, the limit of alpha times the error. */
  double constant(DenseMatrix sigma) {
    return Plateau.limit(objective, minimizer, stationaryGamma(), sigma);
  }
}
