package org.ironopt.theory;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * Theorem 3.2 of Leplat and Hildebrand, THEORY (29): steps {@code alpha_k >= 1} that vary and
 * damping that is updated, so that {@code gamma_k} stays in {@code [gamma_-, gamma_+]} between
 * gamma0 and mu. With {@code alpha_min} the least step,
 *
 * <pre>{@code
 * K = ((2 gamma_+ + mu)/mu)^2   C1 = 2 K (2/mu + 2/gamma_-)   m2 = max(L, gamma_+)/2
 * C = K/(1 + mu/gamma_+)^2      A = 7 C1 m2    B = 4 C1 m2    G = 2 sqrt(B) + A
 * V_{k+1} <= (G/alpha_min) V_k + C sigma^2/alpha_k,     theta = sqrt(B)/alpha_min.
 * }</pre>
 *
 * @param mu convexity constant of f and of the flow, positive
 * @param l smoothness constant of f
 * @param gamma0 first damping, positive
 */
public record VaryingStepBound(double mu, double l, double gamma0) {
  public VaryingStepBound {
    Require.positive("mu", mu);
    Require.positive("gamma0", gamma0);
    ValidRange.requireOrder(mu, l);
  }

  /** Returns the lower end gamma_- = min(gamma0, mu) of every damping sequence. */
  public double gammaMinus() {
    return Math.min(gamma0, mu);
  }

  /** Returns the upper end gamma_+ = max(gamma0, mu) of every damping sequence. */
  public double gammaPlus() {
    return Math.max(gamma0, mu);
  }

  public double k() {
    double ratio = (2 * gammaPlus() + mu) / mu;
    return ratio * ratio;
  }

  public double c1() {
    return 2 * k() * (2 / mu + 2 / gammaMinus());
  }

  public double m2() {
    return Math.max(l, gammaPlus()) / 2;
  }

  public double c() {
    double s = 1 + mu / gammaPlus();
    return k() / (s * s);
  }

  /** Returns the recursion with this theorem's A, B and C, to be used with the least step. */
  public TwoStepRecursion recursion() {
    double scale = c1() * m2();
    return new TwoStepRecursion(7 * scale, 4 * scale, c());
  }

  /**
   * Returns the bounds of {@code V_1, ..., V_n} for the steps {@code alpha_0, ..., alpha_{n-1}},
   * where {@code v1 = u_1 + theta u_0} is measured with theta of the least step; empty when a step
   * is below 1. The bounds hold also when {@code alpha_min <= G}, but then they grow.
   */
  public Optional<double[]> history(double[] alphas, double v1, double sigma2) {
    Require.atLeast("number of steps", 1, alphas.length);
    Require.nonNegative("v1", v1);
    Require.nonNegative("sigma2", sigma2);
    double least = Arrays.stream(alphas).map(a -> Require.positive("alpha", a)).min().orElseThrow();
    if (least < 1) {
      return Optional.empty();
    }
    double rate = recursion().g() / least;
    double[] bounds = new double[alphas.length];
    bounds[0] = v1;
    for (int k = 1; k < alphas.length; k++) {
      bounds[k] = Math.fma(rate, bounds[k - 1], c() * sigma2 / alphas[k]);
    }
    return Optional.of(bounds);
  }

  /** Returns {@code C sigma^2/(alpha_min - G)}; empty unless {@code alpha_min > G, >= 1}. */
  public OptionalDouble limsup(double alphaMin, double sigma2) {
    return recursion().limsup(alphaMin, sigma2);
  }
}
