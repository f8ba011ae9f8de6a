package org.ironopt.random;

/** Where noise enters a method. The two models follow different laws and are different types. */
public sealed interface NoiseModel permits CenterNoise, GradientNoise {
  /** Returns the law that is drawn. */
  Noise noise();

  /** Returns a model that never draws anything. */
  static NoiseModel none() {
    return new CenterNoise(new Noise.None());
  }
}
