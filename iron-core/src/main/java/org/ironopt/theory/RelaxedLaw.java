package org.ironopt.theory;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.Require;

/**
 * The law of the relaxed step, THEORY (71)-(79): an IRON-FI step of length {@code theta alpha},
 * over-relaxed by {@code 1/theta}. On quadratics its stationary covariance solves
 *
 * <pre>{@code
 * -(J P + P J') + (2 theta - 1) alpha J P J' = B B'
 * }</pre>
 *
 * J the drift of the flow, so that it depends on the dissipation {@code E = (2 theta - 1) alpha}
 * alone: it is IRON's at the step E, and at {@code theta = 1/2} that of the flow itself. Frozen
 * damping; center noise, or gradient noise by {@link NoiseSource#diffusion}. Derived and checked
 * numerically, not refereed.
 *
 * @param theta relaxation, from 1/2 to 1, which is IRON-FI
 * @param p the numbers of the step; its alpha is the whole length
 */
public record RelaxedLaw(double theta, IronParameters p) {
  public RelaxedLaw {
    Require.that(theta >= 0.5 && theta <= 1, "theta is %s, expected 1/2 to 1", theta);
  }

  /** Returns the dissipation {@code E = (2 theta - 1) alpha}, THEORY (73). */
  public double dissipation() {
    return (2 * theta - 1) * p.alpha();
  }

  /** Returns the moments along the eigenvalue a for diffusion variance rho2, THEORY (73). */
  public StationaryCovariance covariance(double a, double rho2) {
    double e = dissipation();
    double[] z;
    if (e == 0) {
      double v = StationaryCovariance.continuousTime(p.mu(), p.gamma(), a, rho2);
      z = new double[] {v, v, v * (1 + a / p.gamma())};
    } else {
      StationaryCovariance c =
          StationaryCovariance.closedForm(Scheme.IRON, p.step(e), a, rho2).orElseThrow();
      z = new double[] {c.p11(), c.p12(), c.p22()};
    }
    double lagOne = step(a).apply(new double[] {z[0], cross(a, z[0])})[0];
    return new StationaryCovariance(z[0], z[1], z[2], lagOne);
  }

  /** Returns {@code Var u}, {@code u = w - e}, from {@code Var e}: (72) along an eigenvalue. */
  double velocity(double a, double p11) {
    double e = dissipation();
    return 2 * a * p11 / (2 * p.gamma() + e * (p.gamma() + p.mu() + e * a));
  }

  /** Returns {@code Cov(e, u) = E/2 Var u}. */
  double cross(double a, double p11) {
    return dissipation() / 2 * velocity(a, p11);
  }

  /** Returns {@code E|x - x*|^2} for diffusion variances along the eigenvectors. */
  public double mse(double[] eigenvalues, double[] variances) {
    Require.length("variances", eigenvalues.length, variances);
    double sum = 0;
    for (int i = 0; i < eigenvalues.length; i++) {
      sum += covariance(eigenvalues[i], variances[i]).p11();
    }
    return sum;
  }

  /** Returns {@code E|x - x*|^2} for {@code Sigma = rho2 I}. */
  public double mse(double[] eigenvalues, double rho2) {
    return mse(eigenvalues, StationaryCovariance.same(eigenvalues.length, rho2));
  }

  /** Returns {@code Cov(e_{k+lag}, e_k) = (M^lag P)_11} along the eigenvalue a. */
  public double lagCovariance(double a, double rho2, int lag) {
    Require.atLeast("lag", 0, lag);
    double p11 = covariance(a, rho2).p11();
    double[] z = {p11, cross(a, p11)};
    LinearStep step = step(a);
    for (int k = 0; k < lag; k++) {
      z = step.apply(z);
    }
    return z[0];
  }

  LinearStep step(double a) {
    return LinearStep.relaxed(theta, p, a);
  }

