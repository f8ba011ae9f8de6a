package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * A sharper mean-square bound than Theorem 3.1, THEORY (31)-(33). Since {@code c_k - x* = (1 +
 * delta) e_k - delta e_{k-1}} and the resolvent contracts by {@code r = 1/(1 + lambda mu)},
 *
 * <pre>{@code
 * u_{k+1} <= r^2 (1 + 2 delta) ((1 + delta) u_k + delta u_{k-1}) + r^2 alpha sigma^2/s^2,
 * limsup u <= alpha^3 gamma^2 sigma^2
 *             / ((alpha^2 mu - 2 gamma)(4 gamma + 2 alpha (gamma + mu) + alpha^2 mu))
 * }</pre>
 *
 * whenever {@code alpha^2 mu > 2 gamma}: no smoothness, no {@code alpha > G}. The limit tends to
 * {@code gamma^2 sigma^2/(mu^2 alpha)}, which {@code A = mu I} attains. Derived and checked
 * numerically, not refereed.
 *
 * @param p step parameters, whose mu is a convexity constant of f
 */
public record PositionBound(IronParameters p) {

  /** Returns the factor of the resolvent, {@code r = 1/(1 + lambda mu)}. */
  public double r() {
    return Contraction.resolvent(p.lambda(), p.mu());
  }

  /** Returns {@code q = r (1 + 2 delta)}, below 1 iff {@code alpha^2 mu > 2 gamma}. */
  public double q() {
    return r() * (1 + 2 * p.delta());
  }

  /** Returns whether {@code alpha^2 mu > 2 gamma}. */
  public boolean contracts() {
    return gap() > 0;
  }

  private double gap() {
    return p.alpha() * p.mu() - 2 * p.gamma() / p.alpha();
  }

  private double width() {
    return 4 * p.gamma() / p.alpha() + 2 * (p.gamma() + p.mu()) + p.alpha() * p.mu();
  }

  /** Returns {@code r^2 alpha sigma^2/s^2}, the noise that a step leaves in the position. */
  public double noise(double sigma2) {
    double gain = r() * p.noiseScale();
    return gain * gain * Require.nonNegative("sigma2", sigma2);
  }

  /** Returns the bound of {@code u_{k+1}}, for a velocity made with the same alpha. */
  public double next(double u, double uPrevious, double sigma2) {
    return next(p.alpha(), u, uPrevious, sigma2);
  }

  /** Returns the bound of {@code u_{k+1}}, for a velocity made with {@code alphaPrevious}. */
  public double next(double alphaPrevious, double u, double uPrevious, double sigma2) {
    double delta = 1 / (Require.positive("alphaPrevious", alphaPrevious) * p.s());
    double r = r();
    return r * r * (1 + 2 * delta) * ((1 + delta) * u + delta * uPrevious) + noise(sigma2);
  }

  /** Returns the bound of {@code limsup E|x_k - x*|^2}; empty unless alpha^2 mu > 2 gamma. */
  public OptionalDouble limsup(double sigma2) {
    Require.nonNegative("sigma2", sigma2);
    double scaled = p.alpha() / gap() * p.gamma() / width() * p.gamma();
    return ValidRange.when(contracts(), scaled * sigma2);
  }

  /**
   * Returns the bound of the stationary root-mean-square error when every inner solve is wrong by
   * at most eps: the largest root of {@code a = sqrt(q^2 a^2 + noise) + eps}, THEORY (33); empty
   * unless {@code alpha^2 mu > 2 gamma}.
   */
  public OptionalDouble inexactRms(double sigma2, double eps) {
    Require.nonNegative("eps", eps);
    double exact = limsup(sigma2).orElse(Double.NaN);
    double d = (1 + p.alpha()) * (p.gamma() / p.alpha() + p.mu());
    double complement = gap() / d * (width() / d);
    double center = eps / complement;
    double half = q() * center;
    return ValidRange.when(contracts(), center + Math.sqrt(Math.fma(half, half, exact)));
  }
}
