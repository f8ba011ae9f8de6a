package org.ironopt.problem.analytic;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.Proximable;
import org.jspecify.annotations.Nullable;

/**
 * The average of all terms of {@link LinearLeastSquares}, or of a batch of them. The resolvent of a
 * batch of {@code b <= d} terms goes through a b-by-b matrix, of a larger one through the d-by-d
 * Hessian.
 */
sealed class RidgeTerms implements GaussNewton, Proximable permits LinearLeastSquares {
  /** Terms per parallel task, at least; with at most this many tasks, whatever the threads. */
  private static final int TASK = 256;

  private static final int TASKS = 64;

  /** What a pass does with one row: adds to {@code sum}, returns a number to add up. */
  private interface Term {
    double at(int row, double[] sum);
  }

  final FeatureRowView x;
  final double[] y;
  final double reg;
  private final FeatureRowView.Selection selection;

  RidgeTerms(FeatureRowView x, double[] y, double reg, FeatureRowView.Selection selection) {
    this.x = x;
    this.y = y;
    this.reg = reg;
    this.selection = selection;
  }

  @Override
  public final int dimension() {
    return x.columns();
  }

  /** Returns the ridge; X'X adds more where the rows span the space, at the price of a look. */
  @Override
  public final OptionalDouble modulus() {
    return OptionalDouble.of(reg);
  }

  @Override
  public final double value(double[] x) {
    return evaluate(selection, x, null);
  }

  @Override
  public final void gradient(double[] x, double[] gradient) {
    valueAndGradient(x, gradient);
  }

  @Override
  public final double valueAndGradient(double[] x, double[] gradient) {
    return evaluate(selection, x, Require.length("gradient", dimension(), gradient));
  }

  @Override
  public final Curvature curvature() {
    return new Constant();
  }

  @Override
  public final Curvature gaussNewton() {
    return new Constant();
  }

  @Override
  public void prox(double lambda, double[] c, double[] u) {
    if (selection.count() <= dimension()) {
      dualProx(lambda, c, u);
    } else {
      normalEquations().prox(lambda, c, u);
    }
  }

  private final class Constant implements Curvature {
    /** The terms at the last point, should the indices change afterwards. */
    private FeatureRowView.Selection last = selection;

    @Override
    public int dimension() {
      return x.columns();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      last = selection.copy();
      return evaluate(last, x, Require.length("gradient", dimension(), gradient));
    }

    @Override
    public void apply(double[] v, double[] hv) {
      Require.lengths(dimension(), "v", v, "hv", hv);
      pass(
          last,
          hv,
          (i, sum) -> {
            x.add(i, x.dot(i, v), sum);
            return 0;
          });
      addRidge(last, v, hv);
    }

    @Override
    public void diagonal(double[] diagonal) {
      Require.length("diagonal", dimension(), diagonal);
      double[] row = new double[dimension()];
      Arrays.fill(diagonal, 0);
      for (int k = 0; k < last.count(); k++) {
        dense(last.row(k), row);
        for (int j = 0; j < row.length; j++) {
          diagonal[j] = Math.fma(row[j], row[j], diagonal[j]);
        }
      }
      for (int j = 0; j < row.length; j++) {
        diagonal[j] = diagonal[j] / last.count() + reg;
      }
    }
  }

  /** Runs over the selected rows in fixed tasks and adds up their sums in order. */
  private double pass(FeatureRowView.Selection s, double @Nullable [] sum, Term term) {
    int size = Math.max(TASK, (s.count() + TASKS - 1) / TASKS);
    int tasks = (s.count() + size - 1) / size;
    double[] totals = new double[tasks];
    double[][] sums = new double[tasks][];
    Parallel.forEach(
        tasks,
        t -> {
          sums[t] = sum == null ? null : t == 0 ? sum : new double[sum.length];
          if (t == 0 && sum != null) {
            Arrays.fill(sum, 0);
          }
          int end = Math.min(s.count(), (t + 1) * size);
          for (int k = t * size; k < end; k++) {
            totals[t] += term.at(s.row(k), sums[t]);
          }
        });
    for (int t = 1; sum != null && t < tasks; t++) {
      Vectors.axpy(1, sums[t], sum);
    }
    return Ensemble.sum(totals);
  }

  /** Returns the value; overwrites {@code gradient} unless it is null. */
  private double evaluate(FeatureRowView.Selection s, double[] w, double @Nullable [] gradient) {
    Require.length("w", dimension(), w);
    double squares =
        pass(
            s,
            gradient,
            (i, sum) -> {
              double r = x.dot(i, w) - y[i];
              if (sum != null) {
                x.add(i, r, sum);
              }
              return r * r;
            });
    if (gradient != null) {
      addRidge(s, w, gradient);
    }
    return 0.5 * (squares / s.count() + reg * Vectors.dot(w, w));
  }

  private void addRidge(FeatureRowView.Selection s, double[] v, double[] sum) {
    for (int j = 0; j < v.length; j++) {
      sum[j] = Math.fma(reg, v[j], sum[j] / s.count());
    }
  }

  final void dense(int i, double[] row) {
    Arrays.fill(row, 0);
    x.add(i, 1, row);
  }

  /** Returns {@code x'Ax/2 - b'x} for the terms selected. */
  Quadratic normalEquations() {
    FeatureRowView.Selection s = selection;
    int d = dimension();
    double[][] gram = new double[d][d];
    double[] b = new double[d];
    double[] row = new double[d];
    for (int k = 0; k < s.count(); k++) {
      int i = s.row(k);
      dense(i, row);
      for (int j = 0; j < d; j++) {
        if (row[j] != 0) {
          x.add(i, row[j], gram[j]);
        }
      }
      x.add(i, y[i], b);
    }
    DenseMatrix a = DenseMatrix.of(gram);
    Vectors.scale(1.0 / s.count(), a.data());
    a.addDiagonal(reg);
    a.symmetrize();
    Vectors.scale(1.0 / s.count(), b);
    return Quadratic.ofSymmetric(a, b);
  }

  /**
   * The resolvent through the residuals {@code s = y - Xu} of the b selected terms: with {@code k =
   * 1 + lambda reg}, {@code (I + lambda/(bk) XX') s = y - Xc/k} and {@code u = (c + lambda/b X's) /
   * k}.
   */
  private void dualProx(double lambda, double[] c, double[] u) {
    Require.nonNegative("lambda", lambda);
    Require.lengths(dimension(), "c", c, "u", u);
    int b = selection.count();
    double shrink = 1 + lambda * reg;
    DenseMatrix kernel = DenseMatrix.zeros(b, b);
    double[] right = new double[b];
    double[] row = new double[dimension()];
    for (int k = 0; k < b; k++) {
      int i = selection.row(k);
      dense(i, row);
      for (int l = 0; l <= k; l++) {
        double entry = lambda / (b * shrink) * x.dot(selection.row(l), row);
        kernel.set(k, l, entry);
        kernel.set(l, k, entry);
      }
      right[k] = y[i] - x.dot(i, c) / shrink;
    }
    kernel.addDiagonal(1);
    double[] residuals = new double[b];
    Cholesky cholesky = new Cholesky(b);
    Require.that(
        cholesky.factor(kernel), "the resolvent of this batch is not finite at lambda %s", lambda);
    cholesky.solve(right, residuals);
    double[] sum = new double[dimension()];
    for (int k = 0; k < b; k++) {
      x.add(selection.row(k), residuals[k], sum);
    }
    for (int j = 0; j < u.length; j++) {
      u[j] = Math.fma(lambda / b, sum[j], c[j]) / shrink;
    }
  }
}
