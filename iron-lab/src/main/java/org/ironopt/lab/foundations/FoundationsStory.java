package org.ironopt.lab.foundations;

import static org.ironopt.io.Numbers.format;
import static org.ironopt.io.Numbers.text;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.statistics.Interval;

/**
 * The chapter on sections 2 to 4.
 *
 * @param instances how many were asked for
 * @param outcomes the studies that have finished
 */
record FoundationsStory(int instances, Outcomes<Study> outcomes) {
  private static final String[] COVARIANCES = {"isotropic", "diagonal", "full", "rank 1"};

  Story tell() {
    return new Story(
        "Foundations (sections 2 to 4)",
        "Identities, lemmas, theorems and remarks on "
            + instances
            + " random instances each: quadratics and ridge logistic regressions with random"
            + " constants, steps, covariances and states. Moments on quadratics are propagated"
            + " exactly, not sampled.",
        List.of(model(), flow(), bounds(), inexact(), inner()),
        new FoundationsClaims(outcomes).all());
  }

  private Section model() {
    TextTable table =
        new TextTable(
            "E‖ξ‖² against α tr(Σ)/(1 + τ)²; deviations in standard errors.",
            "Σ | α | predicted | measured | deviation");
    StepStudies.CENTER_NOISE
        .in(outcomes)
        .map(Study.Found::rows)
        .ifPresent(c -> IntStream.range(0, c.rows().size()).forEach(i -> table.row(noise(c, i))));
    return new Section(
            "From the flow to the step",
            "One backward Euler step is solved as the coupled system of 2n equations that it is,"
                + " by Newton's method, and compared with the resolvent form under the same"
                + " noise. The center perturbation is measured on steps of the method, as"
                + " x⁺ + λ∇f(x⁺) − c.")
        .with(table);
  }

  private static Object[] noise(Columns c, int i) {
    return new Object[] {
      COVARIANCES[(int) c.get(i, "kind")],
      text(c.get(i, "alpha"), 4),
      c.get(i, "expected"),
      text(c.get(i, "mean")) + " ± " + text(c.get(i, "standard_error"), 2),
      text(c.get(i, "deviation"), 3)
    };
  }

  private Section flow() {
    TextTable rows =
        new TextTable(
            "IRON and the flow; means over the instances and their 95 % intervals.",
            "quantity | mean | interval");
    addMean(rows, "quadratic_path", "distance to the path, quadratics: order in α");
    addMean(rows, "logistic_path", "distance to the path, logistic regressions: order in α");
    addMean(rows, "first_moment", "gap of the mean state, quadratics: order in α");
    addMean(rows, "second_moment", "gap of the second moments, quadratics: order in α");
    addMean(rows, "euler_maruyama", "simulated flow over exact flow, E‖x − x*‖² at time T");
    addMean(rows, "late", "simulated flow over exact flow, late E‖x − x*‖²");
    addMean(rows, "stationary_order", "gap of the stationary errors: order in α");
    addMean(rows, "spread_at_10", "stationary error of IRON at α = 10 over that of the flow");
    return new Section(
            "The flow itself",
            "The stochastic differential equation that the scheme discretises is simulated by the"
                + " Euler-Maruyama method with 4096 fine steps. IRON makes 32 to 256 steps along"
                + " the same Brownian motion and approaches the path as α shrinks. On quadratics"
                + " the moments of the flow come from their own differential equations; its"
                + " stationary error is γ²ρ²/(2(γ + μ))·Σ1/a_i. IRON has the same error in the"
                + " limit α → 0 and a smaller one for every longer step.")
        .with(rows);
  }

  private void addMean(TextTable table, String column, String quantity) {
    FlowStudy.FLOW
        .in(outcomes)
        .map(found -> found.mean(column))
        .ifPresent(
            mean ->
                table.row(
                    quantity,
                    format("%.4f", mean.mean()),
                    format("[%.4f, %.4f]", mean.low(), mean.high())));
  }

