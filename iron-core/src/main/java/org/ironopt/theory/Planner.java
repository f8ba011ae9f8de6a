package org.ironopt.theory;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.ironopt.linalg.internal.Require;

/**
 * Chooses IRON's step for center noise, THEORY (41)-(43): the smallest alpha whose exact stationary
 * root-mean-square error on the quadratic with the given eigenvalues is at most a target. The error
 * decreases strictly in alpha, so bisection over the floating-point numbers finds it to the last
 * bit. For a smooth objective pass the eigenvalues of the Hessian at the minimiser.
 */
public final class Planner {
  /**
   * The recommended step.
   *
   * @param alpha the smallest step that meets the target, or 1 when every step does
   * @param everyStepMeetsTarget whether even the flow itself ({@code alpha -> 0}) meets the target
   * @param lambda resolvent parameter of that step
   * @param rmse predicted stationary root-mean-square error, at most the target
   * @param spectralRadius contraction per step
   * @param steps smallest k with {@code r^k <= target/100}: from a start at distance 1 the initial
   *     error is then one percent of the target
   * @param residualTolerance inner residual norm that keeps each inner error below one percent of
   *     the target
   */
  public record Plan(
      double alpha,
      boolean everyStepMeetsTarget,
      double lambda,
      double rmse,
      double spectralRadius,
      long steps,
      double residualTolerance) {}

  /** The initial and the inner error may each be this share of the target. */
  private static final double SHARE = 0.01;

  /** Largest step that the planner proposes; beyond it alpha squared leaves the double range. */
  private static final double LONGEST = 1e150;

  private final double mu;
  private final double gamma;
  private final double[] eigenvalues;
  private final double[] variances;

  private Planner(double mu, double gamma, double[] eigenvalues, double[] variances) {
    this.mu = Require.nonNegative("mu", mu);
    this.gamma = Require.positive("gamma", gamma);
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    Require.length("variances", eigenvalues.length, variances);
    for (int i = 0; i < eigenvalues.length; i++) {
      Require.positive("eigenvalue", eigenvalues[i]);
      Require.nonNegative("variance", variances[i]);
    }
    this.eigenvalues = eigenvalues.clone();
    this.variances = variances.clone();
  }

  /** Returns a planner for {@code Sigma = rho2 I}. */
  public static Planner isotropic(double mu, double gamma, double[] eigenvalues, double rho2) {
    double[] variances = StationaryCovariance.same(eigenvalues.length, rho2);
    return new Planner(mu, gamma, eigenvalues, variances);
  }

  /** Returns a planner for noise of variance {@code variances[i]} along eigenvector i. */
  public static Planner of(double mu, double gamma, double[] eigenvalues, double[] variances) {
    return new Planner(mu, gamma, eigenvalues, variances);
  }

  /**
   * Returns the plan for this target.
   *
   * @throws IllegalArgumentException when the target is not positive, or so small that the step
   *     leaves the range of double
   */
  public Plan plan(double targetRmse) {
    Require.positive("target RMSE", targetRmse);
    double flow = 0;
    for (int i = 0; i < eigenvalues.length; i++) {
      flow += StationaryCovariance.continuousTime(mu, gamma, eigenvalues[i], variances[i]);
    }
    boolean every = Math.sqrt(flow) <= targetRmse;
    double alpha = every ? 1 : smallest(targetRmse, this::rmse);
    IronParameters p = new IronParameters(alpha, mu, gamma);
    double convexity = Math.min(mu, Arrays.stream(eigenvalues).min().orElseThrow());
    double rate = Contraction.decayRate(Scheme.IRON, p, eigenvalues);
    return new Plan(
        alpha,
        every,
        p.lambda(),
        rmse(alpha),
        Contraction.spectralRadius(Scheme.IRON, p, eigenvalues),
        steps(rate, SHARE * targetRmse),
        SHARE * targetRmse * (1 + p.lambda() * convexity));
  }

  /**
   * Returns the relaxed step with the spread of the plan and the smallest spectral radius, THEORY
   * (80)-(83): the fewest steps at equal spread. Where every step meets the target, it keeps the
   * flow's own spread, {@code theta = 1/2}.
   */
  public RelaxedLaw.EqualSpread relaxed(double targetRmse) {
    Plan plan = plan(targetRmse);
    double dissipation = plan.everyStepMeetsTarget() ? 0 : plan.alpha();
    return RelaxedLaw.EqualSpread.of(dissipation, mu, gamma, eigenvalues);
  }

  /**
   * Whether to average K iterates, THEORY (90)-(91), from a start at distance 1 that is as far from
   * the minimiser along every eigenvector.
   *
   * @param steps K
   * @param alpha the smallest step with which their average meets the target
   * @param lastAlpha the smallest with which the last of them does
   */
  public record Averaging(long steps, double alpha, double lastAlpha) {
    /** Returns whether the average needs the shorter step, whose inner solves are easier. */
    public boolean pays() {
      return alpha < lastAlpha;
    }

    /** Returns what it recommends, in a sentence. */
    public String sentence() {
      return String.format(
          Locale.ROOT,
          pays()
              ? "Average the %d iterates: their mean meets the target with alpha = %.6g, the last of"
                  + " them needs alpha = %.6g."
              : "Do not average %d iterates: the start weighs on their mean, which needs alpha ="
                  + " %.6g; the last of them meets the target with alpha = %.6g.",
          steps,
          alpha,
          lastAlpha);
    }
  }

  /** Returns the steps with which K iterates meet a target, by their average and by the last. */
  public Averaging averaging(double targetRmse, long steps) {
    Require.positive("target RMSE", targetRmse);
    return new Averaging(
        steps,
        smallest(targetRmse, alpha -> rmse(alpha, steps, AverageLaw.Errors::average)),
        smallest(targetRmse, alpha -> rmse(alpha, steps, AverageLaw.Errors::last)));
  }

  private double rmse(
      double alpha, long steps, Function<AverageLaw.Errors, AverageLaw.Error> which) {
    AverageLaw law = AverageLaw.of(Scheme.IRON, new IronParameters(alpha, mu, gamma));
    double start = 1 / Math.sqrt(eigenvalues.length);
    double sum = 0;
    for (int i = 0; i < eigenvalues.length; i++) {
      AverageLaw.Errors errors =
          law.from(start, start, eigenvalues[i], variances[i], steps).orElseThrow();
      sum += which.apply(errors).meanSquare();
    }
    return Math.sqrt(sum);
  }

  /** Returns the exact stationary root-mean-square error at this step. */
  public double rmse(double alpha) {
    IronParameters p = new IronParameters(alpha, mu, gamma);
    return Math.sqrt(
        StationaryCovariance.mse(Scheme.IRON, p, eigenvalues, variances).orElseThrow());
  }

  private static double smallest(double target, DoubleUnaryOperator rmse) {
    double most = rmse.applyAsDouble(LONGEST);
    String sentence = "target RMSE is %s, but even alpha = %s gives %s";
    Require.that(!(most > target), sentence, target, LONGEST, most);
    // Positive doubles are ordered as their bits are, so this bisection ends at neighbours.
    long low = Double.doubleToLongBits(1 / LONGEST);
    long high = Double.doubleToLongBits(LONGEST);
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (rmse.applyAsDouble(Double.longBitsToDouble(middle)) <= target) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return Double.longBitsToDouble(high);
  }

  /** Returns the smallest k with {@code exp(-rate k) <= goal}. */
  private static long steps(double rate, double goal) {
    return goal >= 1 ? 0 : (long) Math.ceil(-StrictMath.log(goal) / rate);
  }
}
