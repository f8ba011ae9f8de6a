package org.ironopt.resolvent;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Objective;

/**
 * How an inner solve ended. Where f has a modulus of strong convexity m (0 if it is convex), the
 * residual {@code g(u) = u - c + lambda grad f(u)} is (1 + lambda m)-strongly monotone, so {@code
 * |u - u*| <= |g(u)|/(1 + lambda m)}: the certificate (docs/reference/theory.md, equation 7). m
 * comes from {@link Objective#modulus}, never from the mu of a flow; without it there is no
 * certificate, however small the residual. Below the rounding of g the certificate means nothing.
 *
 * @param ending the typed reason
 * @param newtonSteps accepted steps
 * @param linearSteps iterations of the linear solver, summed
 * @param backtracks trial points that were shrunk or rejected
 * @param residual |g(u)| at the returned point, NaN if g was not evaluated there
 * @param certificate |g(u)|/(1 + lambda m), a bound on |u - u*|; empty if the objective does not
 *     state m, or if g is not finite
 * @param value f at the returned point, NaN if it was not evaluated
 * @param gradientNorm |grad f(u)| at the returned point, measured there and not rebuilt from the
 *     equation, which would leave the residual out; NaN if it is not known
 * @param evaluations evaluations of f and its gradient (at one point: one)
 * @param products Hessian products; an assembled matrix or diagonal counts as none
 * @param model how well the model of a step did that is not checked by the residual; else empty
 */
public record InnerReport(
    Ending ending,
    int newtonSteps,
    int linearSteps,
    int backtracks,
    double residual,
    OptionalDouble certificate,
    double value,
    double gradientNorm,
    int evaluations,
    int products,
    Optional<Model> model) {

  /**
   * The quadratic model of one step s.
   *
   * @param linearResidual |J s + g| / |g| where the linear solver stopped, NaN if it was not
   *     measured
   * @param decrease of f, NaN if it was not looked at
   * @param ratio of the decrease of phi to that of the model; NaN if it was not looked at, or if
   *     both are lost in the rounding of f
   */
  public record Model(double linearResidual, double decrease, double ratio) {}

  /** Counts the work of a running solve; reused by the next solve. */
  public static final class Counter {
    public int newtonSteps;
    public int linearSteps;
    public int backtracks;
    public int evaluations;
    public int products;

    /** Of a step that is not checked by its residual; else empty. */
    public Optional<Model> model = Optional.empty();

    /** Begins to count again. */
    public void clear() {
      newtonSteps = 0;
      linearSteps = 0;
      backtracks = 0;
      evaluations = 0;
      products = 0;
      model = Optional.empty();
    }

    /** Adds the work of another solve. */
    public void add(InnerReport more) {
      newtonSteps = sum(newtonSteps, more.newtonSteps);
      linearSteps = sum(linearSteps, more.linearSteps);
      backtracks = sum(backtracks, more.backtracks);
      evaluations = sum(evaluations, more.evaluations);
      products = sum(products, more.products);
    }

    private static int sum(int a, int b) {
      return (int) Math.min((long) a + b, Integer.MAX_VALUE);
    }

    /**
     * Returns the report of the work so far.
     *
     * @param residual |g(u)| at the point returned
     * @param modulus of the objective, {@link InnerReport#modulus}
     * @param value f there, NaN if it is not known
     * @param gradientNorm |grad f(u)|, NaN if it is not known
     */
    public InnerReport report(
        Ending ending,
        double residual,
        double lambda,
        double modulus,
        double value,
        double gradientNorm) {
      double bound = bound(residual, lambda, modulus);
      return report(ending, residual, bound, value, gradientNorm);
    }

    /** Returns the report with a given bound on the error, NaN for none. */
    public InnerReport report(
        Ending ending, double residual, double bound, double value, double gradientNorm) {
      return new InnerReport(
          ending,
          newtonSteps,
          linearSteps,
          backtracks,
          residual,
          certificate(bound),
          value,
          gradientNorm,
          evaluations,
          products,
          model);
    }
  }

  /** Returns the report of a solve that could not begin: nothing is known. */
  public static InnerReport notFinite() {
    double none = Double.NaN;
    return new Counter().report(Ending.NOT_FINITE, none, none, none, none);
  }

  /** Returns the report of a closed form: no step, one evaluation. */
  public static InnerReport closedForm(
      Ending ending, double residual, double lambda, double modulus, double gradientNorm) {
    Counter counts = new Counter();
    counts.evaluations = 1;
    return counts.report(ending, residual, lambda, modulus, Double.NaN, gradientNorm);
  }

  /** Returns the modulus that an objective states, NaN if none. */
  public static double modulus(Objective f) {
    OptionalDouble m = f.modulus();
    return m.isPresent() ? Require.nonNegative("modulus", m.getAsDouble()) : Double.NaN;
  }

  /** Returns the bound |g|/(1 + lambda m), if m is known and g is finite. */
  public static OptionalDouble certificate(double residual, double lambda, OptionalDouble m) {
    return certificate(bound(residual, lambda, m.orElse(Double.NaN)));
  }

  private static double bound(double residual, double lambda, double m) {
    return residual / Math.fma(lambda, m, 1);
  }

  private static OptionalDouble certificate(double bound) {
    return Double.isFinite(bound) ? OptionalDouble.of(bound) : OptionalDouble.empty();
  }

  /** Returns whether the point is as good as was asked for. */
  public boolean succeeded() {
    return ending.succeeded();
  }

  /** Why an inner solve stopped, from the best reason to the worst. */
  public enum Ending {
    /** The residual met the tolerance. */
    CONVERGED,
    /** The residual is at the level of rounding and cannot be made smaller. */
    ROUNDING,
    /** The requested fixed number of Newton steps was made. */
    TRUNCATED,
    /** The step limit was reached before the tolerance. */
    STEP_LIMIT,
    /** No step along the direction decreased the merit; the last accepted point is returned. */
    NO_DECREASE,
    /** A NaN or an infinity appeared; the last finite point is returned. */
    NOT_FINITE;

    /** Returns whether the point is as good as was asked for. */
    public boolean succeeded() {
      return compareTo(TRUNCATED) <= 0;
    }

    /** Returns one sentence that says what to change, empty for a success. */
    public String advice() {
      return switch (this) {
        case CONVERGED, ROUNDING, TRUNCATED -> "";
        case STEP_LIMIT ->
            "The tolerance was not met in maxSteps Newton steps: raise maxSteps, loosen the"
                + " tolerance, or use a direction with more curvature.";
        case NO_DECREASE ->
            "No step decreased the merit: use Globalization.Armijo, LevenbergMarquardt or"
                + " TrustRegion instead of the |g| rule, and check the derivatives with"
                + " DerivativeCheck.";
        case NOT_FINITE ->
            "The objective or its derivatives are not finite: check the data and the start, use a"
                + " smaller lambda, or a globalization other than FullStep.";
      };
    }
  }
}
