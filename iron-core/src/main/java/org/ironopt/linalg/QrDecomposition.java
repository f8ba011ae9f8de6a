package org.ironopt.linalg;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.qr.QRDecompositionHouseholderColumn_DDRM;

/** The thin factorization {@code A = Q R} of a tall matrix, given and kept by columns. */
final class QrDecomposition {
  private final double[][] q;
  private final DenseMatrix r;

  /** Factors the l columns of length n, {@code l <= n}; they are not changed. */
  QrDecomposition(double[][] columns) {
    int l = columns.length;
    int n = columns[0].length;
    DMatrixRMaj a = new DMatrixRMaj(n, l);
    for (int j = 0; j < l; j++) {
      for (int i = 0; i < n; i++) {
        a.data[i * l + j] = columns[j][i];
      }
    }
    var decomposition = new QRDecompositionHouseholderColumn_DDRM();
    decomposition.decompose(a);
    double[] compactQ = decomposition.getQ(null, true).data;
    q = new double[l][n];
    for (int j = 0; j < l; j++) {
      for (int i = 0; i < n; i++) {
        q[j][i] = compactQ[i * l + j];
      }
    }
    r = DenseMatrix.of(l, l, decomposition.getR(null, true).data);
  }

  /** Returns the orthonormal columns of Q (live). */
  double[][] q() {
    return q;
  }

  /** Returns the upper triangular factor (live). */
  DenseMatrix r() {
    return r;
  }
}
