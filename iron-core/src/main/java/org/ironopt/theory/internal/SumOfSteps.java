package org.ironopt.theory.internal;

/**
 * Moments of {@code (e, w, y)} after K steps of two linear recursions {@code z+ = z + N z + noise},
 * {@code z = (e, w)}, whose noise is correlated, with {@code y = e_1 + ... + e_K}. In {@code log K}
 * doublings of the step that carries y along; powers are kept as {@code A^L - I} and covariances as
 * sums of what is positive, so that slow chains keep their digits as fast ones do.
 */
public final class SumOfSteps {
  private static final int N = 3;

  private final double[] left;
  private final double[] right;
  private final double[] noise;

  private SumOfSteps(double[] left, double[] right, double[] noise) {
    this.left = left;
    this.right = right;
    this.noise = noise;
  }

  /**
   * Returns K steps.
   *
   * @param left N of the first recursion, row after row
   * @param right N of the second
   * @param q covariance that a step adds, of the first z (rows) with the second
   */
  public static SumOfSteps of(double[] left, double[] right, double[] q, long steps) {
    SumOfSteps one = new SumOfSteps(lift(left), lift(right), liftNoise(q));
    SumOfSteps all = one;
    for (int bit = 62 - Long.numberOfLeadingZeros(steps); bit >= 0; bit--) {
      all = all.then(all);
      if ((steps >> bit & 1) == 1) {
        all = all.then(one);
      }
    }
    return all;
  }

  private static double[] lift(double[] n) {
    return new double[] {n[0], n[1], 0, n[2], n[3], 0, 1 + n[0], n[1], 0};
  }

  private static double[] liftNoise(double[] q) {
    return new double[] {q[0], q[1], q[0], q[2], q[3], q[2], q[0], q[1], q[0]};
  }

  private SumOfSteps then(SumOfSteps next) {
    double[] both = next.carry(noise);
    for (int i = 0; i < both.length; i++) {
      both[i] += next.noise[i];
    }
    return new SumOfSteps(after(next.left, left), after(next.right, right), both);
  }

  /** Returns {@code (I + b)(I + a) - I}. */
  private static double[] after(double[] b, double[] a) {
    double[] product = times(b, a);
    for (int i = 0; i < product.length; i++) {
      product[i] += a[i] + b[i];
    }
    return product;
  }

  /** Returns {@code (I + left) s (I + right)'}. */
  private double[] carry(double[] s) {
    double[] once = times(left, s);
    for (int i = 0; i < once.length; i++) {
      once[i] += s[i];
    }
    double[] twice = new double[N * N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        double sum = once[i * N + j];
        for (int k = 0; k < N; k++) {
          sum = Math.fma(once[i * N + k], right[j * N + k], sum);
        }
        twice[i * N + j] = sum;
      }
    }
    return twice;
  }

  private static double[] times(double[] a, double[] b) {
    double[] product = new double[N * N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int k = 0; k < N; k++) {
          sum = Math.fma(a[i * N + k], b[k * N + j], sum);
        }
        product[i * N + j] = sum;
      }
    }
    return product;
  }

  /**
   * Returns the second moments of {@code (e, w, y)}, 3x3 row after row, from a start with the
   * second moments {@code s} of z, 2x2.
   */
  public double[] from(double[] s) {
    double[] moments = carry(new double[] {s[0], s[1], 0, s[2], s[3], 0, 0, 0, 0});
    for (int i = 0; i < moments.length; i++) {
      moments[i] += noise[i];
    }
    return moments;
  }

  /** Returns {@code (e, w, y)} of the first recursion without noise. */
  public double[] mean(double e, double w) {
    double[] mean = new double[N];
    for (int i = 0; i < N; i++) {
      mean[i] = left[i * N] * e + left[i * N + 1] * w;
    }
    mean[0] += e;
    mean[1] += w;
    return mean;
  }
}
