package org.ironopt.run;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ironopt.linalg.Require;
import org.ironopt.problem.GaussNewton.Tangent;

/**
 * When a run ends by itself. Rules are asked after every step and at the start. A rule that needs f
 * or the gradient makes the run measure them where the method does not know them anyway; a success
 * is believed only after measuring.
 */
public sealed interface Stop {
  /** Returns the ending if this rule is met. */
  Optional<Ending> check(StepRecord record, Duration elapsed);

  /** After so many steps, counted from the very start, resumed or not. */
  record Steps(long limit) implements Stop {
    public Steps {
      Require.that(limit >= 0, "step limit is %s, expected at least 0", limit);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return when(record.step() >= limit, new Ending.StepLimit(record.step()));
    }
  }

  /** After so much time since the run was started or resumed. */
  record Time(Duration limit) implements Stop {
    public Time {
      Require.that(!limit.isNegative(), "time limit is %s, expected at least 0", limit);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return when(elapsed.compareTo(limit) >= 0, new Ending.TimeLimit(limit, record.step()));
    }
  }

  /** Once {@code |grad f(x)| <= tolerance}. */
  record GradientNorm(double tolerance) implements Stop {
    public GradientNorm {
      Require.nonNegative("gradient tolerance", tolerance);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return goal(
          record,
          record.gradientNorm() <= tolerance && !Double.isInfinite(record.value()),
          new Ending.Converged(record.step(), record.gradientNorm(), tolerance));
    }
  }

  /** Once {@code f(x) <= target}. */
  record TargetValue(double target) implements Stop {
    public TargetValue {
      Require.finite("target value", target);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return when(
          record.value() <= target && Double.isFinite(record.value()),
          new Ending.TargetReached(record.step(), record.value(), target));
    }
  }

  /**
   * Once a step of a method without noise changed no variable by more than {@code tolerance} of
   * itself.
   */
  record Change(double tolerance) implements Stop {
    public Change {
      Require.nonNegative("tolerance", tolerance);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      double change = record.progress().change();
      return settled(record, "relative change of a variable", change, tolerance);
    }
  }

  /** Once a step of a method without noise changed f by no more than {@code tolerance |f|}. */
  record ValueChange(double tolerance) implements Stop {
    public ValueChange {
      Require.nonNegative("tolerance", tolerance);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      double change = Math.abs(record.progress().decrease());
      return settled(record, "relative change of f", change, tolerance);
    }
  }

  /**
   * Once the residuals of a sum of squares are orthogonal to their derivatives, {@code |J_j'r| <=
   * tolerance |J_j| |r|} for all columns: a test of the gradient that does not depend on units.
   */
  record Angle(double tolerance) implements Stop {
    public Angle {
      Require.nonNegative("tolerance", tolerance);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      String what = "cosine between residuals and derivatives";
      double angle = record.progress().tangent().map(Tangent::angle).orElse(Double.NaN);
      return settled(record, what, angle, tolerance);
    }
  }

  /**
   * Once a Gauss-Newton step on a sum of squares would remove no more than {@code tolerance} of the
   * residuals: its variables are then known to about so many standard errors.
   */
  record Offset(double tolerance) implements Stop {
    public Offset {
      Require.nonNegative("tolerance", tolerance);
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      double offset = record.progress().tangent().map(Tangent::offset).orElse(Double.NaN);
      return settled(record, "share of the residuals within reach", offset, tolerance);
    }
  }

  /**
   * Once ten steps in a row changed f by its rounding only, where the gradient confirms that there
   * is nothing left to gain: a smaller gradient than its own rounding cannot be asked for.
   */
  record Rounding() implements Stop {
    private static final int STEPS = 10;

