package org.ironopt.theory.internal;

/** Gaussian elimination with partial pivoting for a few equations, such as the moment systems. */
public final class SmallLinearSystem {
  private SmallLinearSystem() {}

  /** Returns the solution of {@code a x = b}; overwrites both. */
  public static double[] solve(double[][] a, double[] b) {
    int n = b.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) {
          pivot = i;
        }
      }
      double[] row = a[pivot];
      a[pivot] = a[k];
      a[k] = row;
      double right = b[pivot];
      b[pivot] = b[k];
      b[k] = right;
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / row[k];
        for (int j = k; j < n; j++) {
          a[i][j] = Math.fma(-factor, row[j], a[i][j]);
        }
        b[i] = Math.fma(-factor, right, b[i]);
      }
    }
    for (int k = n - 1; k >= 0; k--) {
      for (int j = k + 1; j < n; j++) {
        b[k] = Math.fma(-a[k][j], b[j], b[k]);
      }
      b[k] /= a[k][k];
    }
    return b;
  }
}
