package org.ironopt.linalg;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ironopt.linalg.internal.ArgSort;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.internal.Sums;

/**
 * The decomposition {@code A = V diag(values) V^T} of a symmetric matrix: values ascending, vectors
 * the orthonormal columns of V. Each vector has one of two signs; the one chosen makes its first
 * component of at least half the largest magnitude positive.
 */
public final class SymmetricEigen {
  private final double[] values;
  private final DenseMatrix vectors;

  private SymmetricEigen(double[] values, DenseMatrix vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /** Decomposes a symmetric matrix with finite elements. */
  public static SymmetricEigen of(DenseMatrix a) {
    Require.symmetric("A", a);
    int n = a.rows();
    if (n == 0) {
      return new SymmetricEigen(new double[0], DenseMatrix.zeros(0, 0));
    }
    double unit = Sums.powerOfTwo(Vectors.maxAbs(a.data()));
    DMatrixRMaj work = new DMatrixRMaj(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        work.data[i * n + j] = a.get(i, j) / unit;
        work.data[j * n + i] = work.data[i * n + j];
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> decomposition =
        DecompositionFactory_DDRM.eig(n, true, true);
    if (!decomposition.decompose(work)) {
      throw new ArithmeticException("the QR algorithm did not converge on a matrix of order " + n);
    }
    return sorted(decomposition, unit);
  }

  private static SymmetricEigen sorted(
      EigenDecomposition_F64<DMatrixRMaj> decomposition, double unit) {
    int n = decomposition.getNumberOfEigenvalues();
    double[] found = new double[n];
    Arrays.setAll(found, i -> decomposition.getEigenvalue(i).getReal());
    int[] order = ArgSort.ascending(found);
    double[] values = new double[n];
    DenseMatrix vectors = DenseMatrix.zeros(n, n);
    for (int k = 0; k < n; k++) {
      values[k] = found[order[k]] * unit;
      double[] v = decomposition.getEigenVector(order[k]).data;
      double sign = sign(v);
      for (int i = 0; i < n; i++) {
        vectors.set(i, k, sign * v[i]);
      }
    }
    return new SymmetricEigen(values, vectors);
  }

  private static double sign(double[] v) {
    double half = Vectors.maxAbs(v) / 2;
    for (double vi : v) {
      if (Math.abs(vi) >= half) {
        return vi < 0 ? -1 : 1;
      }
    }
    return 1;
  }

  /** Returns the eigenvalues, ascending (a copy). */
  public double[] values() {
    return values.clone();
  }

  /** Returns the matrix whose columns are the eigenvectors (a copy). */
  public DenseMatrix vectors() {
    return vectors.copy();
  }

  /** Returns {@code V diag(d) V^T}: with {@code d = g(values)} the matrix function {@code g(A)}. */
  public DenseMatrix rebuild(double[] d) {
    int n = values.length;
    Require.length("d", n, d);
    DenseMatrix scaled = vectors.copy();
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        scaled.set(i, k, scaled.get(i, k) * d[k]);
      }
    }
    DenseMatrix a = scaled.multiply(vectors.transpose());
    a.symmetrize();
    return a;
  }
}
