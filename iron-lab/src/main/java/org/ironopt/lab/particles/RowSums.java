package org.ironopt.lab.particles;

/**
 * Sums over a row of particles with eight partial sums: faster than one chain of additions, and the
 * same on every machine.
 */
final class RowSums {
  private RowSums() {}

  static double sum(double[] x, int from, int count) {
    double[] s = new double[8];
    int i = from;
    int end = from + count;
    for (; i + 8 <= end; i += 8) {
      for (int l = 0; l < 8; l++) {
        s[l] += x[i + l];
      }
    }
    for (int l = 0; i < end; i++, l++) {
      s[l] += x[i];
    }
    return fold(s);
  }

  static double squaresAbout(double point, double[] x, int from, int count) {
    double[] s = new double[8];
    int i = from;
    int end = from + count;
    for (; i + 8 <= end; i += 8) {
      for (int l = 0; l < 8; l++) {
        double d = x[i + l] - point;
        s[l] = Math.fma(d, d, s[l]);
      }
    }
    for (int l = 0; i < end; i++, l++) {
      double d = x[i] - point;
      s[l] = Math.fma(d, d, s[l]);
    }
    return fold(s);
  }

  /** Returns the sum of {@code (x_j - p)(y_j - q)} over two rows of one array. */
  static double productAbout(double p, double q, double[] x, int row, int other, int count) {
    double[] s = new double[8];
    for (int j = 0; j < count; j++) {
      s[j & 7] = Math.fma(x[row + j] - p, x[other + j] - q, s[j & 7]);
    }
    return fold(s);
  }

  private static double fold(double[] s) {
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  }
}
