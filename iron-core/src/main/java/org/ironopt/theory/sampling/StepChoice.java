package org.ironopt.theory.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.ironopt.linalg.internal.Require;

/**
 * The constant step, or the piecewise constant schedule {@code step/1.25^j} with j the integer part
 * of {@code log(1 + k/k0)/log(1.25)}, THEORY (65), whose exact mean-square error {@link
 * TransientMoments} after a given number of steps is least. Found by a deterministic search: half
 * decades of the step from the longest down, quarters around the best of them, a finer grid on
 * which only the mean is exact, and golden sections of its logarithm; for a schedule golden
 * sections for {@code k0 = K, K/3, K/9, ...} as long as that helps.
 *
 * @param step the step, or the first one
 * @param k0 steps after which the step has about halved; infinite for a constant step
 * @param steps K
 * @param mse the error after K steps
 */
public record StepChoice(double step, double k0, long steps, double mse) {
  private static final double ROOT_TEN = 3.1622776601683795;
  private static final double GOLDEN = 0.6180339887498949;
  private static final int SECTIONS = 8;

  /** Steps of the finer grid in half a decade, and how many half decades it reaches. */
  private static final int FINE = 12;

  private static final int REACH = 3;

  /** So many neighbours on the finer grid are tried in full. */
  private static final int NEAR = 4;

  /** A schedule falls in stages, each shorter than the last by this factor. */
  public static final double STAGE = 1.25;

  /** Errors that a search computes for a constant step, and about as many for a schedule. */
  static final int TRIALS = 40;

  private static final int MOST_HALF_DECADES = 22;
  private static final double LONGEST = 1e6;

  /** Returns step k, from 0. */
  public double step(long k) {
    return step / fall(k, k0);
  }

  /**
   * Returns the numbers of the steps at which the step falls, ascending; together with {@link
   * #alphas} what {@code Schedule.piecewise} takes.
   */
  public long[] boundaries() {
    LongStream.Builder boundaries = LongStream.builder();
    for (long k = end(0, k0, steps); k < steps; k = end(k, k0, steps)) {
      boundaries.add(k);
    }
    return boundaries.build().toArray();
  }

  /** Returns the first step, and the one from each of the boundaries on. */
  public double[] alphas() {
    return LongStream.concat(LongStream.of(0), LongStream.of(boundaries()))
        .mapToDouble(this::step)
        .toArray();
  }

  /** Returns {@code 1 + k/k0}, rounded down to a power of {@value #STAGE}. */
  private static double fall(long k, double k0) {
    double whole = 1 + k / k0;
    double stage = Math.rint(StrictMath.log(whole) / StrictMath.log(STAGE));
    double power = StrictMath.pow(STAGE, stage);
    return power <= whole ? power : StrictMath.pow(STAGE, stage - 1);
  }

  /** Returns the number of the first step after k that is shorter, at most {@code steps}. */
  private static long end(long k, double k0, long steps) {
    if (Double.isInfinite(k0)) {
      return steps;
    }
    double now = fall(k, k0);
    long end = Math.clamp((long) Math.ceil(k0 * (now * STAGE - 1)), k + 1, Math.max(steps, k + 1));
    // The product above is rounded.
    while (end < steps && fall(end, k0) == now) {
      end++;
    }
    while (end - 1 > k && fall(end - 1, k0) > now) {
      end--;
    }
    return end;
  }

  /** Returns the best constant step of the recursion's method from {@code x = v = x0}. */
  public static StepChoice constant(BatchLaw law, LinearRecursion method, double[] x0, long steps) {
    return constant(law, method, x0, steps, () -> {});
  }

