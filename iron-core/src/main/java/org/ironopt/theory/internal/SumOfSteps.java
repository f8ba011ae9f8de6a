package org.ironopt.theory.internal;

/**
 * Moments of {@code (e, w, y)} after K steps of two linear recursions {@code z+ = M z + noise},
 * {@code z = (e, w)}, whose noise is correlated, with {@code y = e_1 + ... + e_K}. In {@code log K}
 * doublings of the step that carries y along; powers are kept as {@code A^L - I} and covariances as
 * sums of what is positive, so that slow chains keep their digits as fast ones do. What is doubled
 * is a pair of steps, {@code M^2 - I = (M - I)(M + I)}: so do chains that hardly forget because an
 * eigenvalue is near -1.
 */
public final class SumOfSteps {
  private static final int N = 3;

  /**
   * A step, with matrices row after row.
   *
   * @param less {@code M - I}
   * @param plus {@code M + I}
   */
  public record Step(double[] less, double[] plus) {
    /** Returns the step with these entries of {@code M - I}. */
    public static Step of(double... less) {
      return new Step(less, new double[] {2 + less[0], less[1], less[2], 2 + less[3]});
    }
  }

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
   * @param left the first recursion
   * @param right the second
   * @param q covariance that a step adds, of the first z (rows) with the second
   */
  public static SumOfSteps of(Step left, Step right, double[] q, long steps) {
    SumOfSteps one = new SumOfSteps(lift(left.less), lift(right.less), liftNoise(q));
    if (steps == 1) {
      return one;
    }
    SumOfSteps two = pair(left, right, one.noise, q);
    SumOfSteps all = two;
    long pairs = steps / 2;
    for (int bit = 62 - Long.numberOfLeadingZeros(pairs); bit >= 0; bit--) {
      all = all.then(all);
      if ((pairs >> bit & 1) == 1) {
        all = all.then(two);
      }
    }
    return steps % 2 == 0 ? all : all.then(one);
  }

  /** Returns two steps: the first noise reaches y by the first row of {@code I + M}. */
  private static SumOfSteps pair(Step left, Step right, double[] last, double[] q) {
    double[] l = left.less;
    double[] r = right.less;
    double[] from = {1 + l[0], l[1], l[2], 1 + l[3], left.plus[0], left.plus[1]};
    double[] to = {1 + r[0], r[1], r[2], 1 + r[3], right.plus[0], right.plus[1]};
    double[] noise = last.clone();
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        double x = from[2 * i] * q[0] + from[2 * i + 1] * q[2];
        double y = from[2 * i] * q[1] + from[2 * i + 1] * q[3];
        noise[i * N + j] += x * to[2 * j] + y * to[2 * j + 1];
      }
    }
    return new SumOfSteps(times(lift(l), liftPlus(left)), times(lift(r), liftPlus(right)), noise);
  }

  private static double[] liftPlus(Step step) {
    double[] p = step.plus;
    double[] n = step.less;
    return new double[] {p[0], p[1], 0, p[2], p[3], 0, 1 + n[0], n[1], 2};
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
