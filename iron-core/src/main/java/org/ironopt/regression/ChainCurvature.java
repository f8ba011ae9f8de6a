package org.ironopt.regression;

import org.ironopt.linalg.Require;
import org.ironopt.problem.ManyPoints;
import org.ironopt.regression.rows.Gathered;
import org.ironopt.regression.rows.Panel;
import org.ironopt.regression.rows.Tile;

/**
 * The Hessians of a regression at several points: linearise all in one pass over the rows, multiply
 * each with a vector of its own in one more. What the first pass computed (probabilities) is kept.
 * Each point has the bits that it would have alone. One workspace belongs to one thread.
 */
public final class ChainCurvature implements ManyPoints.Curvatures {
  private final LinearObjective f;
  private final LinearTerms terms;

  /** The rows at the last points, should the indices of a batch change afterwards. */
  private Selection selection;

  private boolean frozen;
  private double[][] kept = new double[0][];

  /** Derivatives of the losses at the first point, if they are kept. */
  private double[] slopes;

  ChainCurvature(LinearObjective f) {
    this.f = f;
    this.terms = f.terms;
    this.selection = f.selection;
  }

  /**
   * Moves, and forgets the members not named if the number of entries or the rows of a batch have
   * changed.
   */
  @Override
  public void at(int[] points, int count, double[][] w, double[] values, double[][] gradients) {
    Require.sameLength("w", w.length, "gradients", gradients.length);
    selection = f.selection.frozen(frozen ? selection : f.selection);
    frozen = true;
    int size = terms.kept(selection);
    if (kept.length != w.length) {
      kept = new double[w.length][];
    }
    for (int k = 0; k < count; k++) {
      int p = points[k];
      if (kept[p] == null || kept[p].length != size) {
        kept[p] = new double[size];
      }
    }
    f.evaluate(selection, true, points, count, w, values, gradients, kept, slopes);
  }

  @Override
  public void apply(int[] points, int count, double[][] v, double[][] hv) {
    product(points, count, v, hv, false);
  }

  void product(int[] points, int count, double[][] v, double[][] hv, boolean blocksOnly) {
    int n = terms.dimension();
    Require.sameLength("points", kept.length, "v", v.length);
    Require.sameLength("v", v.length, "hv", hv.length);
    for (int k = 0; k < count; k++) {
      Require.length("v", n, v[points[k]]);
      Require.length("hv", n, hv[points[k]]);
    }
    int perPoint = terms.outputs();
    int outputs = count * perPoint;
    int constants = terms.constants(outputs);
    Panel panel = terms.workspaces().takePanel(terms);
    panel.load(points, count, v);
    Gathered rows = f.takeRows(selection);
    terms.pass(
        selection,
        rows,
        constants + outputs,
        (block, tile, sum) -> {
          block.forward(panel, tile);
          for (int k = 0; k < count; k++) {
            int at = k * perPoint * tile.stride;
            if (blocksOnly) {
              multiplyByDiagonal(tile, at, kept[points[k]]);
            } else {
              terms.loss().product(tile, at, kept[points[k]]);
            }
          }
          block.backward(tile, outputs, sum, constants);
        },
        sum -> {
          double scale = terms.scale(selection);
          for (int k = 0; k < count; k++) {
            int p = points[k];
            terms.average(scale, sum, k, constants, v[p], hv[p]);
          }
        });
    terms.workspaces().give(panel);
    f.giveRows(rows);
  }

  /** Predictions of one point times the diagonal of the second derivative: outputs do not mix. */
  private void multiplyByDiagonal(Tile tile, int at, double[] keep) {
    int count = terms.outputs() * tile.stride;
    System.arraycopy(tile.z, at, tile.scratch, 0, count);
    terms.loss().diagonal(tile, keep);
    for (int k = 0; k < count; k++) {
      tile.z[at + k] = tile.z[k] * tile.scratch[k];
    }
  }

  /** Lets the derivatives of the losses at the first point be kept from now on. */
  public void keepSlopes() {
    slopes = new double[f.terms()];
  }

  /** Returns the derivative of the loss of each row, with its weight, at the first point. */
  public double[] slopes() {
    return slopes;
  }

  Selection selection() {
    return selection;
  }

  /** Returns what was kept of the first point. */
  public double[] kept() {
    return kept[0];
  }
}
