package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Ledger.number;

import org.ironopt.lab.ledger.Ledger;

/** Section 3: lemmas, theorems and the proposition on quadratics, and what is sharper. */
final class TheoryClaims {
  private TheoryClaims() {}

  static void lemmas(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality("F10", "contraction");
    entries.inequality("F11", "larger_step");
    entries.inequality("F12", "energy_lower", "energy_upper");
    entries.inequality("F13", "domination");
    entries.inequality("F14", "center");
    entries.inequality("F15", "velocity");
    entries.inequality("F16", "energy_positions");
    entries.inequality("F17", "scale");
    entries.inequality("F18", "scale_noise");
    entries.inequality("B11", "center_sharp");
  }

  static void recursion(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality("F19", "one_step");
    entries.inequality("F20", "two_step");
    entries.inequality("F21", "v_recursion");
    entries.inequality("F22", "closed_form");
    entries.inequality("F23", "limsup");
    entries.inequality("F24", "limsup_simple");
    entries.inequality("B1", "position_recursion");
    entries.inequality("B2", "position_limsup");
    entries.inequality("B3", "energy_recursion");
    entries.inequality("B4", "energy_limsup");
  }

  static void varying(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality("F25", "gamma_low", "gamma_high");
    entries.inequality("F26", "v_recursion");
    entries.inequality("F27", "history");
    entries.inequality("F28", "limsup");
    entries.inequality("B5", "position_recursion");
    entries.inequality("B6", "energy_recursion");
    entries.inequality("B7", "energy_limsup");
  }

  static void quadratic(Entries entries, Findings study) {
    Ledger ledger = entries.from(study);
    entries.order("F29", -2, "contraction_order");
    entries.order("F30", 1, "noise_order");
    entries.order("F31", -1, "product_order");
    entries.inequality("F32", "step_bound");
    entries.order("F33", -3, "remainder_order");
    entries.identity("F34", "lyapunov_system");
    double commuting = study.largest("coupling_commuting");
    double general = study.smallest("coupling_general");
    ledger.holds(
        "F35",
        commuting <= 1e-12 && general > 1e-6,
        number(commuting) + " and at least " + number(general),
        study.evidence("coupling_commuting, coupling_general"));
    double growth = study.smallest("euler_growth");
    ledger.holds(
        "F36",
        growth > ledger.limit("F36"),
        "at least " + number(growth),
        study.evidence("euler_growth"));
    entries.below("B8", "largest radius", "largest_radius");
    entries.below("B9", "largest ratio", "monotone");
  }

  static void batching(Entries entries, Findings study) {
    entries.from(study).predicts("F37", 1, study.mean("ratio"), study.evidence("ratio"));
  }

  static void inexact(Entries entries, Findings study) {
    Ledger ledger = entries.from(study);
    entries.order("F39", -1, "error_order");
    entries.order("F40", -1, "stationary_order");
    entries.order("F41", -2, "contribution_order");
    entries.inequality("F52", "doubled");
    double kept = study.largest("kept");
    ledger.holds(
        "F51",
        kept <= 1 + ledger.limit("F51"),
        "ratios from " + number(study.smallest("kept")) + " to " + number(kept),
        study.evidence("kept"));
    entries.inequality("B10", "position");
  }
}
