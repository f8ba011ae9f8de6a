package org.ironopt.regression.internal;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.problem.internal.GlmRoot;
import org.ironopt.regression.rows.PredictionTile;

/**
 * {@code exp(z) - y z} with counts y: the negative log-likelihood of Poisson regression without its
 * constant log y!. Keeps {@code exp(z)}, the second derivative, with the weight of the row.
 */
public final class PoissonLoss implements LinearTermProx.Scalar {
  private static final Kernels K = Kernels.get();

  /** The mean is its own derivative. */
  private static final GlmRoot.Mean EXP =
      new GlmRoot.Mean() {
        @Override
        public double at(double z) {
          return Functions.exp(z);
        }

        @Override
        public double slope(double z) {
          return Functions.exp(z);
        }
      };

  @Override
  public int kept() {
    return 1;
  }

  @Override
  public double evaluate(PredictionTile tile, int at, boolean value, double[] kept) {
    int rows = tile.rows;
    double[] z = tile.z;
    double[] y = tile.target;
    double[] mean = tile.scratch;
    K.exp(z, at, mean, 0, rows);
    for (int k = 0; kept != null && k < rows; k++) {
      kept[tile.from + k] = tile.weight == null ? mean[k] : tile.weight[k] * mean[k];
    }
    for (int k = 0; k < rows; k++) {
      mean[rows + k] = Math.fma(-y[k], z[at + k], mean[k]);
      z[at + k] = mean[k] - y[k];
    }
    double sum = value ? tile.total(mean, rows) : 0;
    tile.weigh(at, 1);
    return sum;
  }

  @Override
  public double at(double y, double z) {
    return y - Functions.exp(z);
  }

  @Override
  public double root(double y, double z, double q) {
    return GlmRoot.solve(EXP, y, z, q);
  }
}
