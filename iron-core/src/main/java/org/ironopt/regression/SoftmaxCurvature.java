package org.ironopt.regression;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.problem.Factored;

/**
 * The Hessian of a {@link Softmax} at one point, with two cheaper models of it: the blocks of the
 * classes on its diagonal, and a Kronecker product. It keeps the probabilities of its last point,
 * so that a product costs two products with the rows.
 */
public final class SoftmaxCurvature extends LinearCurvature implements Factored {
  SoftmaxCurvature(Softmax f) {
    super(f);
  }

  /**
   * Overwrites {@code hv} with the block-diagonal part of H, one block for each class, times v:
   * {@code X' diag(p_c (1 - p_c)) X} in place of the blocks {@code X' diag(p_c (1_{c=e} - p_e)) X}.
   */
  public void applyClassBlocks(double[] v, double[] hv) {
    chain.product(LinearObjective.FIRST, 1, new double[][] {v}, new double[][] {hv}, true);
  }

  /** Returns the Kronecker model at the last point, with the features of its own rows. */
  public Kronecker kronecker() {
    return kronecker(SymmetricEigen.of(featureMoments()));
  }

  /**
   * Returns the Kronecker model at the last point.
   *
   * @param a second moments of the features, decomposed, perhaps once for many points
   */
  public Kronecker kronecker(SymmetricEigen a) {
    return new Kronecker(a, SymmetricEigen.of(outputMoments()), terms);
  }

  /** Returns {@code A = mean_i weight_i a_i a_i'} over the rows, weights relative to their sum. */
  public DenseMatrix featureMoments() {
    Selection s = chain.selection();
    DenseMatrix a =
        Grams.gram(
            terms,
            s,
            false,
            tile -> {
              Arrays.fill(tile.z, 0, tile.rows, 1);
              tile.weigh(0, 1);
            });
    double total = 0;
    for (int k = 0; k < s.count(); k++) {
      total += weight(s, k);
    }
    return a.times(1 / total);
  }

  /** Returns {@code B = mean_i weight_i (diag(p_i) - p_i p_i')} at the last point. */
  public DenseMatrix outputMoments() {
    Selection s = chain.selection();
    int n = s.count();
    int classes = terms.outputs();
    double[] kept = chain.kept();
    DenseMatrix b = DenseMatrix.zeros(classes, classes);
    for (int k = 0; k < n; k++) {
      double weight = weight(s, k);
      for (int c = 0; c < classes; c++) {
        double p = weight * kept[terms.keptAt(n, k, c)];
        for (int e = 0; e < c; e++) {
          b.set(c, e, Math.fma(-p, kept[terms.keptAt(n, k, e)], b.get(c, e)));
        }
        b.set(c, c, Math.fma(p, 1 - kept[terms.keptAt(n, k, c)], b.get(c, c)));
      }
    }
    for (int c = 0; c < classes; c++) {
      for (int e = 0; e < c; e++) {
        b.set(e, c, b.get(c, e));
      }
    }
    return b.times(terms.scale(s));
  }

  @Override
  public int modelLength() {
    return Kronecker.length(terms.columns(), terms.outputs());
  }

  @Override
  public void model(double[] model) {
    kronecker().write(model);
  }

  @Override
  public LinearOperator modelInverse(double[] model, double lambda) {
    Kronecker read = new Kronecker(model, terms);
    return (g, s) -> read.solve(lambda, g, s);
  }

  private double weight(Selection s, int k) {
    return terms.weights() == null ? 1 : terms.weights()[s.row(k)];
  }
}
