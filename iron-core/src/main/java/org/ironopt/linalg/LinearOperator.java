package org.ironopt.linalg;

/** A square or rectangular linear map, known only by its action {@code y = A x}. */
@FunctionalInterface
public interface LinearOperator {
  /** Overwrites {@code y} with {@code A x}; {@code x} and {@code y} are different arrays. */
  void apply(double[] x, double[] y);

  /**
   * Returns {@code <x, A x>} and may overwrite {@code y} with anything; for a square map. Some maps
   * know it for less than a product.
   */
  default double form(double[] x, double[] y) {
    apply(x, y);
    return Vectors.dot(x, y);
  }
}
