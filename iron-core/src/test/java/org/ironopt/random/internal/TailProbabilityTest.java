package org.ironopt.random.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TailProbabilityTest {
  /** One and two degrees of freedom have closed forms. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.1, 0.5, 0.9, 0.95, 0.99, 0.999999})
  void closedForms(double level) {
    double one = StrictMath.tan(0.5 * Math.PI * level);
    assertEquals(one, TailProbability.quantile(1 - level, 1), 1e-10 * one);
    double two = Math.sqrt(2) * level / Math.sqrt((1 - level) * (1 + level));
    assertEquals(two, TailProbability.quantile(1 - level, 2), 1e-10 * two);
  }

  /** For four degrees {@code P(|T| <= t) = 3/2 s - s^3/2} with {@code s = t/sqrt(4 + t^2)}. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.7, 2, 5, 40, 1000})
  void fourDegrees(double t) {
    double s = t / Math.sqrt(4 + t * t);
    double outside = (1 - s) * (1 - s) * (2 + s) / 2;
    // 1 - s without cancellation.
    double exact = outside / ((1 - s) * (1 - s));
    double gap = 4 / ((4 + t * t) * (1 + s));
    assertEquals(
        exact * gap * gap,
        TailProbability.probability(t, 4),
        1e-10 * TailProbability.probability(t, 4));
  }

  /** The density integrates to the probability, for many degrees: by Simpson's rule. */
  @ParameterizedTest
  @ValueSource(doubles = {3, 7, 28, 39.5, 41, 1000, 1e6})
  void integralOfTheDensity(double degrees) {
    double t = 1.7;
    int cells = 2000;
    double whole = simpson(degrees, 0, 1, cells, true);
    double part = simpson(degrees, 0, t, cells, false);
    assertEquals(1 - part / whole, TailProbability.probability(t, degrees), 1e-10);
  }

  /** Of (1 + u^2/n)^(-(n+1)/2); over all of u by u = s/(1 - s^2)^(1/2) scaled. */
  private static double simpson(double n, double from, double to, int cells, boolean all) {
    double sum = 0;
    double h = (to - from) / cells;
    for (int i = 0; i <= cells; i++) {
      double s = from + i * h;
      double weight = i == 0 || i == cells ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * (all ? mapped(n, s) : density(n, s));
    }
    return sum * h / 3;
  }

  /** {@code u = tan(pi s/2) 2}, which takes 1 to infinity. */
  private static double mapped(double n, double s) {
    if (s >= 1) {
      return 0;
    }
    double u = 2 * StrictMath.tan(0.5 * Math.PI * s);
    double slope = Math.PI * (1 + 0.25 * u * u);
    return density(n, u) * slope;
  }

  private static double density(double n, double u) {
    return StrictMath.exp(-0.5 * (n + 1) * StrictMath.log1p(u * u / n));
  }

  @Test
  void quantilesOfTables() {
    // Abramowitz and Stegun give four digits; these have more, from R's qt.
    assertEquals(2.570581835636314, TailProbability.quantile(1 - 0.95, 5), 1e-10 * 2.57);
    assertEquals(3.169272672616951, TailProbability.quantile(1 - 0.99, 10), 1e-10 * 3.17);
    assertEquals(
        1.959963984540054,
        TailProbability.quantile(1 - 0.95, Double.POSITIVE_INFINITY),
        1e-10 * 1.96);
  }

  @Test
  void refusesWhatIsNoProbability() {
    assertThrows(IllegalArgumentException.class, () -> TailProbability.quantile(0, 5));
    assertThrows(IllegalArgumentException.class, () -> TailProbability.quantile(0.05, 0));
  }
}
