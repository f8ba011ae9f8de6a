package org.ironopt.learn;

/**
 * A convex loss of linear predictions z_1, ..., z_C of one row, with its first two derivatives. The
 * methods work on a {@link Tile} and include the weights of its rows.
 */
interface Loss {
  /** Returns C. */
  int outputs();

  /** Numbers to keep of each row for products. */
  int kept();

  /**
   * Replaces the predictions by the derivatives of the loss and returns the sum of the losses.
   *
   * @param value false if the sum is not wanted and need not be right
   * @param kept where to keep what products need, from {@code tile.from * kept()} on, or null
   */
  double evaluate(Tile tile, boolean value, double[] kept);

  /** Replaces directions t by the second derivative times t. */
  void product(Tile tile, double[] kept);

  /** Overwrites z with the diagonal of the second derivative. */
  void diagonal(Tile tile, double[] kept);
}
