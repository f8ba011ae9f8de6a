package org.ironopt.problem.analytic;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.problem.Proximable;
import org.jspecify.annotations.Nullable;

/**
 * The quadratic {@code f(x) = x'Ax/2 - b'x} with symmetric positive definite {@code A = Q diag(a)
 * Q'}: gradient {@code Ax - b}, Hessian A, minimiser {@code A^-1 b}. The eigen form gives the
 * resolvent {@code (I + lambda A)^-1 (c + lambda b)} for every lambda at the price of two products
 * with Q, none for a diagonal A. {@link #ofSymmetric} also takes an A that is not definite.
 */
public final class Quadratic implements HigherDerivatives, GaussNewton, Proximable {
  private final double[] b;
  private final double[] a;

  /** A, or null if A is diagonal. */
  private final @Nullable DenseMatrix matrix;

  private final EigenBasis basis;
  private final QuadraticResidual residual;
  private final OptionalDouble modulus;

  private Quadratic(@Nullable DenseMatrix matrix, double[] a, EigenBasis basis, double[] b) {
    this.matrix = matrix;
    this.a = a;
    this.basis = basis;
    this.b = b;
    residual = new QuadraticResidual(matrix == null ? null : matrix.data(), a, b);
    double least = smallestEigenvalue() - (matrix == null ? 0 : rounding());
    modulus = least >= 0 ? OptionalDouble.of(least) : OptionalDouble.empty();
  }

  /** What eigenvalues and a matrix that belong together may differ by. */
  private double rounding() {
    return a.length * Math.ulp(largestMagnitude());
  }

  /** Returns the quadratic of a symmetric positive definite {@code matrix}, copied. */
  public static Quadratic of(DenseMatrix matrix, double[] b) {
    Quadratic f = ofSymmetric(matrix, b);
    requireDefinite(f.smallestEigenvalue(), f.rounding());
    return f;
  }

  /**
   * Returns the quadratic of a symmetric {@code matrix}, definite or not. Without definiteness
   * there may be no minimiser, and the resolvent needs {@code 1 + lambda a > 0} for every
   * eigenvalue a.
   */
  public static Quadratic ofSymmetric(DenseMatrix matrix, double[] b) {
    Require.finite("b", b);
    Require.shape("A", b.length, b.length, matrix);
    DenseMatrix symmetric = Require.symmetric("A", matrix).copy();
    symmetric.symmetrize();
    SymmetricEigen eigen = SymmetricEigen.of(symmetric);
    double[] a = eigen.values();
    return new Quadratic(symmetric, a, new EigenBasis(a, eigen.vectors(), b), b.clone());
  }

  /** Returns the quadratic of {@code A = diag(eigenvalues)}, all positive. */
  public static Quadratic diagonal(double[] eigenvalues, double[] b) {
    Require.sameLength("eigenvalues", eigenvalues.length, "b", b.length);
    Require.finite("b", b);
    Require.finite("eigenvalues", eigenvalues);
    double[] a = eigenvalues.clone();
    Quadratic f = new Quadratic(null, a, new EigenBasis(a, null, b), b.clone());
    requireDefinite(f.smallestEigenvalue(), 0);
    return f;
  }

  /**
   * Returns the quadratic of {@code A = Q diag(eigenvalues) Q'}: the columns of {@code q} are
   * orthonormal eigenvectors, the eigenvalues are positive.
   */
  public static Quadratic ofEigen(double[] eigenvalues, DenseMatrix q, double[] b) {
    int n = b.length;
    Require.sameLength("eigenvalues", eigenvalues.length, "b", n);
    Require.finite("b", b);
    Require.finite("eigenvalues", eigenvalues);
    EigenBasis basis = new EigenBasis(eigenvalues.clone(), q, b);
    Quadratic f = new Quadratic(basis.assemble(), eigenvalues.clone(), basis, b.clone());
    requireDefinite(f.smallestEigenvalue(), 0);
    return f;
  }

  private static void requireDefinite(double smallest, double rounding) {
    Require.that(
        smallest > rounding, "A is not positive definite: its smallest eigenvalue is %s", smallest);
  }

  @Override
  public int dimension() {
    return b.length;
  }

