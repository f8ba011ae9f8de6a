package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Claims.number;

import org.ironopt.lab.ledger.Claims;

/** Section 3: lemmas, theorems and the proposition on quadratics. */
final class TheoryClaims {
  private static final String QUADRATIC = "Proposition 3.2";

  private TheoryClaims() {}

  static void lemmas(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality("F10", "The resolvent is 1/(1 + λμ)-Lipschitz", "Lemma 3.1", "contraction");
    entries.inequality(
        "F11",
        "A larger α strengthens the contraction of the resolvent",
        "abstract; section 3.2, takeaway",
        "larger_step");
    entries.inequality(
        "F12",
        "m₁‖x − x*‖² ≤ 𝓔 ≤ m₂(‖x − x*‖² + ‖v − x*‖²) with m₁ = μ/2, m₂ = max(L, γ)/2",
        "Lemma 3.2",
        "energy_lower",
        "energy_upper");
    entries.inequality(
        "F13",
        "‖x − x*‖² + ‖v − x*‖² ≤ 2c_E 𝓔 with c_E = max(2/μ, 2/γ)",
        "Lemma 3.3",
        "domination");
    entries.inequality(
        "F14", "‖c − x*‖² ≤ 2/(1 + τ)‖v − x*‖² + 2τ/(1 + τ)‖x − x*‖²", "Lemma 3.4", "center");
    entries.inequality(
        "F15", "‖v_k − x*‖² ≤ 6‖x_k − x*‖² + 4‖x_{k−1} − x*‖² for α ≥ 1", "Lemma 3.5", "velocity");
    entries.inequality(
        "F16",
        "𝓔_k ≤ m̄₂(‖x_k − x*‖² + ‖x_{k−1} − x*‖²) with m̄₂ = 7m₂",
        "Lemma 3.5",
        "energy_positions");
    entries.inequality("F17", "(1 + λμ)⁻² ≤ K₁/α² with K₁ = ((2γ + μ)/μ)²", "Lemma 3.6", "scale");
    entries.inequality(
        "F18", "(1 + λμ)⁻² α/(1 + τ)² ≤ K₁/(1 + μ/γ)²/α", "Lemma 3.6", "scale_noise");
  }

  static void recursion(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality(
        "F19",
        "E‖x_{k+1} − x*‖² ≤ C₁/α² E𝓔_k + C₂σ²/α, exact moments on random quadratics",
        "Proposition 3.1",
        "one_step");
    entries.inequality(
        "F20",
        "The two-step recursion with A = 7C₁m₂, B = 4C₁m₂, C = C₂",
        "appendix, proof of Theorem 3.1",
        "two_step");
    entries.inequality(
        "F21",
        "V_{k+1} ≤ (G/α)V_k + Cσ²/α with G = 2√B + A, θ = √B/α",
        "Theorem 3.1",
        "v_recursion");
    entries.inequality(
        "F22",
        "V_k ≤ ϱ^{k−1}V₁ + Cσ²/α·(1 − ϱ^{k−1})/(1 − ϱ) for α > G",
        "Theorem 3.1",
        "closed_form");
    entries.inequality(
        "F23", "limsup E‖x_k − x*‖² ≤ Cσ²/(α − G) for α > G", "Theorem 3.1", "limsup");
    entries.inequality(
        "F24", "limsup E‖x_k − x*‖² ≤ 2Cσ²/α for α ≥ 2G", "Theorem 3.1", "limsup_simple");
  }

  static void varying(Entries entries, Findings study) {
    entries.from(study);
    entries.inequality(
        "F25",
        "γ_k stays between min(γ₀, μ) and max(γ₀, μ)",
        "section 3.4",
        "gamma_low",
        "gamma_high");
    entries.inequality(
        "F26",
        "V_{k+1} ≤ (G/α_min)V_k + Cσ²/α_k for varying steps and updated γ",
        "Theorem 3.2",
        "v_recursion");
    entries.inequality(
        "F27", "The bound of V_k by a history-weighted sum of the noise", "Theorem 3.2", "history");
    entries.inequality(
        "F28",
        "limsup V_k ≤ Cσ²/(α_min − G) for α_min > G (last third of 60 steps)",
        "Theorem 3.2",
        "limsup");
  }

  static void quadratic(Entries entries, Findings study) {
    entries.from(study);
    String mechanism = "section 3.2, interpretation";
    entries.order("F29", "(1 + λμ)⁻² is of order α⁻²", mechanism, -2, "contraction_order");
    entries.order("F30", "The center noise has variance of order α", mechanism, 1, "noise_order");
    entries.order("F31", "After the resolvent it is of order 1/α", mechanism, -1, "product_order");
    entries.inequality(
        "F32",
        "E(e⁺² + w⁺²) ≤ (C_i/α²)(e² + w²) + C_iρ²/α in each eigendirection",
        QUADRATIC + ", item 1",
        "step_bound");
    entries.order(
        "F33",
        "The stationary variance beyond that of a single step is of order α⁻³",
        "appendix, proof of " + QUADRATIC,
        -3,
        "remainder_order");
    entries.identity(
        "F34",
        "The 3×3 system gives the solution of P = MPMᵀ + Q",
        "section 3.3.1, step 3",
        1e-12,
        "lyapunov_system");
    double commuting = study.largest("coupling_commuting");
    double general = study.smallest("coupling_general");
    entries.add(
        Claims.holds(
            "F35",
            "Eigendirections decouple if Σ commutes with A, and not for a general Σ",
            "section 3.3",
            "correlation 0 if they commute, not 0 otherwise",
            number(commuting) + " and at least " + number(general),
            commuting <= 1e-12 && general > 1e-6,
            study.evidence("coupling_commuting, coupling_general")));
    double growth = study.smallest("euler_growth");
    entries.add(
        Claims.holds(
            "F36",
            "With explicit steps a larger step amplifies the fluctuations: error of explicit Euler"
                + " at 0.9 over that at 0.1 of its largest stable step",
            "section 3.2, takeaway",
            "above 1",
            "at least " + number(growth),
            growth > 1,
            study.evidence("euler_growth")));
    entries.identity(
        "F37",
        "Dividing the covariance of the center noise by b divides the stationary error by b",
        "section 3.6",
        1e-12,
        "minibatch");
  }

  static void inexact(Entries entries, Findings study) {
    entries.from(study);
    entries.order(
        "F39",
        "A fixed residual tolerance gives ε = O(1/α), so ε² = O(α⁻²)",
        "section 3.5",
        -1,
        "error_order");
    entries.order(
        "F40",
        "With a residual of length 1 left in every step the stationary error is still of order"
            + " 1/α",
        "section 3.5",
        -1,
        "stationary_order");
    entries.order(
        "F41",
        "The share of the inexact solves in it is of order α⁻², negligible for large α",
        "section 3.5",
        -2,
        "contribution_order");
  }
}
