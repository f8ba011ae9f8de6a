package org.ironopt.theory.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/**
 * An average of n convex quadratics in d variables,
 *
 * <pre>{@code
 * f = (1/n) sum_i f_i,   f_i(x) = x'A_i x/2 - b_i'x,   A_i = V_i'V_i + W'W + ridge I,
 * }</pre>
 *
 * W the same for all terms (empty unless some coordinates have more of a ridge than others), each
 * term given by the few rows of its factor V_i (one row for least squares), so that n terms take n
 * d numbers and no d x d matrix each. It is stored relative to the minimiser x* of f, by the A_i
 * and the gradients {@code g_i = grad f_i(x*)}, whose mean is 0.
 */
public final class QuadraticSum {
  /** Eigenvalues of a term below this fraction of its largest are rounding. */
  private static final double ROUNDING = 1e-14;

  private final DenseMatrix rows;
  private final int[] first;
  private final DenseMatrix shared;
  private final double ridge;
  private final DenseMatrix gradients;
  private final double[] minimizer;
  private final DenseMatrix hessian;

  /** The coordinates whose errors count. */
  private final int[] counted;

  private QuadraticSum(QuadraticSum other, int[] counted) {
    rows = other.rows;
    first = other.first;
    shared = other.shared;
    ridge = other.ridge;
    gradients = other.gradients;
    minimizer = other.minimizer;
    hessian = other.hessian;
    this.counted = counted;
  }

  private QuadraticSum(
      double[] point,
      DenseMatrix rows,
      int[] first,
      DenseMatrix shared,
      DenseMatrix at,
      double ridge) {
    int n = at.rows();
    int d = at.columns();
    this.rows = rows;
    this.first = first;
    this.shared = shared;
    this.ridge = Require.nonNegative("ridge", ridge);
    Require.finite("rows", rows.data());
    Require.finite("gradients", at.data());
    DenseMatrix own = DenseMatrix.zeros(d, d);
    for (int j = 0; j < rows.rows(); j++) {
      addOuter(1.0 / n, rows.data(), j * d, rows.data(), j * d, d, own.data());
    }
    DenseMatrix common = shared.transpose().multiply(shared);
    common.addDiagonal(ridge);
    hessian = own.plus(1, common);
    hessian.symmetrize();
    Cholesky cholesky = new Cholesky(d);
    Require.that(
        cholesky.factor(hessian),
        "the mean of the quadratics has no unique minimiser: add a ridge > 0");
    double[] mean = new double[d];
    at.applyTransposed(same(n, 1), mean);
    Vectors.scale(1.0 / n, mean);
    double[] shift = new double[d];
    cholesky.solve(mean, shift);
    minimizer = new double[d];
    Vectors.subtract(point, shift, minimizer);
    double[] commonShift = new double[d];
    common.apply(shift, commonShift);
    gradients = at.copy();
    for (int i = 0; i < n; i++) {
      double[] g = at.row(i);
      Vectors.axpy(-1, commonShift, g);
      for (int j = first[i]; j < first[i + 1]; j++) {
        double dot = Vectors.dot(rows.data(), j * d, shift, 0, d);
        addRow(-dot, rows.data(), j * d, g, 0, d);
      }
      System.arraycopy(g, 0, gradients.data(), i * d, d);
    }
    counted = IntStream.range(0, d).toArray();
  }

  /**
   * Returns the same sum, for which the mean-square errors of this package are those of the given
   * coordinates, the coefficients without their intercept for instance; all of them if never set.
   */
  public QuadraticSum errorOf(int... coordinates) {
    for (int j : coordinates) {
      Objects.checkIndex(j, dimension());
    }
    return new QuadraticSum(this, coordinates.clone());
  }

  /** Returns the sum of the squares of the coordinates that count. */
  public double squaredError(double[] error) {
    double[] part = Arrays.stream(counted).mapToDouble(j -> error[j]).toArray();
    return Vectors.dot(part, part);
  }

  /** Returns the part of the trace of second moments that counts. */
  double meanSquare(DenseMatrix second) {
    double sum = 0;
    for (int j : counted) {
      sum += second.get(j, j);
    }
    return sum;
  }

