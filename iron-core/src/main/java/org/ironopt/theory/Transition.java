package org.ironopt.theory;

import org.ironopt.linalg.Require;

/**
 * One step of a scheme on one eigendirection of a quadratic, THEORY (10)-(12): the errors {@code z
 * = (e, w)} of position and auxiliary state obey {@code z+ = M z + g xi} with {@code Var xi =
 * noiseVariance() rho^2}. The eigenvalues of M are the roots of {@code d z^2 - t z + c}. All
 * entries are written over the common denominator d, where nothing cancels; so the record is
 * accurate for every step length, and {@code N = (M - I)/alpha} stays accurate as alpha goes to 0.
 *
 * @param scheme the discretisation
 * @param p its parameters
 * @param a the eigenvalue of the Hessian, positive
 */
public record Transition(Scheme scheme, IronParameters p, double a) {
  public Transition {
    Require.positive("eigenvalue", a);
  }

  private double m() {
    return p.gamma() + p.mu();
  }

  /** Returns the coefficient d of {@code d z^2 - t z + c}. */
  public double d() {
    double alpha = p.alpha();
    return switch (scheme) {
      case IRON -> p.gamma() + alpha * (m() + alpha * a);
      case NAG_GS -> (1 + alpha) * (p.gamma() + alpha * p.mu());
      case EXPLICIT_EULER -> p.gamma();
    };
  }

  /** Returns the coefficient t of {@code d z^2 - t z + c}. */
  public double t() {
    double alpha = p.alpha();
    return switch (scheme) {
      case IRON -> 2 * p.gamma() + alpha * m();
      case NAG_GS -> 2 * p.gamma() + alpha * (m() + alpha * (p.mu() - a));
      case EXPLICIT_EULER -> 2 * p.gamma() - alpha * m();
    };
  }

  /** Returns the coefficient c of {@code d z^2 - t z + c}. */
  public double c() {
    return scheme == Scheme.EXPLICIT_EULER
        ? p.gamma() - p.alpha() * (m() - p.alpha() * a)
        : p.gamma();
  }

  /** Returns M, row after row. */
  public double[] matrix() {
    double alpha = p.alpha();
    double gamma = p.gamma();
    double mu = p.mu();
    double d = d();
    return switch (scheme) {
      case IRON ->
          new double[] {
            (gamma + alpha * mu) / d,
            alpha * gamma / d,
            alpha * (mu - a) / d,
            (1 + alpha) * gamma / d
          };
      case NAG_GS ->
          new double[] {
            1 / (1 + alpha),
            alpha / (1 + alpha),
            alpha * (mu - a) / d,
            ((1 + alpha) * gamma + alpha * alpha * (mu - a)) / d
          };
      case EXPLICIT_EULER ->
          new double[] {1 - alpha, alpha, alpha * (mu - a) / gamma, 1 - alpha * mu / gamma};
    };
  }

  /** Returns {@code N = (M - I)/alpha}, row after row; the drift of the flow when alpha is 0. */
  public double[] drift() {
    double alpha = p.alpha();
    double gamma = p.gamma();
    double mu = p.mu();
    double d = d();
    return switch (scheme) {
      case IRON ->
          new double[] {-(gamma + alpha * a) / d, gamma / d, (mu - a) / d, -(mu + alpha * a) / d};
      case NAG_GS ->
          new double[] {-1 / (1 + alpha), 1 / (1 + alpha), (mu - a) / d, -(mu + alpha * a) / d};
      case EXPLICIT_EULER -> new double[] {-1, 1, (mu - a) / gamma, -mu / gamma};
    };
  }

  /** Returns g; for IRON {@code r (1, 1 + 1/alpha)} with {@code r = 1/(1 + lambda a)}. */
  public double[] noise() {
    return switch (scheme) {
      case IRON -> {
        double r = Contraction.resolvent(p.lambda(), a);
        yield new double[] {r, r * (1 + 1 / p.alpha())};
      }
      case NAG_GS -> new double[] {0, p.gamma() / (p.gamma() + p.alpha() * p.mu())};
      case EXPLICIT_EULER -> new double[] {0, 1};
    };
  }

  /** Returns the variance of the scalar noise for {@code rho = 1}; for IRON {@code alpha/s^2}. */
  public double noiseVariance() {
    double scale = p.noiseScale();
    return scheme == Scheme.IRON ? scale * scale : p.alpha();
  }

  /** Returns the recursion of the position alone, THEORY (14), for diffusion variance rho2. */
  public Ar2 recursion(double rho2) {
    double d = d();
    double gain = p.alpha() * p.gamma() / d;
    return new Ar2(t() / d, -c() / d, p.alpha() * gain * gain * rho2);
  }

  /** Returns the spectral radius of M. */
  public double spectralRadius() {
    return Spectrum.radius(this);
  }

  /** Returns {@code -log} of the spectral radius, accurate also when the radius is close to 1. */
  public double decayRate() {
    return Spectrum.decayRate(this);
  }

  /** Returns whether the spectral radius is below 1, decided by THEORY (13) without roots. */
  public boolean stable() {
    double alpha = p.alpha();
    double gamma = p.gamma();
    return switch (scheme) {
      case IRON -> true;
      case NAG_GS -> 4 * gamma / alpha + 2 * m() + (2 * p.mu() - a) * alpha > 0;
      case EXPLICIT_EULER -> m() - a * alpha > 0 && 4 * gamma / alpha - 2 * m() + a * alpha > 0;
    };
  }
}
