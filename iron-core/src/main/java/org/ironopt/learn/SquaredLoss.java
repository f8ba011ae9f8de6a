package org.ironopt.learn;

import java.util.Arrays;

/** {@code (z - y)^2 / 2}. */
final class SquaredLoss implements Loss {
  @Override
  public int outputs() {
    return 1;
  }

  @Override
  public int kept() {
    return 0;
  }

  @Override
  public double evaluate(Tile tile, boolean value, double[] kept) {
    double[] z = tile.z;
    for (int k = 0; k < tile.rows; k++) {
      z[k] -= tile.target[k];
      tile.scratch[k] = 0.5 * z[k] * z[k];
    }
    tile.weigh(1);
    return value ? tile.total(tile.scratch, 0) : 0;
  }

  @Override
  public void product(Tile tile, double[] kept) {
    tile.weigh(1);
  }

  @Override
  public void diagonal(Tile tile, double[] kept) {
    Arrays.fill(tile.z, 0, tile.rows, 1);
    tile.weigh(1);
  }
}