  /** Returns a copy of the eigenvalues of A, in the order given or ascending if computed. */
  public double[] eigenvalues() {
    return a.clone();
  }

  /**
   * Returns the smallest eigenvalue, less what rounding may have done to it: empty for a matrix
   * whose smallest eigenvalue cannot be distinguished from a negative one.
   */
  @Override
  public OptionalDouble modulus() {
    return modulus;
  }

  /** Returns the strong convexity constant mu of f if it is positive. */
  public double smallestEigenvalue() {
    return Arrays.stream(a).min().orElseThrow();
  }

  /** Returns the smoothness constant L of a convex f. */
  public double largestEigenvalue() {
    return Arrays.stream(a).max().orElseThrow();
  }

  private double largestMagnitude() {
    return Vectors.maxAbs(a);
  }

  /** Returns {@code A^-1 b}. */
  public double[] minimizer() {
    if (!(smallestEigenvalue() > 0)) {
      throw new IllegalStateException(
          "no unique minimiser: the smallest eigenvalue of A is " + smallestEigenvalue());
    }
    double[] x = new double[dimension()];
    basis.solve(b, x);
    double[] gradient = new double[dimension()];
    double[] correction = new double[dimension()];
    gradient(x, gradient);
    basis.solve(gradient, correction);
    Vectors.subtract(x, correction, x);
    return x;
  }

  @Override
  public double value(double[] x) {
    return valueAndGradient(x, new double[dimension()]);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    multiply(x, gradient);
    Vectors.subtract(gradient, b, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    multiply(x, gradient);
    double half = 0.5 * Vectors.dot(x, gradient);
    Vectors.subtract(gradient, b, gradient);
    return half - Vectors.dot(b, x);
  }

  private void multiply(double[] v, double[] av) {
    int n = dimension();
    Require.lengths(n, "x", v, "product", av);
    if (matrix != null) {
      matrix.apply(v, av);
      return;
    }
    Vectors.multiply(a, v, av);
  }

  @Override
  public Curvature curvature() {
    return new Constant();
  }

  /** Returns the Hessian: A is its own Gauss-Newton matrix when it is semidefinite. */
  @Override
  public Curvature gaussNewton() {
    return new Constant();
  }

  @Override
  public void third(double[] x, double[] u, double[] v, double[] out) {
    Require.length("x", dimension(), x);
    Arrays.fill(Require.length("out", dimension(), out), 0);
  }

  @Override
  public void fourth(double[] x, double[] u, double[] v, double[] w, double[] out) {
    Require.length("x", dimension(), x);
    Arrays.fill(Require.length("out", dimension(), out), 0);
  }

  @Override
  public void residual(double lambda, double[] c, double[] u, double[] measure) {
    residual.measure(lambda, c, u, measure);
  }

  @Override
  public void prox(double lambda, double[] c, double[] u) {
    Require.lengths(dimension(), "c", c, "u", u);
    basis.prox(lambda, c, u);
  }

  /**
   * The resolvent of every member of an ensemble, coordinate-major, with one eigen form for all,
   * and how well each equation holds; as {@link org.ironopt.problem.Ensemble} asks for it.
   *
   * @param lambda one number per member, or a single one for all
   * @param norms overwritten with the norms of the residuals, one per member
   * @param sizes overwritten with the sizes of their terms
   * @param gradients overwritten with the norms of the gradients
   */
  public void prox(
      double[] lambda, double[] c, double[] u, double[] norms, double[] sizes, double[] gradients) {
    for (double l : lambda) {
      basis.requireConvex(l);
    }
    int m = norms.length;
    int task = 8 * EigenBasis.BLOCK;
    Parallel.forEach(
        (m + task - 1) / task,
        t -> {
          int to = Math.min(m, (t + 1) * task);
          basis.prox(lambda, c, u, m, t * task, to, residual, norms, sizes, gradients);
        });
  }

  private final class Constant implements Curvature {
    @Override
    public int dimension() {
      return Quadratic.this.dimension();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      return valueAndGradient(x, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      multiply(v, hv);
    }

    @Override
    public void diagonal(double[] diagonal) {
      for (int i = 0; i < b.length; i++) {
        diagonal[i] = matrix == null ? a[i] : matrix.get(i, i);
      }
    }
  }
}