  /**
   * Returns the whole covariance for a Sigma that need not commute with A: THEORY (72), solved for
   * each pair of eigenvectors.
   *
   * @param a the Hessian, symmetric positive definite
   * @param sigma the diffusion covariance
   */
  public GeneralCovariance covariance(DenseMatrix a, DenseMatrix sigma) {
    SymmetricEigen eigen = GeneralCovariance.decompose(a, sigma);
    double[] values = eigen.values();
    int n = values.length;
    DenseMatrix v = eigen.vectors();
    DenseMatrix noise = v.transpose().multiply(sigma).multiply(v);
    DenseMatrix[] blocks = new DenseMatrix[4];
    Arrays.setAll(blocks, k -> DenseMatrix.zeros(n, n));
    for (int i = 0; i < n; i++) {
      LinearStep step = step(values[i]);
      for (int j = 0; j < n; j++) {
        double[] z = pair(values[i], values[j], noise.get(i, j));
        blocks[0].set(i, j, z[0]);
        blocks[1].set(i, j, z[1]);
        blocks[2].set(i, j, z[3]);
        blocks[3].set(i, j, step.apply(new double[] {z[0], z[2] - z[0]})[0]);
      }
    }
    for (int k = 0; k < 4; k++) {
      blocks[k] = v.multiply(blocks[k]).multiply(v.transpose());
    }
    return new GeneralCovariance(blocks[0], blocks[1], blocks[2], blocks[3]);
  }

  /**
   * Returns {@code E z_i z_j'}, row after row. In {@code (e, u)}, {@code u = w - e}, where the
   * drift is {@code [[0, 1], [-a/gamma, -m/gamma]]}, the solution of (72) is a sum of what is
   * positive.
   */
  private double[] pair(double ai, double aj, double sigma) {
    double e = dissipation();
    double m = 1 + p.mu() / p.gamma();
    double bi = ai / p.gamma();
    double bj = aj / p.gamma();
    double sum = bi + bj;
    double drag = 2 + e * m;
    double share = drag / (m * sum + 2 * e * bi * bj);
    // E e_i e_j over E u_i u_j
    double ratio = (share * (2 * m + e * sum) + e * e) / 2;
    double gap = bi - bj;
    double heat = (1 + e * m) * (sum * e + gap * gap * share) / 2 + m * drag;
    double x = sigma / (heat / ratio + e * bi * bj);
    double u = x / ratio;
    double xu = (e + gap * share) / 2 * u;
    double ux = (e - gap * share) / 2 * u;
    return new double[] {x, x + xu, x + ux, x + (xu + ux) + u};
  }

  /** Returns the larger modulus of {@code (1 - (1 - theta) alpha w)/(1 + theta alpha w)}. */
  public double spectralRadius(double... eigenvalues) {
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    return Arrays.stream(eigenvalues).map(this::radius).max().orElseThrow();
  }

  private double radius(double a) {
    double[] w = rates(p, a);
    if (w.length == 2) {
      return Math.max(factor(w[0]), factor(w[1]));
    }
    double alpha = p.alpha();
    double m = p.gamma() + p.mu();
    double d = p.gamma() + theta * alpha * (m + theta * alpha * a);
    // 1 - (1 - theta) alpha w, w = (m + i sqrt(4 gamma a - m^2))/(2 gamma): c itself may cancel.
    double rest = (1 - theta) * alpha / (2 * p.gamma());
    return StrictMath.hypot(1 - rest * m, rest * w[0]) * Math.sqrt(p.gamma() / d);
  }

  private double factor(double w) {
    double x = p.alpha() * w;
    return Math.abs((1 - (1 - theta) * x) / (1 + theta * x));
  }

  /**
   * Returns the real decay rates w of the flow, or of a complex pair {@code 2 gamma Im w} alone.
   */
  private static double[] rates(IronParameters p, double a) {
    double disc = new TransitionMatrix(Scheme.IRON, p, a).discriminant();
    if (disc < 0) {
      return new double[] {Math.sqrt(-disc)};
    }
    double sum = p.gamma() + p.mu() + Math.sqrt(disc);
    return new double[] {2 * a / sum, sum / (2 * p.gamma())};
  }

  /**
   * Returns the limit {@code C/(2 theta - 1)} of {@code alpha MSE} as alpha grows, THEORY (76), on
   * a strongly convex f that is smooth at x*; empty for {@code theta = 1/2}. The bias (40) does not
   * depend on theta.
   *
   * @param constant that of IRON-FI: {@link QuadraticConstant}, or {@link Plateau#limit}
   */
  public OptionalDouble limit(double constant) {
    return ValidRange.when(
        theta > 0.5, Require.nonNegative("constant", constant) / (2 * theta - 1));
  }

