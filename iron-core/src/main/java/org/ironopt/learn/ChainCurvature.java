package org.ironopt.learn;

import org.ironopt.linalg.Require;

/**
 * The Hessians of a regression at several points: linearise all in one pass over the rows, multiply
 * each with a vector of its own in one more. What the first pass computed (probabilities) is kept.
 * Each point has the bits that it would have alone. One workspace belongs to one thread.
 */
public final class ChainCurvature {
  private final LinearObjective f;
  private final LinearTerms terms;

  /** The rows at the last points, should the indices of a batch change afterwards. */
  private Selection selection;

  private double[][] kept = new double[0][];

  ChainCurvature(LinearObjective f) {
    this.f = f;
    this.terms = f.terms;
    this.selection = f.selection;
  }

  /** Moves to the points w[j], overwrites values and gradients, and keeps what products need. */
  public void at(double[][] w, double[] values, double[][] gradients) {
    Require.sameLength("w", w.length, "gradients", gradients.length);
    selection = f.selection.frozen();
    int size = Math.multiplyExact(selection.count(), terms.loss().kept());
    if (kept.length != w.length || w.length > 0 && kept[0].length != size) {
      kept = new double[w.length][size];
    }
    f.evaluate(selection, true, w, values, gradients, kept);
  }

  /** Overwrites {@code hv[j]} with the Hessian at point j times {@code v[j]}. */
  public void apply(double[][] v, double[][] hv) {
    product(v, hv, false);
  }

  void product(double[][] v, double[][] hv, boolean blocksOnly) {
    int n = terms.dimension();
    Require.sameLength("points", kept.length, "v", v.length);
    Require.sameLength("v", v.length, "hv", hv.length);
    for (int j = 0; j < v.length; j++) {
      Require.length("v", n, v[j]);
      Require.length("hv", n, hv[j]);
    }
    double[] sums =
        terms.pass(
            selection,
            terms.outputs(),
            n * v.length,
            (block, tile, sum) -> {
              for (int j = 0; j < v.length; j++) {
                if (blocksOnly) {
                  blockCoefficients(block, tile, v[j], kept[j]);
                } else {
                  terms.forward(block, v[j], tile);
                  terms.loss().product(tile, kept[j]);
                }
                terms.backward(block, tile, sum, j * n);
              }
            });
    for (int j = 0; j < v.length; j++) {
      terms.average(terms.scale(selection), sums, j * n, v[j], hv[j]);
    }
  }

  /** Predictions times the diagonal of the loss's second derivative: outputs do not mix. */
  private void blockCoefficients(Block block, Tile tile, double[] v, double[] keep) {
    int count = terms.outputs() * block.rows;
    terms.forward(block, v, tile);
    System.arraycopy(tile.z, 0, tile.scratch, 0, count);
    terms.loss().diagonal(tile, keep);
    for (int k = 0; k < count; k++) {
      tile.z[k] *= tile.scratch[k];
    }
  }

  Selection selection() {
    return selection;
  }

  /** Returns what was kept of the first point. */
  double[] kept() {
    return kept[0];
  }
}
