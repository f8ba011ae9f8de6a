package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Claims.number;

import org.ironopt.lab.ledger.Claims;

/** Sentences of the paper that numbers contradict. */
final class ErrorClaims {
  private ErrorClaims() {}

  static void resolvent(Entries entries, Findings study) {
    double papers = study.smallest("map_jacobian_paper");
    entries.add(
        Claims.holds(
            "E3",
            "The Jacobian of the fixed-point map u ↦ c + ξ − λ∇f(u) is I + λ∇²f(u)",
            "section 2, summary of the mapping",
            "relative gap at most 1e-6",
            "gap at least " + number(papers),
            papers <= 1e-6,
            "it is −λ∇²f(u), to "
                + number(study.largest("map_jacobian_true"))
                + "; I + λ∇²f(u) belongs to the residual (F8)"));
    double residual = study.smallest("without_noise");
    entries.add(
        Claims.holds(
            "E4",
            "Optimality of the step reads x⁺ = c − λ∇f(x⁺)",
            "section 2, LM/TR interpretation",
            "residual 0 beside ‖ξ‖",
            "residual at least " + number(residual) + " ‖ξ‖",
            residual <= 1e-6,
            "the noise is missing; with c + ξ the residual is at most "
                + number(study.largest("with_noise"))
                + " ‖ξ‖"));
  }

  static void inexact(Entries entries, Findings study) {
    double kept = study.largest("kept");
    entries.add(
        Claims.holds(
            "E5",
            "Inexact solves leave the recursion of Theorem 3.1 as it is, up to an additive term of"
                + " order ε²: limsup ≤ (Cσ² + αKε²)/(α − G), for K from 2 to 10",
            "section 3.5, first paragraph",
            "exact stationary error over this bound at most 1",
            "ratios from " + number(study.smallest("kept")) + " to " + number(kept),
            kept <= 1,
            "an inner solver whose error is (x⁺ − x*)/K exceeds it; ‖a + b‖² ≤ 2‖a‖² + 2‖b‖²"
                + " doubles A, B and C as well, and that bound holds (largest ratio "
                + number(study.largest("doubled"))
                + "). The order in α is not affected (F40)"));
  }

  static void inertial(Entries entries, Findings study) {
    double difference = study.largest("difference");
    entries.add(
        Claims.holds(
            "E6",
            "The inertial center c_k ≠ x_k sets the recursion apart from stochastic proximal point"
                + " methods with momentum",
            "section 1.1",
            "iterates that differ by more than 1e-10",
            "largest relative difference " + number(difference),
            difference > 1e-10,
            "with constant parameters and v₀ = x₀ it is the inertial proximal point recursion with"
                + " step λ and momentum 1/(α(1 + τ)), under the same noise; what differs is where"
                + " the noise comes from and how it scales"));
  }

  static void chains(Entries entries, Findings study) {
    entries.add(
        Claims.atLeast(
            "E7",
            "Warm starts at x_k substantially reduce inner work when the outer iterates move"
                + " smoothly: share of CG steps saved against a start at the center, no noise, α ="
                + " 1",
            "section 4, remark",
            AlgorithmClaims.SUBSTANTIAL,
            study.mean("saving_smooth"),
            "in smooth motion the center extrapolates and is the better start; the saving appears"
                + " when noise throws the center off (F45)"));
  }
}