  /**
   * Which stability results hold for a step with {@code theta < 1} on an f that is not quadratic,
   * with frozen damping, THEORY (77)-(79).
   *
   * @param contraction factor of T1 in the norm of (x, v), empty where it is not below 1
   * @param descent whether T2 holds: {@code f + gamma/2 |v - x|^2} never rises without noise
   * @param always whether T3 holds: every alpha and theta contracts
   * @param plain whether theta is 1: IRON-FI needs none of them
   */
  public record Stability(
      OptionalDouble contraction, boolean descent, boolean always, boolean plain) {
    /** Returns whether any of them holds. */
    public boolean known() {
      return plain || contraction.isPresent() || descent || always;
    }

    /** Returns what holds, in a sentence. */
    public String sentence() {
      if (plain) {
        return "theta is 1: IRON-FI is stable for every step on every convex f.";
      }
      if (always) {
        return "T3 holds: on this class of f every step length and every theta contracts.";
      }
      if (contraction.isPresent()) {
        return "T1 holds: every step contracts distances of (x, v) by " + contraction.getAsDouble();
      }
      return descent
          ? "T2 holds: without noise f + gamma/2 |v - x|^2 never rises."
          : "None of T1, T2 and T3 is known to hold: exact cycles exist on such classes of f;"
              + " theta = 1 is safe.";
    }
  }

  /**
   * Returns what is known for f with this modulus and smoothness, which may be infinite.
   *
   * @param modulus m_f of strong convexity of f, not the flow's mu
   */
  public Stability stability(double modulus, double smoothness) {
    Require.nonNegative("modulus", modulus);
    Require.that(smoothness >= modulus, "L is %s, expected at least %s", smoothness, modulus);
    IronParameters leg = p.leg(theta);
    double tau = leg.tau();
    double inverse = 1 / leg.alpha();
    double lipschitz =
        StrictMath.hypot(tau, 1)
                / leg.s()
                * StrictMath.hypot(1, 1 + inverse)
                * Contraction.resolvent(leg.lambda(), modulus)
            + inverse;
    double m = p.gamma() + p.mu();
    double rest = 1 - theta;
    double excess = smoothness * rest * rest - modulus * theta * theta;
    double gap = Math.sqrt(smoothness) - Math.sqrt(modulus);
    return new Stability(
        ValidRange.when(lipschitz < 2 * theta - 1, (rest + lipschitz) / theta),
        theta == 1 || p.alpha() * excess <= 2 * m,
        modulus > 0 && p.gamma() * gap * gap < m * m,
        theta == 1);
  }

  /**
   * Returns the largest smoothness for which T1, T2 or T3 holds on an f of this modulus, infinite
   * under T1: {@code max((2m/alpha + m_f theta^2)/(1 - theta)^2, (sqrt m_f + m/sqrt gamma)^2)}.
   */
  public double guardedSmoothness(double modulus) {
    if (theta == 1 || stability(modulus, modulus).contraction().isPresent()) {
      return Double.POSITIVE_INFINITY;
    }
    double m = p.gamma() + p.mu();
    double rest = (1 - theta) * (1 - theta);
    double descent = (2 * m / p.alpha() + modulus * theta * theta) / rest;
    double root = Math.sqrt(modulus) + m / Math.sqrt(p.gamma());
    // T3 is strict.
    return Math.max(descent, modulus > 0 ? Math.nextDown(root * root * (1 - 1e-14)) : 0);
  }

