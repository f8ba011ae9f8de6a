package org.ironopt.problem;

/** Cyclic Jacobi rotations: eigenvalues (ascending) and orthonormal eigenvectors (columns). */
final class Jacobi {
  final double[] values;
  final double[][] vectors;

  Jacobi(double[][] symmetric) {
    int n = symmetric.length;
    double[][] a = new double[n][];
    double[][] q = new double[n][n];
    for (int i = 0; i < n; i++) {
      a[i] = symmetric[i].clone();
      q[i][i] = 1;
    }
    for (int sweep = 0; sweep < 60 && sweep(a, q); sweep++) {}
    Integer[] order = new Integer[n];
    java.util.Arrays.setAll(order, i -> i);
    java.util.Arrays.sort(order, java.util.Comparator.comparingDouble(i -> a[i][i]));
    values = new double[n];
    vectors = new double[n][n];
    for (int j = 0; j < n; j++) {
      values[j] = a[order[j]][order[j]];
      for (int i = 0; i < n; i++) {
        vectors[i][j] = q[i][order[j]];
      }
    }
  }

  private static boolean sweep(double[][] a, double[][] q) {
    boolean rotated = false;
    for (int i = 0; i < a.length; i++) {
      for (int j = i + 1; j < a.length; j++) {
        if (Math.abs(a[i][j]) > 1e-18 * Math.sqrt(Math.abs(a[i][i]) * Math.abs(a[j][j]))) {
          rotate(a, q, i, j);
          rotated = true;
        }
      }
    }
    return rotated;
  }

  private static void rotate(double[][] a, double[][] q, int i, int j) {
    double theta = (a[j][j] - a[i][i]) / (2 * a[i][j]);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double x = a[k][i];
      a[k][i] = c * x - s * a[k][j];
      a[k][j] = s * x + c * a[k][j];
    }
    for (int k = 0; k < a.length; k++) {
      double x = a[i][k];
      a[i][k] = c * x - s * a[j][k];
      a[j][k] = s * x + c * a[j][k];
      double y = q[k][i];
      q[k][i] = c * y - s * q[k][j];
      q[k][j] = s * y + c * q[k][j];
    }
    a[i][j] = 0;
    a[j][i] = 0;
  }
}