  /**
   * Returns the sum of the given A_i, symmetric positive semidefinite, and b_i. Its ridge is the
   * smallest eigenvalue of all.
   */
  public static QuadraticSum of(List<DenseMatrix> a, double[][] b) {
    Require.sameLength("list of A", a.size(), "list of b", b.length);
    Require.atLeast("number of terms", 1, b.length);
    List<SymmetricEigen> eigen = a.stream().map(SymmetricEigen::of).toList();
    double least = eigen.stream().mapToDouble(e -> e.values()[0]).min().orElseThrow();
    double most = eigen.stream().mapToDouble(e -> Vectors.maxAbs(e.values())).max().orElseThrow();
    String sentence = "a term is not convex: it has the eigenvalue %s (the largest is %s)";
    Require.that(!(least < -1e-12 * most), sentence, least, most);
    double ridge = Math.max(least, 0);
    int d = b[0].length;
    int[] first = new int[b.length + 1];
    double[][] factor = new double[b.length * d][];
    int count = 0;
    for (int i = 0; i < b.length; i++) {
      double[] values = eigen.get(i).values();
      DenseMatrix vectors = eigen.get(i).vectors();
      for (int j = 0; j < d; j++) {
        double excess = values[j] - ridge;
        if (excess > ROUNDING * most) {
          factor[count] = vectors.column(j);
          Vectors.scale(Math.sqrt(excess), factor[count++]);
        }
      }
      first[i + 1] = count;
    }
    DenseMatrix rows =
        count == 0 ? DenseMatrix.zeros(0, d) : DenseMatrix.of(Arrays.copyOf(factor, count));
    DenseMatrix none = DenseMatrix.zeros(0, d);
    return new QuadraticSum(new double[d], rows, first, none, DenseMatrix.of(b).times(-1), ridge);
  }

  /** Returns the terms {@code (a_i.x - y_i)^2/2 + ridge |x|^2/2} of the rows a_i of X. */
  public static QuadraticSum leastSquares(DenseMatrix x, double[] y, double ridge) {
    return weighted(x, same(y.length, 1), y, ridge);
  }

  /** Returns the terms {@code w_i (a_i.x - y_i)^2/2 + ridge |x|^2/2} with weights w_i >= 0. */
  public static QuadraticSum weighted(DenseMatrix x, double[] w, double[] y, double ridge) {
    Require.sameLength("rows of X", x.rows(), "y", y.length);
    Require.sameLength("weights", w.length, "y", y.length);
    DenseMatrix rows = x.copy();
    DenseMatrix at = x.copy();
    int d = x.columns();
    for (int i = 0; i < y.length; i++) {
      double root = Math.sqrt(Require.nonNegative("weight " + i, w[i]));
      for (int j = 0; j < d; j++) {
        rows.set(i, j, root * x.get(i, j));
        at.set(i, j, -w[i] * y[i] * x.get(i, j));
      }
    }
    return local(new double[d], rows, 1, at, ridge);
  }

  /**
   * Returns the quadratic model of a sum at a point: term i has the gradient in row i of {@code
   * gradients} and the Hessian {@code V_i'V_i + ridge I}, V_i the next {@code rank} rows of {@code
   * rows}. The ridge is part of the gradients.
   */
  public static QuadraticSum local(
      double[] point, DenseMatrix rows, int rank, DenseMatrix gradients, double ridge) {
    return local(point, rows, rank, gradients, same(gradients.columns(), ridge));
  }

