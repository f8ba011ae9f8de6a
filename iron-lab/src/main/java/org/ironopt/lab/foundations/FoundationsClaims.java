package org.ironopt.lab.foundations;

import static org.ironopt.lab.ledger.Ledger.number;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;

/** The ledger of this chapter; a study that has not finished makes no entry. */
final class FoundationsClaims {
  private final Ledger ledger = Ledger.of(FoundationsClaims.class);
  private final Outcomes<Study> outcomes;

  FoundationsClaims(Outcomes<Study> outcomes) {
    this.outcomes = outcomes;
    step();
    flow();
    bounds();
    stationary();
    solvers();
    List.of("N1", "N2", "N3").forEach(ledger::notCheckable);
  }

  List<Claim> all() {
    return ledger.claims();
  }

  /** Returns the claims of the file on which nothing was said. */
  List<String> open() {
    return ledger.open();
  }

  private void from(Study study, Consumer<Entries> entries) {
    study.in(outcomes).ifPresent(found -> entries.accept(new Entries(ledger, found)));
  }

  /** Sections 1 and 2: from the flow to the resolvent step. */
  private void step() {
    from(
        StepStudies.MAPPING,
        mapping -> {
          mapping.identity("F1", "position", "velocity");
          mapping.identity("F2", "damping");
          mapping.identity("F3", "optimality");
        });
    from(StepStudies.IMPLICIT_EULER, euler -> euler.identity("F4", "position", "auxiliary"));
    from(
        StepStudies.CENTER_NOISE,
        noise -> {
          noise.atMost("F5", "largest deviation ", "deviation", " standard errors");
          noise.predictsOne("F6", "ratio");
          noise.atMost("F7", "largest deviation ", "center", " standard errors");
        });
    from(
        ResolventStudies.RESOLVENT,
        equation -> {
          equation.identity("F8", "residual_jacobian");
          equation.atMost("F9", "largest relative gain of a rival ", "trust_region", "");
          Study.Found found = equation.found();
          ledger.atMost(
              "F49",
              found.largest("map_jacobian_paper"),
              "gaps " + equation.range("map_jacobian_paper"),
              equation.evidence("map_jacobian_paper")
                  + "; the gap to −λ∇²f(u) is at most "
                  + number(found.largest("map_jacobian_true")));
          ledger.atMost(
              "F50",
              found.largest("without_noise"),
              "residuals " + equation.range("without_noise") + " ‖ξ‖",
              equation.evidence("without_noise")
                  + "; with c + ξ in the place of c at most "
                  + number(found.largest("with_noise"))
                  + " ‖ξ‖");
          equation.inequality("F38", "certificate");
        });
    from(StepStudies.INERTIAL, inertial -> inertial.identity("B13", "difference"));
  }

  private void flow() {
    from(
        FlowStudy.FLOW,
        flow -> {
          flow.near("F54", 1, "quadratic_path");
          flow.near("F55", 1, "logistic_path");
          flow.order("F56", 1, "first_moment", "second_moment");
          flow.below("F57", "largest ratio", "spread_at_10");
          flow.predictsOne("B14", "euler_maruyama");
          flow.identity("B15", "stationary");
          flow.predictsOne("B16", "late");
          flow.order("B17", 1, "stationary_order");
        });
  }

  /** Section 3: lemmas and theorems, and what is sharper. */
  private void bounds() {
    from(
        BoundStudies.LEMMAS,
        lemmas -> {
          lemmas.inequality("F10", "contraction");
          lemmas.inequality("F11", "larger_step");
          lemmas.inequality("F12", "energy_lower", "energy_upper");
          lemmas.inequality("F13", "domination");
          lemmas.inequality("F14", "center");
          lemmas.inequality("F15", "velocity");
          lemmas.inequality("F16", "energy_positions");
          lemmas.inequality("F17", "scale");
          lemmas.inequality("F18", "scale_noise");
          lemmas.inequality("B11", "center_sharp");
        });
    from(
        BoundStudies.RECURSION,
        recursion -> {
          recursion.inequality("F19", "one_step");
          recursion.inequality("F20", "two_step");
          recursion.inequality("F21", "v_recursion");
          recursion.inequality("F22", "closed_form");
          recursion.inequality("F23", "limsup");
          recursion.inequality("F24", "limsup_simple");
          recursion.inequality("B1", "position_recursion");
          recursion.inequality("B2", "position_limsup");
          recursion.inequality("B3", "energy_recursion");
          recursion.inequality("B4", "energy_limsup");
        });
    from(
        BoundStudies.VARYING,
        varying -> {
          varying.inequality("F25", "gamma_low", "gamma_high");
          varying.inequality("F26", "v_recursion");
          varying.inequality("F27", "history");
          varying.inequality("F28", "limsup");
          varying.inequality("B5", "position_recursion");
          varying.inequality("B6", "energy_recursion");
          varying.inequality("B7", "energy_limsup");
        });
  }

