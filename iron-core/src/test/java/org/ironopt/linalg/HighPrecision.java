package org.ironopt.linalg;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** The elementary functions in 60 digits, by reduced series: the reference of the ulp tests. */
final class HighPrecision {
  static final MathContext CONTEXT = new MathContext(60, RoundingMode.HALF_EVEN);
  private static final MathContext MC = CONTEXT;
  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.TWO;
  private static final BigDecimal LN2 = twiceArtanh(ONE.divide(BigDecimal.valueOf(3), MC));

  /** Beyond this exponent exp(-|x|) no longer matters to 60 digits of a sum with 1. */
  private static final BigDecimal FAR = BigDecimal.valueOf(200);

  private HighPrecision() {}

  static BigDecimal exp(BigDecimal x) {
    BigInteger k = x.divide(LN2, MC).setScale(0, RoundingMode.HALF_EVEN).toBigIntegerExact();
    // Another 2^-8 makes the series short; eight squarings undo it.
    BigDecimal r =
        x.subtract(LN2.multiply(new BigDecimal(k)), MC).divide(BigDecimal.valueOf(256), MC);
    BigDecimal sum = ONE;
    BigDecimal term = ONE;
    for (int n = 1; significant(term, sum); n++) {
      term = term.multiply(r, MC).divide(BigDecimal.valueOf(n), MC);
      sum = sum.add(term, MC);
    }
    for (int i = 0; i < 8; i++) {
      sum = sum.multiply(sum, MC);
    }
    int power = k.intValueExact();
    BigDecimal scale = TWO.pow(Math.abs(power), MC);
    return power >= 0 ? sum.multiply(scale, MC) : sum.divide(scale, MC);
  }

  static BigDecimal expm1(BigDecimal x) {
    if (x.abs().doubleValue() > 0.5) {
      return exp(x).subtract(ONE, MC);
    }
    BigDecimal s = sinh(x.divide(TWO, MC));
    // e^x - 1 = 2 sinh(x/2) e^(x/2).
    return TWO.multiply(s, MC).multiply(exp(x.divide(TWO, MC)), MC);
  }

  /** Newton for e^y = x, cubically convergent from a double's accuracy. */
  static BigDecimal log(BigDecimal x) {
    BigDecimal nearOne = x.subtract(ONE, MC);
    if (nearOne.abs().doubleValue() < 0.1) {
      return log1p(nearOne);
    }
    BigDecimal y = new BigDecimal(StrictMath.log(x.doubleValue()));
    for (int i = 0; i < 2; i++) {
      BigDecimal e = exp(y);
      y = y.add(TWO.multiply(x.subtract(e, MC), MC).divide(x.add(e, MC), MC), MC);
    }
    return y;
  }

  static BigDecimal log1p(BigDecimal x) {
    if (x.abs().doubleValue() < 0.15) {
      return twiceArtanh(x.divide(TWO.add(x, MC), MC));
    }
    return log(ONE.add(x));
  }

  static BigDecimal sigmoid(BigDecimal x) {
    BigDecimal e = exp(x.abs().negate());
    BigDecimal numerator = x.signum() < 0 ? e : ONE;
    return numerator.divide(ONE.add(e, MC), MC);
  }

  static BigDecimal tanh(BigDecimal x) {
    if (x.abs().compareTo(FAR) > 0) {
      return BigDecimal.valueOf(x.signum());
    }
    if (x.abs().doubleValue() < 0.5) {
      BigDecimal s = sinh(x);
      return s.divide(ONE.add(s.multiply(s, MC), MC).sqrt(MC), MC);
    }
    BigDecimal e = exp(TWO.multiply(x));
    return e.subtract(ONE, MC).divide(e.add(ONE, MC), MC);
  }

  static BigDecimal logcosh(BigDecimal x) {
    BigDecimal a = x.abs();
    if (a.doubleValue() < 0.5) {
      BigDecimal s = sinh(a.divide(TWO, MC));
      return log1p(TWO.multiply(s, MC).multiply(s, MC));
    }
    BigDecimal tail = a.compareTo(FAR) > 0 ? BigDecimal.ZERO : log1p(exp(TWO.multiply(a).negate()));
    return a.subtract(LN2, MC).add(tail, MC);
  }

  private static BigDecimal sinh(BigDecimal x) {
    BigDecimal square = x.multiply(x, MC);
    BigDecimal sum = x;
    BigDecimal term = x;
    for (int n = 2; significant(term, sum); n += 2) {
      term = term.multiply(square, MC).divide(BigDecimal.valueOf((long) n * (n + 1)), MC);
      sum = sum.add(term, MC);
    }
    return sum;
  }

  private static BigDecimal twiceArtanh(BigDecimal s) {
    BigDecimal square = s.multiply(s, MC);
    BigDecimal sum = s;
    BigDecimal power = s;
    for (int n = 3; significant(power, sum); n += 2) {
      power = power.multiply(square, MC);
      sum = sum.add(power.divide(BigDecimal.valueOf(n), MC), MC);
    }
    return TWO.multiply(sum, MC);
  }

  private static boolean significant(BigDecimal term, BigDecimal sum) {
    return term.signum() != 0
        && (term.precision() - term.scale()) > (sum.precision() - sum.scale()) - 60;
  }
}
