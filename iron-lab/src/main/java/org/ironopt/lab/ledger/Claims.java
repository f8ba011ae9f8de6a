package org.ironopt.lab.ledger;

import org.ironopt.lab.Numbers;
import org.ironopt.lab.statistics.Interval;

/** Ways to turn numbers into a verdict. None of them takes a verdict. */
public final class Claims {
  /** How many standard errors a Monte Carlo value may lie from its prediction. */
  public static final double STANDARD_ERRORS = 4;

  private Claims() {}

  /** A claim that a condition on the measured numbers holds. */
  public static Claim holds(
      String id,
      String claim,
      String where,
      String expected,
      String measured,
      boolean condition,
      String evidence) {
    return new Claim(
        id, claim, where, expected, measured, Double.NaN, Double.NaN, of(condition), evidence);
  }

  /** A claim that a Monte Carlo estimate agrees with a prediction to four standard errors. */
  public static Claim predicts(
      String id, String claim, String where, double expected, Interval measured, String evidence) {
    double deviation = measured.deviation(expected);
    return new Claim(
        id,
        claim,
        where,
        number(expected),
        number(measured.mean()) + " (" + Numbers.text(deviation, 3) + " standard errors away)",
        measured.low(),
        measured.high(),
        of(deviation <= STANDARD_ERRORS),
        evidence);
  }

  /** A claim that a mean is at least a number; the whole 95 % interval must be. */
  public static Claim atLeast(
      String id, String claim, String where, double limit, Interval measured, String evidence) {
    return new Claim(
        id,
        claim,
        where,
        "at least " + number(limit),
        number(measured.mean()),
        measured.low(),
        measured.high(),
        of(measured.low() >= limit),
        evidence);
  }

  /** A claim that a mean is a number up to an absolute tolerance; the whole interval must be. */
  public static Claim near(
      String id,
      String claim,
      String where,
      double expected,
      double tolerance,
      Interval measured,
      String evidence) {
    boolean inside =
        measured.low() >= expected - tolerance && measured.high() <= expected + tolerance;
    return new Claim(
        id,
        claim,
        where,
        number(expected) + " to " + number(tolerance),
        number(measured.mean()),
        measured.low(),
        measured.high(),
        of(inside),
        evidence);
  }

  /** A claim that the 95 % interval of a mean contains a prediction. */
  public static Claim contains(
      String id, String claim, String where, double expected, Interval measured, String evidence) {
    return new Claim(
        id,
        claim,
        where,
        number(expected),
        number(measured.mean()),
        measured.low(),
        measured.high(),
        of(measured.contains(expected)),
        evidence);
  }

  /** A claim that an exact number equals a prediction to a relative tolerance. */
  public static Claim equals(
      String id,
      String claim,
      String where,
      double expected,
      double measured,
      double relative,
      String evidence) {
    boolean close = Math.abs(measured - expected) <= relative * Math.abs(expected);
    return new Claim(
        id,
        claim,
        where,
        number(expected),
        number(measured),
        Double.NaN,
        Double.NaN,
        of(close),
        evidence);
  }

  /** A claim that nothing here can decide, with the reason as evidence. */
  public static Claim notCheckable(String id, String claim, String where, String reason) {
    return new Claim(
        id, claim, where, "", "", Double.NaN, Double.NaN, Verdict.NOT_CHECKABLE, reason);
  }

  private static Verdict of(boolean condition) {
    return condition ? Verdict.REPRODUCED : Verdict.DIFFERS;
  }

  /** Returns a number with six significant digits. */
  public static String number(double value) {
    return Numbers.text(value);
  }
}
