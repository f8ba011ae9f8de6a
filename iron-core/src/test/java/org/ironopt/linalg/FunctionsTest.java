package org.ironopt.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every function within 2 ulp of 60 digits wherever the result is a normal number, and limits. */
@Execution(ExecutionMode.CONCURRENT)
class FunctionsTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final long SEED = 20260101;

  @Test
  void expIsWithinTwoUlp() {
    Random random = new Random(SEED);
    check("exp", Functions::exp, HighPrecision::exp, -708.39, 709.78, 4000);
    check("exp", Functions::exp, HighPrecision::exp, -1.2, 1.2, 4000);
    checkMagnitudes("exp", Functions::exp, HighPrecision::exp, random, -60, 9.4, 2500);
    for (int k = -1021; k <= 1023; k += 7) {
      checkAround("exp", Functions::exp, HighPrecision::exp, (k + 0.5) * StrictMath.log(2));
    }
  }

  @Test
  void expm1IsWithinTwoUlp() {
    Random random = new Random(SEED + 1);
    check("expm1", Functions::expm1, HighPrecision::expm1, -62, 62, 4000);
    check("expm1", Functions::expm1, HighPrecision::expm1, -1.5, 1.5, 4000);
    checkMagnitudes("expm1", Functions::expm1, HighPrecision::expm1, random, -1020, 6, 2500);
  }

  @Test
  void logIsWithinTwoUlp() {
    Random random = new Random(SEED + 2);
    check("log", Functions::log, HighPrecision::log, 0.3, 3, 5000);
    check("log", Functions::log, HighPrecision::log, 0.999, 1.001, 1500);
    for (int i = 0; i < 4000; i++) {
      double x = Math.scalb(1 + random.nextDouble(), random.nextInt(2098) - 1074);
      check("log", Functions::log, HighPrecision::log, x);
    }
    for (double x : new double[] {Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE}) {
      checkAround("log", Functions::log, HighPrecision::log, x);
    }
    checkAround("log", Functions::log, HighPrecision::log, Math.sqrt(0.5));
    checkAround("log", Functions::log, HighPrecision::log, 1);
  }

  @Test
  void log1pIsWithinTwoUlp() {
    Random random = new Random(SEED + 3);
    check("log1p", Functions::log1p, HighPrecision::log1p, -0.999, 3, 5000);
    checkMagnitudes("log1p", Functions::log1p, HighPrecision::log1p, random, -1020, -1, 2500);
    for (int i = 0; i < 2500; i++) {
      double x = Math.scalb(1 + random.nextDouble(), random.nextInt(1024));
      check("log1p", Functions::log1p, HighPrecision::log1p, x);
      double nearMinusOne = -1 + Math.scalb(1 + random.nextDouble(), -1 - random.nextInt(52));
      check("log1p", Functions::log1p, HighPrecision::log1p, nearMinusOne);
    }
  }

  @Test
  void sigmoidIsWithinTwoUlp() {
    Random random = new Random(SEED + 4);
    check("sigmoid", Functions::sigmoid, HighPrecision::sigmoid, -708.39, 50, 3000);
    check("sigmoid", Functions::sigmoid, HighPrecision::sigmoid, -38, 38, 6000);
    checkMagnitudes("sigmoid", Functions::sigmoid, HighPrecision::sigmoid, random, -70, 9.4, 1500);
  }

  @Test
  void tanhIsWithinTwoUlp() {
    Random random = new Random(SEED + 5);
    check("tanh", Functions::tanh, HighPrecision::tanh, -3, 3, 6000);
    check("tanh", Functions::tanh, HighPrecision::tanh, -25, 25, 2000);
    checkMagnitudes("tanh", Functions::tanh, HighPrecision::tanh, random, -1020, 8, 2500);
  }

  @Test
  void logcoshIsWithinTwoUlp() {
    Random random = new Random(SEED + 6);
    check("logcosh", Functions::logcosh, HighPrecision::logcosh, -3, 3, 6000);
    check("logcosh", Functions::logcosh, HighPrecision::logcosh, 0.7, 0.8, 1000);
    checkMagnitudes(
        "logcosh", Functions::logcosh, HighPrecision::logcosh, random, -509, 1022, 3500);
    checkAround("logcosh", Functions::logcosh, HighPrecision::logcosh, 1e3);
    checkAround("logcosh", Functions::logcosh, HighPrecision::logcosh, 1e300);
  }

  @Test
  void limitsOfTheRangeAreExact() {
    assertEquals(INF, Functions.exp(INF));
    assertEquals(0.0, Functions.exp(-INF));
    assertEquals(INF, Functions.exp(709.79));
    assertEquals(INF, Functions.exp(Double.MAX_VALUE));
    assertEquals(Double.MIN_VALUE, Functions.exp(-744.5));
    assertEquals(0.0, Functions.exp(-745.2));
    assertEquals(1.0, Functions.exp(-0.0));
    assertEquals(-0.0, Functions.expm1(-0.0));
    assertEquals(-1.0, Functions.expm1(-INF));
    assertEquals(INF, Functions.expm1(INF));
    assertEquals(-INF, Functions.log(0));
    assertEquals(-INF, Functions.log(-0.0));
    assertEquals(Double.NaN, Functions.log(-1));
    assertEquals(Double.NaN, Functions.log(-INF));
    assertEquals(INF, Functions.log(INF));
    assertEquals(0.0, Functions.log(1));
    assertEquals(-INF, Functions.log1p(-1));
    assertEquals(Double.NaN, Functions.log1p(-1.5));
    assertEquals(INF, Functions.log1p(INF));
    assertEquals(-0.0, Functions.log1p(-0.0));
    assertEquals(0.5, Functions.sigmoid(0));
    assertEquals(1.0, Functions.sigmoid(INF));
    assertEquals(0.0, Functions.sigmoid(-INF));
    assertEquals(Functions.exp(-740), Functions.sigmoid(-740));
    assertEquals(-0.0, Functions.tanh(-0.0));
    assertEquals(1.0, Functions.tanh(INF));
    assertEquals(-1.0, Functions.tanh(-INF));
    assertEquals(Double.MIN_VALUE, Functions.tanh(Double.MIN_VALUE));
    assertEquals(0.0, Functions.logcosh(-0.0));
    assertEquals(INF, Functions.logcosh(-INF));
    assertEquals(Double.MAX_VALUE, Functions.logcosh(-Double.MAX_VALUE));
  }

  @Test
  void notANumberStaysOne() {
    for (DoubleUnaryOperator f :
        new DoubleUnaryOperator[] {
          Functions::exp,
          Functions::expm1,
          Functions::log,
          Functions::log1p,
          Functions::sigmoid,
          Functions::tanh,
          Functions::logcosh
        }) {
      assertEquals(Double.NaN, f.applyAsDouble(Double.NaN));
    }
  }

  @Test
  void resultsNextToZeroAreStillCloseWhenSubnormal() {
    for (double x = -745; x < -708; x += 0.01) {
      double y = Functions.exp(x);
      double exact = HighPrecision.exp(new BigDecimal(x)).doubleValue();
      assertTrue(Math.abs(y - exact) <= 2 * Double.MIN_VALUE, "exp(" + x + ")");
    }
  }

  private static void check(
      String name,
      DoubleUnaryOperator f,
      UnaryOperator<BigDecimal> g,
      double lo,
      double hi,
      int n) {
    // A fixed irrational rotation covers the interval more evenly than random points.
    double t = 0.5;
    for (int i = 0; i < n; i++) {
      t += 0.6180339887498949;
      t -= Math.floor(t);
      check(name, f, g, lo + t * (hi - lo));
    }
    check(name, f, g, lo);
    check(name, f, g, hi);
  }

  private static void checkMagnitudes(
      String name,
      DoubleUnaryOperator f,
      UnaryOperator<BigDecimal> g,
      Random random,
      double low,
      double high,
      int n) {
    for (int i = 0; i < n; i++) {
      double e = low + (high - low) * random.nextDouble();
      double x = Math.scalb(StrictMath.pow(2, e - Math.floor(e)), (int) Math.floor(e));
      check(name, f, g, x);
      check(name, f, g, -x);
    }
  }

  private static void checkAround(
      String name, DoubleUnaryOperator f, UnaryOperator<BigDecimal> g, double x) {
    check(name, f, g, Math.max(Double.MIN_VALUE, Math.nextDown(x)));
    check(name, f, g, x);
    check(name, f, g, Math.min(Double.MAX_VALUE, Math.nextUp(x)));
  }

  private static void check(
      String name, DoubleUnaryOperator f, UnaryOperator<BigDecimal> g, double x) {
    double y = f.applyAsDouble(x);
    BigDecimal exact = g.apply(new BigDecimal(x));
    double rounded = exact.doubleValue();
    if (Math.abs(rounded) < Double.MIN_NORMAL) {
      return;
    }
    BigDecimal error = new BigDecimal(y).subtract(exact).abs();
    double ulps =
        error.divide(new BigDecimal(ulp(exact, rounded)), HighPrecision.CONTEXT).doubleValue();
    assertTrue(ulps <= 2, name + "(" + x + ") = " + y + " is off by " + ulps + " ulp");
  }

  /** The spacing of doubles around the exact value, not around its rounding to a power of two. */
  private static double ulp(BigDecimal exact, double rounded) {
    boolean above = new BigDecimal(Math.abs(rounded)).compareTo(exact.abs()) > 0;
    return Math.ulp(above ? Math.nextDown(Math.abs(rounded)) : rounded);
  }
}