  /** Sections 3.3, 3.5 and 3.6: the stationary error on quadratics. */
  private void stationary() {
    from(
        StationaryStudies.QUADRATIC,
        quadratic -> {
          quadratic.order("F29", -2, "contraction_order");
          quadratic.order("F30", 1, "noise_order");
          quadratic.order("F31", -1, "product_order");
          quadratic.inequality("F32", "step_bound");
          quadratic.order("F33", -3, "remainder_order");
          quadratic.identity("F34", "lyapunov_system");
          double commuting = quadratic.found().largest("coupling_commuting");
          double general = quadratic.found().smallest("coupling_general");
          ledger.holds(
              "F35",
              commuting <= 1e-12 && general > 1e-6,
              number(commuting) + " and at least " + number(general),
              quadratic.evidence("coupling_commuting", "coupling_general"));
          double growth = quadratic.found().smallest("euler_growth");
          ledger.holds(
              "F36",
              growth > ledger.limit("F36"),
              "at least " + number(growth),
              quadratic.evidence("euler_growth"));
          quadratic.below("B8", "largest radius", "largest_radius");
          quadratic.below("B9", "largest ratio", "monotone");
        });
    from(StationaryStudies.BATCHING, batching -> batching.predictsOne("F37", "ratio"));
    from(
        StationaryStudies.INEXACT,
        inexact -> {
          inexact.order("F39", -1, "error_order");
          inexact.order("F40", -1, "stationary_order");
          inexact.order("F41", -2, "contribution_order");
          inexact.inequality("F52", "doubled");
          ledger.holds(
              "F51",
              inexact.found().largest("kept") <= 1 + ledger.limit("F51"),
              "ratios " + inexact.range("kept"),
              inexact.evidence("kept"));
          inexact.inequality("B10", "position");
        });
  }

  /** Section 4: inner solves, warm starts and truncated solves. */
  private void solvers() {
    from(
        ResolventStudies.INNER,
        inner -> {
          Study.Found found = inner.found();
          int solves = found.count("algorithm_2");
          inner.atMost("F42", "largest ", "algorithm_2", " over " + solves + " solves");
          double failures = found.largest("failures");
          String[] variants = ResolventStudies.variantColumns();
          double distance = inner.largest(variants);
          ledger.holds(
              "F43",
              failures == 0 && distance <= ledger.limit("F43"),
              (int) failures + " failures, largest distance " + number(distance),
              inner.evidence(variants));
          String products = "products_per_cg_step";
          ledger.holds(
              "F44",
              found.smallest(products) >= 1 && found.largest(products) <= ledger.limit("F44"),
              inner.range(products),
              inner.evidence(products));
        });
    from(
        ResolventStudies.CHAINS,
        chains -> {
          chains.atLeast("F45.1", "α = 10", "saving_10");
          chains.atLeast("F45.2", "α = 100", "saving_100");
          chains.atLeast("F48", "", "saving_smooth");
          chains.near("F46", -1, "one_step_order");
          chains.near("F47", 1, "one_step_excess");
          chains.predictsOne("B12", "plateau");
        });
  }

  /** Entries of the ledger that one study makes. */
  private record Entries(Ledger ledger, Study.Found found) {
    /** An inequality: the largest left side over right side is at most 1, up to rounding. */
    void inequality(String id, String... columns) {
      double largest = largest(columns);
      String measured = "largest ratio " + number(largest) + over(columns);
      ledger.holds(id, largest <= 1 + ledger.limit(id), measured, evidence(columns));
    }

    /** An identity: the largest relative gap is at the level of rounding. */
    void identity(String id, String... columns) {
      double gap = largest(columns);
      ledger.atMost(id, gap, "largest gap " + number(gap) + over(columns), evidence(columns));
    }

    /** An order: the fitted exponent of every instance is close to the expected one. */
    void order(String id, double expected, String... columns) {
      double low = Stream.of(columns).mapToDouble(found::smallest).min().orElseThrow();
      double high = Stream.of(columns).mapToDouble(found::largest).max().orElseThrow();
      double limit = ledger.limit(id);
      ledger.holds(
          id,
          Math.abs(low - expected) <= limit && Math.abs(high - expected) <= limit,
          "exponents from " + number(low) + " to " + number(high) + over(columns),
          evidence(columns));
    }

    /** A quantity that stays strictly below the limit on every instance. */
    void below(String id, String what, String column) {
      double largest = found.largest(column);
      ledger.holds(
          id,
          largest < ledger.limit(id),
          what + " " + number(largest) + over(column),
          evidence(column));
    }

    /** A quantity that is at most the limit on every instance; its largest value in words. */
    void atMost(String id, String before, String column, String after) {
      double largest = found.largest(column);
      ledger.atMost(id, largest, before + number(largest) + after, evidence(column));
    }

    /** A mean over the instances that is predicted to be 1. */
    void predictsOne(String id, String column) {
      ledger.predicts(id, 1, found.mean(column), evidence(column));
    }

    /** A mean over the instances that is a number up to the limit. */
    void near(String id, double expected, String column) {
      ledger.near(id, expected, found.mean(column), evidence(column));
    }

    /** A mean over the instances that is at least the limit, in a part of the claim. */
    void atLeast(String id, String part, String column) {
      ledger.part(part).atLeast(id, found.mean(column), evidence(column));
    }

    /** Returns the largest number in several columns, at least 0. */
    double largest(String... columns) {
      return Math.max(0, Stream.of(columns).mapToDouble(found::largest).max().orElseThrow());
    }

    String range(String column) {
      return "from " + number(found.smallest(column)) + " to " + number(found.largest(column));
    }

    private String over(String... columns) {
      return " over " + found.count(columns[0]) + " instances";
    }

    /** Returns where columns can be looked up. */
    String evidence(String... columns) {
      return "foundations/" + found.label() + "-*/trace.csv, column " + String.join(", ", columns);
    }
  }
}
