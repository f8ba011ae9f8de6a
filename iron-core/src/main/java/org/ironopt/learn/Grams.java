package org.ironopt.learn;

import java.util.function.Consumer;
import org.ironopt.linalg.DenseMatrix;

/** Sums of outer products of rows. */
final class Grams {
  private Grams() {}

  /**
   * Returns {@code sum_k c_k (row k)(row k)'} over a selection, the rows followed by a one if
   * {@code constant}.
   *
   * @param coefficients writes the c_k of a tile to the first {@code rows} elements of z
   */
  static DenseMatrix gram(
      LinearTerms terms, Selection s, boolean constant, Consumer<Tile> coefficients) {
    int d = terms.columns();
    double[] sums =
        terms.pass(
            s,
            terms.outputs(),
            d * d + d + 1,
            (block, tile, sum) -> {
              coefficients.accept(tile);
              block.addGram(tile.z, 0, sum);
              if (constant) {
                block.add(tile.z, 0, sum, d * d);
                for (int k = 0; k < tile.rows; k++) {
                  sum[d * d + d] += tile.z[k];
                }
              }
            });
    int n = constant ? d + 1 : d;
    DenseMatrix gram = DenseMatrix.zeros(n, n);
    for (int i = 0; i < d; i++) {
      // The upper half is the lower one with products rounded in another order.
      for (int j = 0; j <= i; j++) {
        gram.set(i, j, sums[i * d + j]);
        gram.set(j, i, sums[i * d + j]);
      }
    }
    for (int j = 0; constant && j <= d; j++) {
      gram.set(d, j, sums[d * d + j]);
      gram.set(j, d, sums[d * d + j]);
    }
    return gram;
  }
}
