package org.ironopt.problem.analytic;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curved;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.TermProximable;
import org.jspecify.annotations.Nullable;

/**
 * Linear least squares with a ridge, {@code f(w) = |Xw - y|^2 / (2N) + reg |w|^2 / 2}: the average
 * of the N terms {@code (a_i.w - y_i)^2 / 2 + reg |w|^2 / 2}, one per row of X, dense or sparse.
 * The Hessian {@code X'X / N + reg I} is constant and its own Gauss-Newton matrix. The resolvent is
 * a linear solve: by one eigen-decomposition of the d-by-d Hessian, kept, for f itself; by a
 * Cholesky factorization of the b-by-b kernel matrix for a batch of {@code b <= d} terms (for one
 * term a division). X and y are kept, not copied.
 */
public final class LinearLeastSquares extends RidgeTerms implements TermProximable, DualTerms {
  /** Computed when first needed; two threads may compute it twice, with one result. */
  private volatile @Nullable Quadratic normal;

  private LinearLeastSquares(FeatureRowView x, double[] y, double reg) {
    Require.sameLength("rows of X", x.rows(), "y", y.length);
    Require.atLeast("rows of X", 1, x.rows());
    Require.atLeast("columns of X", 1, x.columns());
    super(x, Require.finite("y", y), Require.nonNegative("reg", reg), x.all());
  }

  /** Returns the objective of a dense X. */
  public static LinearLeastSquares of(DenseMatrix x, double[] y, double reg) {
    return new LinearLeastSquares(FeatureRowView.of(x), y, reg);
  }

  /** Returns the objective of a sparse X. */
  public static LinearLeastSquares of(SparseMatrix x, double[] y, double reg) {
    return new LinearLeastSquares(FeatureRowView.of(x), y, reg);
  }

  /** Returns {@code x'Ax/2 - b'x} with {@code A = X'X / N + reg I}, {@code b = X'y / N}. */
  @Override
  public Quadratic normalEquations() {
    Quadratic known = normal;
    if (known == null) {
      known = super.normalEquations();
      normal = known;
    }
    return known;
  }

  /** Returns the minimiser, if the normal equations have one solution. */
  public double[] minimizer() {
    return normalEquations().minimizer();
  }

  @Override
  public int terms() {
    return x.rows();
  }

  @Override
  public void prox(double lambda, double[] c, double[] u) {
    normalEquations().prox(lambda, c, u);
  }

  /**
   * {@code x = (u + eta s a) / c} with {@code c = 1 + eta reg} and {@code s = (y - a.u/c) / (1 +
   * eta |a|^2 / c)}.
   */
  @Override
  public double prox(int i, double eta, double[] u, double[] result) {
    Require.index("term", i, terms());
    Require.nonNegative("eta", eta);
    Require.lengths(dimension(), "u", u, "x", result);
    double[] row = new double[dimension()];
    dense(i, row);
    double shrink = 1 + eta * reg;
    double z = x.dot(i, u) / shrink;
    double q = eta * x.dot(i, row) / shrink;
    double s = (y[i] - z) / (1 + q);
    for (int j = 0; j < row.length; j++) {
      result[j] = Math.fma(eta * s, row[j], u[j]) / shrink;
    }
    return eta * Math.abs(s - (y[i] - Math.fma(q, s, z))) * Vectors.norm(row);
  }

  @Override
  public double ridge() {
    return reg;
  }

  @Override
  public void row(int i, double[] row) {
    Require.length("row", dimension(), row);
    dense(Require.index("term", i, terms()), row);
  }

  @Override
  public DualTerms.ScalarLoss loss(int i) {
    return DualTerms.ScalarLoss.squared(y[Require.index("term", i, terms())], 1);
  }

  /** Returns the average over a batch; its resolvent is in closed form as well. */
  @Override
  public Curved batch(int[] indices, int from, int to) {
    return new RidgeTerms(x, y, reg, x.all().batch(indices, from, to));
  }
}