  private Section bounds() {
    TextTable rows =
        new TextTable(
            "Left side over right side, over the instances to which the statement applies.",
            "statement | instances | smallest | largest");
    Study lemmas = BoundStudies.LEMMAS;
    add(rows, lemmas, "contraction", "Lemma 3.1, contraction of the resolvent");
    add(rows, lemmas, "domination", "Lemma 3.3, energy dominates the state");
    add(rows, lemmas, "center", "Lemma 3.4, center coupling");
    add(rows, lemmas, "velocity", "Lemma 3.5, velocity and position");
    add(rows, lemmas, "scale_noise", "Lemma 3.6, scaling of the noise");
    Study recursion = BoundStudies.RECURSION;
    add(rows, recursion, "one_step", "Proposition 3.1, one step");
    add(rows, recursion, "v_recursion", "Theorem 3.1, recursion of V");
    add(rows, recursion, "limsup", "Theorem 3.1, stationary error, α > G");
    add(rows, recursion, "limsup_simple", "Theorem 3.1, 2Cσ²/α, α ≥ 2G");
    Study varying = BoundStudies.VARYING;
    add(rows, varying, "v_recursion", "Theorem 3.2, recursion of V");
    add(rows, varying, "limsup", "Theorem 3.2, stationary error");
    add(rows, StationaryStudies.QUADRATIC, "step_bound", "Proposition 3.2, item 1");
    add(rows, recursion, "position_limsup", "sharper: position bound (32), α²μ > 2γ");
    add(rows, varying, "energy_recursion", "sharper: energy decay (34), every α > 0");
    String threshold =
        told(
            recursion,
            f -> text(f.smallest("G"), 3) + " and " + text(f.largest("G"), 3),
            "– and –");
    return new Section(
        "How tight the inequalities are",
        List.of(
            "Each number is a left side over its right side: above 1 the statement would be false,"
                + " far below 1 it is loose. The theorems hold with the constants that their"
                + " proofs give; the step from which Theorem 3.1 says something, G, is between "
                + threshold
                + " on these instances.",
            "On the paper's quadratic the theorem needs α > "
                + text(FoundationsFigures.threshold(), 4)
                + ", the position bound α > √2; the latter is off by a factor that tends to "
                + text(FoundationsFigures.looseness(), 3)
                + "."),
        List.of(FoundationsFigures.bounds()),
        List.of(rows));
  }

  private Section inexact() {
    TextTable rows =
        new TextTable(
            "Exact stationary error of the overshooting solver over three bounds.",
            "bound | instances | smallest | largest");
    Study inexact = StationaryStudies.INEXACT;
    add(rows, inexact, "kept", "constants kept, Kε² added (as the paper reads)");
    add(rows, inexact, "doubled", "constants doubled (30)");
    add(rows, inexact, "position", "sharper: triangle inequality (33)");
    return new Section(
            "Inexact solves",
            "An inner solver that overshoots, x̃ = x* + (1 + t)(x⁺ − x*), has an error that is"
                + " correlated with x⁺ − x*. Its exact stationary error exceeds the bound of"
                + " Theorem 3.1 with Kε² added (t = 1/K, K from 2 to 10), but not the one with A, B"
                + " and C doubled. The order 1/α remains.")
        .with(rows);
  }

  private Section inner() {
    Study chains = ResolventStudies.CHAINS;
    TextTable table =
        new TextTable(
            "Mean inner work per iteration, started at the iterate x_k and at the center.",
            "run | Newton, x_k | Newton, center | CG, x_k | CG, center | CG steps saved");
    chains
        .in(outcomes)
        .ifPresent(found -> ResolventStudies.RUNS.forEach(run -> table.row(work(found, run))));
    return new Section(
        "Warm starts and truncated solves",
        List.of(
            "Newton-CG to a residual of 1e-8 on random logistic regressions. Under noise a start at"
                + " x_k saves work, the more the larger α is, because the center contains the"
                + " noise. Without noise the center is the better start: it extrapolates.",
            "The stationary error with a single Newton step in each iteration has the order "
                + told(chains, found -> format("%.4f", found.mean("one_step_order").mean()), "–")
                + " in α, with exact solves "
                + told(chains, found -> format("%.4f", found.mean("exact_order").mean()), "–")
                + "."),
        List.of(),
        List.of(table));
  }

  private static Object[] work(Study.Found found, String run) {
    Interval saving = found.mean("saving_" + run).times(100);
    return new Object[] {
      run.equals("smooth") ? "no noise, α = 1" : "noise, α = " + run,
      format("%.2f", found.mean("newton_iterate_" + run).mean()),
      format("%.2f", found.mean("newton_center_" + run).mean()),
      format("%.2f", found.mean("cg_iterate_" + run).mean()),
      format("%.2f", found.mean("cg_center_" + run).mean()),
      format("%.1f %% [%.1f, %.1f]", saving.mean(), saving.low(), saving.high())
    };
  }

  private void add(TextTable table, Study study, String column, String statement) {
    study
        .in(outcomes)
        .ifPresent(
            found ->
                table.row(
                    statement,
                    found.count(column),
                    text(found.smallest(column), 3),
                    text(found.largest(column), 4)));
  }

  private String told(Study study, Function<Study.Found, String> words, String missing) {
    return study.in(outcomes).map(words).orElse(missing);
  }
}