  /**
   * Returns the best constant step.
   *
   * @param tried is called after each of the about {@value #TRIALS} errors that are computed
   */
  static StepChoice constant(
      BatchLaw law, LinearRecursion method, double[] x0, long steps, Runnable tried) {
    Require.positive("steps", steps);
    List<TransientMoments> coarse = new ArrayList<>();
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    // Long steps settle soon, so that they are cheap to try; short ones are not tried in vain.
    for (int i = 0; i < MOST_HALF_DECADES && (i < best + 3 || least > 1e300); i++) {
      TransientMoments after = TransientMoments.from(law, x0);
      after.advance(method.step(halfDecade(i)), steps);
      coarse.add(after);
      tried.run();
      if (after.mse() < least) {
        least = after.mse();
        best = i;
      }
    }
    DoubleUnaryOperator error = error(law, method, x0, Double.POSITIVE_INFINITY, steps, tried);
    double from = best;
    for (double at : new double[] {best - 0.5, best + 0.5, best - 1.5, best + 1.5}) {
      double there = error.applyAsDouble(halfDecade(at));
      if (there < least) {
        least = there;
        from = at;
      }
    }
    // With little damping the mean swings around x*, and the error has a minimum for each swing.
    // The variance changes less: it is interpolated.
    for (int i = -REACH * FINE; i <= REACH * FINE; i++) {
      double at = best + i / (double) FINE;
      if (at > 0 && at < coarse.size() - 1) {
        TransientMoments mean = TransientMoments.from(law, x0);
        mean.advanceMean(method.step(halfDecade(at)), steps);
        double about = mean.square() + between(coarse, at);
        if (about < least) {
          least = about;
          from = at;
        }
      }
    }
    double middle = from;
    least = Double.POSITIVE_INFINITY;
    for (int i = -NEAR; i <= NEAR; i++) {
      double at = middle + i / (double) FINE;
      double there = error.applyAsDouble(halfDecade(at));
      if (there < least) {
        least = there;
        from = at;
      }
    }
    double shorter = halfDecade(from + 1.0 / FINE);
    double longer = halfDecade(from - 1.0 / FINE);
    return refined(error, shorter, longer, Double.POSITIVE_INFINITY, steps);
  }

  private static DoubleUnaryOperator error(
      BatchLaw law, LinearRecursion method, double[] x0, double k0, long steps, Runnable tried) {
    return step -> {
      double mse = mse(law, method, x0, step, k0, steps);
      tried.run();
      return mse;
    };
  }

  private static double halfDecade(double i) {
    return LONGEST * StrictMath.pow(ROOT_TEN, -i);
  }

  /** Interpolates the logarithm of the variance, which is 0 if the batches are all terms. */
  private static double between(List<TransientMoments> coarse, double at) {
    int i = (int) at;
    double left = StrictMath.log(Math.max(coarse.get(i).variance(), Double.MIN_NORMAL));
    double right = StrictMath.log(Math.max(coarse.get(i + 1).variance(), Double.MIN_NORMAL));
    return StrictMath.exp(left + (at - i) * (right - left));
  }

  /** Returns the best of the constant step and the schedules. */
  public static StepChoice schedule(BatchLaw law, LinearRecursion method, double[] x0, long steps) {
    return schedule(law, method, x0, steps, constant(law, method, x0, steps), () -> {});
  }

  /** Returns the best of a constant step that was found and the schedules. */
  static StepChoice schedule(
      BatchLaw law,
      LinearRecursion method,
      double[] x0,
      long steps,
      StepChoice constant,
      Runnable tried) {
    StepChoice best = constant;
    double from = best.step;
    double before = Double.POSITIVE_INFINITY;
    for (double k0 = steps; k0 >= 0.3; k0 /= 3) {
      DoubleUnaryOperator error = error(law, method, x0, k0, steps, tried);
      StepChoice next = refined(error, from / ROOT_TEN, from * 10, k0, steps);
      best = next.mse < best.mse ? next : best;
      if (next.mse > before) {
        break;
      }
      before = next.mse;
      from = next.step;
    }
    return best;
  }

  private static StepChoice refined(
      DoubleUnaryOperator error, double from, double to, double k0, long steps) {
    double low = StrictMath.log(from);
    double high = StrictMath.log(to);
    double left = high - GOLDEN * (high - low);
    double right = low + GOLDEN * (high - low);
    double atLeft = error.applyAsDouble(StrictMath.exp(left));
    double atRight = error.applyAsDouble(StrictMath.exp(right));
    for (int i = 0; i < SECTIONS; i++) {
      if (atLeft <= atRight) {
        high = right;
        right = left;
        atRight = atLeft;
        left = high - GOLDEN * (high - low);
        atLeft = error.applyAsDouble(StrictMath.exp(left));
      } else {
        low = left;
        left = right;
        atLeft = atRight;
        right = low + GOLDEN * (high - low);
        atRight = error.applyAsDouble(StrictMath.exp(right));
      }
    }
    return atLeft <= atRight
        ? new StepChoice(StrictMath.exp(left), k0, steps, atLeft)
        : new StepChoice(StrictMath.exp(right), k0, steps, atRight);
  }

  /** Returns the error after K steps of a schedule, infinite where it overflows. */
  public static double mse(
      BatchLaw law, LinearRecursion method, double[] x0, double step, double k0, long steps) {
    TransientMoments state = TransientMoments.from(law, x0);
    for (long k = 0, end; k < steps; k = end) {
      end = end(k, k0, steps);
      state.advance(method.step(step / fall(k, k0)), end - k);
    }
    double mse = state.mse();
    return Double.isNaN(mse) ? Double.POSITIVE_INFINITY : mse;
  }
}
