package org.ironopt.theory;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/** Matrices of order 2 in 100 digits, for averages of long chains. */
final class PreciseMatrix {
  private static final MathContext DIGITS = new MathContext(100);

  private final BigDecimal[] m;

  PreciseMatrix(BigDecimal... m) {
    this.m = m;
  }

  static PreciseMatrix identity(BigDecimal size) {
    return new PreciseMatrix(size, BigDecimal.ZERO, BigDecimal.ZERO, size);
  }

  PreciseMatrix times(BigDecimal factor) {
    return new PreciseMatrix(
        Arrays.stream(m).map(x -> x.multiply(factor, DIGITS)).toArray(BigDecimal[]::new));
  }

  PreciseMatrix plus(PreciseMatrix other) {
    BigDecimal[] sum = new BigDecimal[4];
    Arrays.setAll(sum, i -> m[i].add(other.m[i], DIGITS));
    return new PreciseMatrix(sum);
  }

  private PreciseMatrix less(PreciseMatrix other) {
    return plus(other.times(BigDecimal.ONE.negate()));
  }

  private PreciseMatrix times(PreciseMatrix other) {
    BigDecimal[] b = other.m;
    BigDecimal[] product = new BigDecimal[4];
    Arrays.setAll(
        product,
        i -> m[i / 2 * 2].multiply(b[i % 2]).add(m[i / 2 * 2 + 1].multiply(b[2 + i % 2]), DIGITS));
    return new PreciseMatrix(product);
  }

  private PreciseMatrix transpose() {
    return new PreciseMatrix(m[0], m[2], m[1], m[3]);
  }

  private PreciseMatrix inverse() {
    BigDecimal det = m[0].multiply(m[3]).subtract(m[1].multiply(m[2]));
    BigDecimal unit = BigDecimal.ONE.divide(det, DIGITS);
    return new PreciseMatrix(m[3], m[1].negate(), m[2].negate(), m[0]).times(unit);
  }

  private PreciseMatrix power(int exponent) {
    PreciseMatrix power = identity(BigDecimal.ONE);
    PreciseMatrix square = this;
    for (int rest = exponent; rest > 0; rest /= 2) {
      power = rest % 2 == 1 ? power.times(square) : power;
      square = square.times(square);
    }
    return power;
  }

  /**
   * Returns {@code ((2 (K N - N^2 M (I - M^K)) - K I) P)_11/K^2} for the recursion with the matrix
   * M and noise of covariance Q; P by doubling.
   */
  static BigDecimal average(PreciseMatrix step, PreciseMatrix q, int count) {
    PreciseMatrix p = q;
    PreciseMatrix power = step;
    BigDecimal nothing = new BigDecimal("1e-200");
    while (Arrays.stream(power.m).anyMatch(x -> x.abs().compareTo(nothing) > 0)) {
      p = p.plus(power.times(p).times(power.transpose()));
      power = power.times(power);
    }
    PreciseMatrix identity = identity(BigDecimal.ONE);
    BigDecimal steps = BigDecimal.valueOf(count);
    PreciseMatrix n = identity.less(step).inverse();
    PreciseMatrix gone = identity.less(step.power(count));
    PreciseMatrix sum = n.times(steps).less(n.times(n).times(step).times(gone));
    PreciseMatrix all = sum.times(BigDecimal.TWO).less(identity.times(steps)).times(p);
    return all.m[0].divide(steps.multiply(steps), DIGITS);
  }
}
