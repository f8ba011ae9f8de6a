package org.ironopt.fit;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.SquaredLoss;
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

  /** A Newton system is solved to this part of its right-hand side. */
  private static final double REDUCTION = 0.08;

  /** The only system of a quadratic to this part. */
  private static final double QUADRATIC = 1e-4;

  private static final int MOST_PRODUCTS = 200;

  private final int d;
  private final double[] lower;
  private final double[] upper;
  private final double products;

  private Whitening(DenseMatrix l, double products) {
    this.products = products;
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
    int step = Math.max(1, data.rows() / (ROWS_PER_COLUMN * data.columns()));
    Optional<DenseMatrix> sample = sample(data, x, loss, reg, step, 0);
    if (sample.isEmpty()) {
      return Optional.empty();
    }
    int d = data.columns();
    DenseMatrix c = sample.get();
    double shrink = shrinkage(c, data.rows() / step);
    if (shrink > MOST_SHRUNK) {
      return Optional.empty();
    }
    c.addDiagonal(FLOOR);
    c.addDiagonal(shrink);
    Cholesky cholesky = new Cholesky(d);
    if (!cholesky.factor(c)) {
      return Optional.empty();
    }
    double products =
        (step == 1 ? Optional.<DenseMatrix>empty() : sample(data, x, loss, reg, step, step / 2))
            .map(other -> products(other, cholesky, x, loss))
            .orElse(Double.NaN);
    return Optional.of(new Whitening(cholesky.lower(), products));
  }

  /** Returns the Hessian at w = 0 of every k-th row from some row on, without intercepts. */
  private static Optional<DenseMatrix> sample(
      Dataset data, Coordinates x, Loss loss, double reg, int step, int first) {
    int d = data.columns();
    int[] rows =
        IntStream.range(0, data.rows() / step).map(i -> data.position(i * step + first)).toArray();
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
    return Optional.of(c);
  }

  /**
   * Returns how many products conjugate gradients take with the factor on the Hessian of other
   * rows, which a column that the first rows hardly had makes many.
   */
  private static double products(DenseMatrix other, Cholesky factor, Coordinates x, Loss loss) {
    int d = x.columns();
    double[] b = new double[d];
    int classes = x.tilt().length;
    // Numbers have no tilt here; then any direction will do.
    Arrays.setAll(b, j -> classes > 0 ? x.tilt()[classes - 1][j] * x.t()[j] : 1);
    double part = loss instanceof SquaredLoss ? QUADRATIC : REDUCTION;
    return new ConjugateGradient(d)
        .solveFromZero(
            other::apply,
            factor::solve,
            b,
            new double[d],
            KrylovSolver.Tolerance.toRelative(part, MOST_PRODUCTS))
        .iterations();
  }

  /** Returns the products that a Newton system takes in these variables, about; NaN if unknown. */
  double products() {
    return products;
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

  /** {@code H = L^-1 H L'^-1} for the columns of one output; an intercept behind them stays. */
  void pull(DenseMatrix h) {
    int n = h.rows();
    double[] all = h.data();
    for (int i = 0; i < n; i++) {
      solve(all, i * n);
    }
    DenseMatrix turned = h.transpose();
    for (int i = 0; i < n; i++) {
      solve(turned.data(), i * n);
    }
    Vectors.copy(turned.data(), all);
  }

  /** Returns the multiplications that making it from a sample costs. */
  static double price(double columns) {
    return 2.0 * ROWS_PER_COLUMN * columns * columns * columns + CostModel.factorization(columns);
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
