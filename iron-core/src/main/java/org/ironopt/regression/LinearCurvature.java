package org.ironopt.regression;

import java.util.Arrays;
import java.util.function.Consumer;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.ManyPoints;
import org.ironopt.regression.rows.Gathered;
import org.ironopt.regression.rows.Panel;
import org.ironopt.regression.rows.Tile;

/**
 * The Hessian of a regression at one point, or the Hessians at several: linearise all in one pass
 * over the rows, multiply each with a vector of its own in one more. What the first pass computed
 * (probabilities) is kept. Each point has the bits that it would have alone. One workspace belongs
 * to one thread.
 */
public sealed class LinearCurvature implements Curvature, ManyPoints.Curvatures
    permits SoftmaxCurvature {
  private final LinearObjective f;
  final LinearTerms terms;

  /** The rows at the last points, should the indices of a batch change afterwards. */
  private Selection selection;

  private boolean frozen;
  private double[][] kept = new double[0][];

  /** Derivatives of the losses at the first point, if they are kept. */
  private double[] slopes;

  LinearCurvature(LinearObjective f) {
    this.f = f;
    terms = f.terms;
    selection = f.selection;
  }

  @Override
  public final int dimension() {
    return terms.dimension();
  }

  /** Lets the derivatives of the losses at the first point be kept from now on. */
  public final void keepSlopes() {
    slopes = new double[f.terms()];
  }

  /** Returns the derivative of the loss of each row, with its weight, at the first point. */
  public final double[] slopes() {
    return slopes;
  }

  /** Returns what was kept of the first point. */
  public final double[] kept() {
    return kept[0];
  }

  final Selection selection() {
    return selection;
  }

  @Override
  public final double at(double[] x, double[] gradient) {
    double[] value = new double[1];
    at(LinearObjective.FIRST, 1, new double[][] {x}, value, new double[][] {gradient});
    return value[0];
  }

  /**
   * Moves, and forgets the members not named if the number of entries or the rows of a batch have
   * changed.
   */
  @Override
  public final void at(
      int[] points, int count, double[][] w, double[] values, double[][] gradients) {
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
  public final void apply(double[] v, double[] hv) {
    apply(LinearObjective.FIRST, 1, new double[][] {v}, new double[][] {hv});
  }

  @Override
  public final void apply(int[] points, int count, double[][] v, double[][] hv) {
    product(points, count, v, hv, false);
  }

  /** Multiplies, outputs with outputs or, if asked for, each with itself only. */
  final void product(int[] points, int count, double[][] v, double[][] hv, boolean blocksOnly) {
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

  @Override
  public final void diagonal(double[] diagonal) {
    Require.length("diagonal", dimension(), diagonal);
    int outputs = terms.outputs();
    int constants = terms.constants(outputs);
    double[] ones = new double[dimension()];
    Arrays.fill(ones, 1);
    terms.pass(
        selection,
        null,
        constants + outputs,
        (block, tile, sum) -> {
          terms.loss().diagonal(tile, kept());
          block.addSquares(tile, outputs, sum);
          for (int c = 0; c < outputs; c++) {
            sum[constants + c] += tile.sum(c);
          }
        },
        sum -> terms.average(terms.scale(selection), sum, 0, constants, ones, diagonal));
  }

  /** A block within one output is cut out of one weighted Gram matrix, others need products. */
  @Override
  public final void block(int from, DenseMatrix block) {
    int size = block.rows();
    int stride = terms.stride();
    int output = from / stride;
    if (from + size > (output + 1) * stride || 8 * size < stride) {
      Curvature.super.block(from, block);
      return;
    }
    DenseMatrix whole = outputBlock(output);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        block.set(i, j, whole.get(from - output * stride + i, from - output * stride + j));
      }
    }
  }

  /** Returns the Hessian of the parameters of one output. */
  private DenseMatrix outputBlock(int output) {
    DenseMatrix h =
        gram(
            terms.hasIntercept(),
            tile -> {
              terms.loss().diagonal(tile, kept());
              System.arraycopy(tile.z, output * tile.stride, tile.z, 0, tile.rows);
            });
    double scale = terms.scale(selection);
    for (int i = 0; i < h.rows(); i++) {
      for (int j = 0; j < h.rows(); j++) {
        double ridge = i == j && i < terms.penalized() ? terms.reg() : 0;
        h.set(i, j, Math.fma(scale, h.get(i, j), ridge));
      }
    }
    return h;
  }

  /**
   * Returns {@code sum_k c_k (row k)(row k)'}, the rows followed by a one if {@code constant}.
   *
   * @param coefficients writes the c_k of a tile to the first {@code rows} elements of z
   */
  final DenseMatrix gram(boolean constant, Consumer<Tile> coefficients) {
    int d = terms.columns();
    int n = constant ? d + 1 : d;
    int depth = terms.depth();
    DenseMatrix gram = DenseMatrix.zeros(n, n);
    terms.pass(
        selection,
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
