package org.ironopt.regression.internal;

import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.regression.rows.PredictionTile;

/**
 * The resolvent of one term with one output, {@code argmin weight phi(y, row.x) + reg/2 |x'|^2 + |x
 * - u|^2 / (2 eta)}, x' the first coordinates of x: a scalar equation along its row. With {@code
 * c_j = 1 + eta reg} for these and 1 for the others, {@code z = sum_j row_j u_j / c_j} and {@code q
 * = eta weight sum_j row_j^2 / c_j} it is {@code x_j = (u_j + eta weight s row_j) / c_j}, where s
 * is the root of {@code s = -phi'(y, z + q s)}.
 *
 * @param loss phi
 * @param row of the term
 * @param target y
 * @param weight of the term
 * @param penalized how many coordinates x' has
 * @param reg factor of their squares
 * @param eta length of the step
 */
record LinearTermProx(
    Scalar loss,
    double[] row,
    double target,
    double weight,
    int penalized,
    double reg,
    double eta) {
  /** A loss of one output; s is minus its derivative. */
  interface Scalar extends Loss {
    @Override
    default int outputs() {
      return 1;
    }

    /** The second derivative, with the weight of the row, is what is kept. */
    @Override
    default void product(PredictionTile tile, int at, double[] kept) {
      Kernels.get().multiply(kept, tile.from, tile.z, at, tile.z, at, tile.rows);
    }

    @Override
    default void diagonal(PredictionTile tile, double[] kept) {
      System.arraycopy(kept, tile.from, tile.z, 0, tile.rows);
    }

    /** Returns the s at the solution, where the prediction is {@code z + q s}. */
    double root(double target, double z, double q);

    /** Returns the s at the prediction z. */
    double at(double target, double z);
  }

  LinearTermProx {
    Require.nonNegative("eta", eta);
  }

  /** Overwrites x, which may be u, with the resolvent and returns the residual of its equation. */
  double solve(double[] u, double[] x) {
    Require.lengths(row.length, "u", u, "x", x);
    double step = eta * weight;
    double z = 0;
    double q = 0;
    for (int j = 0; j < row.length; j++) {
      z = Math.fma(row[j], u[j] / shrink(j), z);
      q = Math.fma(row[j], row[j] / shrink(j), q);
    }
    double s = loss.root(target, z, step * q);
    for (int j = 0; j < row.length; j++) {
      x[j] = Math.fma(step * s, row[j], u[j]) / shrink(j);
    }
    double miss = s - loss.at(target, Math.fma(step * q, s, z));
    return step * Math.abs(miss) * Vectors.norm(row);
  }

  private double shrink(int j) {
    return j < penalized ? 1 + eta * reg : 1;
  }
}
