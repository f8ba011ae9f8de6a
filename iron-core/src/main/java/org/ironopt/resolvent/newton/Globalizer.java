package org.ironopt.resolvent.newton;

import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Steihaug;
import org.ironopt.linalg.internal.SteihaugReport;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;

/** Turns directions into accepted steps; one class per family of {@link Globalization}. */
interface Globalizer {
  /**
   * Damping after the first failure. The identity in J = I + lambda H makes 1 the unit; less leaves
   * long steps along directions of little curvature, where saddle points are left.
   */
  double FIRST_NU = 1e-2;

  /** Beyond this the system is not finite: lambda times a finite curvature may be very large. */
  double LAST_NU = 1e300;

  /** Returns the steps that a choice asks for. */
  static Globalizer of(ResolventEquation e, InnerMethod.Newton newton) {
    Direction d = newton.direction();
    return switch (newton.globalization()) {
      case Globalization.FullStep _ -> LineSearch.of(e, d, false, 0.5, 0, (_, _, _) -> true);
      case Globalization.Unchecked u -> UncheckedStep.of(e, d, u);
      case Globalization.Armijo a ->
          LineSearch.of(
              e,
              d,
              true,
              a.shrink(),
              a.maxBacktracks(),
              (_, t, slope) -> e.gain(-t * slope, t) >= a.decrease());
      case Globalization.ResidualDecrease r ->
          LineSearch.of(
              e, d, false, r.shrink(), r.maxBacktracks(), (_, _, _) -> e.trialDecreasesResidual());
      case Globalization.LevenbergMarquardt lm -> new Damped(DirectionSolver.of(e, d, true), lm);
      case Globalization.TrustRegion region -> new TrustRegion(e.n, (Direction.Cg) d, region);
    };
  }

  /** Forgets earlier solves. */
  void begin();

  /** Returns what is remembered from solve to solve, always in the same order. */
  default double[][] memory() {
    return new double[0][];
  }

  /** Moves the equation to a better point, or leaves it alone and says why. */
  Move advance(ResolventEquation equation);

  /** What came of a step. */
  enum Move {
    TAKEN,
    /** No trial point was good enough. */
    REFUSED,
    /** The last trial point, or every direction, was not finite. */
    NOT_FINITE;

    static Move refused(ResolventEquation equation) {
      return equation.trialIsFinite() ? REFUSED : NOT_FINITE;
    }
  }

  /**
   * Backtracking {@code t = 1, shrink, shrink^2, ...} along a direction until a rule accepts {@code
   * u + t s}. The full step is the search that accepts its first finite point.
   *
   * @param descends whether the direction has to descend phi
   * @param rule judges a trial point that is finite
   */
  record LineSearch(
      DirectionSolver direction, boolean descends, double shrink, int maxBacktracks, Rule rule)
      implements Globalizer {
    private static final double GROW = 4;

    interface Rule {
      boolean accepts(ResolventEquation equation, double t, double slope);
    }

    static LineSearch of(
        ResolventEquation e,
        Direction d,
        boolean descends,
        double shrink,
        int maxBacktracks,
        Rule rule) {
      DirectionSolver direction = DirectionSolver.of(e, d, descends);
      return new LineSearch(direction, descends, shrink, maxBacktracks, rule);
    }

    @Override
    public double[][] memory() {
      return direction.memory();
    }

    @Override
    public void begin() {
      direction.begin();
    }

    /**
     * Damps the system until it has a solution and, where the rule is about phi, one that descends;
     * then searches along it. Where that fails, a direction that remembers earlier steps forgets
     * them and tries once more.
     */
    @Override
    public Move advance(ResolventEquation equation) {
      direction.linearize(equation);
      for (boolean again = false; ; again = true) {
        Move move = Move.NOT_FINITE;
        for (double nu = 0; nu < LAST_NU; nu = Math.max(FIRST_NU, GROW * nu)) {
          double[] s = direction.solve(equation, nu);
          if (s == null) {
            continue;
          }
          double slope = equation.along(s);
          if (!descends || slope < 0) {
            move = backtrack(equation, slope);
            break;
          }
        }
        if (move == Move.TAKEN || again || !direction.restart()) {
          return move;
        }
      }
    }

    private Move backtrack(ResolventEquation equation, double slope) {
      double t = 1;
      for (int backtracks = 0; ; backtracks++) {
        if (equation.tryStep(t) && rule.accepts(equation, t, slope) && equation.accept()) {
          return Move.TAKEN;
        }
        equation.reject();
        if (backtracks == maxBacktracks) {
          return Move.refused(equation);
        }
        t *= shrink;
      }
    }
  }

