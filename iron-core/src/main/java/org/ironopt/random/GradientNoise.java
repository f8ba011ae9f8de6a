package org.ironopt.random;

/**
 * Additive noise of the gradient oracle: wherever a method uses a gradient it gets {@code grad f +
 * zeta}. In an implicit step this moves the center by {@code -lambda zeta}.
 *
 * @param noise the law of zeta
 */
public record GradientNoise(Noise noise) implements NoiseModel {}
