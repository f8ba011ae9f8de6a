package org.ironopt.problem;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;

/**
 * The eigen form of a quadratic and its resolvent. Every sum over coordinates runs in index order
 * with one fused multiply-add per term, so one vector and a block of members give the same bits.
 */
final class EigenBasis {
  private final double[] a;

  /** Q, row-major, and its transpose; null for the identity. */
  private final double[] q;

  private final double[] qt;

  /** Q'b. */
  private final double[] rotatedB;

  private final double smallest;

  EigenBasis(double[] a, DenseMatrix q, double[] b) {
    int n = a.length;
    this.a = a;
    this.smallest = Arrays.stream(a).min().orElse(0);
    if (q == null) {
      this.q = null;
      this.qt = null;
      this.rotatedB = b;
      return;
    }
    if (q.rows() != n || q.columns() != n) {
      throw new IllegalArgumentException(
          "Q is " + q.rows() + " by " + q.columns() + ", expected " + n + " by " + n);
    }
    this.q = Require.finite("Q", q.data().clone());
    this.qt = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        qt[j * n + i] = this.q[i * n + j];
      }
    }
    requireOrthonormal(qt, n);
    this.rotatedB = new double[n];
    combine(this.q, b, rotatedB);
  }

  private static void requireOrthonormal(double[] qt, int n) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double dot = 0;
        for (int k = 0; k < n; k++) {
          dot = Math.fma(qt[i * n + k], qt[j * n + k], dot);
        }
        if (Math.abs(dot - (i == j ? 1 : 0)) > 1e-10) {
          throw new IllegalArgumentException(
              "Q is not orthonormal: the product of columns " + j + " and " + i + " is " + dot);
        }
      }
    }
  }

  /** Overwrites {@code y} with {@code M' x}: the rows of M weighted by x, added in order. */
  private static void combine(double[] rows, double[] x, double[] y) {
    int n = x.length;
    Arrays.fill(y, 0);
    for (int k = 0; k < n; k++) {
      double xk = x[k];
      int row = k * n;
      for (int i = 0; i < n; i++) {
        y[i] = Math.fma(rows[row + i], xk, y[i]);
      }
    }
  }

  /** Returns {@code Q diag(a) Q'}, exactly symmetric. */
  DenseMatrix assemble() {
    int n = a.length;
    DenseMatrix m = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
          sum = Math.fma(q[i * n + k] * a[k], q[j * n + k], sum);
        }
        m.set(i, j, sum);
        m.set(j, i, sum);
      }
    }
    return m;
  }

  /** Overwrites {@code x} with {@code A^-1 y}. */
  void solve(double[] y, double[] x) {
    int n = a.length;
    double[] rotated = q == null ? y.clone() : new double[n];
    if (q != null) {
      combine(q, y, rotated);
    }
    for (int i = 0; i < n; i++) {
      rotated[i] /= a[i];
    }
    if (q == null) {
      System.arraycopy(rotated, 0, x, 0, n);
    } else {
      combine(qt, rotated, x);
    }
  }

  /** Overwrites {@code u} with {@code (I + lambda A)^-1 (c + lambda b)}. */
  void prox(double lambda, double[] c, double[] u) {
    requireConvex(lambda);
    int n = a.length;
    if (q == null) {
      for (int i = 0; i < n; i++) {
        u[i] = Math.fma(lambda, rotatedB[i], c[i]) / Math.fma(lambda, a[i], 1);
      }
      return;
    }
    double[] y = new double[n];
    combine(q, c, y);
    for (int i = 0; i < n; i++) {
      y[i] = Math.fma(lambda, rotatedB[i], y[i]) / Math.fma(lambda, a[i], 1);
    }
    combine(qt, y, u);
  }

  private void requireConvex(double lambda) {
    if (!(Math.fma(lambda, smallest, 1) > 0)) {
      throw new IllegalArgumentException(
          "the resolvent needs 1 + lambda a > 0, got lambda "
              + lambda
              + " and smallest eigenvalue "
              + smallest);
    }
  }
}
