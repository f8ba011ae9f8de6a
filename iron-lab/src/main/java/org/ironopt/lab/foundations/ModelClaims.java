package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Claims.number;

import org.ironopt.lab.ledger.Claims;

/** Section 2: from the flow to the resolvent step. */
final class ModelClaims {
  private static final double ROUNDING = 1e-10;

  private ModelClaims() {}

  static void mapping(Entries entries, Findings mapping) {
    entries.from(mapping);
    entries.identity(
        "F1",
        "Backward Euler on the noisy flow is the resolvent step x⁺ = prox(c + ξ), v⁺ = x⁺ + (x⁺ −"
            + " x)/α: the coupled system solved directly gives the same point",
        "section 2, steps 1 to 3",
        ROUNDING,
        "position",
        "velocity");
    entries.identity(
        "F2",
        "The damping equation solves explicitly to γ⁺ = (γ + αμ)/(1 + α)",
        "section 2, step 1",
        ROUNDING,
        "damping");
    entries.identity(
        "F3",
        "(α/γ)∇f(x⁺) + (1 + τ)(x⁺ − c) = √α Σ^{1/2}η is the optimality condition of the step",
        "section 2, step 2",
        ROUNDING,
        "optimality");
  }

  static void implicitEuler(Entries entries, Findings study) {
    entries.from(study);
    entries.identity(
        "F4",
        "Without noise the step is the implicit Euler method of Wilson, Recht and Jordan (α = t,"
            + " γ = μ)",
        "section 2, Wilson-Recht-Jordan connection",
        ROUNDING,
        "position",
        "auxiliary");
  }

  static void centerNoise(Entries entries, Findings noise) {
    entries.from(noise);
    double largest = noise.largest("deviation");
    entries.add(
        Claims.holds(
            "F5",
            "E‖ξ‖² = α tr(Σ)/(1 + τ)² for every Σ: isotropic, diagonal, full and singular",
            "section 2, scaling of the center perturbation",
            "at most 4 standard errors for each Σ",
            "largest deviation " + number(largest) + " standard errors",
            largest <= Claims.STANDARD_ERRORS,
            noise.evidence("deviation")));
    entries.add(
        Claims.predicts(
            "F6",
            "E‖ξ‖² over α tr(Σ)/(1 + τ)², mean over the covariances",
            "section 2, scaling of the center perturbation",
            1,
            noise.mean("ratio"),
            noise.evidence("ratio")));
    double center = noise.largest("center");
    entries.add(
        Claims.holds(
            "F7",
            "E ξ = 0",
            "section 2, scaling of the center perturbation",
            "at most 4 standard errors for each Σ",
            "largest deviation " + number(center) + " standard errors",
            center <= Claims.STANDARD_ERRORS,
            noise.evidence("center")));
  }

  static void resolvent(Entries entries, Findings study) {
    entries.from(study);
    entries.identity(
        "F8",
        "Newton's method on the residual g(u) = u − c − ξ + λ∇f(u) has the Levenberg-Marquardt"
            + " matrix I + λ∇²f(u) (by central differences)",
        "section 2, LM/TR interpretation",
        1e-6,
        "residual_jacobian");
    double best = study.largest("trust_region");
    entries.add(
        Claims.holds(
            "F9",
            "The step is a trust-region step: no point of the ball around the center that it"
                + " reaches has a smaller f",
            "section 2, LM/TR interpretation",
            "best rival no better: at most 0",
            "largest relative gain of a rival " + number(best),
            best <= 1e-9,
            study.evidence("trust_region")));
  }
}
