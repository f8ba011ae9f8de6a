package org.ironopt.linalg;

import org.ironopt.linalg.internal.Ranges;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.internal.Sums;
import org.ironopt.linalg.kernel.BlockTree;
import org.ironopt.linalg.kernel.Kernels;

/**
 * Operations on plain {@code double[]} vectors, whole or on a range {@code [from, from + count)}.
 * Every multiply-add is fused and every sum follows the fixed lane and block tree of {@code
 * linalg.kernel}, so a result is one number, whatever the machine. Long vectors are shared out over
 * the threads of {@link Parallel}.
 */
public final class Vectors {
  private static final Kernels K = Kernels.get();
  private static final BlockTree.Sum DOT = K::dot;
  private static final BlockTree.Sum SUM = (x, xo, y, yo, n) -> K.sum(x, xo, n);
  private static final BlockTree.Sum SQUARED_DISTANCE = K::squaredDistance;

  private Vectors() {}

  /** Returns {@code <x, y>}. */
  public static double dot(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    return dot(x, 0, y, 0, x.length);
  }

  /** Returns the inner product of {@code count} elements of x from xFrom on and of y from yFrom. */
  public static double dot(double[] x, int xFrom, double[] y, int yFrom, int count) {
    return count <= BlockTree.BLOCK
        ? K.dot(x, xFrom, y, yFrom, count)
        : Sums.of(DOT, x, xFrom, y, yFrom, count);
  }

  /** Returns the Euclidean norm, safe against overflow and underflow. */
  public static double norm(double[] x) {
    return norm(x, 0, x.length);
  }

  /** Returns the Euclidean norm of a range, safe against overflow and underflow. */
  public static double norm(double[] x, int from, int count) {
    double squares = dot(x, from, x, from, count);
    return Sums.comfortable(squares) ? Math.sqrt(squares) : Sums.scaledNorm(x, from, count);
  }

  /** Returns {@code |x - y|}, safe against overflow and underflow. */
  public static double distance(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    int n = x.length;
    double squares =
        n <= BlockTree.BLOCK
            ? K.squaredDistance(x, 0, y, 0, n)
            : Sums.of(SQUARED_DISTANCE, x, 0, y, 0, n);
    return Sums.comfortable(squares) ? Math.sqrt(squares) : Sums.scaledDistance(x, y);
  }

  /** Returns the sum of the elements. */
  public static double sum(double[] x) {
    return x.length <= BlockTree.BLOCK ? K.sum(x, 0, x.length) : Sums.of(SUM, x, 0, x, 0, x.length);
  }

  /** Returns the largest magnitude, 0 for an empty vector, NaN if an element is NaN. */
  public static double maxAbs(double[] x) {
    return K.maxAbs(x, 0, x.length);
  }

  /** Returns whether every element is finite. */
  public static boolean allFinite(double[] x) {
    return K.allFinite(x, 0, x.length);
  }

  /** {@code y += a x}. */
  public static void axpy(double a, double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    axpy(a, x, y, 0, x.length);
  }

  /** {@code y += a x} on {@code [from, from + count)}. */
  public static void axpy(double a, double[] x, double[] y, int from, int count) {
    if (Ranges.isShort(count)) {
      K.axpy(a, x, from, y, from, count);
    } else {
      Ranges.forEach(from, count, (at, n) -> K.axpy(a, x, at, y, at, n));
    }
  }

  /** {@code x *= a}. */
  public static void scale(double a, double[] x) {
    if (Ranges.isShort(x.length)) {
      K.scale(a, x, 0, x, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> K.scale(a, x, at, x, at, n));
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
    if (Ranges.isShort(count)) {
      K.add(x, from, a, y, from, z, from, count);
    } else {
      Ranges.forEach(from, count, (at, n) -> K.add(x, at, a, y, at, z, at, n));
    }
  }

  /** {@code z = x - y}; {@code z} may be {@code x} or {@code y}. */
  public static void subtract(double[] x, double[] y, double[] z) {
    add(x, -1, y, z);
  }

  /** {@code z = x y}, element by element; {@code z} may be {@code x} or {@code y}. */
  public static void multiply(double[] x, double[] y, double[] z) {
    Require.sameLength("x", x.length, "y", y.length);
    Require.sameLength("x", x.length, "z", z.length);
    if (Ranges.isShort(x.length)) {
      K.multiply(x, 0, y, 0, z, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> K.multiply(x, at, y, at, z, at, n));
    }
  }

  /** {@code z = x + a (y - x)} on {@code [from, from + count)}: a point between, or beyond, two. */
  public static void interpolate(
      double[] x, double[] y, double a, double[] z, int from, int count) {
    if (Ranges.isShort(count)) {
      K.interpolate(x, from, y, from, a, z, from, count);
    } else {
      Ranges.forEach(from, count, (at, n) -> K.interpolate(x, at, y, at, a, z, at, n));
    }
  }

  /**
   * {@code v = u + (u - x) / alpha} on {@code [from, from + count)}: the velocity of IRON after the
   * resolvent step from x to u; {@code v} may be {@code u} or {@code x}.
   */
  public static void velocity(
      double[] u, double[] x, double alpha, double[] v, int from, int count) {
    if (Ranges.isShort(count)) {
      K.velocity(u, from, x, from, alpha, v, from, count);
    } else {
      Ranges.forEach(from, count, (at, n) -> K.velocity(u, at, x, at, alpha, v, at, n));
    }
  }

  /** Copies {@code x} over {@code y}. */
  public static void copy(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    System.arraycopy(x, 0, y, 0, x.length);
  }
}
