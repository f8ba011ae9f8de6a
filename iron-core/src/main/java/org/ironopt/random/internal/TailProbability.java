package org.ironopt.random.internal;

import org.ironopt.linalg.internal.Require;

/**
 * Two-sided tails of the normal law and of Student's t, by continued fractions (Lentz's method,
 * DLMF 8.17.22); about fourteen digits, eleven for a million degrees of freedom.
 */
public final class TailProbability {
  private static final double TINY = 1e-300;

  private TailProbability() {}

  /**
   * Returns the probability that |t| is larger than {@code size}.
   *
   * @param freedom degrees of freedom, infinite for the normal distribution
   */
  public static double probability(double size, double freedom) {
    if (Double.isNaN(size)) {
      return Double.NaN;
    }
    double t = Math.abs(size);
    return Double.isInfinite(freedom)
        ? erfc(t / Math.sqrt(2))
        : beta(freedom / (freedom + t * t), t * t / (freedom + t * t), 0.5 * freedom);
  }

  /** Returns the size that |t| exceeds with a probability. */
  public static double quantile(double probability, double freedom) {
    Require.that(
        probability > 0 && probability < 1, "probability is %s, expected 0 to 1", probability);
    Require.that(freedom > 0, "degrees of freedom are %s, expected a number > 0", freedom);
    double low = 0;
    double high = 1;
    while (probability(high, freedom) > probability) {
      high *= 2;
    }
    while (high - low > 1e-15 * high) {
      double middle = 0.5 * (low + high);
      if (middle <= low || middle >= high) {
        break;
      }
      if (probability(middle, freedom) > probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return 0.5 * (low + high);
  }

  private static double erfc(double x) {
    double factor = StrictMath.exp(-x * x) / Math.sqrt(Math.PI);
    if (x < 2) {
      // erf(x) = 2 x factor sum_k (2 x^2)^k / (1 3 5 ... (2k + 1))
      double term = 1;
      double sum = 1;
      for (int k = 1; term > 1e-17 * sum; k++) {
        term *= 2 * x * x / (2 * k + 1);
        sum += term;
      }
      return 1 - 2 * x * factor * sum;
    }
    double fraction = x;
    for (int k = 200; k >= 1; k--) {
      fraction = x + 0.5 * k / fraction;
    }
    return factor / fraction;
  }

  /** Returns the regularised incomplete beta function I_x(a, 1/2) with {@code y = 1 - x}. */
  private static double beta(double x, double y, double a) {
    if (x <= 0 || y <= 0) {
      return x <= 0 ? 0 : 1;
    }
    // The smaller of both has all its digits.
    double logX = x < 0.5 ? StrictMath.log(x) : StrictMath.log1p(-y);
    double logY = y < 0.5 ? StrictMath.log(y) : StrictMath.log1p(-x);
    double front = StrictMath.exp(a * logX + 0.5 * logY - logBeta(a));
    return x < (a + 1) / (a + 2.5)
        ? front * fraction(x, a, 0.5) / a
        : 1 - front * fraction(y, 0.5, a) / 0.5;
  }

  private static double fraction(double x, double a, double b) {
    double c = 1;
    double d = 1 / nonzero(1 - (a + b) * x / (a + 1));
    double h = d;
    for (int m = 1; m < 10_000; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / nonzero(1 + even * d);
      c = nonzero(1 + even / c);
      h *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / nonzero(1 + odd * d);
      c = nonzero(1 + odd / c);
      h *= d * c;
      if (Math.abs(d * c - 1) < 1e-16) {
        break;
      }
    }
    return h;
  }

  private static double nonzero(double x) {
    return Math.abs(x) < TINY ? TINY : x;
  }

  /** Returns log B(a, 1/2), without the cancellation of its large logarithms. */
  private static double logBeta(double a) {
    double z = a;
    double product = 0.5 * StrictMath.log(Math.PI);
    while (z < 20) {
      product += StrictMath.log1p(0.5 / z);
      z++;
    }
    // log Gamma(z) - log Gamma(z + 1/2) by its asymptotic series.
    double r = 1 / (z * z);
    double series =
        1.0 / 8 + r * (-1.0 / 192 + r * (1.0 / 640 + r * (-17.0 / 14336 + r * 31 / 18432)));
    return product - 0.5 * StrictMath.log(z) + series / z;
  }
}
