package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * One step of a scheme on one eigendirection of a quadratic, THEORY (10)-(12): the errors {@code z
 * = (e, w)} of position and auxiliary state obey {@code z+ = M z + g xi} with {@code Var xi =
 * noiseVariance() rho^2}. The eigenvalues of M are the roots of {@code d z^2 - t z + c}. All
 * entries are written over the common denominator d, where nothing cancels; so the record is
 * accurate for every step length, and {@code N = (M - I)/alpha} stays accurate as alpha goes to 0.
 *
 * <p>The flow itself has the eigenvalues {@code -w}, {@code w = 2a/(m -+ sqrt(m^2 - 4 gamma a))},
 * {@code m = gamma + mu}; backward Euler maps them to {@code 1/(1 + alpha w)} and forward Euler to
 * {@code 1 - alpha w}. Written this way the distance of the radius from 1 keeps its digits for tiny
 * alpha.
 *
 * @param scheme the discretisation
 * @param p its parameters
 * @param a the eigenvalue of the Hessian, positive
 */
public record TransitionMatrix(Scheme scheme, IronParameters p, double a) {
  public TransitionMatrix {
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

  /**
   * Returns {@code (m + beta (mu - a))^2 - 4 gamma a}, beta = alpha for NAG-GS and 0 otherwise,
   * written about {@code a = mu}, where it is {@code (gamma - mu)^2}. A difference within rounding
   * of zero is zero: a double root moves by the square root of what the discriminant is wrong by.
   */
  double discriminant() {
    double gamma = p.gamma();
    double beta = scheme == Scheme.NAG_GS ? p.alpha() : 0;
    double gap = p.mu() - a;
    double square = (gamma - p.mu()) * (gamma - p.mu());
    double rest = gap * (4 * gamma + beta * (2 * (gamma + p.mu()) + beta * gap));
    double size =
        Math.abs(gap) * (4 * gamma + beta * (2 * (gamma + p.mu()) + beta * Math.abs(gap)));
    double disc = square + rest;
    return Math.abs(disc) <= 4 * Math.ulp(size) && gap != 0 ? 0 : disc;
  }

  /** Returns the spectral radius of M. */
  public double spectralRadius() {
    double alpha = p.alpha();
    double disc = discriminant();
    if (disc < 0) {
      return switch (scheme) {
        case IRON, NAG_GS -> Math.sqrt(p.gamma() / d());
        case EXPLICIT_EULER -> Math.sqrt(c() / p.gamma());
      };
    }
    double root = Math.sqrt(disc);
    double m = m();
    return switch (scheme) {
      case IRON -> 1 / (1 + alpha * (2 * a / (m + root)));
      case NAG_GS -> (Math.abs(t()) + alpha * root) / (2 * d());
      case EXPLICIT_EULER ->
          Math.max(
              Math.abs(1 - alpha * (2 * a / (m + root))),
              Math.abs(1 - alpha * ((m + root) / (2 * p.gamma()))));
    };
  }

  /** Returns {@code -log} of the spectral radius, accurate also when the radius is close to 1. */
  public double decayRate() {
    double alpha = p.alpha();
    double m = m();
    double disc = discriminant();
    if (disc < 0) {
      return switch (scheme) {
        case IRON -> 0.5 * StrictMath.log1p(alpha * (m + alpha * a) / p.gamma());
        case NAG_GS -> 0.5 * StrictMath.log1p(alpha * (m + alpha * p.mu()) / p.gamma());
        case EXPLICIT_EULER -> -0.5 * StrictMath.log1p(-alpha * (m - alpha * a) / p.gamma());
      };
    }
    double root = Math.sqrt(disc);
    double slow = 2 * a * alpha / (m + root);
    double radius = spectralRadius();
    // The radius is 1 - loss; each form is used where it keeps its digits.
    double loss =
        switch (scheme) {
          case IRON -> slow / (1 + slow);
          case NAG_GS -> t() > 0 ? 2 * a * alpha / (m + alpha * (p.mu() + a) + root) : 1;
          case EXPLICIT_EULER -> 1 - slow >= radius ? slow : 1;
        };
    return loss < 0.5 ? -StrictMath.log1p(-loss) : -StrictMath.log(radius);
  }

  /**
   * The scalar recursion {@code e_{k+1} = p1 e_k + p2 e_{k-1} + noise of variance q}, THEORY (14).
   * Every linear method on a quadratic has this form in each eigendirection. It is stable iff
   * {@code |p2| < 1}, {@code p1 + p2 < 1}, {@code p2 - p1 < 1}, and then
   *
   * <pre>{@code
   * Var e = (1 - p2) q / ((1 + p2) ((1 - p2)^2 - p1^2)),   Cov(e_{k+1}, e_k) = p1/(1 - p2) Var e.
   * }</pre>
   *
   * The formula cancels when a root is close to 1; for the schemes of this package {@link
   * StationaryCovariance} has forms that do not.
   */
  public record Ar2(double p1, double p2, double q) {
    public Ar2 {
      Require.finite("p1", p1);
      Require.finite("p2", p2);
      Require.nonNegative("q", q);
    }

    /** Returns whether both roots of {@code z^2 - p1 z - p2} lie inside the unit circle. */
    public boolean stable() {
      return Math.abs(p2) < 1 && p1 + p2 < 1 && p2 - p1 < 1;
    }

    /** Returns the stationary variance, empty when there is none. */
    public OptionalDouble variance() {
      double spread = (1 - p2 - p1) * (1 - p2 + p1);
      return ValidRange.when(stable(), (1 - p2) * q / ((1 + p2) * spread));
    }

    /** Returns the stationary covariance of two successive values, empty when there is none. */
    public OptionalDouble lagOne() {
      return ValidRange.when(stable(), p1 / (1 - p2) * variance().orElse(Double.NaN));
    }
  }
}
