package org.ironopt.method;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import org.ironopt.linalg.internal.Require;

/**
 * Step lengths {@code alpha_k}, a pure function of k = 0, 1, 2, ...: a run that is resumed at step
 * k asks for {@code alpha_k} again and must get the same number. Any function will do; one made by
 * {@link #of} also carries a description, by which a checkpoint tells runs apart.
 */
@FunctionalInterface
public interface Schedule {
  /** Returns alpha_k. */
  double at(long k);

  /** Returns the rule in words; the schedules of this interface give a complete one. */
  default String description() {
    return "user function";
  }

  /** Returns what tells the rule from all others in files. */
  default String id() {
    return description();
  }

  /** Returns alpha_k, or refuses one that is not a number {@code > 0} and names k. */
  default double checked(long k) {
    double alpha = at(k);
    if (!(alpha > 0) || alpha == Double.POSITIVE_INFINITY) {
      String what = "alpha_" + k + " is " + alpha + ", expected a number > 0";
      throw new IllegalArgumentException(what + " (schedule: " + description() + ")");
    }
    return alpha;
  }

  /** Returns the same step for ever. */
  static Schedule constant(double alpha) {
    return new Constant(alpha);
  }

  /** Returns the given steps in turn; the last one is then kept for ever. */
  static Schedule list(double... alphas) {
    double[] steps = requireSteps(alphas);
    return of("list " + Arrays.toString(steps), k -> steps[(int) Math.min(k, steps.length - 1)]);
  }

  private static double[] requireSteps(double... alphas) {
    Require.atLeast("number of steps in the list", 1, alphas.length);
    for (int k = 0; k < alphas.length; k++) {
      Require.positive("alpha_" + k, alphas[k]);
    }
    return alphas.clone();
  }

  /** Returns {@code alpha_k = first * ratio^k}, without a limit. */
  static Schedule geometric(double first, double ratio) {
    return geometric(first, ratio, ratio < 1 ? 0 : Double.POSITIVE_INFINITY);
  }

  /**
   * Returns {@code first * ratio^k} until it passes {@code limit}, and {@code limit} from then on.
   */
  static Schedule geometric(double first, double ratio, double limit) {
    Require.positive("first", first);
    Require.positive("ratio", ratio);
    return of(
        "geometric " + first + " * " + ratio + "^k, limit " + limit,
        k -> {
          double alpha = first * StrictMath.pow(ratio, k);
          return ratio < 1 ? Math.max(alpha, limit) : Math.min(alpha, limit);
        });
  }

  /**
   * Returns steps that fall linearly, {@code first (1 - k/steps)}, but never below a thousandth of
   * the first, which is kept after that many steps.
   */
  static Schedule linearDecay(double first, long steps) {
    return decay("linear", first, steps, part -> 1 - part);
  }

  /**
   * Returns steps that fall along half a cosine, {@code first (1 + cos(pi k/steps))/2}, but never
   * below a thousandth of the first, which is kept after that many steps (Loshchilov and Hutter
   * 2017, arXiv:1608.03983, without restarts).
   */
  static Schedule cosineDecay(double first, long steps) {
    return decay("cosine", first, steps, part -> 0.5 + 0.5 * StrictMath.cos(Math.PI * part));
  }

  private static Schedule decay(String name, double first, long steps, DoubleUnaryOperator rest) {
    Require.atLeast("steps of the decay", 1, (int) Math.min(steps, Integer.MAX_VALUE));
    Require.positive("first", first);
    return of(
        name + " decay of " + first + " over " + steps + " steps",
        k -> first * Math.max(1e-3, rest.applyAsDouble(Math.min(1, (double) k / steps))));
  }

  /**
   * Returns a step that changes at given times: {@code alphas[p]} while {@code boundaries[p-1] <= k
   * < boundaries[p]}, so there is one boundary fewer than steps.
   */
  static Schedule piecewise(long[] boundaries, double... alphas) {
    Require.that(
        alphas.length == boundaries.length + 1,
        "%s boundaries separate %s steps, got %s",
        boundaries.length,
        boundaries.length + 1,
        alphas.length);
    double[] steps = requireSteps(alphas);
    for (int p = 0; p < boundaries.length; p++) {
      long before = p == 0 ? 0 : boundaries[p - 1];
      long end = boundaries[p];
      Require.that(end > before, "boundary %s is %s, expected more than %s", p, end, before);
    }
    long[] ends = boundaries.clone();
    return of(
        "piecewise " + Arrays.toString(steps) + " changing at " + Arrays.toString(ends),
        k -> {
          int piece = 0;
          while (piece < ends.length && k >= ends[piece]) {
            piece++;
          }
          return steps[piece];
        });
  }

  /** Returns {@code alpha_k = first (k + 1)^-exponent}, such as {@code first / sqrt(n)}. */
  static Schedule power(double first, double exponent) {
    Require.positive("first", first);
    Require.nonNegative("exponent", exponent);
    return of(
        "power " + first + " * (k + 1)^-" + exponent,
        k ->
            exponent == 0.5
                ? first / Math.sqrt(k + 1.0)
                : first * StrictMath.pow(k + 1.0, -exponent));
  }

  /**
   * Returns {@code alpha_k = scale (1 + rate scale n)^-exponent} with n = k + 1, the decay of the
   * implicit gradient methods: near {@code scale} first, then like {@code n^-exponent}.
   */
  static Schedule decay(double scale, double rate, double exponent) {
    Require.positive("scale", scale);
    Require.positive("rate", rate);
    Require.nonNegative("exponent", exponent);
    return of(
        "decay " + scale + " * (1 + " + rate * scale + " (k + 1))^-" + exponent,
        k -> scale * StrictMath.pow(1 + rate * scale * (k + 1.0), -exponent));
  }

  /** Returns {@code first 2^-p} in epoch p, an epoch being so many steps. */
  static Schedule halving(double first, int epoch) {
    Require.positive("first", first);
    Require.atLeast("epoch", 1, epoch);
    return of(
        "halving " + first + " every " + epoch,
        // A step may be tiny but not 0.
        k -> Math.scalb(first, -(int) Math.min(k / epoch, 1000 + Math.getExponent(first))));
  }

  /**
   * Returns any function of k with its description for records and checkpoints; two schedules of
   * equal words are equal.
   */
  static Schedule of(String description, LongToDoubleFunction alpha) {
    return new Described(description, alpha);
  }

  /** The same step for ever. */
  record Constant(double alpha) implements Schedule {
    public Constant {
      Require.positive("alpha", alpha);
    }

    @Override
    public double at(long k) {
      return alpha;
    }

    @Override
    public String description() {
      return "constant " + alpha;
    }

    @Override
    public String toString() {
      return description();
    }
  }

  /** A function and its words. */
  record Described(String description, LongToDoubleFunction alpha) implements Schedule {
    @Override
    public double at(long k) {
      return alpha.applyAsDouble(k);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Described(String words, var _) && words.equals(description);
    }

    @Override
    public int hashCode() {
      return description.hashCode();
    }

    @Override
    public String toString() {
      return description;
    }
  }
}
