package org.ironopt.regression.internal;

import org.ironopt.regression.rows.PredictionTile;

/**
 * A convex loss of linear predictions z_1, ..., z_C of one row, with its first two derivatives. The
 * methods work on the numbers {@code z[at + c stride + k]} of a {@link PredictionTile}, one point
 * of perhaps several, and include the weights of its rows.
 */
public interface Loss {
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
  double evaluate(PredictionTile tile, int at, boolean value, double[] kept);

  /**
   * The same for all points that a tile has, without anything kept; adds the sums of the losses to
   * {@code sums[from + p]}.
   */
  default void evaluate(PredictionTile tile, int points, boolean value, double[] sums, int from) {
    for (int p = 0; p < points; p++) {
      sums[from + p] += evaluate(tile, p * outputs() * tile.stride, value, null);
    }
  }

  /** Replaces directions t by the second derivative times t. */
  void product(PredictionTile tile, int at, double[] kept);

  /** Overwrites the numbers from 0 on with the diagonal of the second derivative. */
  void diagonal(PredictionTile tile, double[] kept);

  /** Returns the second derivative by one output, where all predictions are zero. */
  default double curvatureAtZero() {
    return 1;
  }

  /** Returns the largest eigenvalue that the second derivative has anywhere, if there is one. */
  default double largestCurvature() {
    return 1;
  }
}
