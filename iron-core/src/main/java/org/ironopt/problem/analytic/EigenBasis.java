package org.ironopt.problem.analytic;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * The eigen form {@code A = Q diag(a) Q'} of a quadratic and its resolvent, {@code Q (Q'c + lambda
 * Q'b) / (1 + lambda a)}. Every sum over coordinates starts at 0 and takes one fused multiply-add
 * per term, in index order, so one vector and a block of members give the same bits.
 */
final class EigenBasis {
  /** Members per block: 16 coordinates and their rotation take 32 KiB. */
  static final int BLOCK = 128;

  private final int n;
  private final double[] a;

  /** Q, row-major, and its transpose; null and empty for the identity. */
  private final double @Nullable [] q;

  private final double[] qt;

  /** Q'b. */
  private final double[] rotatedB;

  private final double smallest;

  EigenBasis(double[] a, @Nullable DenseMatrix q, double[] b) {
    this.n = Require.atLeast("dimension", 1, a.length);
    this.a = a;
    this.smallest = Arrays.stream(a).min().orElse(0);
    if (q == null) {
      this.q = null;
      this.qt = new double[0];
      this.rotatedB = b.clone();
      return;
    }
    Require.shape("Q", n, n, q);
    this.q = Require.finite("Q", q).data().clone();
    this.qt = q.transpose().data();
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
          throw Require.failed(
              "Q is not orthonormal: the product of columns %d and %d is %s", j, i, dot);
        }
      }
    }
  }

  /** Overwrites {@code y} with {@code M'x}: the rows of M weighted by x, added in order. */
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
  @SuppressWarnings("NullAway")
  DenseMatrix assemble() {
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

  /** Overwrites {@code x} with {@code A^-1 y}; {@code x} and {@code y} are different arrays. */
  void solve(double[] y, double[] x) {
    double[] rotated = y.clone();
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

  /** Overwrites {@code u} with {@code (I + lambda A)^-1 (c + lambda b)}; u may be c. */
  void prox(double lambda, double[] c, double[] u) {
    requireConvex(lambda);
    if (q == null) {
      shrink(lambda, c, u);
      return;
    }
    double[] y = new double[n];
    combine(q, c, y);
    shrink(lambda, y, y);
    combine(qt, y, u);
  }

  private void shrink(double lambda, double[] c, double[] u) {
    for (int i = 0; i < n; i++) {
      u[i] = Math.fma(lambda, rotatedB[i], c[i]) / Math.fma(lambda, a[i], 1);
    }
  }

  void requireConvex(double lambda) {
    Require.nonNegative("lambda", lambda);
    if (!(Math.fma(lambda, smallest, 1) > 0)) {
      throw Require.failed(
          "the resolvent needs 1 + lambda a > 0, got lambda %s and smallest eigenvalue %s",
          lambda, smallest);
    }
  }

  /**
   * The resolvent of the members {@code from .. to - 1} of an ensemble of m, coordinate-major, and
   * how well its equation holds, measured while the block is in the cache.
   *
   * @param lambda one number per member of the ensemble, or a single one for all
   * @param norms overwritten with the norms of the residuals
   * @param sizes overwritten with the sizes of their terms
   * @param gradients overwritten with the norms of the gradients
   */
  void prox(
      double[] lambda,
      double[] c,
      double[] u,
      int m,
      int from,
      int to,
      QuadraticResidual equation,
      double[] norms,
      double[] sizes,
      double[] gradients) {
    double[][] x = new double[n][BLOCK];
    double[][] y = new double[n][BLOCK];
    double[][] solution = q == null ? y : new double[n][BLOCK];
    double[] l = new double[BLOCK];
    double[] product = new double[BLOCK];
    double[] norm = new double[BLOCK];
    double[] size = new double[BLOCK];
    double[] gradient = new double[BLOCK];
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      if (lambda.length > 1) {
        System.arraycopy(lambda, first, l, 0, count);
      } else if (first == from) {
        Arrays.fill(l, lambda[0]);
      }
      for (int k = 0; k < n; k++) {
        System.arraycopy(c, k * m + first, x[k], 0, count);
      }
      if (q == null) {
        for (int k = 0; k < n; k++) {
          System.arraycopy(x[k], 0, y[k], 0, count);
        }
      } else {
        combineRows(q, x, y);
      }
      shrinkRows(l, y);
      if (q != null) {
        combineRows(qt, y, solution);
      }
      equation.measure(l, x, solution, product, norm, size, gradient);
      for (int k = 0; k < n; k++) {
        System.arraycopy(solution[k], 0, u, k * m + first, count);
      }
      System.arraycopy(norm, 0, norms, first, count);
      System.arraycopy(size, 0, sizes, first, count);
      System.arraycopy(gradient, 0, gradients, first, count);
    }
  }

  /**
   * Overwrites {@code y} with {@code sum_k w_k x_k} for a block of members, one array per
   * coordinate, where {@code w_k = weights[first + k * stride]}. Every member's sum starts at 0 and
   * takes one fused multiply-add per term in order. Several terms in one sweep save loads and
   * stores of the sum; loops over equal indices of different arrays are what the compiler turns
   * into SIMD. A short block carries old numbers along in its tail.
   */
  static void combine(int n, double[] weights, int first, int stride, double[][] x, double[] y) {
    int k = 0;
    int at = first;
    if (n >= 3) {
      setThree(weights[at], x[0], weights[at + stride], x[1], weights[at + 2 * stride], x[2], y);
      k = 3;
      at += 3 * stride;
    } else {
      Arrays.fill(y, 0);
    }
    for (; k + 3 <= n; k += 3, at += 3 * stride) {
      addThree(
          weights[at], x[k], weights[at + stride], x[k + 1], weights[at + 2 * stride], x[k + 2], y);
    }
    for (; k < n; k++, at += stride) {
      addOne(weights[at], x[k], y);
    }
  }

  private static void setThree(
      double w0, double[] x0, double w1, double[] x1, double w2, double[] x2, double[] y) {
    for (int j = 0; j < BLOCK; j++) {
      double sum = Math.fma(w0, x0[j], 0.0);
      sum = Math.fma(w1, x1[j], sum);
      y[j] = Math.fma(w2, x2[j], sum);
    }
  }

  private static void addOne(double w, double[] x, double[] y) {
    for (int j = 0; j < BLOCK; j++) {
      y[j] = Math.fma(w, x[j], y[j]);
    }
  }

  private static void addThree(
      double w0, double[] x0, double w1, double[] x1, double w2, double[] x2, double[] y) {
    for (int j = 0; j < BLOCK; j++) {
      double sum = Math.fma(w0, x0[j], y[j]);
      sum = Math.fma(w1, x1[j], sum);
      y[j] = Math.fma(w2, x2[j], sum);
    }
  }

  private void combineRows(double[] rows, double[][] x, double[][] y) {
    for (int i = 0; i < n; i++) {
      combine(n, rows, i, n, x, y[i]);
    }
  }

  private void shrinkRows(double[] l, double[][] y) {
    for (int i = 0; i < n; i++) {
      shrinkRow(l, rotatedB[i], a[i], y[i]);
    }
  }

  private static void shrinkRow(double[] l, double bi, double ai, double[] y) {
    for (int j = 0; j < BLOCK; j++) {
      y[j] = Math.fma(l[j], bi, y[j]) / Math.fma(l[j], ai, 1);
    }
  }
}
