package org.ironopt.lab.foundations;

import static org.ironopt.io.Numbers.text;

import java.util.List;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;

/** The ledger of this chapter; a study that has not finished makes no entry. */
final class FoundationsClaims {
  final Ledger ledger = Ledger.of(FoundationsClaims.class);
  private final Outcomes<Study> outcomes;

  /** What the study found whose claims are being judged. */
  private Study.Found found;

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

  /** Takes the next claims from a study; false if it has not finished. */
  private boolean from(Study study) {
    found = study.in(outcomes).orElse(null);
    return found != null;
  }

  /** Sections 1 and 2: from the flow to the resolvent step. */
  private void step() {
    if (from(StepStudies.MAPPING)) {
      identity("F1", "position", "velocity");
      identity("F2", "damping");
      identity("F3", "optimality");
    }
    if (from(StepStudies.IMPLICIT_EULER)) {
      identity("F4", "position", "auxiliary");
    }
    if (from(StepStudies.CENTER_NOISE)) {
      atMost("F5", "largest deviation ", "deviation", " standard errors");
      predictsOne("F6", "ratio");
      atMost("F7", "largest deviation ", "center", " standard errors");
    }
    if (from(ResolventStudies.RESOLVENT)) {
      identity("F8", "residual_jacobian");
      atMost("F9", "largest relative gain of a rival ", "trust_region", "");
      ledger.atMost(
          "F49",
          found.largest("map_jacobian_paper"),
          "gaps " + range("map_jacobian_paper"),
          evidence("map_jacobian_paper")
              + "; the gap to −λ∇²f(u) is at most "
              + text(found.largest("map_jacobian_true")));
      ledger.atMost(
          "F50",
          found.largest("without_noise"),
          "residuals " + range("without_noise") + " ‖ξ‖",
          evidence("without_noise")
              + "; with c + ξ in the place of c at most "
              + text(found.largest("with_noise"))
              + " ‖ξ‖");
      inequality("F38", "certificate");
    }
    if (from(StepStudies.INERTIAL)) {
      identity("B13", "difference");
    }
  }

  private void flow() {
    if (from(FlowStudy.FLOW)) {
      near("F54", 1, "quadratic_path");
      near("F55", 1, "logistic_path");
      order("F56", 1, "first_moment", "second_moment");
      below("F57", "largest ratio", "spread_at_10");
      predictsOne("B14", "euler_maruyama");
      identity("B15", "stationary");
      predictsOne("B16", "late");
      order("B17", 1, "stationary_order");
    }
    if (from(VelocityStudy.VELOCITY)) {
      identity("F58", "position", "velocity");
      near("F59", 1, "heun_order");
      atMost("F60", "largest ", "rest", over("rest"));
    }
  }

  /** Section 3: lemmas and theorems, and what is sharper. */
  private void bounds() {
    if (from(BoundStudies.LEMMAS)) {
      inequality("F10", "contraction");
      inequality("F11", "larger_step");
      inequality("F12", "energy_lower", "energy_upper");
      inequality("F13", "domination");
      inequality("F14", "center");
      inequality("F15", "velocity");
      inequality("F16", "energy_positions");
      inequality("F17", "scale");
      inequality("F18", "scale_noise");
      inequality("B11", "center_sharp");
    }
    if (from(BoundStudies.RECURSION)) {
      inequality("F19", "one_step");
      inequality("F20", "two_step");
      inequality("F21", "v_recursion");
      inequality("F22", "closed_form");
      inequality("F23", "limsup");
      inequality("F24", "limsup_simple");
      inequality("B1", "position_recursion");
      inequality("B2", "position_limsup");
      inequality("B3", "energy_recursion");
      inequality("B4", "energy_limsup");
    }
    if (from(BoundStudies.VARYING)) {
      inequality("F25", "gamma_low", "gamma_high");
      inequality("F26", "v_recursion");
      inequality("F27", "history");
      inequality("F28", "limsup");
      inequality("B5", "position_recursion");
      inequality("B6", "energy_recursion");
      inequality("B7", "energy_limsup");
    }
  }

