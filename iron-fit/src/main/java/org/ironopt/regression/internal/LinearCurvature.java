package org.ironopt.regression.internal;

import java.util.Arrays;
import java.util.function.Consumer;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.regression.rows.GatheredRows;
import org.ironopt.regression.rows.PredictionTile;
import org.ironopt.regression.rows.WeightPanel;

/**
 * The Hessian of a regression at one point. What linearising computed (probabilities) is kept. One
 * workspace belongs to one thread.
 */
public sealed class LinearCurvature implements Curvature permits SoftmaxCurvature {
  private final LinearObjective f;
  final LinearTerms terms;

  /** The rows at the last point, should the indices of a batch change afterwards. */
  private RowSelection selection;

  /** What the loss kept of the last point; null before there was one. */
  private double[] kept;

  /** Derivatives of the losses at the last point, if they are kept. */
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

  /** Lets the derivatives of the losses at a point be kept from now on. */
  public final void keepSlopes() {
    slopes = new double[f.terms()];
  }

  /** Returns the derivative of the loss of each row, with its weight, at the last point. */
  public final double[] slopes() {
    return slopes;
  }

  /** Returns what was kept of the last point. */
  public final double[] kept() {
    return kept;
  }

  final RowSelection selection() {
    return selection;
  }

  @Override
  public final double at(double[] x, double[] gradient) {
    selection = f.selection.frozen(kept == null ? f.selection : selection);
    int size = terms.kept(selection);
    if (kept == null || kept.length != size) {
      kept = new double[size];
    }
    double[][] w = {x};
    double[] value = new double[1];
    double[][] gradients = {gradient};
    f.evaluate(selection, LinearObjective.FIRST, 1, w, value, gradients, kept, slopes);
    return value[0];
  }

  @Override
  public final void apply(double[] v, double[] hv) {
    Require.that(kept != null, "a product before any point, expected at() first");
    Require.lengths(dimension(), "v", v, "hv", hv);
    int outputs = terms.outputs();
    int constants = terms.constants(outputs);
    WeightPanel panel = terms.workspaces().takePanel(terms);
    panel.load(LinearObjective.FIRST, 1, new double[][] {v});
    GatheredRows rows = f.takeRows(selection);
    terms.pass(
        selection,
        rows,
        constants + outputs,
        (block, tile, sum) -> {
          block.forward(panel, tile);
          terms.loss().product(tile, 0, kept);
          block.backward(tile, outputs, sum, constants);
        },
        sum -> terms.average(terms.scale(selection), sum, 0, constants, v, hv));
    terms.workspaces().give(panel);
    f.giveRows(rows);
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
          terms.loss().diagonal(tile, kept);
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
              terms.loss().diagonal(tile, kept);
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
  final DenseMatrix gram(boolean constant, Consumer<PredictionTile> coefficients) {
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
