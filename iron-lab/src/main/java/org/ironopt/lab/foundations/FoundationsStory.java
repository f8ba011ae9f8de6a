package org.ironopt.lab.foundations;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.statistics.Interval;

/** The chapter on sections 2 to 4. */
final class FoundationsStory {
  private final FoundationsExperiment experiment;
  private final Results results;

  FoundationsStory(FoundationsExperiment experiment, Results results) {
    this.experiment = experiment;
    this.results = results;
  }

  Story tell() {
    return new Story(
        "Foundations (sections 2 to 4)",
        String.format(
            Locale.ROOT,
            "Identities, lemmas, theorems and remarks on %.0f random instances each: quadratics and"
                + " ridge logistic regressions with random constants, steps, covariances and"
                + " states. Moments on quadratics are propagated exactly, not sampled.",
            experiment.settings().number("instances")),
        List.of(model(), flow(), bounds(), inexact(), inner()),
        new FoundationsClaims(experiment, results).all());
  }

  private Section model() {
    List<List<String>> rows = new ArrayList<>();
    experiment
        .findings(results, "center-noise")
        .ifPresent(
            f -> {
              String[] kinds = {"isotropic", "diagonal", "full", "rank 1"};
              for (double[] row : f.rows().rows()) {
                rows.add(
                    List.of(
                        kinds[(int) row[1]],
                        Numbers.text(row[0], 4),
                        Numbers.text(row[2]),
                        Numbers.text(row[3]) + " ± " + Numbers.text(row[4], 2),
                        Numbers.text(row[5], 3)));
              }
            });
    return new Section(
        "From the flow to the step",
        List.of(
            "One backward Euler step is solved as the coupled system of 2n equations that it is,"
                + " by Newton's method, and compared with the resolvent form under the same"
                + " noise. The size of the center perturbation is measured on real steps: it is"
                + " what x⁺ + λ∇f(x⁺) − c leaves over."),
        List.of(),
        List.of(
            new TextTable(
                "E‖ξ‖² against α tr(Σ)/(1 + τ)²; deviations in standard errors.",
                List.of("Σ", "α", "predicted", "measured", "deviation"),
                rows)));
  }

  private Section flow() {
    List<List<String>> rows = new ArrayList<>();
    experiment
        .findings(results, "flow")
        .ifPresent(
            f -> {
              String[][] lines = {
                {"quadratic_path", "distance to the path, quadratics: order in α"},
                {"logistic_path", "distance to the path, logistic regressions: order in α"},
                {"first_moment", "gap of the mean state, quadratics: order in α"},
                {"second_moment", "gap of the second moments, quadratics: order in α"},
                {"euler_maruyama", "simulated flow over exact flow, E‖x − x*‖² at time T"},
                {"late", "simulated flow over exact flow, late E‖x − x*‖²"},
                {"stationary_order", "gap of the stationary errors: order in α"},
                {"spread_at_10", "stationary error of IRON at α = 10 over that of the flow"}
              };
              for (String[] line : lines) {
                Interval mean = f.mean(line[0]);
                rows.add(
                    List.of(
                        line[1],
                        format("%.4f", mean.mean()),
                        format("[%.4f, %.4f]", mean.low(), mean.high())));
              }
            });
    return new Section(
        "The flow itself",
        List.of(
            "The stochastic differential equation that the scheme discretises is simulated by the"
                + " Euler-Maruyama method with 4096 fine steps. IRON makes 32 to 256 steps along"
                + " the same Brownian motion and approaches the path as α shrinks. On quadratics"
                + " the moments of the flow come from their own differential equations; its"
                + " stationary error is γ²ρ²/(2(γ + μ))·Σ1/a_i, which IRON has in the limit α → 0"
                + " and undercuts with every longer step."),
        List.of(),
        List.of(
            new TextTable(
                "IRON and the flow; means over the instances and their 95 % intervals.",
                List.of("quantity", "mean", "interval"), rows)));
  }