  /** Sections 3.3, 3.5 and 3.6: the stationary error on quadratics. */
  private void stationary() {
    if (from(StationaryStudies.QUADRATIC)) {
      inequality("F32", "step_bound");
      order("F33", -3, "remainder_order");
      identity("F34", "lyapunov_system");
      double commuting = found.largest("coupling_commuting");
      double general = found.smallest("coupling_general");
      ledger.holds(
          "F35",
          commuting <= 1e-12 && general > 1e-6,
          text(commuting) + " and at least " + text(general),
          evidence("coupling_commuting", "coupling_general"));
      double growth = found.smallest("euler_growth");
      ledger.above("F36", growth, "at least " + text(growth), evidence("euler_growth"));
      below("B8", "largest radius", "largest_radius");
      below("B9", "largest ratio", "monotone");
    }
    if (from(OrderStudy.ORDERS)) {
      order("F29", -2, "contraction");
      order("F30", 1, "center_noise");
      order("F31", -1, "noise");
    }
    if (from(StationaryStudies.BATCHING)) {
      predictsOne("F37", "ratio");
    }
    if (from(StationaryStudies.INEXACT)) {
      order("F39", -1, "error_order");
      order("F40", -1, "stationary_order");
      order("F41", -2, "contribution_order");
      inequality("F52", "doubled");
      ledger.holds(
          "F51",
          found.largest("kept") <= 1 + ledger.limit("F51"),
          "ratios " + range("kept"),
          evidence("kept"));
      inequality("B10", "position");
    }
  }

  /** Section 4: inner solves, warm starts and truncated solves. */
  private void solvers() {
    if (from(ResolventStudies.INNER)) {
      int solves = found.count("algorithm_2");
      atMost("F42", "largest ", "algorithm_2", " over " + solves + " solves");
      double failures = found.largest("failures");
      String[] variants = ResolventStudies.variantColumns();
      double distance = largest(variants);
      ledger.holds(
          "F43",
          failures == 0 && distance <= ledger.limit("F43"),
          (int) failures + " failures, largest distance " + text(distance),
          evidence(variants));
      String products = "products_per_cg_step";
      ledger.holds(
          "F44",
          found.smallest(products) >= 1 && found.largest(products) <= ledger.limit("F44"),
          range(products),
          evidence(products));
    }
    if (from(ResolventStudies.CHAINS)) {
      atLeast("F45.1", "α = 10", "saving_10");
      atLeast("F45.2", "α = 100", "saving_100");
      atLeast("F48", "", "saving_smooth");
      near("F46", -1, "one_step_order");
      near("F47", 1, "one_step_excess");
      predictsOne("B12", "plateau");
    }
  }

  /** An inequality: the largest left side over right side is at most 1, up to rounding. */
  private void inequality(String id, String... columns) {
    double largest = largest(columns);
    String measured = "largest ratio " + text(largest) + over(columns);
    ledger.holds(id, largest <= 1 + ledger.limit(id), measured, evidence(columns));
  }

  /** An identity: the largest relative gap is at the level of rounding. */
  private void identity(String id, String... columns) {
    double gap = largest(columns);
    ledger.atMost(id, gap, "largest gap " + text(gap) + over(columns), evidence(columns));
  }

  /** An order: the fitted exponent of every instance is close to the expected one. */
  private void order(String id, double expected, String... columns) {
    double low = Stream.of(columns).mapToDouble(found::smallest).min().orElseThrow();
    double high = Stream.of(columns).mapToDouble(found::largest).max().orElseThrow();
    double limit = ledger.limit(id);
    ledger.holds(
        id,
        Math.abs(low - expected) <= limit && Math.abs(high - expected) <= limit,
        "exponents from " + text(low) + " to " + text(high) + over(columns),
        evidence(columns));
  }

  /** A quantity that stays strictly below the limit on every instance. */
  private void below(String id, String what, String column) {
    double largest = found.largest(column);
    ledger.below(id, largest, what + " " + text(largest) + over(column), evidence(column));
  }

  /** A quantity that is at most the limit on every instance; its largest value in words. */
  private void atMost(String id, String before, String column, String after) {
    double largest = found.largest(column);
    ledger.atMost(id, largest, before + text(largest) + after, evidence(column));
  }

  /** A mean over the instances that is predicted to be 1. */
  private void predictsOne(String id, String column) {
    ledger.predicts(id, 1, found.mean(column), evidence(column));
  }

  /** A mean over the instances that is a number up to the limit. */
  private void near(String id, double expected, String column) {
    ledger.near(id, expected, found.mean(column), evidence(column));
  }

  /** A mean over the instances that is at least the limit, in a part of the claim. */
  private void atLeast(String id, String part, String column) {
    ledger.part(part).atLeast(id, found.mean(column), evidence(column));
  }

  /** Returns the largest number in several columns, at least 0. */
  private double largest(String... columns) {
    return Math.max(0, Stream.of(columns).mapToDouble(found::largest).max().orElseThrow());
  }

  private String range(String column) {
    return "from " + text(found.smallest(column)) + " to " + text(found.largest(column));
  }

  private String over(String... columns) {
    return " over " + found.count(columns[0]) + " instances";
  }

  /** Returns where columns can be looked up. */
  private String evidence(String... columns) {
    return "foundations/" + found.label() + "-*/trace.csv, column " + String.join(", ", columns);
  }
}
