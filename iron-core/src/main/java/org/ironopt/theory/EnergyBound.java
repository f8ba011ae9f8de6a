package org.ironopt.theory;

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
 * Without noise this is {@code L_{k+1} <= L_k/(1 + alpha_k)}. Derived and checked numerically, not
 * refereed.
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
}
