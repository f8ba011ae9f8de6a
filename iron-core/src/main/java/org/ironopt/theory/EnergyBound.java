package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * Decay of the energy {@code L_k = f(x_k) - f* + gamma_k/2 |v_k - x*|^2}, THEORY (34)-(35), for f
 * mu-strongly convex, every {@code alpha_k > 0} and every {@code gamma_0 > 0}; neither smoothness
 * nor {@code alpha >= 1} is needed:
 *
 * <pre>{@code
 * updated damping:  E L_{k+1} <= (E L_k + gamma_k alpha_k sigma^2/2)/(1 + alpha_k)
 * frozen damping:   the same with divisor 1 + alpha min(1, mu/gamma)
 * }</pre>
 *
 * Without noise this is {@code L_{k+1} <= L_k/(1 + alpha_k)}.
 *
 * <p>For f merely convex and a flow with {@code mu = 0} the same inequality, summed, bounds the
 * mean of f weighted by the steps, and with updated damping the last iterate, THEORY (95)-(98). In
 * units of the gradient the noise is {@code gamma Sigma^{1/2}/sqrt(alpha)}: where gamma falls to 0,
 * so does the noise. Derived and checked numerically, not refereed.
 */
public final class EnergyBound {
  private EnergyBound() {}

  /** Returns the bound of {@code E L_{k+1}} when the step also updates gamma. */
  public static double nextUpdated(IronParameters p, double energy, double sigma2) {
    return next(p, energy, sigma2, 1);
  }

  /** Returns the bound of {@code E L_{k+1}} when gamma is frozen. */
  public static double nextFrozen(IronParameters p, double energy, double sigma2) {
    return next(p, energy, sigma2, Math.min(1, p.mu() / p.gamma()));
  }

  private static double next(IronParameters p, double energy, double sigma2, double rate) {
    Require.nonNegative("sigma2", sigma2);
    double heat = p.gamma() * sigma2 / 2;
    return (energy + heat * p.alpha()) / (1 + rate * p.alpha());
  }

  /** Returns {@code mu sigma^2/2}, for updated damping and steps whose sum diverges. */
  public static double limsupUpdated(double mu, double sigma2) {
    return Require.positive("mu", mu) * Require.nonNegative("sigma2", sigma2) / 2;
  }

  /** Returns {@code (gamma sigma^2/2) max(1, gamma/mu)}, for frozen damping. */
  public static double limsupFrozen(double mu, double gamma, double sigma2) {
    Require.positive("mu", mu);
    Require.positive("gamma", gamma);
    return gamma * Require.nonNegative("sigma2", sigma2) / 2 * Math.max(1, gamma / mu);
  }

  /**
   * Returns the bound of {@code sum alpha_k E(f(x_{k+1}) - f*)/sum alpha_k} for f convex and {@code
   * mu = 0}, THEORY (95), so also of f at the weighted mean of the iterates; not of the last one.
   *
   * @param energy {@code L_0 = f(x_0) - f* + gamma_0/2 |v_0 - x*|^2}
   * @param alphas the steps
   * @param gammas their damping
   * @return the bound; empty if gamma grows
   */
  public static OptionalDouble convexMean(
      double energy, double sigma2, double[] alphas, double[] gammas) {
    Require.sameLength("steps", alphas.length, "gammas", gammas.length);
    Require.atLeast("number of steps", 1, alphas.length);
    double length = 0;
    double heat = 0;
    boolean falls = true;
    for (int k = 0; k < alphas.length; k++) {
      length += Require.positive("alpha", alphas[k]);
      heat += Require.positive("gamma", gammas[k]) * alphas[k];
      falls &= k == 0 || gammas[k] <= gammas[k - 1];
    }
    double noise = Require.nonNegative("sigma2", sigma2) / 2 * heat;
    return ValidRange.when(falls, (Require.nonNegative("energy", energy) + noise) / length);
  }

  /**
   * Returns the same for constant steps and damping, and any mu of the flow, THEORY (97): with
   * {@code m = gamma + mu} the bound of the mean over K steps is
   *
   * <pre>{@code
   * ((gamma/m)(f(x_0) - f*) + |gamma (v_0 - x*) + mu (x_0 - x*)|^2/(2 m))/(K alpha) + gamma^2 sigma^2/(2 m),
   * }</pre>
   *
   * because the flow with mu is one without it, {@link IronParameters#withoutMu}. The bound for
   * {@code mu = 0} is false for {@code mu > 0}. As K grows the floor {@code gamma^2 sigma^2/(2 m)}
   * remains.
   *
   * @param excess {@code f(x_0) - f*}
   * @param mixed2 {@code |gamma (v_0 - x*) + mu (x_0 - x*)|^2}; for {@code v_0 = x_0} it is {@code
   *     m^2 |x_0 - x*|^2}
   */
  public static double convexMean(
      IronParameters p, double excess, double mixed2, double sigma2, long steps) {
    Require.that(steps >= 1, "number of steps is %s, expected at least 1", steps);
    double m = p.gamma() + p.mu();
    double start =
        p.gamma() / m * Require.nonNegative("excess", excess)
            + Require.nonNegative("squared distance", mixed2) / (2 * m);
    double noise = p.gamma() * p.gamma() * Require.nonNegative("sigma2", sigma2) / (2 * m);
    return start / p.alpha() / steps + noise;
  }

  /**
   * Returns the bound of {@code E(f(x_K) - f*)} for f convex, {@code mu = 0} and updated damping,
   * {@code gamma_{k+1} = gamma_k/(1 + alpha_k)}, THEORY (96): the last iterate converges,
   *
   * <pre>{@code
   * (L_0 + gamma_0 sigma^2/2 sum alpha_k)/prod (1 + alpha_k).
   * }</pre>
   */
  public static double convexLast(double energy, double gamma0, double sigma2, double[] alphas) {
    double bound = Require.nonNegative("energy", energy);
    double heat = Require.positive("gamma0", gamma0) * Require.nonNegative("sigma2", sigma2) / 2;
    double growth = 1;
    for (double alpha : alphas) {
      bound += heat * Require.positive("alpha", alpha);
      growth *= 1 + alpha;
    }
    return bound / growth;
  }
}
