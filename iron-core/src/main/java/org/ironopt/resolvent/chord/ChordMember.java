package org.ironopt.resolvent.chord;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.resolvent.HessianEigenbasis;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSolver;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;

/**
 * One chord iteration: {@code u+ = u - p} with {@code p = (I + lambda H)^-1 g(u)} and H the Hessian
 * at the anchor, improved by the last few differences of u and p (Anderson acceleration, D. G.
 * Anderson 1965, DOI 10.1145/321296.321305). An anchor with third derivative T corrects p first by
 * the change of the Hessian along the step, {@code p - lambda (I + lambda H)^-1 T[u - p/2 - x, p]}.
 * It needs a gradient at {@link #u} for every {@link #advance}, and nothing else of f.
 */
public final class ChordMember {
  /** What a member needs next. */
  enum Need {
    /** The gradient at u. */
    GRADIENT,
    /** Newton's method from u: the chord is too far from the curvature here. */
    NEWTON,
    NOTHING
  }

  /** A step has to leave at most this part of the residual. */
  private static final double CUT = 0.5;

  /** A correction larger than this part of the step is outside of the range of T. */
  private static final double SMALL_BEND = 0.5;

  /** A difference that is nearly a combination of later ones says nothing new. */
  private static final double DEPENDENT = 1e-8;

  private static final double ROUNDING = 4 * Math.ulp(1.0);

  public final double[] u;
  final double[] gradient;
  public final double[] center;

  private final InnerReport.Counter counts = new InnerReport.Counter();
  private final HessianEigenbasis anchor;

  /** The modulus that f states, NaN if none. */
  private final double modulus;

  private final int maxSteps;
  private final boolean truncated;
  private final double[] g;
  private final double[] p;
  private final double[] s;
  private final double[] previousU;
  private final double[] previousP;
  private final double[] bend;
  private final double[] pairs;
  private final double[][] du;
  private final double[][] dp;
  private final double[][] w;
  private final double[][] q;
  private InnerReport report;
  private int stored;
  private double lambda;
  private double target;
  private double residual;
  private double previousResidual;

  ChordMember(InnerMethod.Chord chord, double modulus) {
    anchor = chord.anchor();
    int n = anchor.dimension();
    this.modulus = modulus;
    maxSteps = chord.newton().maxSteps();
    truncated = chord.newton().truncated();
    u = new double[n];
    gradient = new double[n];
    center = new double[n];
    g = new double[n];
    p = new double[n];
    s = new double[n];
    previousU = new double[n];
    previousP = new double[n];
    bend = new double[n];
    pairs = new double[anchor.pairs()];
    du = new double[chord.memory()][n];
    dp = new double[chord.memory()][n];
    w = new double[chord.memory()][n];
    q = new double[chord.memory()][n];
  }

  /** Starts a solve at the u and center that were put in place. */
  void begin(double parameter) {
    lambda = parameter;
    stored = 0;
    counts.clear();
  }

  /** Looks at the gradient at u; ends the solve, gives it up, or moves u by a step. */
  Need advance(InnerTolerance tolerance, Resolvent.Observer observer) {
    counts.evaluations++;
    evaluate();
    int step = counts.newtonSteps;
    if (step == 0) {
      target = tolerance.target(residual);
    }
    if (!Double.isFinite(residual)) {
      return giveUp(step > 0);
    }
    observer.at(step, residual, Double.NaN, 0);
    InnerReport.Ending ending = ending(step);
    if (ending != null) {
      double norm = Vectors.norm(gradient);
      report = counts.report(ending, residual, lambda, modulus, Double.NaN, norm);
      return Need.NOTHING;
    }
    if (step > 0 && residual > CUT * previousResidual) {
      return giveUp(residual > previousResidual);
    }
    if (step == maxSteps) {
      return Need.NEWTON;
    }
    move();
    return Need.GRADIENT;
  }

