package org.ironopt.theory.sampling;

import java.util.Optional;
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
 * Without center noise the iterates also surely stay in a ball, THEORY (99)-(101), for batches of
 * any size and order: with {@code G = max |grad f_B(x*)|},
 *
 * <pre>{@code
 * limsup |x_k - x*| <= lambda G/(lambda m - 2 delta) = G/(m - 2 gamma/alpha^2).
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

  /**
   * Returns what {@code |x_{k+1} - x*|} surely is at most, THEORY (99).
   *
   * @param distance the larger of {@code |x_k - x*|} and {@code |x_{k-1} - x*|}; before the first
   *     step that of {@code |x_0 - x*|} and {@code |v_0 - x*|}
   * @param gradient G, the largest {@code |grad f_B(x*)|} over the batches that occur
   * @param noise the largest {@code |xi|} of center noise, as it is added to the center
   */
  public double nextDistance(double distance, double gradient, double noise) {
    double pushed = p.lambda() * Require.nonNegative("gradient", gradient);
    return r() * ((1 + 2 * p.delta()) * distance + pushed + Require.nonNegative("noise", noise));
  }

  /**
   * Returns what {@code limsup |x_k - x*|} surely is at most, {@code (lambda G + X)/(lambda m - 2
   * delta)}, THEORY (99) and (101); empty unless {@code q < 1}. No independence of the batches is
   * needed: shuffled epochs and adversaries are covered. Where an f_B is only convex it is false.
   *
   * @param gradient G
   * @param noise X, the largest {@code |xi|} of center noise; Gaussian noise has none
   */
  public OptionalDouble ball(double gradient, double noise) {
    double pushed = p.lambda() * Require.nonNegative("gradient", gradient);
    double radius = (pushed + Require.nonNegative("noise", noise)) * r() / gap();
    return contracts() ? OptionalDouble.of(radius) : OptionalDouble.empty();
  }

  /**
   * The radius about x* of the set in which the iterates of an implicit minibatch run on quadratics
   * end, THEORY (99)-(100).
   *
   * @param coarse {@code G/(m - 2 gamma/alpha^2)}, for batches of every size
   * @param lower D, the largest {@code |argmin f_B - x*|}: attained at every step length by
   *     repeating one batch; empty where batches are too many to enumerate
   * @param upper {@code B/(1 - q)}, B the largest {@code |prox_{lambda f_B}(x*) - x*|}; tends to D
   *     as alpha grows
   */
  public record Ball(double coarse, OptionalDouble lower, OptionalDouble upper) {}

  /** Returns the ball of these batches; empty unless {@code q < 1}. */
  public static Optional<Ball> ball(BatchLaw law, IronParameters p) {
    MinibatchBound bound = new MinibatchBound(p, law.sum().ridge());
    if (!bound.contracts()) {
      return Optional.empty();
    }
    double coarse = bound.ball(law.sum().largestGradient(), 0).orElseThrow();
    if (!law.enumerable()) {
      return Optional.of(new Ball(coarse, OptionalDouble.empty(), OptionalDouble.empty()));
    }
    // prox(x*) - x* = -lambda (I + lambda A)^-1 g = -(A + I/lambda)^-1 g.
    BatchLaw.BatchSet batches = law.batches();
    double upper = batches.farthest(1 / p.lambda()) / bound.gap();
    return Optional.of(
        new Ball(coarse, OptionalDouble.of(batches.farthest(0)), OptionalDouble.of(upper)));
  }
}