  /**
   * The fastest relaxed step among all of one spread, THEORY (80)-(83).
   *
   * @param alpha step length
   * @param theta relaxation
   * @param radius spectral radius
   * @param plainRadius that of {@code theta = 1} with the same spread, {@code alpha = E}; 1 if E is
   *     0
   * @param gain how many times fewer steps it takes than {@code theta = 1}; empty if E is 0, and
   *     where the start has no influence after one step
   */
  public record EqualSpread(
      double alpha, double theta, double radius, double plainRadius, OptionalDouble gain) {
    /** Returns what it recommends, in a sentence. */
    public String sentence() {
      String spread =
          plainRadius < 1
              ? String.format(
                  Locale.ROOT,
                  "has the same spread and the radius %.6g in place of %.6g",
                  radius,
                  plainRadius)
              : String.format(
                  Locale.ROOT, "keeps the flow's own spread and has the radius %.6g", radius);
      return String.format(Locale.ROOT, "alpha = %.6g with theta = %.6g ", alpha, theta)
          + spread
          + (gain.isPresent()
              ? String.format(Locale.ROOT, ": %.3g times fewer steps.", gain.getAsDouble())
              : radius == 0 ? ": it forgets its start at once." : ".");
    }

    private static EqualSpread of(
        double e, double alpha, double[] mode, double plainRadius, double plainRate) {
      double radius = modulus(mode, alpha);
      double far = StrictMath.hypot(mode[0] + alpha, mode[2]);
      // |.|^2 is 1 - 4 alpha Re g/|g + alpha|^2.
      double rate =
          radius < 0.5
              ? -StrictMath.log(radius)
              : -0.5 * StrictMath.log1p(-4 * (alpha / far) * (mode[0] / far));
      return new EqualSpread(
          alpha,
          (1 + e / alpha) / 2,
          radius,
          plainRadius,
          ValidRange.when(plainRate > 0 && radius > 0, rate / plainRate));
    }

    /** Returns the best step where the flow has real decay rates in an interval, THEORY (81). */
    public static EqualSpread interval(double dissipation, double slowest, double fastest) {
      Require.nonNegative("dissipation", dissipation);
      Require.positive("slowest rate", slowest);
      Require.that(fastest >= slowest, "rates from %s to %s, expected an order", slowest, fastest);
      double least = Math.sqrt(dissipation + 2 / fastest);
      double most = Math.sqrt(dissipation + 2 / slowest);
      double[] slow = {most * most, most * most, 0};
      double growth = dissipation * slowest;
      double rate = StrictMath.log1p(growth);
      return of(dissipation, least * most, slow, 1 / (1 + growth), rate);
    }

    /**
     * Returns the best step for the eigenvalues of a Hessian: with {@code g = E + 2/w} for each
     * decay rate w, complex ones too, a step has the eigenvalue {@code (g - alpha)/(g + alpha)},
     * and the largest modulus falls up to its only minimum and rises after it, THEORY (82).
     */
    public static EqualSpread of(
        double dissipation, double mu, double gamma, double... eigenvalues) {
      Require.nonNegative("dissipation", dissipation);
      Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
      double[][] g = modes(dissipation, new IronParameters(1, mu, gamma), eigenvalues);
      long low = Double.doubleToLongBits(Arrays.stream(g).mapToDouble(x -> x[1]).min().orElse(1));
      long high = Double.doubleToLongBits(Arrays.stream(g).mapToDouble(x -> x[1]).max().orElse(1));
      while (high - low > 1) {
        long middle = low + (high - low) / 2;
        double alpha = Double.longBitsToDouble(middle);
        if (worst(g, alpha)[1] > alpha) {
          low = middle;
        } else {
          high = middle;
        }
      }
      double alpha = Double.longBitsToDouble(high);
      double[] mode = worst(g, alpha);
      if (dissipation == 0) {
        return of(0, alpha, mode, 1, 0);
      }
      IronParameters plain = new IronParameters(dissipation, mu, gamma);
      double radius = Contraction.spectralRadius(Scheme.IRON, plain, eigenvalues);
      double rate = Contraction.decayRate(Scheme.IRON, plain, eigenvalues);
      return of(dissipation, alpha, mode, radius, rate);
    }

    /** Returns (Re g, |g|, |Im g|) of all modes. */
    private static double[][] modes(double e, IronParameters p, double[] eigenvalues) {
      return Arrays.stream(eigenvalues)
          .boxed()
          .flatMap(
              a -> {
                double[] w = rates(p, Require.positive("eigenvalue", a));
                if (w.length == 2) {
                  return Arrays.stream(w).map(x -> e + 2 / x).mapToObj(x -> new double[] {x, x, 0});
                }
                // 2/w = 2 conj(w)/|w|^2 with |w|^2 = a/gamma and Re w = m/(2 gamma).
                double re = e + (p.gamma() + p.mu()) / a;
                double im = w[0] / a;
                return Stream.of(new double[] {re, StrictMath.hypot(re, im), im});
              })
          .toArray(double[][]::new);
    }

    /** Returns the mode of the largest modulus, which has the largest (|g|^2/a + a)/Re g. */
    private static double[] worst(double[][] g, double alpha) {
      double[] worst = g[0];
      for (double[] one : g) {
        if (height(one, alpha) > height(worst, alpha)) {
          worst = one;
        }
      }
      return worst;
    }

    /** Returns (82) less 2, which has digits where the modulus is small, too. */
    private static double height(double[] g, double alpha) {
      double gap = g[1] - alpha;
      return (gap / alpha * gap + 2 * g[2] / (g[1] + g[0]) * g[2]) / g[0];
    }

    private static double modulus(double[] g, double alpha) {
      return StrictMath.hypot(g[0] - alpha, g[2]) / StrictMath.hypot(g[0] + alpha, g[2]);
    }
  }
}
