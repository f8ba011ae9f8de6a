package org.ironopt.resolvent;

import org.ironopt.io.internal.StableDefault;
import org.ironopt.linalg.internal.Require;

/**
 * How Newton's method is made to converge from distant starts. The merit {@code phi(u) = lambda
 * f(u) + |u - c|^2/2} has the residual as its gradient; with {@link Armijo}, {@link
 * LevenbergMarquardt} and {@link TrustRegion} no accepted step increases it (differences of phi
 * below its rounding are judged by the slopes at both ends). With the paper's {@link
 * ResidualDecrease} a step that does not decrease |g| is reported and not taken.
 */
public sealed interface Globalization {
  /** Always the full step: pure Newton, quadratic near the solution, without any guarantee. */
  record FullStep() implements Globalization {}

  /**
   * One full step of which phi is looked at only now and then, for batches on which another
   * gradient would cost too much: {@code u = start + s} is returned without an evaluation there, so
   * that its residual is not known. Phi(u) is compared with what the model predicts ({@link
   * InnerReport.Model}) in every few solves, in the first ones, while the model gives less than 3/4
   * of what it promises, and for a step that is more than twice as long as the last one looked at;
   * a step that increases phi is refused, and the start returned. Needs {@code truncate(1)} and
   * {@code Direction.Cg} or {@code Cholesky}, whose steps minimise the model.
   *
   * <p>A part below 1 shortens the step along one preconditioned direction ({@code Direction.Cg}
   * with one iteration). A shortened step forgives an inexact length, so the curvature along the
   * direction is measured at looks only and the steps between them have the length found there.
   *
   * <p>With a budget of K solves the part of solve k is {@code part (1/2 + cos(pi t)/2)} with
   * {@code t = (k/K - steady)/(1 - steady)}, 0 before that, and at least a thousandth of {@code
   * part}: long steps first, short ones that average the noise of batches at the end. Where many
   * looks are averaged, the ratio is that of two sums, of what was gained and of what was promised
   * in units of f, in which a look counts {@code 1 - 1/looks} of the next: the ratio of one short
   * step is noise, and a small lambda answers to it for ever. It begins with one look and takes one
   * more after every hundred solves, since one bad step of the first ones, hidden by those before
   * it, can saturate a network.
   *
   * @param every solves between two looks
   * @param part of the step to the minimum of the model
   * @param budget solves after which the part has decayed, 0 for none
   * @param steady share of the budget before the part decays
   * @param looks that the ratio averages over
   */
  record Unchecked(
      int every,
      double part,
      @StableDefault("0") long budget,
      @StableDefault("0.0") double steady,
      @StableDefault("1") int looks)
      implements Globalization {
    private static final double LEAST = 1e-3;

    public Unchecked {
      Require.atLeast("solves between looks", 1, every);
      Require.positive("part of a step", part);
      Require.that(part <= 1, "part of a step is %s, expected at most 1", part);
      Require.that(budget >= 0, "budget is %s solves, expected 0 for none, or more", budget);
      Require.that(
          budget == 0 || part < 1,
          "a whole step does not decay, got part %s and a budget of %s solves: use a part below 1",
          part,
          budget);
      Require.that(
          steady >= 0 && steady < 1, "steady is %s, expected a share >= 0 and < 1", steady);
      Require.atLeast("looks", 1, looks);
    }

    /** The same part in every solve, and the ratio of one look. */
    public Unchecked(int every, double part) {
      this(every, part, 0, 0, 1);
    }

    /** Lets the part decay to the end of so many solves. */
    public Unchecked budget(long solves) {
      return new Unchecked(every, part, solves, steady, looks);
    }

    /** Keeps the part as it is for this share of the budget. */
    public Unchecked steady(double share) {
      return new Unchecked(every, part, budget, share, looks);
    }

    /** Averages the ratio over looks. */
    public Unchecked looks(int looks) {
      return new Unchecked(every, part, budget, steady, looks);
    }

    /** Returns the part of solve k, from 0. */
    public double part(long k) {
      if (budget == 0) {
        return part;
      }
      double done = (Math.min(1, (double) k / budget) - steady) / (1 - steady);
      return part * Math.max(LEAST, 0.5 + 0.5 * StrictMath.cos(Math.PI * Math.max(0, done)));
    }

    /** Returns over how many looks the ratio of solve k averages. */
    public int looks(long k) {
      return (int) Math.min(looks, 1 + k / 100);
    }

    /** The whole step. */
    public Unchecked(int every) {
      this(every, 1);
    }

    /** In every fifth solve. */
    public Unchecked() {
      this(5);
    }
  }

