package org.ironopt.random;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Tests of hypotheses. Seeds are fixed, so a test is one experiment: it was allowed to fail with
 * probability {@link #LEVEL}, shared out among all the numbers it looks at (Bonferroni).
 */
public final class Statistics {
  public static final double LEVEL = 1e-4;

  private Statistics() {}

  /** Requires that z, standard normal if all is well, is not too far out for one of many. */
  public static void plausible(String what, double z, int ofMany) {
    double p = 2 * normalTail(Math.abs(z));
    assertTrue(p > LEVEL / ofMany, what + ": z = " + z + ", p = " + p + " as one of " + ofMany);
  }

  /** Requires that a sample agrees with a continuous distribution function. */
  public static void follows(String what, double[] sample, DoubleUnaryOperator cdf, int ofMany) {
    double p = kolmogorovSmirnov(sample, cdf);
    assertTrue(p > LEVEL / ofMany, what + ": Kolmogorov-Smirnov p = " + p + ", one of " + ofMany);
  }

  /** Requires that counts agree with expected ones, and do not agree too well. */
  public static void chiSquare(String what, long[] counts, double[] expected, int ofMany) {
    double chi2 = 0;
    for (int i = 0; i < counts.length; i++) {
      double d = counts[i] - expected[i];
      chi2 += d * d / expected[i];
    }
    // The cube root of chi2/dof is nearly normal (Wilson and Hilferty).
    double v = 2.0 / (9 * (counts.length - 1));
    double z = (Math.cbrt(chi2 / (counts.length - 1)) - (1 - v)) / Math.sqrt(v);
    plausible(what + ", chi2 = " + chi2, z, ofMany);
  }

  public static double kolmogorovSmirnov(double[] sample, DoubleUnaryOperator cdf) {
    double[] x = sample.clone();
    Arrays.sort(x);
    int n = x.length;
    double distance = 0;
    for (int i = 0; i < n; i++) {
      double f = cdf.applyAsDouble(x[i]);
      distance = Math.max(distance, Math.max(f - (double) i / n, (i + 1.0) / n - f));
    }
    double t = (Math.sqrt(n) + 0.12 + 0.11 / Math.sqrt(n)) * distance;
    double p = 0;
    for (int k = 1; k <= 100; k++) {
      p += (k % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * k * k * t * t);
    }
    return t < 0.2 ? 1 : p;
  }

  public static double normalCdf(double x) {
    return x > 0 ? 1 - normalTail(x) : normalTail(-x);
  }

  /** P(Z > x) for x >= 0: the power series of the integral, far out Laplace's fraction. */
  public static double normalTail(double x) {
    double density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    if (x < 3) {
      double term = x;
      double sum = x;
      for (int k = 1; k < 100; k++) {
        term *= x * x / (2 * k + 1);
        sum += term;
      }
      return 0.5 - density * sum;
    }
    double fraction = x;
    for (int k = 200; k >= 1; k--) {
      fraction = x + k / fraction;
    }
    return density / fraction;
  }

  /** The correlation of two samples with known mean 0 and variance 1, times sqrt(n). */
  public static double correlation(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum / Math.sqrt(x.length);
  }
}
