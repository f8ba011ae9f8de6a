package org.ironopt.random;

/**
 * The paper's diffusion noise: a Brownian increment {@code alpha^{1/2} zeta} in the velocity
 * equation, which becomes a perturbation {@code alpha^{1/2} zeta / (1 + tau)} of the resolvent's
 * center.
 *
 * @param noise the law of zeta
 */
public record CenterNoise(Noise noise) implements NoiseModel {}
