package org.ironopt.method;

import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;

/** Parameters in words that say all that matters, for descriptions. */
final class Words {
  private Words() {}

  /** A full covariance is too long to be told, so its hash stands for it. */
  static String of(NoiseModel model) {
    return switch (model.noise()) {
      case Noise.Full full -> model + hash(full);
      case Noise.StudentT(double nu, Noise.Full full) -> model + hash(full);
      default -> model.toString();
    };
  }

  private static String hash(Noise.Full full) {
    return " hash " + Integer.toHexString(full.hashCode());
  }
}
