package org.ironopt.fit.adversary;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** The arithmetic of the judge against decimals of 60 digits. */
class DdTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final double ROUNDING = 1e-30;

  private static BigDecimal exact(Dd a) {
    return new BigDecimal(a.hi()).add(new BigDecimal(a.lo()));
  }

  private static void near(String what, BigDecimal wanted, Dd seen) {
    BigDecimal off = exact(seen).subtract(wanted).abs();
    BigDecimal allowed = wanted.abs().multiply(BigDecimal.valueOf(ROUNDING));
    assertTrue(off.compareTo(allowed) <= 0, () -> what + ": " + seen + " is off by " + off);
  }

  /** The power series, after halving the argument often enough. */
  private static BigDecimal exp(BigDecimal x) {
    BigDecimal r = x.divide(BigDecimal.valueOf(1 << 12), DIGITS);
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 30; k >= 1; k--) {
      sum = sum.multiply(r).divide(BigDecimal.valueOf(k), DIGITS).add(BigDecimal.ONE);
    }
    for (int k = 0; k < 12; k++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  @Test
  void everyOperationKeepsThirtyDigits() {
    RandomStream stream = new RandomStreams(5).stream("numbers");
    for (int k = 0; k < 500; k++) {
      Dd a = Dd.of(stream.normal(k, 0)).over(Dd.of(3 + stream.uniform(k, 1)));
      Dd b = Dd.of(stream.normal(k, 2)).plus(Dd.of(1e-17 * stream.normal(k, 3)));
      BigDecimal x = exact(a);
      BigDecimal y = exact(b);
      BigDecimal larger = x.abs().max(y.abs());
      BigDecimal sum = exact(a.plus(b)).subtract(x.add(y)).abs();
      assertTrue(sum.doubleValue() <= ROUNDING * larger.doubleValue(), "sum " + k);
      near("product", x.multiply(y), a.times(b));
      near("quotient", x.divide(y, DIGITS), a.over(b));
      near("root", x.abs().sqrt(DIGITS), a.abs().sqrt());
    }
  }

  @Test
  void exponentialsAndLogarithmsKeepThirtyDigitsOfSmallAndLargeNumbers() {
    RandomStream stream = new RandomStreams(6).stream("arguments");
    for (int k = 0; k < 300; k++) {
      double size = StrictMath.pow(10, 22 * stream.uniform(k, 0) - 20);
      Dd a = Dd.of(size * stream.normal(k, 1)).over(Dd.of(3));
      BigDecimal e = exp(exact(a));
      // A large argument hands its own rounding, relative to one, on to the exponential.
      BigDecimal off = exact(a.exp()).divide(e, DIGITS).subtract(BigDecimal.ONE);
      assertTrue(off.abs().doubleValue() <= ROUNDING * (1 + Math.abs(a.hi())), "exp " + a);
      near("expm1", e.subtract(BigDecimal.ONE), a.expm1());
      if (Math.abs(a.hi()) < 0.4) {
        near("log1p", exact(a), a.expm1().log1p());
      }
      Dd error = a.exp().log().minus(a);
      assertTrue(error.abs().hi() <= ROUNDING * Math.max(1, Math.abs(a.hi())), "log " + a);
    }
  }
}
