package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The SIMD kernels give the bits of the scalar ones, at every length, offset and kind of data. (The
 * assertions compare bits, with all NaN as one.)
 */
class SameBitsTest {
  private static final Kernels SCALAR = new Kernels();
  private static final Kernels SIMD = new DirectSimd();
  private static final Kernels WARMING = new VectorKernels();

  /** A loop that reads x, y and overwrites or updates z, each from an offset of its own. */
  private interface Loop {
    void run(Kernels k, double[] x, int xo, double[] y, int yo, double[] z, int zo, int n);
  }

  /** A loop that returns a number. */
  private interface Reduction {
    double of(Kernels k, double[] x, int xo, double[] y, int yo, int n);
  }

  @Test
  void sums() {
    check(11, (k, x, xo, y, yo, n) -> k.dot(x, xo, y, yo, n));
    check(12, (k, x, xo, y, yo, n) -> k.sum(x, xo, n));
    check(13, (k, x, xo, y, yo, n) -> k.squaredDistance(x, xo, y, yo, n));
    check(14, (k, x, xo, y, yo, n) -> k.dot(x, xo, x, xo, n));
    check(
        15,
        (k, x, xo, y, yo, n) ->
            BlockTree.sum(k::dot, x, xo, y, yo, n, 0, Math.max(1, BlockTree.blocks(n))));
  }

  @Test
  void searches() {
    check(21, (k, x, xo, y, yo, n) -> k.maxAbs(x, xo, n));
    check(22, (k, x, xo, y, yo, n) -> k.allFinite(x, xo, n) ? 1 : 0);
  }

  @Test
  void algebra() {
    check(31, (k, x, xo, y, yo, z, zo, n) -> k.axpy(1.7, x, xo, z, zo, n));
    check(32, (k, x, xo, y, yo, z, zo, n) -> k.add(x, xo, -0.3, y, yo, z, zo, n));
    check(33, (k, x, xo, y, yo, z, zo, n) -> k.scale(3.1, x, xo, z, zo, n));
    check(34, (k, x, xo, y, yo, z, zo, n) -> k.interpolate(x, xo, y, yo, 0.7, z, zo, n));
    check(35, (k, x, xo, y, yo, z, zo, n) -> k.velocity(x, xo, y, yo, 0.7, z, zo, n));
    check(36, (k, x, xo, y, yo, z, zo, n) -> k.multiply(x, xo, y, yo, z, zo, n));
  }

  @Test
  void inPlace() {
    check(41, (k, x, xo, y, yo, z, zo, n) -> k.add(z, zo, 0.5, z, zo, z, zo, n));
    check(42, (k, x, xo, y, yo, z, zo, n) -> k.velocity(x, xo, z, zo, 2, z, zo, n));
    check(43, (k, x, xo, y, yo, z, zo, n) -> k.exp(z, zo, z, zo, n));
    check(44, (k, x, xo, y, yo, z, zo, n) -> k.log1p(z, zo, z, zo, n));
  }

  @Test
  void functions() {
    check(51, (k, x, xo, y, yo, z, zo, n) -> k.exp(x, xo, z, zo, n));
    check(52, (k, x, xo, y, yo, z, zo, n) -> k.log(x, xo, z, zo, n));
    check(53, (k, x, xo, y, yo, z, zo, n) -> k.log1p(x, xo, z, zo, n));
    check(54, (k, x, xo, y, yo, z, zo, n) -> k.sigmoid(x, xo, z, zo, n));
    check(55, (k, x, xo, y, yo, z, zo, n) -> k.tanh(x, xo, z, zo, n));
    check(56, (k, x, xo, y, yo, z, zo, n) -> k.logcosh(x, xo, z, zo, n));
  }

