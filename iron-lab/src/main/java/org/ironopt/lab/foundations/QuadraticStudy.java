package org.ironopt.lab.foundations;

import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.EigenCovariance;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.QuadraticStepBound;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.Transition;

/**
 * Section 3.3 and its proof on random spectra: the constant C_i, the system of three equations,
 * orders in alpha, decoupling, and what holds for every step.
 */
final class QuadraticStudy implements Study {
  private static final double[] STEPS = Orders.grid(1e-3, 1e6, 60);

  @Override
  public String label() {
    return "quadratic";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "step_bound",
        "lyapunov_system",
        "contraction_order",
        "noise_order",
        "product_order",
        "remainder_order",
        "coupling_commuting",
        "coupling_general",
        "largest_radius",
        "monotone",
        "euler_growth");
  }

  @Override
  public double[] row(Draw draw) {
    int n = draw.between(2, 5);
    double mu = draw.spread(0.05, 5);
    double gamma = mu * draw.spread(0.1, 10);
    double[] spectrum = draw.spectrum(n, mu, draw.spread(2, 100));
    double a = spectrum[n - 1];
    IronParameters p = new IronParameters(draw.spread(1, 1e4), mu, gamma);
    double far = 1e3 * (1 + gamma / mu);
    double[] coupling = couplings(draw, p, spectrum);
    return new double[] {
      stepBound(draw, p, a),
      lyapunovGap(p, a),
      Orders.slope(far, 1e3 * far, x -> square(rate(mu, gamma, x))),
      Orders.slope(far, 1e3 * far, x -> square(at(mu, gamma, x).noiseScale())),
      Orders.slope(far, 1e3 * far, x -> square(rate(mu, gamma, x) * at(mu, gamma, x).noiseScale())),
      Orders.slope(far, 30 * far, x -> remainder(at(mu, gamma, x), a)),
      coupling[0],
      coupling[1],
      largestRadius(mu, gamma, spectrum),
      monotone(mu, gamma, spectrum),
      eulerGrowth(mu, gamma, spectrum)
    };
  }

  private static IronParameters at(double mu, double gamma, double alpha) {
    return new IronParameters(alpha, mu, gamma);
  }

  private static double rate(double mu, double gamma, double alpha) {
    return Contraction.resolvent(at(mu, gamma, alpha).lambda(), mu);
  }

  private static double square(double x) {
    return x * x;
  }

  /** Proposition 3.2, item 1: the exact next second moment over its bound. */
  private static double stepBound(Draw draw, IronParameters p, double a) {
    Transition t = new Transition(Scheme.IRON, p, a);
    double e = draw.normal();
    double w = draw.normal();
    double rho2 = draw.spread(1e-6, 10);
    double[] start = {e * e, e * w, w * w};
    double[] s = ExactMoments.next(t.matrix(), t.noise(), t.noiseVariance() * rho2, start);
    QuadraticStepBound bound = new QuadraticStepBound(p.mu(), p.gamma(), a);
    return (s[0] + s[2]) / bound.next(p.alpha(), e * e + w * w, rho2).orElseThrow();
  }

  /** The solution of the 3x3 system, put into the Lyapunov equation. */
  private static double lyapunovGap(IronParameters p, double a) {
    EigenCovariance c = EigenCovariance.linearSystem(Scheme.IRON, p, a, 1).orElseThrow();
    Transition t = new Transition(Scheme.IRON, p, a);
    double[] s = {c.p11(), c.p12(), c.p22()};
    double[] next = ExactMoments.next(t.matrix(), t.noise(), t.noiseVariance(), s);
    double gap = 0;
    for (int i = 0; i < 3; i++) {
      gap = Math.max(gap, Math.abs(next[i] - s[i]));
    }
    return gap / (s[0] + s[2]);
  }

  /** What the proof leaves out: the stationary variance beyond that of one step. */
  private static double remainder(IronParameters p, double a) {
    EigenCovariance c = EigenCovariance.closedForm(Scheme.IRON, p, a, 1).orElseThrow();
    double[] m = new Transition(Scheme.IRON, p, a).matrix();
    return ExactMoments.next(m, new double[2], 0, new double[] {c.p11(), c.p12(), c.p22()})[0];
  }

  /** Largest correlation between eigendirections, for a commuting and for a general covariance. */
  private static double[] couplings(Draw draw, IronParameters p, double[] spectrum) {
    int n = spectrum.length;
    DenseMatrix a = DenseMatrix.diagonal(spectrum);
    DenseMatrix commuting = DenseMatrix.diagonal(draw.variances(n));
    DenseMatrix general = draw.covariance(n, n);
    return new double[] {correlation(p, a, commuting), correlation(p, a, general)};
  }

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

  private static double largestRadius(double mu, double gamma, double[] spectrum) {
    double largest = 0;
    for (double alpha : STEPS) {
      IronParameters p = at(mu, gamma, alpha);
      largest = Math.max(largest, Contraction.spectralRadius(Scheme.IRON, p, spectrum));
    }
    return largest;
  }

  /** The largest ratio of the stationary error to that of the step before, on a growing grid. */
  private static double monotone(double mu, double gamma, double[] spectrum) {
    double largest = 0;
    double before = Double.POSITIVE_INFINITY;
    for (double alpha : STEPS) {
      double mse =
          StationaryCovariance.mse(Scheme.IRON, at(mu, gamma, alpha), spectrum, 1).orElseThrow();
      largest = Math.max(largest, mse / before);
      before = mse;
    }
    return largest;
  }

  /** The error of explicit Euler near its largest stable step over that at a tenth of it. */
  private static double eulerGrowth(double mu, double gamma, double[] spectrum) {
    double critical =
        Contraction.criticalStep(Scheme.EXPLICIT_EULER, mu, gamma, spectrum).orElseThrow();
    OptionalDouble small = euler(mu, gamma, 0.1 * critical, spectrum);
    OptionalDouble large = euler(mu, gamma, 0.9 * critical, spectrum);
    return large.orElseThrow() / small.orElseThrow();
  }

  private static OptionalDouble euler(double mu, double gamma, double alpha, double[] spectrum) {
    return StationaryCovariance.mse(Scheme.EXPLICIT_EULER, at(mu, gamma, alpha), spectrum, 1);
  }
}
