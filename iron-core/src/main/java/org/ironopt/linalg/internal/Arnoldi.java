package org.ironopt.linalg.internal;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;

/**
 * The rightmost eigenvalue theta of a linear map A where it is known to be real, by Arnoldi's
 * method (Saad, Numerical Methods for Large Eigenvalue Problems, 2nd ed. 2011, chapter 6): {@code A
 * V = V H + h v e'} with orthonormal V, orthogonalised twice, and an eigenpair (theta, y) of H. A
 * map that keeps a cone keeps its spectral radius as such an eigenvalue, and a start inside the
 * cone has a component along its eigenvector (Krein and Rutman).
 *
 * <p>It is believed only by its residual {@code |A V y - theta V y| = h |y_m|} times its condition
 * number {@code |y| |z|/|z'y|}, z the left eigenvector of H, or where V spans an invariant space,
 * so that H has all that the start can see. Complex pairs close by delay it and cannot feign it.
 */
public final class Arnoldi {
  /** So many vectors are kept before a restart from V y, fewer where they are long. */
  private static final int MOST_VECTORS = 120;

  private static final int FEWEST_VECTORS = 30;
  private static final int MOST_NUMBERS = 1 << 23;
  private static final int MOST_PRODUCTS = 5000;

  /** Relative to |H|: a vector or residual below it is rounding. */
  private static final double ROUNDING = 2e-16;

  private final LinearOperator a;
  private final double tolerance;
  private final double[][] v;
  private final DenseMatrix h;
  private int products;

  private Arnoldi(LinearOperator a, int n, double tolerance) {
    this.a = a;
    this.tolerance = tolerance;
    int most = Math.max(FEWEST_VECTORS, MOST_NUMBERS / Math.max(n, 1));
    int m = Math.min(Math.min(most, MOST_VECTORS), n);
    v = new double[m + 1][n];
    h = DenseMatrix.zeros(m + 1, m);
  }

  /**
   * Returns the rightmost eigenvalue whose eigenvector the start has a part of.
   *
   * @param start not 0; overwritten by the eigenvector, of norm 1
   * @param tolerance of the eigenvalue, relative
   * @return empty if {@value #MOST_PRODUCTS} products do not find it
   */
  public static OptionalDouble rightmost(LinearOperator a, double[] start, double tolerance) {
    Arnoldi arnoldi = new Arnoldi(a, start.length, tolerance);
    while (arnoldi.products < MOST_PRODUCTS) {
      Pair pair = arnoldi.cycle(start);
      arnoldi.combine(pair.vector, start);
      if (pair.found) {
        return OptionalDouble.of(pair.value);
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * What H knows.
   *
   * @param value its largest real part of an eigenvalue
   * @param real whether that is an eigenvalue
   * @param vector of its rightmost real eigenvalue, of norm 1; if it has none, a power step
   * @param found whether the value is believed
   */
  private record Pair(double value, boolean real, double[] vector, boolean found) {}

  private Pair cycle(double[] start) {
    int most = h.columns();
    double unit = Vectors.norm(start);
    Arrays.setAll(v[0], i -> start[i] / unit);
    Arrays.fill(h.data(), 0);
    int next = Math.min(4, most);
    for (int m = 1; ; m++) {
      double left = extend(m - 1);
      double scale = Math.max(Vectors.maxAbs(h.data()), Double.MIN_NORMAL);
      boolean invariant = left <= ROUNDING * scale || m == start.length;
      if (m == next || invariant) {
        Pair pair = invariant ? pair(m, false, true) : checked(m, left, scale);
        if (pair.found || m == most || products >= MOST_PRODUCTS) {
          return pair;
        }
        next = Math.min(most, m + Math.max(2, m / 4));
      }
    }
  }

  /** Adds column j to H and the next vector to V; returns its length before it is scaled. */
  private double extend(int j) {
    double[] w = v[j + 1];
    a.apply(v[j], w);
    products++;
    for (int i = 0; i < h.rows(); i++) {
      h.set(i, j, 0);
    }
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i <= j; i++) {
        double dot = Vectors.dot(v[i], w);
        h.set(i, j, h.get(i, j) + dot);
        Vectors.axpy(-dot, v[i], w);
      }
    }
    double length = Vectors.norm(w);
    h.set(j + 1, j, length);
    if (length > 0) {
      Vectors.scale(1 / length, w);
    }
    return length;
  }

  private Pair checked(int m, double left, double scale) {
    Pair right = pair(m, false, false);
    if (!right.real) {
      return right;
    }
    double residual = left * Math.abs(right.vector[m - 1]);
    boolean found = residual <= ROUNDING * scale;
    if (!found) {
      Pair transposed = pair(m, true, false);
      double cosine = transposed.real ? Math.abs(Vectors.dot(transposed.vector, right.vector)) : 0;
      found = residual <= tolerance * cosine * Math.abs(right.value);
    }
    return new Pair(right.value, true, right.vector, found);
  }

  /** Returns what the leading block of H, or its transpose, knows. */
  private Pair pair(int m, boolean transposed, boolean found) {
    DMatrixRMaj block = new DMatrixRMaj(m, m);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        block.data[i * m + j] = transposed ? h.get(j, i) : h.get(i, j);
      }
    }
    double[] vector = new double[m];
    for (int i = 0; i < Math.min(m, 2); i++) {
      vector[i] = h.get(i, 0);
    }
    // EJML compares with neighbours on the diagonal, which fails for many eigenvalues near 0; what
    // is added to the diagonal makes that a comparison with |H|.
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(m, true, false);
    double shift = 0;
    if (!eigen.decompose(block.copy())) {
      shift = Vectors.maxAbs(block.data);
      for (int i = 0; i < m; i++) {
        block.data[i * m + i] += shift;
      }
      if (!eigen.decompose(block)) {
        throw new ArithmeticException("the QR algorithm did not converge, order " + m);
      }
    }
    double value = Double.NEGATIVE_INFINITY;
    double real = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < m; i++) {
      Complex_F64 one = eigen.getEigenvalue(i);
      value = Math.max(value, one.real);
      if (one.isReal() && one.real > real) {
        real = one.real;
        vector = eigen.getEigenVector(i).data;
      }
    }
    Vectors.scale(1 / Vectors.norm(vector), vector);
    return new Pair(value - shift, real == value, vector, found);
  }

  /** Overwrites x with V y, of norm 1. */
  private void combine(double[] y, double[] x) {
    Arrays.fill(x, 0);
    for (int j = 0; j < y.length; j++) {
      Vectors.axpy(y[j], v[j], x);
    }
    Vectors.scale(1 / Vectors.norm(x), x);
  }
}
