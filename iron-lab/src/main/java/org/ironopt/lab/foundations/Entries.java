package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Claims.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;

/** Turns what a study found into entries of the ledger; a study that is missing makes none. */
final class Entries {
  /** What rounding may add to an inequality that holds with equality. */
  private static final double ROUNDING = 1e-9;

  private final List<Claim> claims = new ArrayList<>();
  private Findings findings;

  /** Says from which study the next entries come. */
  Findings from(Findings findings) {
    this.findings = findings;
    return findings;
  }

  void add(Claim claim) {
    claims.add(claim);
  }

  List<Claim> all() {
    return claims;
  }

  /** An inequality: the largest left side over right side is at most 1. */
  void inequality(String id, String claim, String where, String... columns) {
    double largest = largest(columns);
    claims.add(
        Claims.holds(
            id,
            claim,
            where,
            "left side over right side at most 1",
            "largest ratio " + number(largest) + over(columns),
            largest <= 1 + ROUNDING,
            evidence(columns)));
  }

  /** An identity: the largest relative gap is at the level of rounding. */
  void identity(String id, String claim, String where, double tolerance, String... columns) {
    double largest = largest(columns);
    claims.add(
        Claims.holds(
            id,
            claim,
            where,
            String.format(Locale.ROOT, "relative gap at most %.0e", tolerance),
            "largest gap " + number(largest) + over(columns),
            largest <= tolerance,
            evidence(columns)));
  }

  /** An order: the fitted exponent of every instance is close to the expected one. */
  void order(String id, String claim, String where, double expected, String column) {
    double low = findings.smallest(column);
    double high = findings.largest(column);
    claims.add(
        Claims.holds(
            id,
            claim,
            where,
            String.format(Locale.ROOT, "exponent %.0f to 0.01", expected),
            "exponents from " + number(low) + " to " + number(high) + over(column),
            Math.abs(low - expected) <= 0.01 && Math.abs(high - expected) <= 0.01,
            evidence(column)));
  }

  private double largest(String... columns) {
    double largest = 0;
    for (String column : columns) {
      largest = Math.max(largest, findings.largest(column));
    }
    return largest;
  }

  private String over(String... columns) {
    return " over " + findings.count(columns[0]) + " instances";
  }

  private String evidence(String... columns) {
    return findings.evidence(String.join(", ", columns));
  }
}
