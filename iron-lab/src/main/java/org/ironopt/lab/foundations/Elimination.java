package org.ironopt.lab.foundations;

import org.ironopt.linalg.DenseMatrix;

/** Gaussian elimination with row pivoting, for small systems without symmetry. */
final class Elimination {
  private Elimination() {}

  static double[] solve(DenseMatrix matrix, double[] right) {
    int n = right.length;
    double[][] a = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = java.util.Arrays.copyOf(matrix.row(i), n + 1);
      a[i][n] = right[i];
    }
    for (int k = 0; k < n; k++) {
      pivot(a, k);
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j <= n; j++) {
          a[i][j] = Math.fma(-factor, a[k][j], a[i][j]);
        }
      }
    }
    double[] x = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double sum = a[i][n];
      for (int j = i + 1; j < n; j++) {
        sum = Math.fma(-a[i][j], x[j], sum);
      }
      x[i] = sum / a[i][i];
    }
    return x;
  }

  private static void pivot(double[][] a, int k) {
    int best = k;
    for (int i = k + 1; i < a.length; i++) {
      best = Math.abs(a[i][k]) > Math.abs(a[best][k]) ? i : best;
    }
    double[] row = a[k];
    a[k] = a[best];
    a[best] = row;
  }
}
