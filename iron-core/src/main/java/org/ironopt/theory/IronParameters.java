package org.ironopt.theory;

import org.ironopt.linalg.internal.Require;

/**
 * The parameters of one IRON-FI step, computed here only.
 *
 * <pre>{@code
 * tau    = 1/alpha + mu/gamma          s = 1 + tau
 * lambda = alpha / (gamma s)
 * gamma+ = (gamma + alpha mu) / (1 + alpha)
 * }</pre>
 *
 * The center is {@code c = x + (v - x)/s}; the paper's diffusion noise enters it as {@code
 * sqrt(alpha)/s Sigma^{1/2} eta}. See THEORY (1)-(4).
 *
 * @param alpha step length, positive
 * @param mu strong-convexity parameter of the flow, non-negative
 * @param gamma damping at the old value, positive
 */
public record IronParameters(double alpha, double mu, double gamma) {
  public IronParameters {
    Require.positive("alpha", alpha);
    Require.nonNegative("mu", mu);
    Require.positive("gamma", gamma);
  }

  /** Returns the numbers of a step of another length. */
  public IronParameters step(double length) {
    return new IronParameters(length, mu, gamma);
  }

  /** Returns the numbers of the resolvent in a relaxed step, of length {@code theta alpha}. */
  public IronParameters leg(double theta) {
    return step(theta * alpha);
  }

  /** Returns {@code tau = 1/alpha + mu/gamma}. */
  public double tau() {
    return 1 / alpha + mu / gamma;
  }

  /** Returns {@code s = 1 + tau}. */
  public double s() {
    return 1 + tau();
  }

  /** Returns the resolvent parameter {@code lambda = alpha / (gamma s)}. */
  public double lambda() {
    return alpha / (gamma * s());
  }

  /** Returns {@code sqrt(alpha)/s}, the factor of the Gaussian center noise. */
  public double noiseScale() {
    return Math.sqrt(alpha) / s();
  }

  /** Returns {@code gamma+ = (gamma + alpha mu)/(1 + alpha)}. */
  public double gammaNext() {
    return (gamma + alpha * mu) / (1 + alpha);
  }

  /** Returns {@code delta = 1/(alpha s)}, the inertia of the equivalent two-term recursion. */
  public double delta() {
    return 1 / (alpha * s());
  }

  /**
   * Returns the numbers {@code (alpha m/gamma, 0, m^2/gamma)}, {@code m = gamma + mu}, of the step
   * without mu that is this one, THEORY (98): with {@code (gamma v + mu x)/m} in the place of v and
   * {@code (gamma/m)^3 Sigma} in that of Sigma it makes the same x from the same noise.
   */
  public IronParameters withoutMu() {
    double ratio = 1 + mu / gamma;
    return new IronParameters(alpha * ratio, 0, ratio * (gamma + mu));
  }
}