  private void evaluate() {
    Vectors.subtract(u, center, g);
    Vectors.axpy(lambda, gradient, g);
    residual = Vectors.norm(g);
  }

  private InnerReport.Ending ending(int step) {
    if (residual <= target) {
      return InnerReport.Ending.CONVERGED;
    }
    double terms = Vectors.norm(u) + Vectors.norm(center) + lambda * Vectors.norm(gradient);
    if (residual <= ROUNDING * terms) {
      return InnerReport.Ending.ROUNDING;
    }
    return truncated && step == maxSteps ? InnerReport.Ending.TRUNCATED : null;
  }

  private Need giveUp(boolean back) {
    if (back) {
      counts.backtracks++;
      counts.newtonSteps--;
      Vectors.copy(previousU, u);
    }
    return Need.NEWTON;
  }

  /** Goes on by Newton's method from u. */
  void finish(InnerSolver newton) {
    InnerTolerance left = InnerTolerance.absolute(Math.max(0, finite(target)));
    InnerReport end = newton.solve(lambda, left, center, u, u);
    counts.add(end);
    report =
        counts.report(
            end.ending(), end.residual(), lambda, modulus, end.value(), end.gradientNorm());
  }

  /** Returns how the last solve ended. */
  public InnerReport report() {
    return report;
  }

  private static double finite(double x) {
    return Double.isFinite(x) ? x : 0;
  }

  private void move() {
    anchor.solve(lambda, g, s, p);
    if (anchor.bends()) {
      bend();
    }
    if (counts.newtonSteps > 0 && du.length > 0) {
      remember();
    }
    Vectors.copy(u, previousU);
    Vectors.copy(p, previousP);
    previousResidual = residual;
    direction();
    Vectors.axpy(1, s, u);
    counts.newtonSteps++;
  }

  private void bend() {
    anchor.bend(u, p, pairs, s, bend);
    Vectors.scale(lambda, bend);
    anchor.solve(lambda, bend, s, bend);
    if (Vectors.norm(bend) <= SMALL_BEND * Vectors.norm(p)) {
      Vectors.axpy(-1, bend, p);
    }
  }

  /** Puts the newest differences in front. */
  private void remember() {
    int last = du.length - 1;
    double[] spareU = du[last];
    double[] spareP = dp[last];
    System.arraycopy(du, 0, du, 1, last);
    System.arraycopy(dp, 0, dp, 1, last);
    du[0] = spareU;
    dp[0] = spareP;
    Vectors.subtract(u, previousU, spareU);
    Vectors.subtract(p, previousP, spareP);
    stored = Math.min(stored + 1, du.length);
  }

  /**
   * {@code s = -sum_j c_j w_j - (p - sum_j c_j q_j)}: q are the differences of p made orthogonal,
   * newest first, w those of u combined alike. The projection of p on the span of the q is replaced
   * by the same combination of the w; the rest of p stays. Overwrites p with that rest.
   */
  private void direction() {
    Arrays.fill(s, 0);
    for (int j = 0; j < stored; j++) {
      Vectors.copy(dp[j], q[j]);
      Vectors.copy(du[j], w[j]);
      double size = Vectors.norm(q[j]);
      for (int i = 0; i < j; i++) {
        double square = Vectors.dot(q[i], q[i]);
        double r = square > 0 ? Vectors.dot(q[i], q[j]) / square : 0;
        Vectors.axpy(-r, q[i], q[j]);
        Vectors.axpy(-r, w[i], w[j]);
      }
      double square = Vectors.dot(q[j], q[j]);
      if (!(Math.sqrt(square) > DEPENDENT * size)) {
        Arrays.fill(q[j], 0);
        continue;
      }
      double c = Vectors.dot(q[j], p) / square;
      Vectors.axpy(-c, q[j], p);
      Vectors.axpy(-c, w[j], s);
    }
    Vectors.axpy(-1, p, s);
  }
}
