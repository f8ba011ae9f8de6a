package org.ironopt.run;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.GaussNewton.Tangent;

/**
 * When a run ends by itself. Rules are evaluated after every step and at the start. A rule that
 * needs f or the gradient makes the run measure them where the method does not know them anyway; a
 * success is accepted only after this measurement.
 */
public sealed interface Stop {
  /** Returns the ending if this rule is met. */
  Optional<Ending> check(StepRecord record, Duration elapsed);

  /** Returns what a run has to know for this rule. */
  Set<Need> needs();

  /** What a run has to know for a rule. */
  enum Need {
    /** f at x. */
    VALUE,
    /** The gradient at x. */
    GRADIENT,
    /** x before a step. */
    CHANGE,
    /** What tells a goal from a plateau of a sum of squares, which would feign it. */
    TANGENT
  }

  /**
   * A rule and what it needs.
   *
   * @param met returns the ending once the rule is met
   */
  record Rule(Set<Need> needs, BiFunction<StepRecord, Duration, Optional<Ending>> met)
      implements Stop {
    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return met.apply(record, elapsed);
    }
  }

  /** Returns a limit on steps, counted from the very start, resumed or not. */
  static Stop steps(long limit) {
    Require.that(limit >= 0, "step limit is %s, expected at least 0", limit);
    return own(r -> when(r.step() >= limit, new Ending.StepLimit(r.step())));
  }

  /** Returns a limit on the time since the run was started or resumed. */
  static Stop time(Duration limit) {
    Require.that(!limit.isNegative(), "time limit is %s, expected at least 0", limit);
    return new Rule(
        Set.of(),
        (r, elapsed) -> when(elapsed.compareTo(limit) >= 0, new Ending.TimeLimit(limit, r.step())));
  }

  /** Returns the rule {@code |grad f(x)| <= tolerance}. */
  static Stop gradientNorm(double tolerance) {
    Require.nonNegative("gradient tolerance", tolerance);
    return new Rule(
        Set.of(Need.GRADIENT, Need.TANGENT),
        (r, _) ->
            goal(
                r,
                r.gradientNorm() <= tolerance && !Double.isInfinite(r.value()),
                new Ending.Converged(r.step(), r.gradientNorm(), tolerance)));
  }

  /** Returns the rule {@code f(x) <= target}. */
  static Stop targetValue(double target) {
    Require.finite("target value", target);
    return new Rule(
        Set.of(Need.VALUE),
        (r, _) ->
            when(
                r.value() <= target && Double.isFinite(r.value()),
                new Ending.TargetReached(r.step(), r.value(), target)));
  }

  /**
   * Returns the rule that a step of a method without noise changes no variable by more than {@code
   * tolerance} of itself.
   */
  static Stop change(double tolerance) {
    String what = "relative change of a variable";
    return settled(Set.of(Need.CHANGE, Need.TANGENT), what, tolerance, r -> r.progress().change());
  }

  /** Returns the rule that a step of a method without noise changes f by at most that of |f|. */
  static Stop valueChange(double tolerance) {
    ToDoubleFunction<StepRecord> change = r -> Math.abs(r.progress().decrease());
    return settled(Set.of(Need.VALUE, Need.TANGENT), "relative change of f", tolerance, change);
  }

  /**
   * Returns the rule that the residuals of a sum of squares are orthogonal to their derivatives,
   * {@code |J_j'r| <= tolerance |J_j| |r|} for all columns: a test of the gradient that does not
   * depend on units.
   */
  static Stop angle(double tolerance) {
    String what = "cosine between residuals and derivatives";
    return settled(Set.of(Need.TANGENT), what, tolerance, r -> tangent(r, Tangent::angle));
  }

  /**
   * Returns the rule that a Gauss-Newton step on a sum of squares would remove no more than {@code
   * tolerance} of the residuals: its variables are then known to about so many standard errors.
   */
  static Stop offset(double tolerance) {
    String what = "share of the residuals within reach";
    return settled(Set.of(Need.TANGENT), what, tolerance, r -> tangent(r, Tangent::offset));
  }

  private static double tangent(StepRecord record, Function<Tangent, Double> number) {
    return record.progress().tangent().map(number).orElse(Double.NaN);
  }

  private static Stop settled(
      Set<Need> needs, String what, double tolerance, ToDoubleFunction<StepRecord> number) {
    Require.nonNegative("tolerance", tolerance);
    return new Rule(
        needs,
        (r, _) -> {
          double size = number.applyAsDouble(r);
          boolean met = size <= tolerance && !Double.isInfinite(r.value());
          return goal(r, met, new Ending.Settled(r.step(), what, size, tolerance));
        });
  }

  /**
   * Returns the rule that ten steps in a row changed f by its rounding only, where the gradient
   * confirms that there is nothing left to gain: a smaller gradient than its own rounding cannot be
   * asked for.
   */
  static Stop rounding() {
    // Of sum_i |g_i x_i| over f: far above rounding, far below a gradient that matters.
    double flat = 1e-9;
    return new Rule(
        Set.of(Need.VALUE, Need.TANGENT),
        (r, _) -> {
          StepRecord.Progress progress = r.progress();
          Optional<Tangent> tangent = progress.tangent();
          // sum_i |g_i x_i| of a last digit of every x_i, sixteen times.
          double hidden = tangent.map(t -> t.rounding() * t.rounding() * 0x1p56).orElse(0.0);
          boolean steep = progress.slope() > Math.max(flat * Math.abs(r.value()), hidden);
          boolean oblique = tangent.isPresent() && !tangent.get().orthogonal();
          boolean level = progress.still() >= 10 && !steep;
          boolean met = level && (!oblique || !progress.vanished().isEmpty());
          return goal(r, met, new Ending.AtRounding(r.step(), r.value()));
        });
  }

  /**
   * Returns a rule of the caller's own, evaluated after every step and at the start. A goal that it
   * gives is checked once more after measuring.
   */
  static Stop own(Function<StepRecord, Optional<Ending>> rule) {
    return new Rule(Set.of(), (r, _) -> rule.apply(r));
  }

  /**
   * Returns a rule that is met as soon as one of these is; if several are, a goal gives the ending
   * rather than a limit.
   */
  static Stop any(Stop... rules) {
    return joined(1, rules);
  }

  /**
   * Returns a rule that is met once all of these are at one step; a goal gives the ending rather
   * than a limit.
   */
  static Stop all(Stop... rules) {
    return joined(rules.length, rules);
  }

  private static Stop joined(int enough, Stop... rules) {
    Require.atLeast("number of stop rules", 1, rules.length);
    Set<Need> needs = EnumSet.noneOf(Need.class);
    List.of(rules).forEach(rule -> needs.addAll(rule.needs()));
    Stop[] all = rules.clone();
    return new Rule(
        needs,
        (r, elapsed) -> {
          List<Ending> met =
              Arrays.stream(all).flatMap(rule -> rule.check(r, elapsed).stream()).toList();
          return met.size() < enough
              ? Optional.empty()
              : met.stream().min(Comparator.comparing(ending -> !ending.goal()));
        });
  }

  /** Returns this rule or another one. */
  default Stop or(Stop other) {
    return any(this, other);
  }

  /** Returns this rule together with another one. */
  default Stop and(Stop other) {
    return all(this, other);
  }

  /** Small numbers are no goal where they are small because f does not see a variable any more. */
  private static Optional<Ending> goal(StepRecord record, boolean met, Ending goal) {
    String vanished = record.progress().vanished();
    return when(met, vanished.isEmpty() ? goal : new Ending.Plateau(record.step(), vanished));
  }

  private static Optional<Ending> when(boolean met, Ending ending) {
    return met ? Optional.of(ending) : Optional.empty();
  }
}
