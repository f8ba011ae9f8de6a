package org.ironopt.fit;

import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.internal.Loss;
import org.ironopt.resolvent.internal.CostModel;

/**
 * The Cholesky factor L of the Hessian at w = 0 in scaled variables, estimated from some of the
 * rows: a preconditioner that is paid for once. Conjugate gradients then need a number of products
 * that hardly depends on how the columns are correlated.
 */
final class Whitening {
  /** Rows looked at, for each column. */
  private static final int ROWS_PER_COLUMN = 3;

  /** Largest number of columns. */
  private static final int LARGEST = 1500;

  /** Largest cost, in passes over the data for each output. */
  private static final double PASSES = 12.5;

  /** Added to the eigenvalues of the sample, so that none is nearly zero. */
  private static final double FLOOR = 1e-3;

  /** A sample that needs more shrinkage towards the identity is too small to be used. */
  private static final double MOST_SHRUNK = 0.3;

  private final int d;
  private final double[] lower;
  private final double[] upper;

  private Whitening(DenseMatrix l) {
    d = l.rows();
    lower = l.data();
    upper = l.transpose().data();
  }

  /** Returns whether it is likely to pay: by counting multiplications, not by trying. */
  static boolean pays(Dataset data, int outputs) {
    double d = data.columns();
    double rows = Math.min(data.rows(), ROWS_PER_COLUMN * d);
    CostModel all = new CostModel(data.rows(), d, outputs, data.features().stored(), rows * d * d);
    double price = all.squares() + CostModel.factorization(d);
    return d <= LARGEST && data.rows() > d && price <= PASSES * outputs * all.passOfOne();
  }

  /** Estimates L from every k-th row; empty if that is not positive definite. */
  static Optional<Whitening> of(Dataset data, Coordinates x, Loss loss, double reg) {
    int n = data.rows();
    int d = data.columns();
    int step = Math.max(1, n / (ROWS_PER_COLUMN * d));
    int[] rows = IntStream.range(0, n / step).map(i -> data.position(i * step)).toArray();
    Dataset numbers = Dataset.regression(data.features(), new double[data.features().rows()]);
    Dataset sample = data.weights().map(numbers::weighted).orElse(numbers).subset(rows);
    if (!(sample.totalWeight() > 0)) {
      return Optional.empty();
    }
    Intercept constant = x.intercept() ? Intercept.FREE : Intercept.NONE;
    Ridge squares = Ridge.of(sample, 0, constant);
    DenseMatrix h = DenseMatrix.zeros(squares.dimension(), squares.dimension());
    var curvature = squares.curvature();
    curvature.at(new double[squares.dimension()], new double[squares.dimension()]);
    curvature.block(0, h);
    x.pull(h);
    double scale = loss.curvatureAtZero();
    DenseMatrix c = DenseMatrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        c.set(i, j, scale * h.get(i, j));
      }
      double length = x.p()[i] * x.t()[i];
      c.set(i, i, c.get(i, i) + reg * length * length);
    }
    double shrink = shrinkage(c, rows.length);
    if (shrink > MOST_SHRUNK) {
      return Optional.empty();
    }
    c.addDiagonal(FLOOR);
    c.addDiagonal(shrink);
    Cholesky cholesky = new Cholesky(d);
    return cholesky.factor(c) ? Optional.of(new Whitening(cholesky.lower())) : Optional.empty();
  }

  /**
   * Returns the part of the sample's spread around the identity that is noise, for normal rows: O.
   * Ledoit, M. Wolf, "A well-conditioned estimator for large-dimensional covariance matrices", DOI
   * 10.1016/S0047-259X(03)00096-4.
   */
  private static double shrinkage(DenseMatrix c, int rows) {
    double d = c.rows();
    double[] all = c.data();
    double squares = Vectors.dot(all, all) / d;
    double mean = c.trace() / d;
    double noise = (squares + d * mean * mean) / rows;
    double spread = squares - mean * mean;
    return spread > 0 ? Math.min(1, noise / spread) : 1;
  }

  /** Returns a bound on the largest eigenvalue of {@code L L'}. */
  double largest() {
    double trace = 0;
    for (int i = 0; i < d; i++) {
      trace += Vectors.dot(lower, i * d, lower, i * d, i + 1);
    }
    return trace;
  }

  /** {@code v = L^-1 v}. */
  void solve(double[] v, int from) {
    for (int i = 0; i < d; i++) {
      double rest = v[from + i] - Vectors.dot(lower, i * d, v, from, i);
      v[from + i] = rest / lower[i * d + i];
    }
  }

  /** {@code v = L'^-1 v}. */
  void solveTransposed(double[] v, int from) {
    for (int i = d - 1; i >= 0; i--) {
      int at = i * d + i + 1;
      double rest = v[from + i] - Vectors.dot(upper, at, v, from + i + 1, d - 1 - i);
      v[from + i] = rest / upper[i * d + i];
    }
  }

  /** {@code v = L v}. */
  void multiply(double[] v, int from) {
    for (int i = d - 1; i >= 0; i--) {
      v[from + i] = Vectors.dot(lower, i * d, v, from, i + 1);
    }
  }

  /** {@code v = L' v}. */
  void multiplyTransposed(double[] v, int from) {
    for (int i = 0; i < d; i++) {
      v[from + i] = Vectors.dot(upper, i * d + i, v, from + i, d - i);
    }
  }
}
