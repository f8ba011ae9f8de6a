package org.ironopt.learn;

import java.util.Arrays;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Residuals;

/** The residuals of a linear model on batches of its rows; vectors in the order of the tiles. */
final class LinearResiduals implements Residuals {
  private final LinearTerms terms;
  private final Selection all;
  private final int outputs;
  private Selection selection;
  private double[] predictions = new double[0];
  private double[] kept = new double[0];

  LinearResiduals(LinearTerms terms, Selection all) {
    this.terms = terms;
    this.all = all;
    outputs = terms.outputs();
  }

  /** Overwrites the ridge factor of every parameter. */
  static void ridge(LinearTerms terms, double[] ridge) {
    Require.length("ridge", terms.dimension(), ridge);
    for (int j = 0; j < ridge.length; j++) {
      ridge[j] = j % terms.stride() < terms.penalized() ? terms.reg() : 0;
    }
  }

  @Override
  public void select(int[] list, int from, int to) {
    selection = all.batch(list, from, to);
    int count = Math.multiplyExact(to - from, outputs);
    if (predictions.length < count) {
      predictions = new double[count];
      kept = new double[(to - from) * terms.loss().kept()];
    }
  }

  @Override
  public double scale() {
    return terms.scale(selection);
  }

  @Override
  public void at(double[] z, double[] memory, double[] rho, double[] q) {
    Require.length("z", terms.dimension(), z);
    double[] sum =
        terms.pass(
            selection,
            outputs,
            terms.dimension(),
            (block, tile, total) -> {
              terms.forward(block, z, tile);
              System.arraycopy(tile.z, 0, predictions, tile.from * outputs, outputs * tile.rows);
              residual(tile, memory, rho);
              terms.backward(block, tile, total, 0);
            });
    System.arraycopy(sum, 0, q, 0, q.length);
  }

  @Override
  public void curve(double[] y, double[] t, double[] ht) {
    terms.pass(
        selection,
        outputs,
        0,
        (block, tile, total) -> {
          terms.forward(block, y, tile);
          System.arraycopy(tile.z, 0, t, tile.from * outputs, outputs * tile.rows);
          terms.loss().product(tile, kept);
          System.arraycopy(tile.z, 0, ht, tile.from * outputs, outputs * tile.rows);
        });
  }

  @Override
  public void transpose(double[] r, double[] q) {
    double[] sum =
        terms.pass(
            selection,
            outputs,
            terms.dimension(),
            (block, tile, total) -> {
              System.arraycopy(r, tile.from * outputs, tile.z, 0, outputs * tile.rows);
              terms.backward(block, tile, total, 0);
            });
    System.arraycopy(sum, 0, q, 0, q.length);
  }

  @Override
  public void along(double s, double[] t, double[] memory, double[] rho) {
    // The Hessian stays that of the last point.
    double[] keep = kept;
    kept = Arrays.copyOf(keep, keep.length);
    terms.pass(
        selection,
        outputs,
        0,
        (block, tile, total) -> {
          int from = tile.from * outputs;
          for (int j = 0; j < outputs * tile.rows; j++) {
            tile.z[j] = Math.fma(s, t[from + j], predictions[from + j]);
          }
          residual(tile, memory, rho);
        });
    kept = keep;
  }

  /** Replaces the predictions of a tile by residuals, less those of the memory. */
  private void residual(Tile tile, double[] memory, double[] rho) {
    terms.loss().evaluate(tile, false, kept);
    int rows = tile.rows;
    for (int k = 0; memory != null && k < rows; k++) {
      int term = term(tile.from + k) * outputs;
      for (int c = 0; c < outputs; c++) {
        tile.z[c * rows + k] -= memory[term + c];
      }
    }
    System.arraycopy(tile.z, 0, rho, tile.from * outputs, outputs * rows);
  }

  @Override
  public void recall(double[] memory, double[] r) {
    int count = selection.count();
    for (int k = 0; k < count; k++) {
      int term = term(k) * outputs;
      for (int c = 0; c < outputs; c++) {
        r[terms.keptAt(count, k, c)] = memory[term + c];
      }
    }
  }

  @Override
  public void remember(double a, double[] rho, double[] memory) {
    int count = selection.count();
    for (int k = 0; k < count; k++) {
      int term = term(k) * outputs;
      for (int c = 0; c < outputs; c++) {
        int at = terms.keptAt(count, k, c);
        memory[term + c] = Math.fma(a, rho[at], memory[term + c]);
      }
    }
  }

  /** Returns the number of the batch's row k among all terms. */
  private int term(int k) {
    return selection.indices()[selection.from() + k];
  }
}
