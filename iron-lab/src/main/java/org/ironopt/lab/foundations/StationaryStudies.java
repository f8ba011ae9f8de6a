package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import org.ironopt.lab.particles.LinearMoments;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticStepBound;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.TransitionMatrix;
import org.ironopt.theory.TwoStepRecursion;

/** Sections 3.3, 3.5 and 3.6: the stationary error on quadratics. */
final class StationaryStudies {
  private static final double[] GRID = Study.grid(1e-3, 1e6, 60);
  private static final int CHAIN_STEPS = 4000;
  private static final int BURN_IN = 400;
  private static final int OVERSHOOTING_STEPS = 200;

  private StationaryStudies() {}

  /**
   * Section 3.3 and its proof on random spectra: the constant C_i, the system of three equations,
   * orders in alpha, decoupling, and what holds for every step.
   */
  static void quadratic(InstanceRandom draw, Row row) {
    int n = draw.between(2, 5);
    double mu = draw.spread(0.05, 5);
    double gamma = mu * draw.spread(0.1, 10);
    double[] spectrum = draw.spectrum(n, mu, draw.spread(2, 100));
    double a = spectrum[n - 1];
    DoubleFunction<IronParameters> at = alpha -> new IronParameters(alpha, mu, gamma);
    IronParameters p = at.apply(draw.spread(1, 1e4));
    double far = 1e3 * (1 + gamma / mu);
    // Explicit Euler near its largest stable step, against a tenth of that step.
    Scheme euler = Scheme.EXPLICIT_EULER;
    double critical = Contraction.criticalStep(euler, mu, gamma, spectrum).orElseThrow();
    double near = mse(euler, at.apply(0.9 * critical), spectrum);
    DenseMatrix hessian = DenseMatrix.diagonal(spectrum);
    row.put("coupling_commuting", correlation(p, hessian, DenseMatrix.diagonal(draw.variances(n))))
        .put("coupling_general", correlation(p, hessian, draw.covariance(n, n)))
        .put("step_bound", stepBound(draw, p, a))
        .put("lyapunov_system", lyapunovGap(p, a))
        .put("remainder_order", Study.order(far, 30 * far, x -> remainder(at.apply(x), a)))
        .put("euler_growth", near / mse(euler, at.apply(0.1 * critical), spectrum));
    // On a growing grid, each error relative to that of the step before.
    double before = Double.POSITIVE_INFINITY;
    for (double alpha : GRID) {
      double mse = mse(Scheme.IRON, at.apply(alpha), spectrum);
      row.raise("monotone", mse / before)
          .raise(
              "largest_radius", Contraction.spectralRadius(Scheme.IRON, at.apply(alpha), spectrum));
      before = mse;
    }
  }

  /** Proposition 3.2, item 1: the exact next second moment over its bound. */
  private static double stepBound(InstanceRandom draw, IronParameters p, double a) {
    double e = draw.normal();
    double w = draw.normal();
    double rho2 = draw.spread(1e-6, 10);
    double[] s = LinearMoments.second(p, a, rho2, ExactMoments.at(e, w));
    QuadraticStepBound bound = new QuadraticStepBound(p.mu(), p.gamma(), a);
    return (s[0] + s[2]) / bound.next(p.alpha(), e * e + w * w, rho2).orElseThrow();
  }

  /** The solution of the 3x3 system, put into the Lyapunov equation. */
  private static double lyapunovGap(IronParameters p, double a) {
    double[] s = ExactMoments.of(StationaryCovariance.linearSystem(Scheme.IRON, p, a, 1));
    double[] next = LinearMoments.second(p, a, 1, s);
    Vectors.axpy(-1, s, next);
    return Vectors.maxAbs(next) / (s[0] + s[2]);
  }

  /** What the proof leaves out: the stationary variance beyond that of one step. */
  private static double remainder(IronParameters p, double a) {
    return LinearMoments.second(p, a, 0, ExactMoments.stationary(p, a, 1))[0];
  }

  /** Largest correlation between eigendirections. */
  private static double correlation(IronParameters p, DenseMatrix a, DenseMatrix sigma) {
    DenseMatrix c = GeneralCovariance.of(Scheme.IRON, p, a, sigma).orElseThrow().position();
    double largest = 0;
    for (int i = 0; i < c.rows(); i++) {
      for (int j = 0; j < i; j++) {
        double scale = Math.sqrt(c.get(i, i) * c.get(j, j));
        largest = Math.max(largest, Math.abs(c.get(i, j)) / scale);
      }
    }
    return largest;
  }

  /** Returns the exact stationary error for rho = 1. */
  static double mse(Scheme scheme, IronParameters p, double[] spectrum) {
    return StationaryCovariance.mse(scheme, p, spectrum, 1).orElseThrow();
  }

  /**
   * Section 3.6: the stationary error under center noise of covariance Sigma/b, in chains of IRON
   * on random quadratics. The two chains that are compared see different noise.
   */
  static void batching(InstanceRandom draw, Row row) {
    int n = draw.between(2, 4);
    double mu = draw.spread(0.1, 5);
    double[] spectrum = draw.spectrum(n, mu, draw.spread(2, 30));
    StudyProblem problem = StudyProblem.quadratic(draw, spectrum);
    IronParameters p = new IronParameters(draw.spread(1, 100), mu, mu * draw.spread(0.3, 3));
    int b = draw.between(2, 512);
    DenseMatrix sigma = draw.covariance(n, n);
    double whole = chain(problem, p, sigma, draw.streams());
    double part = chain(problem, p, sigma.times(1.0 / b), draw.streams());
    row.put("ratio", b * part / whole);
  }