  @Test
  void matrices() {
    for (int seed = 61; seed < 81; seed++) {
      Random random = new Random(seed);
      int rows = random.nextInt(20);
      int columns = seed == 61 ? 5000 : random.nextInt(150);
      double[] a = data(random, 3 + rows * columns, 0);
      double[] row = data(random, 5 + columns, 0);
      double[] column = data(random, 2 + rows, 0);
      double[] sums = row.clone();
      SCALAR.addRows(a, 3, rows, columns, column, 2, row, 5);
      SIMD.addRows(a, 3, rows, columns, column, 2, sums, 5);
      assertArrayEquals(row, sums, "addRows, seed " + seed);
    }
  }

  /** What the compiler makes of a loop must not show: the same call many times over. */
  @Test
  void interpretedAndCompiledCodeAgree() {
    Random random = new Random(7);
    double[] x = data(random, 1003, 0);
    double[] y = data(random, 1003, 0);
    double dot = SIMD.dot(x, 1, y, 2, 1001);
    double[] first = new double[1003];
    SIMD.tanh(x, 0, first, 0, 1003);
    double[] z = new double[1003];
    for (int i = 0; i < 3000; i++) {
      assertEquals(dot, SIMD.dot(x, 1, y, 2, 1001));
      SIMD.tanh(x, 0, z, 0, 1003);
      assertArrayEquals(first, z, "tanh, call " + i);
    }
  }

  private static void check(int seed, Reduction f) {
    Random random = new Random(seed);
    for (int n : lengths()) {
      for (int kind = 0; kind < 3; kind++) {
        int xo = random.nextInt(9);
        int yo = random.nextInt(9);
        double[] x = data(random, xo + n + 2, kind);
        double[] y = data(random, yo + n + 2, kind);
        String what = "seed " + seed + ", n " + n + ", kind " + kind;
        double expected = f.of(SCALAR, x, xo, y, yo, n);
        assertEquals(expected, f.of(SIMD, x, xo, y, yo, n), what);
        assertEquals(expected, f.of(WARMING, x, xo, y, yo, n), what);
      }
    }
  }

  private static void check(int seed, Loop loop) {
    Random random = new Random(seed);
    for (int n : lengths()) {
      for (int kind = 0; kind < 3; kind++) {
        int xo = random.nextInt(9);
        int yo = random.nextInt(9);
        int zo = random.nextInt(9);
        double[] x = data(random, xo + n + 2, kind);
        double[] y = data(random, yo + n + 2, kind);
        double[] expected = data(random, zo + n + 10, kind);
        double[] actual = expected.clone();
        double[] cut = expected.clone();
        loop.run(SCALAR, x, xo, y, yo, expected, zo, n);
        loop.run(SIMD, x, xo, y, yo, actual, zo, n);
        String what = "seed " + seed + ", n " + n + ", kind " + kind;
        assertArrayEquals(expected, actual, what);
        int m = n == 0 ? 0 : random.nextInt(n);
        loop.run(WARMING, x, xo, y, yo, cut, zo, m);
        loop.run(WARMING, x, xo + m, y, yo + m, cut, zo + m, n - m);
        assertArrayEquals(expected, cut, what + ", cut at " + m);
      }
    }
  }

  private static int[] lengths() {
    int[] lengths = new int[202];
    for (int n = 0; n <= 200; n++) {
      lengths[n] = n;
    }
    lengths[201] = 100_003;
    return lengths;
  }

  /** Kind 0: of order one; 1: all magnitudes; 2: all bit patterns, with NaN and infinities. */
  private static double[] data(Random random, int n, int kind) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] =
          switch (kind) {
            case 0 -> 3 * random.nextGaussian();
            case 1 -> Math.scalb(random.nextGaussian(), random.nextInt(2000) - 1000);
            default ->
                random.nextInt(20) == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : special(random);
          };
    }
    return x;
  }

  private static double special(Random random) {
    double[] values = {
      0.0,
      -0.0,
      1,
      -1,
      0.75,
      -0.75,
      709.78,
      -708.5,
      -745,
      1e300,
      -1e300,
      1e-310,
      Double.MIN_VALUE,
      Double.MIN_NORMAL,
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NaN,
      0x1p53,
      0x1p-54,
      30,
      -30
    };
    return values[random.nextInt(values.length)];
  }
}
