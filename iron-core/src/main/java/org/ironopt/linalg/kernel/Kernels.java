package org.ironopt.linalg.kernel;

/**
 * The hot loops, on ranges of arrays: {@code (x, xo, n)} means the {@code n} elements of {@code x}
 * from {@code xo} on. This class is their definition in plain Java. The kernels of a process are
 * chosen once: the SIMD subclass if the module {@code jdk.incubator.vector} is there and the system
 * property {@code iron.simd} is not {@code off}, else this one. Both give the same bits.
 *
 * <p>An elementwise loop computes each element by the same fused operations, so it does not matter
 * where a range starts or how it is cut. Input and output may be the same range, but must not
 * overlap otherwise. The compiler turns the algebra into SIMD code as fast as any written by hand.
 *
 * <p>A sum of fewer than {@link #LANES} terms runs from left to right. A longer one has {@link
 * #LANES} logical lanes: lane l adds the terms l, l + LANES, ... of the largest multiple of {@link
 * #QUAD} terms, the lanes are added pairwise (l with l + 8, then + 4, + 2, + 1), and the last
 * {@code n % QUAD} terms follow from left to right. {@link BlockTree} cuts long ranges.
 */
public class Kernels {
  /** Logical lanes of every sum, whatever the width of the machine. */
  static final int LANES = 16;

  /** Terms are handed to the lanes in groups of this many. */
  static final int QUAD = 4;

  private static final long MAGNITUDE = Long.MAX_VALUE;

  Kernels() {}

  /** Holder when first needed. */
  private static final class Holder {
    static final Kernels KERNELS =
        choose(
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
            System.getProperty("iron.simd", "on"));
  }

  static Kernels choose(boolean moduleThere, String setting) {
    // Without the module the SIMD class must not even be linked.
    return moduleThere && !setting.equalsIgnoreCase("off") ? new VectorKernels() : new Kernels();
  }

  /** Returns the kernels of this process. */
  public static Kernels get() {
    return Holder.KERNELS;
  }

  /** Returns whether the kernels of this process use SIMD. */
  public static boolean simd() {
    return get().getClass() != Kernels.class;
  }

  /** Says which kernels run and how wide they are, for example {@code SIMD 512 bit}. */
  public String description() {
    return "scalar";
  }

  /** Returns {@code <x, y>}. */
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

  /** Returns the sum of {@code x}. */
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

  /** Returns {@code |x - y|^2}. */
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

  /** Returns the largest magnitude, 0 if there is none, NaN if an element is NaN. */
  public double maxAbs(double[] x, int xo, int n) {
    // Magnitudes order like their bits, with NaN above infinity.
    long max = 0;
    for (int i = xo; i < xo + n; i++) {
      max = Math.max(max, Double.doubleToRawLongBits(x[i]) & MAGNITUDE);
    }
    return Double.longBitsToDouble(max);
  }

  /** Returns whether every element is finite. */
  public boolean allFinite(double[] x, int xo, int n) {
    return maxAbs(x, xo, n) <= Double.MAX_VALUE;
  }

  /** {@code y = exp(x)}. */
  public void exp(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = ScalarFunctions.exp(x[xo + i]);
    }
  }

  /** {@code y = log(x)}. */
  public void log(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = ScalarFunctions.log(x[xo + i]);
    }
  }

  /** {@code y = log(1 + x)}. */
  public void log1p(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = ScalarFunctions.log1p(x[xo + i]);
    }
  }

  /** {@code y = 1 / (1 + exp(-x))}. */
  public void sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = ScalarFunctions.sigmoid(x[xo + i]);
    }
  }

  /** {@code y = tanh(x)}. */
  public void tanh(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = ScalarFunctions.tanh(x[xo + i]);
    }
  }

  /** {@code y = log(cosh(x))}. */
  public void logcosh(double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = ScalarFunctions.logcosh(x[xo + i]);
    }
  }

  /** {@code y += a x}. */
  public void axpy(double a, double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = Math.fma(a, x[xo + i], y[yo + i]);
    }
  }

  /** {@code z = x + a y}. */
  public void add(double[] x, int xo, double a, double[] y, int yo, double[] z, int zo, int n) {
    for (int i = 0; i < n; i++) {
      z[zo + i] = Math.fma(a, y[yo + i], x[xo + i]);
    }
  }

  /** {@code y = a x}. */
  public void scale(double a, double[] x, int xo, double[] y, int yo, int n) {
    for (int i = 0; i < n; i++) {
      y[yo + i] = a * x[xo + i];
    }
  }

  /** {@code z = x + a (y - x)}. */
  public void interpolate(
      double[] x, int xo, double[] y, int yo, double a, double[] z, int zo, int n) {
    for (int i = 0; i < n; i++) {
      z[zo + i] = Math.fma(a, y[yo + i] - x[xo + i], x[xo + i]);
    }
  }

  /** {@code v = u + (u - x) / alpha}, the velocity that belongs to a resolvent step x to u. */
  public void velocity(
      double[] u, int uo, double[] x, int xo, double alpha, double[] v, int vo, int n) {
    for (int i = 0; i < n; i++) {
      v[vo + i] = u[uo + i] + (u[uo + i] - x[xo + i]) / alpha;
    }
  }

  /** {@code z = x y}, element by element. */
  public void multiply(double[] x, int xo, double[] y, int yo, double[] z, int zo, int n) {
    for (int i = 0; i < n; i++) {
      z[zo + i] = x[xo + i] * y[yo + i];
    }
  }

  /** {@code y += A^T x}, row after row. */
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