  /**
   * Backtracking {@code t = 1, shrink, shrink^2, ...} until {@code phi(u + t s) <= phi(u) +
   * decrease t <g, s>} (Nocedal and Wright, algorithm 3.1). A direction that does not descend is
   * replaced by that of {@code J + nu I}, nu growing until it does.
   */
  record Armijo(double decrease, double shrink, int maxBacktracks) implements Globalization {
    public Armijo {
      fraction("decrease", decrease);
      fraction("shrink", shrink);
      Require.atLeast("maxBacktracks", 0, maxBacktracks);
    }

    /** Decrease 1e-4, halving, at most 60 times. */
    public Armijo() {
      this(1e-4, 0.5, 60);
    }
  }

  /** The rule of the paper's Algorithm 2: backtracking until |g| decreases. */
  record ResidualDecrease(double shrink, int maxBacktracks) implements Globalization {
    public ResidualDecrease {
      fraction("shrink", shrink);
      Require.atLeast("maxBacktracks", 0, maxBacktracks);
    }

    /** Halving, at most 60 times. */
    public ResidualDecrease() {
      this(0.5, 60);
    }
  }

  /**
   * Levenberg-Marquardt: {@code (J + nu I) s = -g}, {@code nu /= shrink} after a step that
   * decreased phi, {@code nu = max(0.01, nu * grow)} after one that did not (Marquardt 1963, DOI
   * 10.1137/0111030). With {@code shrink = 1} nu stays where it is; otherwise a nu below 1e-3 is
   * taken as 0, so that the last steps are Newton's.
   */
  record LevenbergMarquardt(double nu0, double grow, double shrink) implements Globalization {
    public LevenbergMarquardt {
      Require.nonNegative("nu0", nu0);
      Require.that(
          grow > 1 && grow != Double.POSITIVE_INFINITY, "grow is %s, expected a number > 1", grow);
      Require.that(
          shrink >= 1 && shrink != Double.POSITIVE_INFINITY,
          "shrink is %s, expected a number >= 1",
          shrink);
    }

    /** From nu = 0; growing by 4, shrinking by 3. */
    public LevenbergMarquardt() {
      this(0, 4, 3);
    }
  }

  /**
   * Trust region on phi, its model minimised by Steihaug's truncated CG (DOI 10.1137/0720042): a
   * step is taken if it gives more than 0.15 of the predicted decrease; below 0.25 the radius
   * becomes |s|/4, above 0.75 at the boundary it doubles. Infinite radii make it Newton-CG.
   */
  record TrustRegion(double radius0, double maxRadius) implements Globalization {
    public TrustRegion {
      Require.that(radius0 > 0, "radius0 is %s, expected a number > 0", radius0);
      String sentence = "maxRadius is %s, expected at least radius0 = %s";
      Require.that(maxRadius >= radius0, sentence, maxRadius, radius0);
    }

    /** From radius 1 up to 1000. */
    public TrustRegion() {
      this(1, 1000);
    }
  }

  private static void fraction(String name, double value) {
    String sentence = "%s is %s, expected a number between 0.0 and 1.0";
    Require.that(value > 0 && value < 1, sentence, name, value);
  }
}
