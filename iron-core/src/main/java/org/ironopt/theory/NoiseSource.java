package org.ironopt.theory;

import org.ironopt.linalg.internal.Require;

/**
 * Where the randomness enters. The paper's model perturbs the {@linkplain #CENTER center} with
 * variance {@code alpha rho^2 / s^2} per coordinate; a stochastic oracle perturbs the {@linkplain
 * #GRADIENT gradient} with variance {@code sigma_g^2}. For all three schemes the second model is
 * the first one with {@code rho^2 = alpha sigma_g^2 / gamma^2}, THEORY (19): that factor of {@code
 * alpha} turns a spread that shrinks like {@code 1/alpha} into one that grows to {@code sigma_g^2
 * tr H^-2}, so a statement about the spread must name its model.
 */
public enum NoiseSource {
  /** Diffusion noise of the flow, as in the paper; the variance is {@code rho^2}. */
  CENTER,
  /** Additive noise in the gradient; the variance is {@code sigma_g^2}. */
  GRADIENT;

  /** Returns the diffusion variance {@code rho^2} that has the same effect as this noise. */
  public double diffusion(IronParameters p, double variance) {
    Require.nonNegative("variance", variance);
    return switch (this) {
      case CENTER -> variance;
      case GRADIENT -> variance * (p.alpha() / p.gamma()) / p.gamma();
    };
  }
}
