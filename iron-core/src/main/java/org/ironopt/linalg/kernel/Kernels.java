package org.ironopt.linalg.kernel;

/**
 * The hot loops, on ranges of arrays: {@code (x, xo, n)} means the {@code n} elements of {@code x}
 * from {@code xo} on. A provider is looked up once: SIMD if the module {@code jdk.incubator.vector}
 * is there and the system property {@code iron.simd} is not {@code off}, else scalar. All providers
 * give the same bits.
 *
 * <p>An elementwise loop computes each element by the same fused operations, so it does not matter
 * where a range starts or how it is cut. Input and output may be the same range, but must not
 * overlap otherwise.
 *
 * <p>A sum of fewer than {@link #LANES} terms runs from left to right. A longer one has {@link
 * #LANES} logical lanes: lane l adds the terms l, l + LANES, ... of the largest multiple of {@link
 * #QUAD} terms, the lanes are added pairwise (l with l + 8, then + 4, + 2, + 1), and the last
 * {@code n % QUAD} terms follow from left to right. {@link BlockTree} cuts long ranges.
 */
public interface Kernels {
  /** Logical lanes of every sum, whatever the width of the machine. */
  int LANES = 16;

  /** Terms are handed to the lanes in groups of this many. */
  int QUAD = 4;

  /** Returns the provider of this process. */
  static Kernels get() {
    return Provider.INSTANCE;
  }

  /** Says which provider runs and how wide it is, for example {@code SIMD 512 bit}. */
  String description();

  /** Returns {@code <x, y>}. */
  double dot(double[] x, int xo, double[] y, int yo, int n);

  /** Returns the sum of {@code x}. */
  double sum(double[] x, int xo, int n);

  /** Returns {@code |x - y|^2}. */
  double squaredDistance(double[] x, int xo, double[] y, int yo, int n);

  /** Returns the largest magnitude, 0 if there is none, NaN if an element is NaN. */
  double maxAbs(double[] x, int xo, int n);

  /** Returns whether every element is finite. */
  default boolean allFinite(double[] x, int xo, int n) {
    return maxAbs(x, xo, n) <= Double.MAX_VALUE;
  }

  /** {@code y += a x}. */
  void axpy(double a, double[] x, int xo, double[] y, int yo, int n);

  /** {@code z = x + a y}. */
  void add(double[] x, int xo, double a, double[] y, int yo, double[] z, int zo, int n);

  /** {@code y = a x}. */
  void scale(double a, double[] x, int xo, double[] y, int yo, int n);

  /** {@code z = x + a (y - x)}. */
  void interpolate(double[] x, int xo, double[] y, int yo, double a, double[] z, int zo, int n);

  /** {@code v = u + (u - x) / alpha}, the velocity that belongs to a resolvent step x to u. */
  void velocity(double[] u, int uo, double[] x, int xo, double alpha, double[] v, int vo, int n);

  /** {@code z = x y}, element by element. */
  void multiply(double[] x, int xo, double[] y, int yo, double[] z, int zo, int n);

  /** {@code y = exp(x)}. */
  void exp(double[] x, int xo, double[] y, int yo, int n);

  /** {@code y = log(x)}. */
  void log(double[] x, int xo, double[] y, int yo, int n);

  /** {@code y = log(1 + x)}. */
  void log1p(double[] x, int xo, double[] y, int yo, int n);

  /** {@code y = 1 / (1 + exp(-x))}. */
  void sigmoid(double[] x, int xo, double[] y, int yo, int n);

  /** {@code y = tanh(x)}. */
  void tanh(double[] x, int xo, double[] y, int yo, int n);

  /** {@code y = log(cosh(x))}. */
  void logcosh(double[] x, int xo, double[] y, int yo, int n);

  /** {@code y = A x}, each element a dot product of a row, as {@link BlockTree} sums it. */
  default void rowDots(
      double[] a, int ao, int rows, int columns, double[] x, int xo, double[] y, int yo) {
    for (int i = 0; i < rows; i++) {
      y[yo + i] = BlockTree.dot(this, a, ao + i * columns, x, xo, columns);
    }
  }

  /** {@code y += A^T x}, row after row. */
  void addRows(double[] a, int ao, int rows, int columns, double[] x, int xo, double[] y, int yo);
}
