package org.ironopt.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VectorsTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private final int before = Parallel.threads();

  @AfterEach
  void restore() {
    Parallel.setThreads(before);
  }

  @Test
  void sumsAreAccurate() {
    Random random = new Random(1);
    for (int n : new int[] {0, 1, 15, 16, 17, 63, 1000, 4096, 4097, 50_001}) {
      double[] x = gaussian(random, n);
      double[] y = gaussian(random, n);
      BigDecimal dot = BigDecimal.ZERO;
      BigDecimal sum = BigDecimal.ZERO;
      double scale = 0;
      for (int i = 0; i < n; i++) {
        dot = dot.add(new BigDecimal(x[i]).multiply(new BigDecimal(y[i])));
        sum = sum.add(new BigDecimal(x[i]));
        scale += Math.abs(x[i]) + Math.abs(x[i] * y[i]);
      }
      // A lane of a block has at most 256 terms, in practice their errors average out.
      double tolerance = 16 * 0x1p-53 * scale;
      assertEquals(dot.doubleValue(), Vectors.dot(x, y), tolerance);
      assertEquals(sum.doubleValue(), Vectors.sum(x), tolerance);
    }
  }

  @Test
  void shortSumsRunFromLeftToRight() {
    double[] x = {1e16, 1, -1e16};
    assertEquals(0.0, Vectors.sum(x));
  }

  @Test
  void threadsDoNotChangeABit() {
    Random random = new Random(2);
    for (int n : new int[] {1 << 17, (1 << 19) - 1, 1 << 19, 1_000_003}) {
      double[] x = gaussian(random, n);
      double[] y = gaussian(random, n);
      double[] expected = null;
      for (int threads : new int[] {1, 2, 7}) {
        Parallel.setThreads(threads);
        double[] z = new double[n];
        Vectors.add(x, 0.3, y, z);
        Vectors.interpolate(z, x, 0.25, z, 0, n);
        Functions.tanh(z, z);
        Vectors.velocity(x, y, 3, x.clone(), 0, n);
        double[] results = {
          Vectors.dot(x, y),
          Vectors.sum(x),
          Vectors.norm(y),
          Vectors.distance(x, y),
          Vectors.maxAbs(x),
          Vectors.dot(z, z),
          Vectors.dot(x, 5, z, 3, n - 5)
        };
        expected = expected == null ? results : expected;
        assertArrayEquals(expected, results, "n " + n + ", threads " + threads);
      }
    }
  }

  @Test
  void normIsSafeAtBothEnds() {
    assertEquals(5e300, Vectors.norm(new double[] {3e300, 4e300}), 1e285);
    assertEquals(5e-300, Vectors.norm(new double[] {3e-300, -4e-300}), 1e-315);
    assertEquals(
        5 * Double.MIN_VALUE, Vectors.norm(new double[] {3 * Double.MIN_VALUE, 0x1p-1072}));
    assertEquals(Double.MAX_VALUE, Vectors.norm(new double[] {Double.MAX_VALUE, 1}));
    assertEquals(INF, Vectors.norm(new double[] {Double.MAX_VALUE, Double.MAX_VALUE}));
    assertEquals(0.0, Vectors.norm(new double[5]));
    assertEquals(0.0, Vectors.norm(new double[0]));
    assertEquals(INF, Vectors.norm(new double[] {1, -INF}));
    assertEquals(Double.NaN, Vectors.norm(new double[] {1, Double.NaN, INF}));
    double[] large = new double[10_000];
    java.util.Arrays.fill(large, 1e200);
    assertEquals(1e202, Vectors.norm(large), 1e188);
  }

  @Test
  void distanceIsSafeAtBothEnds() {
    double max = Double.MAX_VALUE;
    assertEquals(5e300, Vectors.distance(new double[] {3e300, 1}, new double[] {0, 4e300}), 1e285);
    assertEquals(1e-200, Vectors.distance(new double[] {1, 1e-200}, new double[] {1, 0}));
    assertEquals(1.6e308, Vectors.distance(new double[] {8e307}, new double[] {-8e307}), 1e294);
    assertEquals(INF, Vectors.distance(new double[] {max}, new double[] {-max}));
    assertEquals(0.0, Vectors.distance(new double[] {max, 7}, new double[] {max, 7}));
    assertEquals(Double.NaN, Vectors.distance(new double[] {INF}, new double[] {INF}));
    assertEquals(INF, Vectors.distance(new double[] {INF}, new double[] {1}));
  }

  @Test
  void normOfOrdinaryVectorsIsAccurate() {
    Random random = new Random(3);
    for (int n : new int[] {3, 100, 5000}) {
      double[] x = gaussian(random, n);
      BigDecimal squares = BigDecimal.ZERO;
      for (double xi : x) {
        squares = squares.add(new BigDecimal(xi).pow(2));
      }
      double exact = squares.sqrt(MathContext.DECIMAL64).doubleValue();
      assertEquals(exact, Vectors.norm(x), 1e-14 * exact);
    }
  }

  @Test
  void elementwiseFormulas() {
    double[] x = {1, -2, 3};
    double[] y = {4, 5, -6};
    double[] z = new double[3];
    Vectors.add(x, 2, y, z);
    assertArrayEquals(new double[] {9, 8, -9}, z);
    Vectors.subtract(x, y, z);
    assertArrayEquals(new double[] {-3, -7, 9}, z);
    Vectors.multiply(x, y, z);
    assertArrayEquals(new double[] {4, -10, -18}, z);
    Vectors.interpolate(x, y, 0.5, z, 1, 2);
    assertArrayEquals(new double[] {4, 1.5, -1.5}, z);
    Vectors.velocity(x, y, 2, z, 0, 3);
    assertArrayEquals(new double[] {-0.5, -5.5, 7.5}, z);
    Vectors.axpy(-1, x, z);
    assertArrayEquals(new double[] {-1.5, -3.5, 4.5}, z);
    Vectors.scale(-2, z);
    assertArrayEquals(new double[] {3, 7, -9}, z);
    assertEquals(9.0, Vectors.maxAbs(z));
  }

  @Test
  void anElementThatIsNotFiniteIsFound() {
    for (int n : new int[] {1, 40, 5000}) {
      double[] x = new double[n];
      assertTrue(Vectors.allFinite(x));
      for (double bad : new double[] {Double.NaN, INF, -INF}) {
        x[n - 1] = bad;
        assertFalse(Vectors.allFinite(x));
        assertEquals(Math.abs(bad), Vectors.maxAbs(x));
      }
    }
  }

  @Test
  void lengthsMustAgree() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> Vectors.dot(new double[3], new double[4]));
    assertTrue(e.getMessage().contains("3") && e.getMessage().contains("4"));
  }

  @Test
  void nothingGrowsWithTheLength() {
    Parallel.setThreads(2);
    // The vectors of a cold probe are objects, but a probe has one length.
    assertTrue(allocated(1_000_000) - allocated(1_000) < 100_000);
  }

  private static double allocated(int n) {
    double[] x = gaussian(new Random(4), n);
    double[] y = x.clone();
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    double least = INF;
    // The first rounds also load classes; compilation may still box vectors.
    for (int repeat = 0; repeat < 20; repeat++) {
      long start = threads.getCurrentThreadAllocatedBytes();
      Vectors.dot(x, y);
      Vectors.norm(x);
      Vectors.axpy(0.5, x, y);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - start);
    }
    return least;
  }

  private static double[] gaussian(Random random, int n) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextGaussian();
    }
    return x;
  }
}
