package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Ledger.number;

import org.ironopt.lab.ledger.Ledger;

/** Sections 3.5 and 4: the certificate, inner solves, warm starts and truncated solves. */
final class AlgorithmClaims {
  private AlgorithmClaims() {}

  static void certificate(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality("F38", "certificate");
  }

  static void inner(Entries entries, Findings study) {
    Ledger ledger = entries.from(study);
    double own = study.largest("algorithm_2");
    ledger.atMost(
        "F42",
        own,
        "largest " + number(own) + " over " + study.count("algorithm_2") + " solves",
        study.evidence("algorithm_2"));
    double failures = study.largest("failures");
    double largest = 0;
    for (String name : InnerStudy.names()) {
      largest = Math.max(largest, study.largest(name));
    }
    ledger.holds(
        "F43",
        failures == 0 && largest <= ledger.limit("F43"),
        (int) failures + " failures, largest distance " + number(largest),
        study.evidence(String.join(", ", InnerStudy.names())));
    double least = study.smallest("products_per_cg_step");
    double products = study.largest("products_per_cg_step");
    ledger.holds(
        "F44",
        least >= 1 && products <= ledger.limit("F44"),
        "from " + number(least) + " to " + number(products),
        study.evidence("products_per_cg_step"));
  }

  static void chains(Entries entries, Findings study) {
    Ledger ledger = entries.from(study);
    int part = 0;
    for (String alpha : ChainStudy.runs().subList(2, 4)) {
      String column = "saving_" + alpha;
      ledger
          .part("α = " + alpha)
          .atLeast("F45." + ++part, study.mean(column), study.evidence(column));
    }
    ledger.atLeast("F48", study.mean("saving_smooth"), study.evidence("saving_smooth"));
    ledger.near("F46", -1, study.mean("one_step_order"), study.evidence("one_step_order"));
    ledger.near("F47", 1, study.mean("one_step_excess"), study.evidence("one_step_excess"));
    ledger.predicts("B12", 1, study.mean("plateau"), study.evidence("plateau"));
  }
}
