package org.ironopt.method;

import java.util.Locale;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;

/** Parameters in words that say all that matters, for descriptions. */
public final class Words {
  private Words() {}

  /** A full covariance is too long to be told, so its hash stands for it. */
  public static String of(NoiseModel model) {
    return switch (model.noise()) {
      case Noise.Full full -> model + hash(full);
      case Noise.StudentT(double nu, Noise.Full full) -> model + hash(full);
      default -> model.toString();
    };
  }

  /** A list of terms is too long as well. */
  public static String of(Batches batches) {
    return switch (batches) {
      case Batches.Given(int size, var list) ->
          String.format(
              Locale.ROOT, "%d of %d given terms, hash %x", size, list.size(), list.hashCode());
      case Batches.Weighted(var p) ->
          String.format(Locale.ROOT, "%d weighted terms, hash %x", p.size(), p.hashCode());
      default -> batches.toString();
    };
  }

  /** Nothing where there is nothing to say. */
  public static String unlessAll(Batches batches) {
    return batches instanceof Batches.All ? "" : "; batches: " + of(batches);
  }

  private static String hash(Noise.Full full) {
    return " hash " + Integer.toHexString(full.hashCode());
  }
}