  private Section bounds() {
    List<List<String>> rows = new ArrayList<>();
    add(rows, "lemmas", "contraction", "Lemma 3.1, contraction of the resolvent");
    add(rows, "lemmas", "domination", "Lemma 3.3, energy dominates the state");
    add(rows, "lemmas", "center", "Lemma 3.4, center coupling");
    add(rows, "lemmas", "velocity", "Lemma 3.5, velocity and position");
    add(rows, "lemmas", "scale_noise", "Lemma 3.6, scaling of the noise");
    add(rows, "recursion", "one_step", "Proposition 3.1, one step");
    add(rows, "recursion", "v_recursion", "Theorem 3.1, recursion of V");
    add(rows, "recursion", "limsup", "Theorem 3.1, stationary error, α > G");
    add(rows, "recursion", "limsup_simple", "Theorem 3.1, 2Cσ²/α, α ≥ 2G");
    add(rows, "varying", "v_recursion", "Theorem 3.2, recursion of V");
    add(rows, "varying", "limsup", "Theorem 3.2, stationary error");
    add(rows, "quadratic", "step_bound", "Proposition 3.2, item 1");
    add(rows, "recursion", "position_limsup", "sharper: position bound (32), α²μ > 2γ");
    add(rows, "varying", "energy_recursion", "sharper: energy decay (34), every α > 0");
    return new Section(
        "How tight the inequalities are",
        List.of(
            "Each number is a left side over its right side: above 1 the statement would be false,"
                + " far below 1 it is loose. The theorems hold with the constants that their"
                + " proofs give; the step from which Theorem 3.1 says something, G, is between "
                + range("recursion", "G")
                + " on these instances.",
            "On the paper's quadratic the theorem needs α > "
                + Numbers.text(BoundsFigure.threshold(), 4)
                + ", the position bound α > √2; the latter is off by a factor that tends to "
                + Numbers.text(BoundsFigure.looseness(), 3)
                + "."),
        List.of(BoundsFigure.of()),
        List.of(
            new TextTable(
                "Left side over right side, over the instances to which the statement applies.",
                List.of("statement", "instances", "smallest", "largest"),
                rows)));
  }

  private Section inexact() {
    List<List<String>> rows = new ArrayList<>();
    add(rows, "inexact", "kept", "constants kept, Kε² added (as the paper reads)");
    add(rows, "inexact", "doubled", "constants doubled (30)");
    add(rows, "inexact", "position", "sharper: triangle inequality (33)");
    return new Section(
        "Inexact solves",
        List.of(
            "An inner solver that overshoots, x̃ = x* + (1 + t)(x⁺ − x*), has an error that is"
                + " correlated with x⁺ − x*. Its exact stationary error exceeds the bound of"
                + " Theorem 3.1 with Kε² added (t = 1/K, K from 2 to 10), but not the one with A, B"
                + " and C doubled. The order 1/α survives."),
        List.of(),
        List.of(
            new TextTable(
                "Exact stationary error of the overshooting solver over three bounds.",
                List.of("bound", "instances", "smallest", "largest"),
                rows)));
  }

  private Section inner() {
    List<List<String>> rows = new ArrayList<>();
    experiment
        .findings(results, "chains")
        .ifPresent(
            f -> {
              for (String run : ChainStudy.runs()) {
                Interval saving = f.mean("saving_" + run).times(100);
                rows.add(
                    List.of(
                        run.equals("smooth") ? "no noise, α = 1" : "noise, α = " + run,
                        format("%.2f", f.mean("newton_iterate_" + run).mean()),
                        format("%.2f", f.mean("newton_center_" + run).mean()),
                        format("%.2f", f.mean("cg_iterate_" + run).mean()),
                        format("%.2f", f.mean("cg_center_" + run).mean()),
                        format(
                            "%.1f %% [%.1f, %.1f]", saving.mean(), saving.low(), saving.high())));
              }
            });
    return new Section(
        "Warm starts and truncated solves",
        List.of(
            "Newton-CG to a residual of 1e-8 on random logistic regressions. Under noise a start at"
                + " x_k saves work, the more the larger α is, because the noise throws the center"
                + " off. In smooth motion the center is the better start: it extrapolates.",
            "The stationary error with a single Newton step in each iteration has the order "
                + mean("one_step_order")
                + " in α, with exact solves "
                + mean("exact_order")
                + "."),
        List.of(),
        List.of(
            new TextTable(
                "Mean inner work per iteration, started at the iterate x_k and at the center.",
                List.of(
                    "run",
                    "Newton, x_k",
                    "Newton, center",
                    "CG, x_k",
                    "CG, center",
                    "CG steps saved"),
                rows)));
  }

  private void add(List<List<String>> rows, String study, String column, String statement) {
    Optional<Findings> findings = experiment.findings(results, study);
    findings.ifPresent(
        f ->
            rows.add(
                List.of(
                    statement,
                    Integer.toString(f.count(column)),
                    Numbers.text(f.smallest(column), 3),
                    Numbers.text(f.largest(column), 4))));
  }

  private String range(String study, String column) {
    return experiment
        .findings(results, study)
        .map(
            f -> Numbers.text(f.smallest(column), 3) + " and " + Numbers.text(f.largest(column), 3))
        .orElse("– and –");
  }

  private String mean(String column) {
    return experiment
        .findings(results, "chains")
        .map(f -> format("%.4f", f.mean(column).mean()))
        .orElse("–");
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
