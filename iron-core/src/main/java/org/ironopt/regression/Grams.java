package org.ironopt.regression;

import java.util.function.Consumer;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.rows.Tile;

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
    int n = constant ? d + 1 : d;
    int depth = terms.depth();
    DenseMatrix gram = DenseMatrix.zeros(n, n);
    terms.pass(
        s,
        null,
        n * depth + 1,
        (block, tile, sum) -> {
          coefficients.accept(tile);
          block.addGram(tile, constant, sum);
          sum[n * depth] += tile.sum(0);
        },
        sum -> {
          for (int i = 0; i < n; i++) {
            // The upper half is the lower one with products rounded in another order.
            for (int j = 0; j <= i; j++) {
              double element = j < d ? sum[i * depth + j] : sum[n * depth];
              gram.set(i, j, element);
              gram.set(j, i, element);
            }
          }
        });
    return gram;
  }
}
