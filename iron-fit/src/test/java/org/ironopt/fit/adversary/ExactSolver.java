package org.ironopt.fit.adversary;

import java.util.Arrays;

/**
 * The optimum of a fit in extended precision by Newton's method with steps cut in half until they
 * descend. |v| is approached by {@code s - m log(m + s)}, {@code s = sqrt(m^2 + v^2)}, times l1:
 * the log barrier of {@code |v| <= t} with t minimised out, along its central path m to 0.
 */
final class ExactSolver {
  private static final int NEWTON_STEPS = 200;
  private static final int CENTERING_STEPS = 25;
  private static final int POLISHING_STEPS = 4;
  private static final int PATH_STEPS = 100;
  private static final int CUTS = 60;

  /** Returned in place of a number of steps. */
  private static final int STUCK = -1;

  /** What is left of the optimal value at the end, relatively. */
  private static final double LEFT = 1e-28;

  private final ExactFit f;
  private final double l1;
  private final Dd[] g;
  private final Dd[][] h;
  private Dd[] v;

  /** The barrier's parameter times l1, so that it is a part of F. */
  private Dd m = Dd.ZERO;

  private ExactSolver(Drawn drawn, ExactFit f) {
    this.f = f;
    l1 = drawn.l1();
    g = new Dd[f.dimension];
    h = new Dd[f.dimension][f.dimension];
    v = f.start();
  }

  static Dd[] solve(Drawn drawn, ExactFit f) {
    ExactSolver solver = new ExactSolver(drawn, f);
    if (solver.l1 == 0) {
      solver.center(LEFT, NEWTON_STEPS);
    } else {
      solver.path();
    }
    if (drawn.classes() > 2 && drawn.intercept()) {
      solver.polish();
    }
    return solver.v;
  }

  private void path() {
    m = f.value(v, false).times(0.1);
    center(part(), NEWTON_STEPS);
    double factor = 0.1;
    for (int k = 0; k < PATH_STEPS && m.hi() > LEFT * f.value(v, true).hi(); k++) {
      Dd[] before = v;
      Dd from = m;
      predict(m.times(factor));
      int steps = center(part(), CENTERING_STEPS);
      if (steps == STUCK) {
        // Too far along the path at once.
        v = before;
        m = from;
        factor = Math.sqrt(factor);
      } else {
        factor = steps <= 3 ? Math.max(1e-8, factor * factor) : steps > 8 ? 0.2 : factor;
      }
    }
  }

  private double part() {
    return m.hi() / f.value(v, true).hi() * 1e-3;
  }

  /** Follows the tangent of the path. */
  private void predict(Dd next) {
    derivatives();
    Dd[] d = new Dd[f.dimension];
    Arrays.fill(d, Dd.ZERO);
    for (int k = 0; k < d.length; k++) {
      if (f.penalized(k)) {
        Dd s = root(v[k]);
        d[k] = v[k].times(l1).times(l1).over(s.times(m.plus(s)));
      }
    }
    Cholesky.solve(h, d);
    Dd by = next.minus(m);
    Dd[] ahead = new Dd[d.length];
    for (int k = 0; k < d.length; k++) {
      ahead[k] = v[k].plus(d[k].times(by));
    }
    m = next;
    // Far from the end of the path its tangent may lead nowhere.
    v = value(ahead).below(value(v)) ? ahead : v;
  }

  private Dd root(Dd x) {
    return m.square().plus(x.times(l1).square()).sqrt();
  }

  private Dd value(Dd[] at) {
    if (l1 == 0) {
      return f.value(at, true);
    }
    Dd sum = f.value(at, true);
    for (int k = 0; k < at.length; k++) {
      if (f.penalized(k)) {
        Dd s = root(at[k]);
        // Only the difference from l1 |v| is added; the constants of m do not matter.
        Dd kink = at[k].abs().times(l1);
        Dd rest = m.square().over(s.plus(kink));
        sum = sum.plus(rest).minus(m.times(m.plus(s).log()));
      }
    }
    return sum;
  }

  private void derivatives() {
    f.derivatives(v, g, h);
    for (int k = 0; l1 > 0 && k < g.length; k++) {
      if (f.penalized(k)) {
        Dd s = root(v[k]);
        Dd sum = m.plus(s);
        g[k] = g[k].plus(v[k].times(l1).times(l1).over(sum));
        h[k][k] = h[k][k].plus(m.times(l1).times(l1).over(s.times(sum)));
      }
    }
  }

  /** Minimises for the present m to a part of F and returns the steps that it took, or STUCK. */
  private int center(double part, int limit) {
    for (int k = 0; k < limit; k++) {
      Dd[] d = newton();
      Dd slope = Dd.ZERO;
      for (int i = 0; i < d.length; i++) {
        slope = slope.plus(d[i].times(g[i]));
      }
      if (-slope.hi() <= part * Math.abs(f.value(v, true).hi())) {
        v = moved(d, 1);
        return k;
      }
      if (!descend(d, slope)) {
        return STUCK;
      }
    }
    return STUCK;
  }

  private Dd[] newton() {
    derivatives();
    Dd[] d = new Dd[g.length];
    for (int i = 0; i < d.length; i++) {
      d[i] = g[i].negated();
    }
    Cholesky.solve(h, d);
    return d;
  }

  /**
   * Makes a few more whole steps: the intercept of a class of nearly no weight says little about F,
   * and much about the dual function.
   */
  private void polish() {
    for (int k = 0; k < POLISHING_STEPS; k++) {
      Dd[] next = moved(newton(), 1);
      v = value(next).minus(value(v)).hi() <= LEFT * Math.abs(f.value(v, true).hi()) ? next : v;
    }
  }

  /** Goes along d, cut in half until F falls enough; no cut is short enough below rounding. */
  private boolean descend(Dd[] d, Dd slope) {
    Dd now = value(v);
    double length = 1;
    for (int cut = 0; cut < CUTS; cut++) {
      Dd[] next = moved(d, length);
      Dd there = value(next);
      if (there.finite() && !now.plus(slope.times(1e-4 * length)).below(there)) {
        v = next;
        return true;
      }
      length *= 0.5;
    }
    return false;
  }

  private Dd[] moved(Dd[] d, double length) {
    Dd[] next = new Dd[d.length];
    for (int i = 0; i < d.length; i++) {
      next[i] = v[i].plus(d[i].times(length));
    }
    return next;
  }

  /** Square-root-free factorization of a positive definite matrix. */
  private static final class Cholesky {
    /** Overwrites h by its factor and b by the solution. */
    static void solve(Dd[][] h, Dd[] b) {
      int n = b.length;
      for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
          Dd part = h[k][k].hi() > 0 ? h[i][k].over(h[k][k]) : Dd.ZERO;
          for (int j = k + 1; j <= i; j++) {
            h[i][j] = h[i][j].minus(part.times(h[j][k]));
          }
          b[i] = b[i].minus(part.times(b[k]));
        }
      }
      for (int k = n - 1; k >= 0; k--) {
        for (int i = k + 1; i < n; i++) {
          b[k] = b[k].minus(h[i][k].times(b[i]));
        }
        b[k] = h[k][k].hi() > 0 ? b[k].over(h[k][k]) : Dd.ZERO;
      }
    }
  }
}
