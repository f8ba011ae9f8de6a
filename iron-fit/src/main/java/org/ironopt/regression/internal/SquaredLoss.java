package org.ironopt.regression.internal;

import java.util.Arrays;
import org.ironopt.regression.rows.PredictionTile;

/** {@code (z - y)^2 / 2}. */
public final class SquaredLoss implements LinearTermProx.Scalar {
  @Override
  public int kept() {
    return 0;
  }

  @Override
  public double evaluate(PredictionTile tile, int at, boolean value, double[] kept) {
    double[] z = tile.z;
    for (int k = 0; k < tile.rows; k++) {
      z[at + k] -= tile.target[k];
      tile.scratch[k] = 0.5 * z[at + k] * z[at + k];
    }
    tile.weigh(at, 1);
    return value ? tile.total(tile.scratch, 0) : 0;
  }

  @Override
  public void product(PredictionTile tile, int at, double[] kept) {
    tile.weigh(at, 1);
  }

  @Override
  public void diagonal(PredictionTile tile, double[] kept) {
    Arrays.fill(tile.z, 0, tile.rows, 1);
    tile.weigh(0, 1);
  }

  @Override
  public double at(double y, double z) {
    return y - z;
  }

  @Override
  public double root(double y, double z, double q) {
    return (y - z) / (1 + q);
  }
}
