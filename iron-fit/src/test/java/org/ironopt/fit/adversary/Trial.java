package org.ironopt.fit.adversary;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.run.Ending;

/**
 * One drawn problem, fitted by one method and judged.
 *
 * @param reg factor of the squares
 * @param method name of the method
 * @param judged whether the optimum is known to {@link #KNOWN}
 * @param exact whether the fit says that its targets are met to rounding, and gives no gap
 * @param kind what stands behind the reported gap
 * @param reported the gap of the fit
 * @param truth its true gap, relative to the optimum
 * @param naive whether a certificate that ignores the intercepts would be false here
 * @param complaints what is wrong with the fit's words
 */
record Trial(
    double reg,
    String method,
    Drawn.Kind model,
    boolean judged,
    boolean exact,
    CertificateKind kind,
    double reported,
    double truth,
    boolean naive,
    List<String> complaints) {
  /** The solver's own duality gap, relative to the optimum: far below the rounding of a fit. */
  private static final double KNOWN = 1e-20;

  /** Some rounding errors in a residual, relative to its parts. */
  private static final double RESIDUALS = 0x1p-48;

  private static final Double[] TOLERANCES = {1e-3, 1e-6, 1e-9, 1e-9, 1e-12, 1e-15};
  private static final Integer[] ROUNDS = {1, 2, 5, 20, 60};
  private static final Integer[] STEPS = {0, 1, 2, 4, 200, 200, 200};

  static Trial of(long seed, int problem) {
    Dice dice = new Dice(seed, problem);
    Drawn drawn = Drawn.from(dice, dice.of(Drawn.Kind.values()));
    List<Contender> able = Contender.of(drawn);
    Contender method = able.get(dice.below(able.size()));
    double tolerance = dice.of(TOLERANCES);
    int limit = dice.of(method.rounds() ? ROUNDS : STEPS);
    String name = "-Diron.adversary.seed=" + seed + ", problem " + problem + ", " + method.name();
    String words = name + ", tolerance " + tolerance + ", limit " + limit + ": " + drawn.words();
    FitResult result;
    try {
      Fit fit = method.choose().apply(fit(drawn));
      result = fit.tolerance(tolerance).stepLimit(limit).seed(problem).go();
    } catch (RuntimeException e) {
      throw new AssertionError(words, e);
    }
    return judge(drawn, method, tolerance, result, words);
  }

  private static Fit fit(Drawn drawn) {
    Fit fit =
        switch (drawn.kind()) {
          case LOGISTIC -> Fit.logistic(drawn.data());
          case SOFTMAX -> Fit.softmax(drawn.data());
          case RIDGE -> Fit.ridge(drawn.data());
          case POISSON -> Fit.poisson(drawn.data());
          case GAMMA -> Fit.gamma(drawn.data());
          case NEGBIN -> Fit.negativeBinomial(drawn.data(), drawn.shape());
          case HUBER -> Fit.huber(drawn.data(), drawn.shape());
        };
    return fit.reg(drawn.reg())
        .l1(drawn.l1())
        .scale(drawn.scale())
        .intercept(drawn.intercept())
        .balanced(drawn.balanced());
  }

  private static Trial judge(
      Drawn drawn, Contender method, double tolerance, FitResult result, String words) {
    ExactFit f = new ExactFit(drawn);
    Dd[] solution = ExactSolver.solve(drawn, f);
    // A value that is attained: what lies above it is certainly a gap.
    Dd best = f.value(solution, true);
    boolean zero = best.hi() < Double.MIN_NORMAL;
    boolean judged = zero || best.minus(f.lowerBound(solution)).hi() <= KNOWN * best.hi();
    Dd[] v = f.variables(result.model());
    Dd value = f.value(v, true);
    double truth = zero ? Double.NaN : value.minus(best).over(best).hi();
    boolean squares = drawn.kind() == Drawn.Kind.RIDGE || drawn.kind() == Drawn.Kind.HUBER;
    double part = squares ? RESIDUALS * f.largestPart(result.model()) : 0;
    double rounding = part * part;
    // Steps know an objective to the rounding of its residuals, the model without it.
    boolean huber = drawn.kind() == Drawn.Kind.HUBER;
    double beside = huber ? part * Math.sqrt(2 / best.hi()) : 0;
    boolean exact = result.ending() instanceof Ending.ExactFit;
    List<String> complaints =
        Stream.of(
                gap(result, truth),
                ending(result, tolerance),
                exact && !(value.hi() <= rounding)
                    ? Optional.of("not exact: " + value.hi() + " is above " + rounding)
                    : Optional.<String>empty(),
                judged ? history(result, best, value, beside) : Optional.<String>empty())
            .flatMap(Optional::stream)
            .map(c -> c + "\n    " + words)
            .toList();
    boolean naive = false;
    if (drawn.reg() > 0 && drawn.l1() == 0 && drawn.intercept()) {
      Dd gap = f.naiveGap(v);
      naive = gap.below(value) && gap.over(value.minus(gap)).hi() < 0.9 * truth && truth > 1e-12;
    }
    return new Trial(
        drawn.reg(),
        method.name(),
        drawn.kind(),
        judged,
        exact,
        result.certificate().kind(),
        result.gap(),
        truth,
        naive,
        complaints);
  }

  private static Optional<String> gap(FitResult result, double truth) {
    boolean none =
        result.certificate().kind() == CertificateKind.NONE
            || result.certificate().kind() == CertificateKind.ROUNDING
                && result.ending() instanceof Ending.ExactFit;
    if (none != (result.gap() == Double.POSITIVE_INFINITY)) {
      return Optional.of(result.certificate().kind() + " beside the gap " + result.gap());
    }
    return none || truth <= result.gap()
        ? Optional.empty()
        : Optional.of(
            result.certificate().kind()
                + (" of " + result.gap() + ", but the true gap is " + truth)
                + (", objective " + result.objective())
                + (", " + result.ending().sentence()));
  }

  private static Optional<String> ending(FitResult result, double tolerance) {
    boolean within = result.gap() <= tolerance;
    return within == result.ending() instanceof Ending.GapCertified
        ? Optional.empty()
        : Optional.of("gap " + result.gap() + ", but " + result.ending().sentence());
  }

  /**
   * The gaps on the way are bounds too, for intercepts that were not solved for. What rounding does
   * to an objective is seen at the model, where it is known exactly.
   */
  private static Optional<String> history(FitResult result, Dd best, Dd value, double beside) {
    double off = Math.abs(Dd.of(result.objective()).minus(value).over(best).hi());
    for (FitStep step : result.history()) {
      double truth = Dd.of(step.objective()).minus(best).over(best).hi();
      if (step.gap() < truth - Math.max(1e-12 + beside, 100 * off) * (1 + truth)) {
        return Optional.of(
            "step " + step.step() + " had the gap " + step.gap() + ", the true one was " + truth);
      }
    }
    return Optional.empty();
  }
}
