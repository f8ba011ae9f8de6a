package org.ironopt.regression;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.Require;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LinearTerms;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.RowSelection;
import org.ironopt.regression.internal.SoftmaxLoss;

/**
 * Softmax regression {@code f(W, b) = mean_i weight_i (log sum_c exp(z_ic) - z_iy) + reg |W|^2 /
 * 2}, {@code z_ic = a_i.w_c + b_c}, with C classes (weights relative to their mean). The parameters
 * of one class stand together: w_c and then b_c, so that blocks of {@link #classParameters} are the
 * classes. The intercepts b are not penalised by default. Finite for predictions of any size. A
 * batch is the same class on fewer rows; it copies none.
 */
public final class Softmax extends LinearObjective {
  private Softmax(LinearTerms terms, RowSelection selection) {
    super(terms, selection);
  }

  /** Returns the objective with intercepts that are not penalised. */
  public static Softmax of(Dataset data, double reg) {
    return of(data, reg, Intercept.FREE);
  }

  /** Returns the objective of a data set with class labels. */
  public static Softmax of(Dataset data, double reg, Intercept intercept) {
    Loss loss = new SoftmaxLoss(Math.max(1, data.classes()));
    LinearTerms terms = LinearTerms.of(data, labels(data), loss, reg, intercept);
    return new Softmax(terms, RowSelection.of(data));
  }

  /** Returns class numbers by stored row. */
  private static double[] labels(Dataset data) {
    if (!(data.targets() instanceof Targets.Labels labels)) {
      throw Require.failed("softmax regression needs class labels, the targets are numbers");
    }
    int count = data.classes();
    Require.that(count >= 2, "softmax regression needs at least 2 classes, the data has %d", count);
    return Arrays.stream(labels.labels()).asDoubleStream().toArray();
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

  /** Overwrites row i of {@code p} with the probabilities of the classes for row i. */
  public void probabilities(double[] w, DenseMatrix p) {
    Require.length("w", dimension(), w);
    Require.shape("p", terms(), classes(), p);
    int n = terms();
    double[] kept = new double[terms.kept(selection)];
    evaluate(selection, FIRST, 1, new double[][] {w}, null, null, kept, null);
    for (int k = 0; k < n; k++) {
      for (int c = 0; c < classes(); c++) {
        p.set(k, c, kept[terms.keptAt(n, k, c)]);
      }
    }
  }
}
