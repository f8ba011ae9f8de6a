package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Ledger.number;

import org.ironopt.lab.ledger.Ledger;

/** Sections 1 and 2: the flow, and the way from it to the resolvent step. */
final class ModelClaims {
  private ModelClaims() {}

  static void mapping(Entries entries, Findings mapping) {
    entries.from(mapping);
    entries.identity("F1", "position", "velocity");
    entries.identity("F2", "damping");
    entries.identity("F3", "optimality");
  }

  static void implicitEuler(Entries entries, Findings study) {
    entries.from(study);
    entries.identity("F4", "position", "auxiliary");
  }

  static void centerNoise(Entries entries, Findings noise) {
    Ledger ledger = entries.from(noise);
    double largest = noise.largest("deviation");
    String unit = " standard errors";
    ledger.atMost(
        "F5", largest, "largest deviation " + number(largest) + unit, noise.evidence("deviation"));
    ledger.predicts("F6", 1, noise.mean("ratio"), noise.evidence("ratio"));
    double center = noise.largest("center");
    ledger.atMost(
        "F7", center, "largest deviation " + number(center) + unit, noise.evidence("center"));
  }

  static void resolvent(Entries entries, Findings study) {
    Ledger ledger = entries.from(study);
    entries.identity("F8", "residual_jacobian");
    double best = study.largest("trust_region");
    ledger.atMost(
        "F9",
        best,
        "largest relative gain of a rival " + number(best),
        study.evidence("trust_region"));
    double jacobian = study.largest("map_jacobian_paper");
    ledger.atMost(
        "F49",
        jacobian,
        "gaps from " + number(study.smallest("map_jacobian_paper")) + " to " + number(jacobian),
        study.evidence("map_jacobian_paper")
            + "; the gap to −λ∇²f(u) is at most "
            + number(study.largest("map_jacobian_true")));
    double residual = study.largest("without_noise");
    ledger.atMost(
        "F50",
        residual,
        "residuals from "
            + number(study.smallest("without_noise"))
            + " to "
            + number(residual)
            + " ‖ξ‖",
        study.evidence("without_noise")
            + "; with c + ξ in the place of c at most "
            + number(study.largest("with_noise"))
            + " ‖ξ‖");
  }

  static void flow(Entries entries, Findings study) {
    Ledger ledger = entries.from(study);
    ledger.near("F54", 1, study.mean("quadratic_path"), study.evidence("quadratic_path"));
    ledger.near("F55", 1, study.mean("logistic_path"), study.evidence("logistic_path"));
    entries.order("F56", 1, "first_moment", "second_moment");
    entries.below("F57", "largest ratio", "spread_at_10");
    ledger.predicts("B14", 1, study.mean("euler_maruyama"), study.evidence("euler_maruyama"));
    entries.identity("B15", "stationary");
    ledger.predicts("B16", 1, study.mean("late"), study.evidence("late"));
    entries.order("B17", 1, "stationary_order");
  }

  static void inertial(Entries entries, Findings study) {
    entries.from(study);
    entries.identity("B13", "difference");
  }
}
