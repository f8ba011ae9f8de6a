package org.ironopt.curve;

import org.ironopt.linalg.Functions;

/**
 * A number with its derivatives by the parameters (forward mode): a model written with these
 * operations has exact derivatives. Immutable; the derivative array of a constant is empty.
 */
public final class Dual {
  private static final double[] NONE = {};
  private final double value;
  private final double[] d;

  private Dual(double value, double[] d) {
    this.value = value;
    this.d = d;
  }

  /** Returns a number that depends on no parameter. */
  public static Dual constant(double value) {
    return new Dual(value, NONE);
  }

  /** Returns parameter k of n. */
  static Dual parameter(double value, int k, int n) {
    double[] d = new double[n];
    d[k] = 1;
    return new Dual(value, d);
  }

  public double value() {
    return value;
  }

  /** Returns the derivative by parameter k. */
  public double derivative(int k) {
    return d.length == 0 ? 0 : d[k];
  }

  public Dual plus(Dual other) {
    return combine(value + other.value, 1, other, 1);
  }

  public Dual plus(double other) {
    return new Dual(value + other, d);
  }

  public Dual minus(Dual other) {
    return combine(value - other.value, 1, other, -1);
  }

  public Dual minus(double other) {
    return new Dual(value - other, d);
  }

  public Dual times(Dual other) {
    return combine(value * other.value, other.value, other, value);
  }

  public Dual times(double other) {
    return chain(value * other, other);
  }

  public Dual over(Dual other) {
    double quotient = value / other.value;
    return combine(quotient, 1 / other.value, other, -quotient / other.value);
  }

  public Dual over(double other) {
    return chain(value / other, 1 / other);
  }

  public Dual negate() {
    return chain(-value, -1);
  }

  public Dual exp() {
    return of(Formula.Function.EXP);
  }

  public Dual log() {
    return of(Formula.Function.LOG);
  }

  public Dual sqrt() {
    return of(Formula.Function.SQRT);
  }

  public Dual sin() {
    return of(Formula.Function.SIN);
  }

  public Dual cos() {
    return of(Formula.Function.COS);
  }

  public Dual atan() {
    return of(Formula.Function.ATAN);
  }

  public Dual tanh() {
    return of(Formula.Function.TANH);
  }

  private Dual of(Formula.Function function) {
    double y = function.value.applyAsDouble(value);
    return chain(y, function.slope.applyAsDouble(value, y));
  }

  public Dual pow(double exponent) {
    return chain(StrictMath.pow(value, exponent), exponent * StrictMath.pow(value, exponent - 1));
  }

  /** Returns this to the power of another, for a positive base. */
  public Dual pow(Dual exponent) {
    double power = StrictMath.pow(value, exponent.value);
    return combine(
        power,
        exponent.value * StrictMath.pow(value, exponent.value - 1),
        exponent,
        power == 0 ? 0 : power * Functions.log(value));
  }

  private Dual chain(double result, double slope) {
    double[] out = new double[d.length];
    for (int k = 0; k < d.length; k++) {
      out[k] = slope * d[k];
    }
    return new Dual(result, out);
  }

  private Dual combine(double result, double slope, Dual other, double otherSlope) {
    if (other.d.length == 0) {
      return chain(result, slope);
    }
    if (d.length == 0) {
      return other.chain(result, otherSlope);
    }
    double[] out = new double[d.length];
    for (int k = 0; k < d.length; k++) {
      out[k] = slope * d[k] + otherSlope * other.d[k];
    }
    return new Dual(result, out);
  }

  @Override
  public String toString() {
    return value + " " + java.util.Arrays.toString(d);
  }
}
