package org.ironopt.linalg.kernel;

/** The loops in plain Java: the definition that the SIMD provider must match bit for bit. */
final class ScalarKernels extends PlainLoops {
  private static final long MAGNITUDE = Long.MAX_VALUE;

  @Override
  public String description() {
    return "scalar";
  }

  @Override
  public double dot(double[] x, int xo, double[] y, int yo, int n) {
    double sum = 0;
    int i = 0;
    if (n >= LANES) {
      i = n - n % QUAD;
      sum =
          (dotQuad(x, xo, y, yo, i) + dotQuad(x, xo + 2, y, yo + 2, i))
              + (dotQuad(x, xo + 1, y, yo + 1, i) + dotQuad(x, xo + 3, y, yo + 3, i));
    }
    for (; i < n; i++) {
      sum = Math.fma(x[xo + i], y[yo + i], sum);
    }
    return sum;
  }

  /** Sums the four lanes that are equal modulo {@link #QUAD}; n counts from the first of a quad. */
  private static double dotQuad(double[] x, int xo, double[] y, int yo, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      a = Math.fma(x[xo + i], y[yo + i], a);
      b = Math.fma(x[xo + i + 4], y[yo + i + 4], b);
      c = Math.fma(x[xo + i + 8], y[yo + i + 8], c);
      d = Math.fma(x[xo + i + 12], y[yo + i + 12], d);
    }
    a = i < n ? Math.fma(x[xo + i], y[yo + i], a) : a;
    b = i + 4 < n ? Math.fma(x[xo + i + 4], y[yo + i + 4], b) : b;
    c = i + 8 < n ? Math.fma(x[xo + i + 8], y[yo + i + 8], c) : c;
    return (a + c) + (b + d);
  }

  @Override
  public double sum(double[] x, int xo, int n) {
    double sum = 0;
    int i = 0;
    if (n >= LANES) {
      i = n - n % QUAD;
      sum =
          (sumQuad(x, xo, i) + sumQuad(x, xo + 2, i))
              + (sumQuad(x, xo + 1, i) + sumQuad(x, xo + 3, i));
    }
    for (; i < n; i++) {
      sum += x[xo + i];
    }
    return sum;
  }

  private static double sumQuad(double[] x, int xo, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      a += x[xo + i];
      b += x[xo + i + 4];
      c += x[xo + i + 8];
      d += x[xo + i + 12];
    }
    a = i < n ? a + x[xo + i] : a;
    b = i + 4 < n ? b + x[xo + i + 4] : b;
    c = i + 8 < n ? c + x[xo + i + 8] : c;
    return (a + c) + (b + d);
  }

  @Override
  public double squaredDistance(double[] x, int xo, double[] y, int yo, int n) {
    double sum = 0;
    int i = 0;
    if (n >= LANES) {
      i = n - n % QUAD;
      sum =
          (distanceQuad(x, xo, y, yo, i) + distanceQuad(x, xo + 2, y, yo + 2, i))
              + (distanceQuad(x, xo + 1, y, yo + 1, i) + distanceQuad(x, xo + 3, y, yo + 3, i));
    }
    for (; i < n; i++) {
      sum = addSquare(x[xo + i] - y[yo + i], sum);
    }
    return sum;
  }

  private static double distanceQuad(double[] x, int xo, double[] y, int yo, int n) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      a = addSquare(x[xo + i] - y[yo + i], a);
      b = addSquare(x[xo + i + 4] - y[yo + i + 4], b);
      c = addSquare(x[xo + i + 8] - y[yo + i + 8], c);
      d = addSquare(x[xo + i + 12] - y[yo + i + 12], d);
    }
    a = i < n ? addSquare(x[xo + i] - y[yo + i], a) : a;
    b = i + 4 < n ? addSquare(x[xo + i + 4] - y[yo + i + 4], b) : b;
    c = i + 8 < n ? addSquare(x[xo + i + 8] - y[yo + i + 8], c) : c;
    return (a + c) + (b + d);
  }

  private static double addSquare(double d, double sum) {
    return Math.fma(d, d, sum);
  }

  @Override
  public double maxAbs(double[] x, int xo, int n) {
    // Magnitudes order like their bits, with NaN above infinity.
    long max = 0;
    for (int i = xo; i < xo + n; i++) {
      max = Math.max(max, Double.doubleToRawLongBits(x[i]) & MAGNITUDE);
    }
    return Double.longBitsToDouble(max);
  }

  @Override
  public void exp(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Elementary.exp(x[xo + i]);
    }
  }

  @Override
  public void log(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Elementary.log(x[xo + i]);
    }
  }

  @Override
  public void log1p(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Elementary.log1p(x[xo + i]);
    }
  }

  @Override
  public void sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Elementary.sigmoid(x[xo + i]);
    }
  }

  @Override
  public void tanh(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Elementary.tanh(x[xo + i]);
    }
  }

  @Override
  public void logcosh(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Elementary.logcosh(x[xo + i]);
    }
  }
}
