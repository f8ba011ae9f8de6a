package org.ironopt.linalg.kernel;

/**
 * The elementwise algebra of every provider. The compiler turns these loops into SIMD code as fast
 * as any written by hand, and they are quick before it does.
 */
abstract class PlainLoops implements Kernels {
  @Override
  public void axpy(double a, double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Math.fma(a, x[xo + i], y[yo + i]);
    }
  }

  @Override
  public void add(double[] x, int xo, double a, double[] y, int yo, double[] z, int zo, int n) {
    for (int i = 0; i < n; i++) {
      z[zo + i] = Math.fma(a, y[yo + i], x[xo + i]);
    }
  }

  @Override
  public void scale(double a, double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = a * x[xo + i];
    }
  }

  @Override
  public void interpolate(
      double[] x, int xo, double[] y, int yo, double a, double[] z, int zo, int n) {
    for (int i = 0; i < n; i++) {
      z[zo + i] = Math.fma(a, y[yo + i] - x[xo + i], x[xo + i]);
    }
  }

  @Override
  public void velocity(
      double[] u, int uo, double[] x, int xo, double alpha, double[] v, int vo, int n) {
    for (int i = 0; i < n; i++) {
      v[vo + i] = u[uo + i] + (u[uo + i] - x[xo + i]) / alpha;
    }
  }

  @Override
  public void multiply(double[] x, int xo, double[] y, int yo, double[] z, int zo, int n) {
    for (int i = 0; i < n; i++) {
      z[zo + i] = x[xo + i] * y[yo + i];
    }
  }

  @Override
  public void addRows(
      double[] a, int ao, int rows, int columns, double[] x, int xo, double[] y, int yo) {
    int i = 0;
    // Four rows at once read and write y once; each element is still updated in row order.
    for (; i <= rows - 4; i += 4) {
      addFourRows(a, ao + i * columns, columns, x, xo + i, y, yo);
    }
    for (; i < rows; i++) {
      axpy(x[xo + i], a, ao + i * columns, y, yo, columns);
    }
  }

  private static void addFourRows(
      double[] a, int ao, int columns, double[] x, int xo, double[] y, int yo) {
    double x0 = x[xo];
    double x1 = x[xo + 1];
    double x2 = x[xo + 2];
    double x3 = x[xo + 3];
    int row1 = ao + columns;
    int row2 = row1 + columns;
    int row3 = row2 + columns;
    for (int j = 0; j < columns; j++) {
      double sum = Math.fma(x0, a[ao + j], y[yo + j]);
      sum = Math.fma(x1, a[row1 + j], sum);
      sum = Math.fma(x2, a[row2 + j], sum);
      y[yo + j] = Math.fma(x3, a[row3 + j], sum);
    }
  }
}
