package org.ironopt.run;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ironopt.linalg.Require;

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
      if (limit < 0) {
        throw new IllegalArgumentException("step limit is " + limit + ", expected at least 0");
      }
    }

    @Override
    public Optional<Ending> check(StepRecord record, Duration elapsed) {
      return when(record.step() >= limit, new Ending.StepLimit(record.step()));
    }
  }

  /** After so much time since the run was started or resumed. */
  record Time(Duration limit) implements Stop {
    public Time {
      if (limit.isNegative()) {
        throw new IllegalArgumentException("time limit is " + limit + ", expected at least 0");
      }
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
      return when(
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
    return contains(rule -> rule instanceof TargetValue);
  }

  /** Returns whether the gradient is needed. */
  default boolean needsGradient() {
    return contains(rule -> rule instanceof GradientNorm);
  }

  private static Optional<Ending> goalFirst(Stream<Ending> met) {
    return met.min(Comparator.comparing(ending -> !ending.goal()));
  }

  private static Optional<Ending> when(boolean met, Ending ending) {
    return met ? Optional.of(ending) : Optional.empty();
  }
}