  /** Returns the same where each coordinate has its own ridge, perhaps 0. */
  public static QuadraticSum local(
      double[] point, DenseMatrix rows, int rank, DenseMatrix gradients, double[] ridge) {
    int n = Require.atLeast("number of terms", 1, gradients.rows());
    int d = Require.length("ridge", gradients.columns(), ridge).length;
    double least = Arrays.stream(ridge).min().orElse(0);
    int[] above = IntStream.range(0, d).filter(j -> ridge[j] > least).toArray();
    DenseMatrix shared = DenseMatrix.zeros(above.length, d);
    for (int i = 0; i < above.length; i++) {
      shared.set(i, above[i], Math.sqrt(ridge[above[i]] - least));
    }
    Require.length("point", gradients.columns(), point);
    Require.shape("rows", Math.multiplyExact(n, rank), gradients.columns(), rows);
    int[] first = new int[n + 1];
    Arrays.setAll(first, i -> i * rank);
    return new QuadraticSum(point, rows.copy(), first, shared, gradients, least);
  }

  private static double[] same(int count, double value) {
    return DoubleStream.generate(() -> value).limit(count).toArray();
  }

  /** Adds {@code c u v'} to the d x d matrix in {@code sum}. */
  static void addOuter(
      double c, double[] u, int uFrom, double[] v, int vFrom, int d, double[] sum) {
    for (int i = 0; i < d; i++) {
      addRow(c * u[uFrom + i], v, vFrom, sum, i * d, d);
    }
  }

  /** {@code y += a x} for parts of length d. */
  static void addRow(double a, double[] x, int xFrom, double[] y, int yFrom, int d) {
    for (int c = 0; c < d; c++) {
      y[yFrom + c] = Math.fma(a, x[xFrom + c], y[yFrom + c]);
    }
  }

  /** Returns n. */
  public int terms() {
    return gradients.rows();
  }

  /** Returns d. */
  public int dimension() {
    return gradients.columns();
  }

  /** Returns the common part of all Hessians, a modulus of strong convexity of every batch. */
  public double ridge() {
    return ridge;
  }

  /** Returns x* (a copy). */
  public double[] minimizer() {
    return minimizer.clone();
  }

  /** Returns the mean Hessian H (a copy). */
  public DenseMatrix hessian() {
    return hessian.copy();
  }

  /** Returns {@code sigma*^2 = E|grad f_B(x*)|^2} for batches that are drawn so. */
  public double gradientVariance(SamplingScheme sampling) {
    double squares = Vectors.dot(gradients.data(), gradients.data());
    return squares / terms() * sampling.factor(terms());
  }

  /** Returns the largest {@code |grad f_i(x*)|}, which no batch of any size exceeds. */
  public double largestGradient() {
    return IntStream.range(0, terms())
        .mapToDouble(i -> Vectors.norm(gradient(new int[] {i})))
        .max()
        .orElseThrow();
  }

  /** Returns how many rows {@link #factor} has. */
  int rank(int[] batch) {
    return Arrays.stream(batch).map(i -> first[i + 1] - first[i]).sum() + shared.rows();
  }

  /** Returns rows V with {@code A_B = V'V/b + ridge I}: the {@link #own} and the shared ones. */
  DenseMatrix factor(int[] batch) {
    DenseMatrix own = own(batch);
    DenseMatrix all = DenseMatrix.zeros(own.rows() + shared.rows(), dimension());
    System.arraycopy(own.data(), 0, all.data(), 0, own.data().length);
    double root = Math.sqrt(batch.length);
    for (int i = 0; i < shared.data().length; i++) {
      all.data()[own.data().length + i] = root * shared.data()[i];
    }
    return all;
  }

  /** Copies the rows of the terms of a batch, one below the other. */
  DenseMatrix own(int[] batch) {
    int d = dimension();
    DenseMatrix v = DenseMatrix.zeros(rank(batch) - shared.rows(), d);
    int at = 0;
    for (int i : batch) {
      int count = first[i + 1] - first[i];
      System.arraycopy(rows.data(), first[i] * d, v.data(), at * d, count * d);
      at += count;
    }
    return v;
  }

  /** Returns the number of the first row of term i. */
  int first(int i) {
    return first[i];
  }

  /** Returns the mean of the g_i of a batch. */
  double[] gradient(int[] batch) {
    int d = dimension();
    double[] g = new double[d];
    for (int i : batch) {
      for (int j = 0; j < d; j++) {
        g[j] += gradients.get(i, j) / batch.length;
      }
    }
    return g;
  }
}
