package org.ironopt.curve;

/**
 * The decomposition {@code A = U diag(s) V'} of a small square matrix by one-sided Jacobi
 * rotations, which find small singular values of graded matrices to high relative accuracy where a
 * bidiagonalisation does not (J. Demmel, K. Veselic, SIAM J. Matrix Anal. Appl. 13, 1992).
 */
final class JacobiSvd {
  private static final int SWEEPS = 60;

  /** Column k of U times s_k. */
  final double[][] us;

  /** Column k of V. */
  final double[][] v;

  /** Not sorted. */
  final double[] s;

  /** Decomposes the matrix with these columns, which are overwritten. */
  JacobiSvd(double[][] columns) {
    int n = columns.length;
    us = columns;
    v = new double[n][n];
    s = new double[n];
    for (int k = 0; k < n; k++) {
      v[k][k] = 1;
    }
    boolean turned = true;
    for (int sweep = 0; turned && sweep < SWEEPS; sweep++) {
      turned = false;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          turned |= rotate(i, j);
        }
      }
    }
    for (int k = 0; k < n; k++) {
      s[k] = Math.sqrt(dot(us[k], us[k]));
    }
  }

  /** Makes columns i and j orthogonal; returns whether they were not. */
  private boolean rotate(int i, int j) {
    double alpha = dot(us[i], us[i]);
    double beta = dot(us[j], us[j]);
    double gamma = dot(us[i], us[j]);
    if (Math.abs(gamma) <= 0x1p-52 * Math.sqrt(alpha) * Math.sqrt(beta)) {
      return false;
    }
    double zeta = (beta - alpha) / (2 * gamma);
    double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
    double c = 1 / Math.sqrt(1 + t * t);
    turn(us[i], us[j], c, c * t);
    turn(v[i], v[j], c, c * t);
    return true;
  }

  private static void turn(double[] a, double[] b, double c, double s) {
    for (int k = 0; k < a.length; k++) {
      double ak = a[k];
      a[k] = c * ak - s * b[k];
      b[k] = s * ak + c * b[k];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum = Math.fma(a[k], b[k], sum);
    }
    return sum;
  }
}
