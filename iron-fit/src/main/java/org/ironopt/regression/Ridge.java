package org.ironopt.regression;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.Proximable;
import org.ironopt.problem.TermProximable;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LinearTerms;
import org.ironopt.regression.internal.RowSelection;
import org.ironopt.regression.internal.SquaredLoss;
import org.jspecify.annotations.Nullable;

/**
 * Ridge least squares {@code f(w) = mean_i weight_i (a_i.w - y_i)^2 / 2 + reg |w|^2 / 2} on a data
 * set (weights relative to their mean). The Hessian is constant and its own Gauss-Newton matrix.
 * The resolvent is a linear solve, by one eigen-decomposition of the Hessian, kept; for a batch of
 * fewer rows than columns it is one of the size of the batch, for one term a division ({@link
 * #prox(int, double, double[], double[])}). A batch is the same class on fewer rows; it copies
 * none.
 */
public final class Ridge extends LinearObjective implements Proximable, TermProximable, DualTerms {
  /** Of a data set, whose rows do not change; computed when first needed. */
  private volatile @Nullable Quadratic normal;

  private Ridge(LinearTerms terms, RowSelection selection) {
    super(terms, selection);
  }

  /** Returns the objective without a constant term. */
  public static Ridge of(Dataset data, double reg) {
    return of(data, reg, Intercept.NONE);
  }

  /** Returns the objective of a data set with numbers to predict. */
  public static Ridge of(Dataset data, double reg, Intercept intercept) {
    LinearTerms terms =
        LinearTerms.of(data, numbers("least squares", data), new SquaredLoss(), reg, intercept);
    return new Ridge(terms, RowSelection.of(data));
  }

  /** Returns the same objective with products in another arithmetic; single needs floats. */
  public Ridge in(Precision precision) {
    return new Ridge(checked(precision), selection);
  }

  @Override
  public Ridge batch(int[] indices, int from, int to) {
    return new Ridge(terms, selection.batch(indices, from, to));
  }

  /** Returns {@code x'Ax/2 - b'x} with A the Hessian and -b the gradient at 0. */
  public Quadratic normalEquations() {
    Quadratic known = normal;
    if (known == null) {
      known = computeNormalEquations();
      // The indices of a batch may change, its equations with them.
      normal = selection.of() == null ? known : null;
    }
    return known;
  }

  private Quadratic computeNormalEquations() {
    int n = dimension();
    double[] b = new double[n];
    Curvature h = curvature();
    h.at(new double[n], b);
    Vectors.scale(-1, b);
    DenseMatrix a = DenseMatrix.zeros(n, n);
    h.block(0, a);
    return Quadratic.ofSymmetric(a, b);
  }

  /** Returns the minimiser, if the normal equations have one solution. */
  public double[] minimizer() {
    return normalEquations().minimizer();
  }

  @Override
  public void prox(double lambda, double[] c, double[] u) {
    if (terms() == 1) {
      prox(0, lambda, c, u);
    } else if (selection.of() != null && terms() <= dimension()) {
      proxByRows(lambda, c, u);
    } else {
      normalEquations().prox(lambda, c, u);
    }
  }

  /**
   * The resolvent of a batch through its b rows. With {@code P = 1 + lambda reg} on the penalised
   * coordinates and 1 on a free intercept, {@code D} the root of lambda times the weights over b
   * and {@code B = D A P^-1/2},
   *
   * <pre>
   *   (I + B B') q = D (y - A P^-1 c) ,   u = P^-1 (c + A' D q) ,
   * </pre>
   *
   * a Cholesky factorization of b x b numbers. A batch is used once, so that decomposing its
   * Hessian, as for all rows, would be done anew in every step.
   */
  private void proxByRows(double lambda, double[] c, double[] u) {
    int b = terms();
    int n = dimension();
    double[] shrink = new double[n];
    Arrays.fill(shrink, 1);
    Arrays.fill(shrink, 0, terms.penalized(), 1 + lambda * terms.reg());
    double[] start = new double[n];
    for (int j = 0; j < n; j++) {
      start[j] = c[j] / shrink[j];
    }
    DenseMatrix rows = DenseMatrix.zeros(b, n);
    DenseMatrix kernel = DenseMatrix.zeros(b, b);
    double[] scaled = new double[n];
    double[] right = new double[b];
    for (int k = 0; k < b; k++) {
      double[] row = new double[n];
      row(k, row);
      double root = Math.sqrt(lambda * weight(k) / b);
      right[k] = root * (target(k) - Vectors.dot(row, start));
      for (int j = 0; j < n; j++) {
        rows.set(k, j, root * row[j]);
        scaled[j] = rows.get(k, j) / shrink[j];
      }
      for (int l = 0; l <= k; l++) {
        double entry = 0;
        for (int j = 0; j < n; j++) {
          entry = Math.fma(rows.get(l, j), scaled[j], entry);
        }
        kernel.set(k, l, entry);
        kernel.set(l, k, entry);
      }
    }
    kernel.addDiagonal(1);
    Cholesky cholesky = new Cholesky(b);
    Require.that(
        cholesky.factor(kernel), "the resolvent of this batch is not finite at lambda %s", lambda);
    double[] q = new double[b];
    cholesky.solve(right, q);
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < b; k++) {
        sum = Math.fma(rows.get(k, j), q[k], sum);
      }
      u[j] = start[j] + sum / shrink[j];
    }
  }

  /**
   * Overwrites {@code x} with the resolvent of term i, {@code argmin f_i(x) + |x - u|^2 / (2 eta)};
   * {@code x} may be {@code u}. With {@code c = 1 + eta reg} and the weight times eta as step it is
   * {@code x = (u + step s a) / c}, {@code s = (y - a.u/c) / (1 + step |a|^2 / c)}.
   */
  @Override
  public double prox(int i, double eta, double[] u, double[] x) {
    return termProx(i, eta, u, x);
  }

  @Override
  public DualTerms.ScalarLoss loss(int i) {
    return DualTerms.ScalarLoss.squared(target(i), weight(i));
  }
}