  /** Levenberg-Marquardt: {@code (J + nu I) s = -g}, with nu following success and failure. */
  final class Damped implements Globalizer {
    /** A step has to deliver this part of what the slope promises. */
    private static final double DECREASE = 1e-4;

    /** Damping below this no longer helps and only slows Newton's convergence. */
    private static final double NEGLIGIBLE_NU = 1e-3;

    private final DirectionSolver direction;
    private final Globalization.LevenbergMarquardt parameters;
    private double nu;

    Damped(DirectionSolver direction, Globalization.LevenbergMarquardt parameters) {
      this.direction = direction;
      this.parameters = parameters;
    }

    @Override
    public double[][] memory() {
      return direction.memory();
    }

    @Override
    public void begin() {
      direction.begin();
      nu = parameters.nu0();
    }

    @Override
    public Move advance(ResolventEquation equation) {
      direction.linearize(equation);
      Move refusal = Move.NOT_FINITE;
      while (nu < LAST_NU) {
        double[] s = direction.solve(equation, nu);
        double slope = s != null ? equation.along(s) : Double.NaN;
        if (slope < 0) {
          if (equation.tryStep(1) && equation.gain(-slope, 1) >= DECREASE && equation.accept()) {
            relax();
            return Move.TAKEN;
          }
          equation.reject();
          refusal = Move.refused(equation);
        }
        nu = Math.max(FIRST_NU, parameters.grow() * nu);
      }
      return refusal;
    }

    private void relax() {
      nu /= parameters.shrink();
      if (parameters.shrink() > 1 && nu < NEGLIGIBLE_NU) {
        nu = 0;
      }
    }
  }

  /**
   * Trust region on phi: the model {@code <g, s> + <s, J s>/2} is minimised in {@code |s| <=
   * radius} by truncated CG, and the radius follows the part of the promised decrease that phi
   * delivers (Nocedal and Wright, algorithms 4.1 and 7.2).
   */
  final class TrustRegion implements Globalizer {
    private final Globalization.TrustRegion parameters;
    private final Steihaug steihaug;
    private final KrylovDirection.ForcingTerms forcing;
    private final int maxIterations;
    private final double[] s;
    private double radius;

    TrustRegion(int n, Direction.Cg direction, Globalization.TrustRegion parameters) {
      this.parameters = parameters;
      steihaug = new Steihaug(n);
      forcing = new KrylovDirection.ForcingTerms(direction.forcing());
      maxIterations = direction.maxIterations();
      s = new double[n];
    }

    @Override
    public void begin() {
      forcing.begin();
      radius = parameters.radius0();
    }

    @Override
    public Move advance(ResolventEquation equation) {
      equation.damp(0);
      double[] g = equation.current().g;
      double eta = forcing.next(equation.residual(), equation.target());
      KrylovSolver.Tolerance options = KrylovSolver.Tolerance.toRelative(eta, maxIterations);
      double negligible = Math.ulp(Vectors.norm(equation.current().u));
      do {
        SteihaugReport report = steihaug.solve(equation, g, radius, s, options);
        equation.counts.linearSteps += report.iterations();
        forcing.solved(report.residual());
        if (report.ending() == KrylovSolver.Ending.NOT_FINITE) {
          return Move.NOT_FINITE;
        }
        double promise = promise(report, equation);
        equation.along(s);
        double gain = equation.tryStep(1) ? equation.gain(promise, 1) : Double.NEGATIVE_INFINITY;
        radius =
            Steihaug.radius(radius, parameters.maxRadius(), gain, report.ending(), Vectors.norm(s));
        if (gain > Steihaug.ACCEPT && equation.accept()) {
          return Move.TAKEN;
        }
        equation.reject();
      } while (radius > negligible);
      return Move.refused(equation);
    }

    /**
     * Returns the decrease that the model promises. In an infinite region CG stops before its first
     * step when g itself is a direction of negative curvature; then {@code s = -g}, for which the
     * model promises at least |g|^2.
     */
    private double promise(SteihaugReport report, ResolventEquation equation) {
      if (report.iterations() > 0) {
        return -report.model();
      }
      Vectors.copy(equation.current().g, s);
      Vectors.scale(-1, s);
      return equation.residual() * equation.residual();
    }
  }
}
