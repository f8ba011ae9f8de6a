package org.ironopt.theory.sampling;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.IronParameters;

/**
 * The mean-square error of minibatch IRON when every f_B is strongly convex and batches are drawn
 * afresh, THEORY (61)-(63). With {@code r = 1/(1 + lambda m)} for the modulus m, {@code sigma*^2 =
 * E|grad f_B(x*)|^2} and center noise of trace {@code sigma^2}, independent of the batches,
 *
 * <pre>{@code
 * u_{k+1} <= r^2 ((1 + 2 delta)((1 + delta) u_k + delta u_{k-1}) + lambda^2 sigma*^2 + alpha sigma^2/s^2),
 * limsup u <= r^2 (lambda^2 sigma*^2 + alpha sigma^2/s^2)/(1 - q^2),   q = r (1 + 2 delta) < 1.
 * }</pre>
 *
 * The part of the batches tends to {@code sigma*^2/m^2} as alpha grows and does not fall like
 * 1/alpha. No smoothness, and no bound of the variance away from x*.
 *
 * @param p step parameters; their mu is the flow's and enters s and lambda only
 * @param modulus m, a modulus of strong convexity of every f_B
 */
public record MinibatchBound(IronParameters p, double modulus) {
  public MinibatchBound {
    Require.nonNegative("modulus", modulus);
  }

  /** Returns {@code r = 1/(1 + lambda m)}. */
  public double r() {
    return 1 / (1 + p.lambda() * modulus);
  }

  /** Returns {@code q = r (1 + 2 delta)}. */
  public double q() {
    return r() * (1 + 2 * p.delta());
  }

  /** Returns whether {@code q < 1}, that is {@code lambda m > 2 delta}. */
  public boolean contracts() {
    return gap() > 0;
  }

  /** {@code 1 - q} without cancellation. */
  private double gap() {
    return r() * (p.lambda() * modulus - 2 * p.delta());
  }

  private double noise(double gradientVariance, double sigma2) {
    double batch = r() * p.lambda();
    double center = r() * p.noiseScale();
    return batch * batch * Require.nonNegative("sigma*^2", gradientVariance)
        + center * center * Require.nonNegative("sigma^2", sigma2);
  }

  /** Returns the bound of {@code u_{k+1}}. */
  public double next(double u, double uPrevious, double gradientVariance, double sigma2) {
    double delta = p.delta();
    double inertia = (1 + 2 * delta) * ((1 + delta) * u + delta * uPrevious);
    return r() * r() * inertia + noise(gradientVariance, sigma2);
  }

  /** Returns the bound of {@code limsup E|x_k - x*|^2}; empty unless {@code q < 1}. */
  public OptionalDouble limsup(double gradientVariance, double sigma2) {
    double noise = noise(gradientVariance, sigma2);
    return contracts() ? OptionalDouble.of(noise / (gap() * (1 + q()))) : OptionalDouble.empty();
  }

  /**
   * Returns the bound of the stationary root-mean-square error when every inner solve is wrong by
   * at most eps, THEORY (63); empty unless {@code q < 1}.
   */
  public OptionalDouble inexactRms(double gradientVariance, double sigma2, double eps) {
    double square = limsup(gradientVariance, sigma2).orElse(Double.NaN);
    double center = Require.nonNegative("eps", eps) / (gap() * (1 + q()));
    double half = q() * center;
    return contracts()
        ? OptionalDouble.of(center + Math.sqrt(Math.fma(half, half, square)))
        : OptionalDouble.empty();
  }
}
