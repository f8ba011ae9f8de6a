package org.ironopt.linalg;

/**
 * Operations on plain {@code double[]} vectors, whole or on a range {@code [from, from + count)}.
 * Every multiply-add is fused and every sum follows the fixed lane and block tree of {@code
 * linalg.kernel}, so a result is one number, whatever the machine.
 */
public final class Vectors {
  private Vectors() {}

  /** Returns {@code <x, y>}. */
  public static double dot(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum = Math.fma(x[i], y[i], sum);
    }
    return sum;
  }

  /** Returns the Euclidean norm, safe against overflow and underflow. */
  public static double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  /** Returns {@code |x - y|}. */
  public static double distance(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double d = x[i] - y[i];
      sum = Math.fma(d, d, sum);
    }
    return Math.sqrt(sum);
  }

  /** Returns the sum of the elements. */
  public static double sum(double[] x) {
    double sum = 0;
    for (double xi : x) {
      sum += xi;
    }
    return sum;
  }

  /** Returns the largest magnitude, 0 for an empty vector, NaN if an element is NaN. */
  public static double maxAbs(double[] x) {
    double max = 0;
    for (double xi : x) {
      max = Math.max(max, Math.abs(xi));
    }
    return max;
  }

  /** Returns whether every element is finite. */
  public static boolean allFinite(double[] x) {
    for (double xi : x) {
      if (!Double.isFinite(xi)) {
        return false;
      }
    }
    return true;
  }

  /** {@code y += a x}. */
  public static void axpy(double a, double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    axpy(a, x, y, 0, x.length);
  }

  /** {@code y += a x} on {@code [from, from + count)}. */
  public static void axpy(double a, double[] x, double[] y, int from, int count) {
    for (int i = from; i < from + count; i++) {
      y[i] = Math.fma(a, x[i], y[i]);
    }
  }

  /** {@code x *= a}. */
  public static void scale(double a, double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] *= a;
    }
  }

  /** {@code z = x + a y}; {@code z} may be {@code x} or {@code y}. */
  public static void add(double[] x, double a, double[] y, double[] z) {
    Require.sameLength("x", x.length, "y", y.length);
    Require.sameLength("x", x.length, "z", z.length);
    add(x, a, y, z, 0, x.length);
  }

  /** {@code z = x + a y} on {@code [from, from + count)}. */
  public static void add(double[] x, double a, double[] y, double[] z, int from, int count) {
    for (int i = from; i < from + count; i++) {
      z[i] = Math.fma(a, y[i], x[i]);
    }
  }

  /** {@code z = x - y}; {@code z} may be {@code x} or {@code y}. */
  public static void subtract(double[] x, double[] y, double[] z) {
    add(x, -1, y, z);
  }

  /** {@code z = x + a (y - x)} on {@code [from, from + count)}: a point between, or beyond, two. */
  public static void interpolate(
      double[] x, double[] y, double a, double[] z, int from, int count) {
    for (int i = from; i < from + count; i++) {
      z[i] = Math.fma(a, y[i] - x[i], x[i]);
    }
  }

  /** Copies {@code x} over {@code y}. */
  public static void copy(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    System.arraycopy(x, 0, y, 0, x.length);
  }
}
