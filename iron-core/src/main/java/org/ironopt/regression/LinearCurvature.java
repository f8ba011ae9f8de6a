package org.ironopt.regression;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Curvature;

/** The Hessian of a regression at one point. */
public sealed class LinearCurvature implements Curvature permits SoftmaxCurvature {
  final LinearTerms terms;
  public final ChainCurvature chain;

  LinearCurvature(LinearObjective f) {
    this.terms = f.terms;
    this.chain = f.curvatures();
  }

  @Override
  public final int dimension() {
    return terms.dimension();
  }

  @Override
  public final double at(double[] x, double[] gradient) {
    double[] value = new double[1];
    chain.at(new double[][] {x}, value, new double[][] {gradient});
    return value[0];
  }

  @Override
  public final void apply(double[] v, double[] hv) {
    chain.apply(new double[][] {v}, new double[][] {hv});
  }

  @Override
  public final void diagonal(double[] diagonal) {
    Require.length("diagonal", dimension(), diagonal);
    int outputs = terms.outputs();
    int constants = terms.constants(outputs);
    double[] ones = new double[dimension()];
    Arrays.fill(ones, 1);
    Selection s = chain.selection();
    terms.pass(
        s,
        null,
        constants + outputs,
        (block, tile, sum) -> {
          terms.loss().diagonal(tile, chain.kept());
          block.addSquares(tile, outputs, sum);
          for (int c = 0; c < outputs; c++) {
            sum[constants + c] += tile.sum(c);
          }
        },
        sum -> terms.average(terms.scale(s), sum, 0, constants, ones, diagonal));
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
        Grams.gram(
            terms,
            chain.selection(),
            terms.hasIntercept(),
            tile -> {
              terms.loss().diagonal(tile, chain.kept());
              System.arraycopy(tile.z, output * tile.stride, tile.z, 0, tile.rows);
            });
    double scale = terms.scale(chain.selection());
    for (int i = 0; i < h.rows(); i++) {
      for (int j = 0; j < h.rows(); j++) {
        double ridge = i == j && i < terms.penalized() ? terms.reg() : 0;
        h.set(i, j, Math.fma(scale, h.get(i, j), ridge));
      }
    }
    return h;
  }
}
