package org.ironopt.regression;

import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.regression.rows.Sources;

/**
 * Softmax regression {@code f(W, b) = mean_i weight_i (log sum_c exp(z_ic) - z_iy) + reg |W|^2 /
 * 2}, {@code z_ic = a_i.w_c + b_c}, with C classes (weights relative to their mean). The parameters
 * of one class stand together: w_c and then b_c, so that blocks of {@link #classParameters} are the
 * classes. The intercepts b are not penalised unless asked for. Finite for predictions of any size.
 * A batch is the same class on fewer rows; it copies none.
 */
public final class Softmax extends LinearObjective {
  private Softmax(LinearTerms terms, Selection selection) {
    super(terms, selection);
  }

  /** Returns the objective with intercepts that are not penalised. */
  public static Softmax of(Dataset data, double reg) {
    return of(data, reg, Intercept.FREE);
  }

  /** Returns the objective of a data set with class labels. */
  public static Softmax of(Dataset data, double reg, Intercept intercept) {
    Loss loss = new SoftmaxLoss(Math.max(1, data.classes()));
    LinearTerms terms = Sources.terms(data, Labels.classes(data), loss, reg, intercept);
    return new Softmax(terms, Sources.rows(data));
  }

  /** Returns C. */
  public int classes() {
    return terms.outputs();
  }

  /** Returns how many parameters a class has: the columns, and one for the intercept. */
  public int classParameters() {
    return terms.stride();
  }

  /** Returns the same objective with products in another arithmetic; single needs floats. */
  public Softmax in(Precision precision) {
    return new Softmax(checked(precision), selection);
  }

  @Override
  public Softmax batch(int[] indices, int from, int to) {
    return new Softmax(terms, selection.batch(indices, from, to));
  }

  @Override
  public SoftmaxCurvature curvature() {
    return new SoftmaxCurvature(this);
  }

  /** Returns the Fisher matrix, which is the Hessian. */
  @Override
  public SoftmaxCurvature gaussNewton() {
    return curvature();
  }

  /** Overwrites row i of {@code p} with the probabilities of the classes for row i. */
  public void probabilities(double[] w, DenseMatrix p) {
    Require.length("w", dimension(), w);
    Require.shape("p", terms(), classes(), p);
    int n = terms();
    double[] kept = new double[terms.kept(selection)];
    evaluate(
        selection, false, FIRST, 1, new double[][] {w}, new double[1], null, new double[][] {kept});
    for (int k = 0; k < n; k++) {
      for (int c = 0; c < classes(); c++) {
        p.set(k, c, kept[terms.keptAt(n, k, c)]);
      }
    }
  }
}
