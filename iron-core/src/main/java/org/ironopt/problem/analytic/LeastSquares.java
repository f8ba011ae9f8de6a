package org.ironopt.problem.analytic;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.Proximable;
import org.ironopt.problem.ScalarLoss;
import org.ironopt.problem.TermProximable;

/**
 * Linear least squares with a ridge, {@code f(w) = |Xw - y|^2 / (2N) + reg |w|^2 / 2}: the average
 * of the N terms {@code (a_i.w - y_i)^2 / 2 + reg |w|^2 / 2}, one per row of X, dense or sparse.
 * The Hessian {@code X'X / N + reg I} is constant and its own Gauss-Newton matrix. The resolvent is
 * a linear solve: by one eigen-decomposition of the d-by-d Hessian, kept, for f itself; by a
 * Cholesky factorization of the b-by-b kernel matrix for a batch of {@code b <= d} terms (for one
 * term a division). X and y are kept, not copied.
 */
public final class LeastSquares implements TermProximable, DualTerms, GaussNewton, Proximable {
  private final RidgeTerms terms;
  private final RidgeTerms.Selection all;

  /** Computed when first needed; two threads may compute it twice, with one result. */
  private volatile Quadratic normal;

  private LeastSquares(Rows x, double[] y, double reg) {
    Require.sameLength("rows of X", x.rows(), "y", y.length);
    Require.atLeast("rows of X", 1, x.rows());
    Require.atLeast("columns of X", 1, x.columns());
    this.terms = new RidgeTerms(x, Require.finite("y", y), Require.nonNegative("reg", reg));
    this.all = new RidgeTerms.Selection(null, 0, x.rows());
  }

  /** Returns the objective of a dense X. */
  public static LeastSquares of(DenseMatrix x, double[] y, double reg) {
    return new LeastSquares(Rows.of(x), y, reg);
  }

  /** Returns the objective of a sparse X. */
  public static LeastSquares of(SparseMatrix x, double[] y, double reg) {
    return new LeastSquares(Rows.of(x), y, reg);
  }

  /** Returns {@code x'Ax/2 - b'x} with {@code A = X'X / N + reg I}, {@code b = X'y / N}. */
  public Quadratic normalEquations() {
    Quadratic known = normal;
    if (known == null) {
      known = terms.normalEquations(all);
      normal = known;
    }
    return known;
  }

  /** Returns the minimiser, if the normal equations have one solution. */
  public double[] minimizer() {
    return normalEquations().minimizer();
  }

  @Override
  public int dimension() {
    return terms.dimension();
  }

  @Override
  public int terms() {
    return all.count();
  }

  @Override
  public double value(double[] x) {
    return terms.evaluate(all, x, null);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    terms.evaluate(all, x, Objects.requireNonNull(gradient));
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    return terms.evaluate(all, x, Objects.requireNonNull(gradient));
  }

  @Override
  public Curvature curvature() {
    return new Constant(all);
  }

  @Override
  public Curvature gaussNewton() {
    return new Constant(all);
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
  public double prox(int i, double eta, double[] u, double[] x) {
    Require.index("term", i, terms());
    return terms.termProx(i, Require.nonNegative("eta", eta), u, x);
  }

  /** Returns the ridge; X'X adds more where the rows span the space, at the price of a look. */
  @Override
  public OptionalDouble modulus() {
    return OptionalDouble.of(terms.reg());
  }

  @Override
  public double ridge() {
    return terms.reg();
  }

  @Override
  public void row(int i, double[] row) {
    Require.length("row", dimension(), row);
    Arrays.fill(row, 0);
    terms.x().add(Require.index("term", i, terms()), 1, row);
  }

  @Override
  public ScalarLoss loss(int i) {
    return ScalarLoss.squared(terms.y()[Require.index("term", i, terms())], 1);
  }

  /** Returns the average over a batch; its resolvent is in closed form as well. */
  @Override
  public Batch batch(int[] indices, int from, int to) {
    Objects.checkFromToIndex(from, to, indices.length);
    Require.atLeast("terms of the batch", 1, to - from);
    return new Batch(new RidgeTerms.Selection(indices, from, to));
  }

  /** The average of some terms; see {@link LeastSquares#batch}. */
  public final class Batch implements GaussNewton, Proximable {
    private final RidgeTerms.Selection selection;

    private Batch(RidgeTerms.Selection selection) {
      this.selection = selection;
    }

    @Override
    public int dimension() {
      return terms.dimension();
    }

    @Override
    public OptionalDouble modulus() {
      return OptionalDouble.of(terms.reg());
    }

    @Override
    public double value(double[] x) {
      return terms.evaluate(selection, x, null);
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      terms.evaluate(selection, x, Objects.requireNonNull(gradient));
    }

    @Override
    public double valueAndGradient(double[] x, double[] gradient) {
      return terms.evaluate(selection, x, Objects.requireNonNull(gradient));
    }

    @Override
    public Curvature curvature() {
      return new Constant(selection);
    }

    @Override
    public Curvature gaussNewton() {
      return new Constant(selection);
    }

    @Override
    public void prox(double lambda, double[] c, double[] u) {
      if (selection.count() <= dimension()) {
        terms.dualProx(selection, lambda, c, u);
      } else {
        terms.normalEquations(selection).prox(lambda, c, u);
      }
    }
  }

  private final class Constant implements Curvature {
    private final RidgeTerms.Selection source;

    /** The terms at the last point, should the indices change afterwards. */
    private RidgeTerms.Selection selection;

    Constant(RidgeTerms.Selection source) {
      this.source = source;
      this.selection = source;
    }

    @Override
    public int dimension() {
      return terms.dimension();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      selection = source.copy();
      return terms.evaluate(selection, x, Objects.requireNonNull(gradient));
    }

    @Override
    public void apply(double[] v, double[] hv) {
      terms.product(selection, v, hv);
    }

    @Override
    public void diagonal(double[] diagonal) {
      terms.diagonal(selection, diagonal);
    }
  }
}
