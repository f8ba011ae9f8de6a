package org.ironopt.lab.ledger;

import java.util.List;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.statistics.Interval;

/** Claims whose words stand in code instead of in a file, by the rules of {@link Ledger}. */
public final class Claims {
  /** How many standard errors a Monte Carlo value may lie from its prediction. */
  public static final double STANDARD_ERRORS = Ledger.STANDARD_ERRORS;

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
    return one(id, claim, where, expected, Double.NaN).holds(id, condition, measured, evidence);
  }

  /** A claim that a Monte Carlo estimate agrees with a prediction to four standard errors. */
  public static Claim predicts(
      String id, String claim, String where, double expected, Interval measured, String evidence) {
    return one(id, claim, where, "at most 4 standard errors away", Double.NaN)
        .predicts(id, expected, measured, evidence);
  }

  /** A claim that a mean is at least a number; the whole 95 % interval must be. */
  public static Claim atLeast(
      String id, String claim, String where, double limit, Interval measured, String evidence) {
    return one(id, claim, where, "at least " + number(limit), limit)
        .atLeast(id, measured, evidence);
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
    return one(id, claim, where, "to " + number(tolerance), tolerance)
        .near(id, expected, measured, evidence);
  }

  /** A claim that the 95 % interval of a mean contains a prediction. */
  public static Claim contains(
      String id, String claim, String where, double expected, Interval measured, String evidence) {
    return one(id, claim, where, "in the 95 % interval", Double.NaN)
        .contains(id, expected, measured, evidence);
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
    return one(id, claim, where, "to a relative " + number(relative), relative)
        .matches(id, expected, measured, evidence);
  }

  /** A claim that nothing here can decide, with the reason as evidence. */
  public static Claim notCheckable(String id, String claim, String where, String reason) {
    return one(id, claim, where, "", Double.NaN).notCheckable(id, reason);
  }

  private static Ledger one(String id, String claim, String where, String criterion, double limit) {
    return new Ledger(
        List.of(
            new ClaimText(id, Kind.PAPER, "", where, claim, "", criterion, limit, List.of(), "")));
  }

  /** Returns a number with six significant digits. */
  public static String number(double value) {
    return Numbers.text(value);
  }
}
