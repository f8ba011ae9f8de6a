package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Ledger.number;

import java.util.List;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;

/** Turns what the studies found into entries of the ledger; a study that is missing makes none. */
final class Entries {
  private final Ledger ledger = Ledger.of(Entries.class);
  private Findings findings;

  /** Says from which study the next entries come. */
  Ledger from(Findings findings) {
    this.findings = findings;
    return ledger;
  }

  Ledger ledger() {
    return ledger;
  }

  List<Claim> all() {
    return ledger.claims();
  }

  /** An inequality: the largest left side over right side is at most 1, up to rounding. */
  void inequality(String id, String... columns) {
    double largest = largest(columns);
    String measured = "largest ratio " + number(largest) + over(columns);
    ledger.holds(id, largest <= 1 + ledger.limit(id), measured, evidence(columns));
  }

  /** An identity: the largest relative gap is at the level of rounding. */
  void identity(String id, String... columns) {
    double largest = largest(columns);
    ledger.atMost(id, largest, "largest gap " + number(largest) + over(columns), evidence(columns));
  }

  /** An order: the fitted exponent of every instance is close to the expected one. */
  void order(String id, double expected, String... columns) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (String column : columns) {
      low = Math.min(low, findings.smallest(column));
      high = Math.max(high, findings.largest(column));
    }
    double limit = ledger.limit(id);
    ledger.holds(
        id,
        Math.abs(low - expected) <= limit && Math.abs(high - expected) <= limit,
        "exponents from " + number(low) + " to " + number(high) + over(columns),
        evidence(columns));
  }

  /** A quantity that stays strictly below the limit on every instance. */
  void below(String id, String what, String column) {
    double largest = findings.largest(column);
    ledger.holds(
        id,
        largest < ledger.limit(id),
        what + " " + number(largest) + over(column),
        evidence(column));
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