  private static double chain(
      StudyProblem problem, IronParameters p, DenseMatrix sigma, RandomStreams streams) {
    double[] start = problem.minimizer();
    Iron iron = problem.iron(p, new Noise.Full(sigma)).frozen();
    return problem.meanError(iron.start(problem.f(), start, start, streams), BURN_IN, CHAIN_STEPS);
  }

  /**
   * Section 3.5: what a fixed residual does to the error of a solve and to the stationary error;
   * and an inner solver with correlated errors, which tells the doubled bound from the one that
   * keeps the constants of Theorem 3.1.
   */
  static void inexact(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.2, 5);
    double[] spectrum = draw.spectrum(draw.between(1, 5), mu, draw.spread(1, 30));
    double[] variances = draw.variances(spectrum.length);
    double[] none = new double[spectrum.length];
    double far = 1e3 * (1 + gamma / mu) * problem.l() / mu;
    DoubleFunction<IronParameters> at = alpha -> new IronParameters(alpha, mu, gamma);
    overshooting(draw, row);
    row.put("error_order", errorOrder(draw, problem, at, far))
        .put(
            "stationary_order",
            Study.order(1e5, 1e7, a -> withResiduals(at.apply(a), spectrum, variances)))
        .put(
            "contribution_order",
            Study.order(1e5, 1e7, a -> withResiduals(at.apply(a), spectrum, none)));
  }

  /**
   * A point with residual exactly d, |d| = 1, is the resolvent at the center moved by d. Returns
   * the order in alpha of its distance to the resolvent point.
   */
  private static double errorOrder(
      InstanceRandom draw, StudyProblem problem, DoubleFunction<IronParameters> at, double far) {
    double[] center = problem.point(draw, 1);
    double[] moved = Study.sum(center, 1, draw.unit(center.length));
    return Study.order(
        far,
        1e3 * far,
        alpha -> {
          double lambda = at.apply(alpha).lambda();
          return Vectors.distance(problem.prox(lambda, center), problem.prox(lambda, moved));
        });
  }

  /**
   * The stationary error on a quadratic when every solve leaves a residual of length 1 in a random
   * direction: more center noise, of covariance {@code I/n}.
   */
  private static double withResiduals(IronParameters p, double[] spectrum, double[] variances) {
    double more = 1 / (variances.length * p.noiseScale() * p.noiseScale());
    double[] total = Arrays.stream(variances).map(variance -> variance + more).toArray();
    return StationaryCovariance.mse(Scheme.IRON, p, spectrum, total).orElseThrow();
  }

  /**
   * A solver that overshoots: it returns {@code x* + (1 + t)(x+ - x*)}. On {@code A = mu I} with
   * gamma far below mu, where Theorem 3.1 is nearly tight, returns the stationary error over the
   * bound with constants kept and {@code K eps^2} added, over the doubled one, and over the
   * position bound. For every K, {@code t = 1/K} tells the bounds apart.
   */
  private static void overshooting(InstanceRandom draw, Row row) {
    double mu = draw.spread(0.1, 5);
    double gamma = mu * draw.spread(1e-3, 1e-2);
    double k = draw.spread(2, 10);
    double t = 1 / k;
    double sigma2 = draw.spread(0.1, 10);
    TwoStepRecursion theorem = new ConstantStepBound(mu, mu, gamma).recursion();
    double alpha = theorem.g() * draw.spread(1e2, 1e4);
    IronParameters p = new IronParameters(alpha, mu, gamma);
    double u = overshooting(p, t, sigma2);
    double eps = t / (1 + t) * Math.sqrt(u);
    double kept = (theorem.c() * sigma2 + k * alpha * eps * eps) / (alpha - theorem.g());
    double rms = new PositionBound(p).inexactRms(sigma2, eps).orElseThrow();
    row.put("kept", u / kept)
        .ratio("doubled", u, theorem.inexactLimsup(alpha, sigma2, eps))
        .put("position", u / (rms * rms));
  }

  /** Returns the stationary error of the overshooting solver, by iterating its exact moments. */
  private static double overshooting(IronParameters p, double t, double sigma2) {
    TransitionMatrix exact = new TransitionMatrix(Scheme.IRON, p, p.mu());
    double[] m = exact.matrix();
    double[] g = exact.noise();
    double stretch = 1 + t;
    double slope = 1 + 1 / p.alpha();
    double[] matrix = {
      stretch * m[0], stretch * m[1], slope * stretch * m[0] - 1 / p.alpha(), slope * stretch * m[1]
    };
    double[] noise = {stretch * g[0], slope * stretch * g[0]};
    double[] second = new double[3];
    for (int k = 0; k < OVERSHOOTING_STEPS; k++) {
      second = LinearMoments.second(matrix, noise, exact.noiseVariance() * sigma2, second);
    }
    return second[0];
  }
}
