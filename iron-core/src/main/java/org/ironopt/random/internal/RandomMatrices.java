package org.ironopt.random.internal;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.random.RandomStream;

/** Random matrices for experiments and tests, each a function of a stream and a step. */
public final class RandomMatrices {
  private RandomMatrices() {}

  /** Returns a matrix of independent standard normals. */
  public static DenseMatrix normal(RandomStream stream, long step, int rows, int columns) {
    DenseMatrix m = DenseMatrix.zeros(rows, columns);
    stream.normals(step, 0, 1, m.data(), 0, m.data().length);
    return m;
  }

  /**
   * Returns an orthogonal matrix from the uniform (Haar) law: the factor Q of {@code G = R Q}, G
   * standard normal, R triangular with a positive diagonal (F. Mezzadri, "How to generate random
   * matrices from the classical compact groups", Notices of the AMS 54, 2007). Gram-Schmidt gives
   * that sign by itself; doing it twice makes Q orthogonal to rounding.
   */
  public static DenseMatrix orthogonal(RandomStream stream, long step, int n) {
    Require.atLeast("n", 0, n);
    double[][] q = new double[n][n];
    for (int i = 0; i < n; i++) {
      stream.normals(step, (long) i * n, 1, q[i], 0, n);
      for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < i; k++) {
          Vectors.axpy(-Vectors.dot(q[i], q[k]), q[k], q[i]);
        }
        Vectors.scale(1 / Vectors.norm(q[i]), q[i]);
      }
    }
    return DenseMatrix.of(q);
  }

  /**
   * Returns {@code Q diag(eigenvalues) Q^T} with Q from {@link #orthogonal}, symmetric to the last
   * bit.
   */
  public static DenseMatrix symmetric(RandomStream stream, long step, double... eigenvalues) {
    int n = eigenvalues.length;
    DenseMatrix q = orthogonal(stream, step, n);
    DenseMatrix a = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
          sum = Math.fma(eigenvalues[k] * q.get(k, i), q.get(k, j), sum);
        }
        a.set(i, j, sum);
        a.set(j, i, sum);
      }
    }
    return a;
  }
}
