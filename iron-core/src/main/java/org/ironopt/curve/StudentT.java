package org.ironopt.curve;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Require;

/** Student's t distribution, for confidence bands. */
public final class StudentT {
  private static final double EPS = 0x1p-53;

  /** The continued fraction loses as many digits as the degrees of freedom have. */
  private static final double LARGE = 1e4;

  private StudentT() {}

  /**
   * Returns t with {@code P(|T| <= t) = level} for so many degrees of freedom: the factor of a
   * standard error in a two-sided interval.
   *
   * @param level between 0 and 1
   * @param degrees positive, may be infinite (the normal law)
   */
  public static double factor(double level, double degrees) {
    Require.that(level > 0 && level < 1, "level is %s, expected a number between 0 and 1", level);
    Require.that(degrees > 0, "degrees of freedom are %s, expected a number > 0", degrees);
    if (degrees > LARGE) {
      return manyDegrees(factor(level, LARGE), degrees);
    }
    double outside = 1 - level;
    double low = 0;
    double high = 1;
    while (tails(high, degrees) > outside && high < 1e300) {
      low = high;
      high *= 2;
    }
    double middle = 0.5 * (low + high);
    while (middle > low && middle < high) {
      if (tails(middle, degrees) > outside) {
        low = middle;
      } else {
        high = middle;
      }
      middle = 0.5 * (low + high);
    }
    return middle;
  }

  /**
   * Returns the factor for many degrees from that for {@link #LARGE} ones: both are given by that
   * of the normal law and R. Fisher's expansion (Abramowitz and Stegun, 26.7.5).
   */
  private static double manyDegrees(double large, double degrees) {
    double z = large;
    for (int k = 0; k < 20; k++) {
      z = large - correction(z, LARGE);
    }
    return z + correction(z, degrees);
  }

  private static double correction(double z, double n) {
    double z2 = z * z;
    double first = z * (z2 + 1) / 4;
    double second = z * (3 + z2 * (16 + z2 * 5)) / 96;
    double third = z * (-15 + z2 * (17 + z2 * (19 + z2 * 3))) / 384;
    return (first + (second + third / n) / n) / n;
  }

  /** Returns {@code P(|T| > t)}, {@code t >= 0}; loses digits with the degrees of freedom. */
  static double tails(double t, double n) {
    Require.nonNegative("t", t);
    double square = t * t;
    return n > square
        ? 1 - beta(square / (n + square), 0.5, 0.5 * n)
        : beta(n / (n + square), 0.5 * n, 0.5);
  }

  /** Returns the regularised incomplete beta function I_x(a, b). */
  private static double beta(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    double front = Functions.exp(a * Functions.log(x) + b * Functions.log1p(-x) - logBeta(a, b));
    return x < (a + 1) / (a + b + 2)
        ? front * fraction(x, a, b) / a
        : 1 - front * fraction(1 - x, b, a) / b;
  }

  /** The continued fraction of the incomplete beta function, by Lentz's method (DLMF 8.17.22). */
  private static double fraction(double x, double a, double b) {
    double c = 1;
    double d = 1 / (1 - (a + b) * x / (a + 1));
    double h = d;
    for (int k = 1; k < 100_000; k++) {
      double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
      d = 1 / (1 + even * d);
      c = 1 + even / c;
      h *= d * c;
      double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
      d = 1 / (1 + odd * d);
      c = 1 + odd / c;
      h *= d * c;
      if (Math.abs(d * c - 1) <= EPS) {
        break;
      }
    }
    return h;
  }

  /** Returns log B(a, b); one of them is 1/2, the other may be large. */
  private static double logBeta(double a, double b) {
    double large = Math.max(a, b);
    // log Gamma(large) - log Gamma(large + 1/2) without cancellation: raise large to 20 first.
    double product = 0;
    while (large < 20) {
      product += Functions.log1p(0.5 / large);
      large++;
    }
    double logGammaHalf = 0.5 * Functions.log(Math.PI);
    return logGammaHalf + product + ratio(large);
  }

  /** Returns log Gamma(z) - log Gamma(z + 1/2), z at least 20, by its asymptotic series. */
  private static double ratio(double z) {
    double y = 1 / z;
    double y2 = y * y;
    double series =
        y
            * (1.0 / 8
                + y2 * (-1.0 / 192 + y2 * (1.0 / 640 + y2 * (-17.0 / 14336 + y2 * 31 / 18432))));
    return -0.5 * Functions.log(z) + series;
  }
}