    /** Of {@code sum_i |g_i x_i|} over f: far above rounding, far below a gradient that matters. */
    private static final double SLOPE = 1e-9;

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      StepRecord.Progress progress = record.progress();
      // sum_i |g_i x_i| of a last digit of every x_i, sixteen times.
      double hidden = progress.tangent().map(t -> t.rounding() * t.rounding() * 0x1p56).orElse(0.0);
      boolean steep = progress.slope() > Math.max(SLOPE * Math.abs(record.value()), hidden);
      boolean oblique = progress.tangent().isPresent() && !progress.tangent().get().orthogonal();
      boolean level = progress.still() >= STEPS && !steep;
      boolean met = level && (!oblique || !progress.vanished().isEmpty());
      return goal(record, met, new Ending.AtRounding(record.step(), record.value()));
    }
  }

  /**
   * A rule of the caller's own. A goal that it gives is asked for once more after measuring.
   *
   * @param rule returns the ending once it is met
   */
  record Own(Function<StepRecord, Optional<Ending>> rule) implements Stop {
    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return rule.apply(record);
    }
  }

  /** Once one of the rules is met; if several are, a goal gives the ending rather than a limit. */
  record Any(List<Stop> rules) implements Stop {
    public Any {
      rules = List.copyOf(rules);
      Require.atLeast("number of stop rules", 1, rules.size());
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return goalFirst(rules.stream().flatMap(rule -> rule.check(record, elapsed).stream()));
    }
  }

  /** Once all of the rules are met at one step; a goal gives the ending rather than a limit. */
  record All(List<Stop> rules) implements Stop {
    public All {
      rules = List.copyOf(rules);
      Require.atLeast("number of stop rules", 1, rules.size());
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      List<Optional<Ending>> each =
          rules.stream().map(rule -> rule.check(record, elapsed)).toList();
      return each.stream().allMatch(Optional::isPresent)
          ? goalFirst(each.stream().flatMap(Optional::stream))
          : Optional.empty();
    }
  }

  /** Returns a limit on steps. */
  static Stop steps(long limit) {
    return new Steps(limit);
  }

  /** Returns a limit on time. */
  static Stop time(Duration limit) {
    return new Time(limit);
  }

  /** Returns the rule {@code |grad f(x)| <= tolerance}. */
  static Stop gradientNorm(double tolerance) {
    return new GradientNorm(tolerance);
  }

  /** Returns the rule {@code f(x) <= target}. */
  static Stop targetValue(double target) {
    return new TargetValue(target);
  }

  /** Returns the rule that no variable changes by more than {@code tolerance} of itself. */
  static Stop change(double tolerance) {
    return new Change(tolerance);
  }

  /** Returns the rule that f changes by no more than {@code tolerance |f|}. */
  static Stop valueChange(double tolerance) {
    return new ValueChange(tolerance);
  }

  /** Returns the rule {@code |J_j'r| <= tolerance |J_j| |r|} of a sum of squares. */
  static Stop angle(double tolerance) {
    return new Angle(tolerance);
  }

  /** Returns the rule that at most so much of the residuals of a sum of squares is in reach. */
  static Stop offset(double tolerance) {
    return new Offset(tolerance);
  }

  /** Returns the rule that rounding hides any further decrease of f. */
  static Stop rounding() {
    return new Rounding();
  }

  /** Returns a rule of the caller's own, asked after every step and at the start. */
  static Stop own(Function<StepRecord, Optional<Ending>> rule) {
    return new Own(rule);
  }

  /** Returns a rule that is met as soon as one of these is. */
  static Stop any(Stop... rules) {
    return new Any(List.of(rules));
  }

  /** Returns a rule that is met once all of these are. */
  static Stop all(Stop... rules) {
    return new All(List.of(rules));
  }

  /** Returns this rule or another one. */
  default Stop or(Stop other) {
    return any(this, other);
  }

  /** Returns this rule together with another one. */
  default Stop and(Stop other) {
    return all(this, other);
  }

  /** Returns whether a rule inside this one passes the test. */
  private boolean contains(Predicate<Stop> test) {
    return switch (this) {
      case Any any -> any.rules().stream().anyMatch(rule -> rule.contains(test));
      case All all -> all.rules().stream().anyMatch(rule -> rule.contains(test));
      default -> test.test(this);
    };
  }

  /** Returns whether f is needed. */
  default boolean needsValue() {
    return contains(
        rule ->
            rule instanceof TargetValue || rule instanceof ValueChange || rule instanceof Rounding);
  }

  /** Returns whether x before a step is needed. */
  default boolean needsChange() {
    return contains(rule -> rule instanceof Change);
  }

  /** Returns whether a rule gives a goal that a plateau of a sum of squares would feign. */
  default boolean needsTangent() {
    return contains(
        rule ->
            switch (rule) {
              case GradientNorm _, Change _, ValueChange _, Angle _, Offset _, Rounding _ -> true;
              default -> false;
            });
  }

  /** Returns whether the gradient is needed. */
  default boolean needsGradient() {
    return contains(rule -> rule instanceof GradientNorm);
  }

  private static Optional<Ending> settled(
      StepRecord record, String what, double size, double tolerance) {
    return goal(
        record,
        size <= tolerance && !Double.isInfinite(record.value()),
        new Ending.Settled(record.step(), what, size, tolerance));
  }

  /** Small numbers are no goal where they are small because f does not see a variable any more. */
  private static Optional<Ending> goal(StepRecord record, boolean met, Ending goal) {
    String vanished = record.progress().vanished();
    return when(met, vanished.isEmpty() ? goal : new Ending.Plateau(record.step(), vanished));
  }

  private static Optional<Ending> goalFirst(Stream<Ending> met) {
    return met.min(Comparator.comparing(ending -> !ending.goal()));
  }

  private static Optional<Ending> when(boolean met, Ending ending) {
    return met ? Optional.of(ending) : Optional.empty();
  }
}
