package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Claims.number;

import org.ironopt.lab.ledger.Claims;

/** Sharper statements than the paper's. */
final class BeyondClaims {
  private static final String BEYOND = "beyond the paper, docs/THEORY.md ";

  private BeyondClaims() {}

  static void recursion(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality(
        "B1",
        "u_{k+1} ≤ r²(1 + 2δ)((1 + δ)u_k + δu_{k−1}) + r²ασ²/s²: no smoothness, no α > G",
        BEYOND + "(31)",
        "position_recursion");
    entries.inequality(
        "B2",
        "limsup ≤ α³γ²σ²/((α²μ − 2γ)(4γ + 2α(γ + μ) + α²μ)) for α²μ > 2γ",
        BEYOND + "(32)",
        "position_limsup");
    entries.inequality(
        "B3", "Energy decay with frozen damping", BEYOND + "(35)", "energy_recursion");
    entries.inequality(
        "B4",
        "limsup of the energy ≤ (γσ²/2)max(1, γ/μ), frozen damping",
        BEYOND + "(35)",
        "energy_limsup");
  }

  static void varying(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality(
        "B5",
        "The position bound with varying steps and updated damping",
        BEYOND + "(31)",
        "position_recursion");
    entries.inequality(
        "B6",
        "E𝓛_{k+1} ≤ (E𝓛_k + γ_kα_kσ²/2)/(1 + α_k) for any α_k > 0, here from 0.01 to 1000",
        BEYOND + "(34)",
        "energy_recursion");
    entries.inequality(
        "B7", "limsup E𝓛_k ≤ μσ²/2 for any such steps", BEYOND + "(34)", "energy_limsup");
  }

  static void quadratic(Entries entries, Findings study) {
    double radius = study.largest("largest_radius");
    entries.add(
        Claims.holds(
            "B8",
            "On quadratics the recursion is stable for every α > 0",
            BEYOND + "(13)",
            "spectral radius below 1 at 60 steps from 1e-3 to 1e6",
            "largest radius " + number(radius),
            radius < 1,
            study.evidence("largest_radius")));
    double ratio = study.largest("monotone");
    entries.add(
        Claims.holds(
            "B9",
            "The stationary error decreases strictly in α",
            BEYOND + "(17)",
            "each error over that of the next smaller step below 1",
            "largest ratio " + number(ratio),
            ratio < 1,
            study.evidence("monotone")));
  }

  static void inexact(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality(
        "B10",
        "The bound for inexact solves by the triangle inequality in L², which loses no factor 2",
        BEYOND + "(33)",
        "position");
  }

  static void lemmas(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality(
        "B11",
        "‖c − x*‖² ≤ ‖v − x*‖²/(1 + τ) + τ/(1 + τ)‖x − x*‖²: Lemma 3.4 without its factor 2",
        BEYOND + "(24)",
        "center_sharp");
  }

  static void chains(Entries entries, Findings study) {
    entries.add(
        Claims.predicts(
            "B12",
            "α·MSE∞ of logistic regressions over γ²tr(ΣH⁻²), at α = 10⁴",
            BEYOND + "(37)",
            1,
            study.mean("plateau"),
            study.evidence("plateau")));
  }
}
