package org.ironopt.random;

/**
 * Two-sided tails of the normal law and of Student's t, by continued fractions (Lentz); about
 * twelve digits.
 */
public final class Tail {
  private static final double TINY = 1e-300;

  private Tail() {}

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
    if (Double.isInfinite(freedom)) {
      return erfc(t / Math.sqrt(2));
    }
    return beta(freedom / (freedom + t * t), 0.5 * freedom, 0.5);
  }

  /** Returns the size that |t| exceeds with a probability. */
  public static double quantile(double probability, double freedom) {
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

  /** Returns the regularised incomplete beta function. */
  private static double beta(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    double front =
        StrictMath.exp(
            logGamma(a + b)
                - logGamma(a)
                - logGamma(b)
                + a * StrictMath.log(x)
                + b * StrictMath.log1p(-x));
    return x < (a + 1) / (a + b + 2)
        ? front * fraction(x, a, b) / a
        : 1 - front * fraction(1 - x, b, a) / b;
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

  /** Stirling's series, for arguments moved above 15. */
  private static double logGamma(double x) {
    double shift = 0;
    double y = x;
    while (y < 15) {
      shift += StrictMath.log(y);
      y++;
    }
    double r = 1 / (y * y);
    double series = (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680)))) / y;
    return (y - 0.5) * StrictMath.log(y) - y + 0.5 * StrictMath.log(2 * Math.PI) + series - shift;
  }
}
