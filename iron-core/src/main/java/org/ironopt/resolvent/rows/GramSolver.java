package org.ironopt.resolvent.rows;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.LinearSum;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;

/**
 * {@link InnerMethod.Gram} at work. With {@code D = (I + lambda ridge)^-1} and {@code K = A D A'} a
 * Newton step is {@code s = -D g + sigma D A' eta}, {@code (I + sigma H K) eta = H A D g}
 * (Woodbury), and after a part a of it {@code g} is {@code (1 - a) g + sigma A' (a eta + dr)}. So
 * from {@code g = beta g_0 + sigma A' e} on, all steps live on predictions, and the rows are needed
 * at the start, once for {@code A D g_0}, once to go back, and to measure the residual at the end.
 */
public final class GramSolver extends RowSolver<LinearSum.SharedRowResiduals> {
  /** A step is shortened if the slope of phi at its end is this part of that at its start. */
  private static final double OVERSHOOT = 0.9;

  private static final int SHORTENINGS = 60;
  private static final int PATIENCE = 10;

  /** Relative residual below which a round cannot improve. */
  private static final double FLOOR = 1e-13;

  private final InnerMethod.Gram inner;
  private final Resolvent.Observer observer;
  private final GramSystem system;

  /** Vectors of predictions: A D g_0, the change of r, e, K e, A D g, A s, and the way so far. */
  private final double[] t0 = new double[r.length];

  private final double[] dr = new double[r.length];
  private final double[] e = new double[r.length];
  private final double[] ke = new double[r.length];
  private final double[] v = new double[r.length];
  private final double[] as = new double[r.length];
  private final double[] way = new double[r.length];
  private double beta;
  private double first;

  public GramSolver(
      LinearSum f,
      LinearSum.SharedRowResiduals rows,
      InnerMethod.Gram inner,
      Resolvent.Observer observer) {
    super(f, rows);
    this.inner = inner;
    this.observer = observer;
    system = new GramSystem(rows, r.length, f.outputs());
  }

  /** Every round ends with the true residual; a second is needed where rounding hid something. */
  @Override
  InnerReport.Ending iterate(double target) {
    double before = Double.POSITIVE_INFINITY;
    while (true) {
      observer.at(counts.newtonSteps, residual, Double.NaN, counts.linearSteps);
      if (residual <= target) {
        return InnerReport.Ending.CONVERGED;
      }
      if (residual <= ROUNDING * size()) {
        return InnerReport.Ending.ROUNDING;
      }
      if (counts.newtonSteps >= inner.maxSteps()) {
        return inner.truncated() ? InnerReport.Ending.TRUNCATED : InnerReport.Ending.STEP_LIMIT;
      }
      if (!(residual <= before / 2)) {
        return residual <= 1e3 * ROUNDING * size()
            ? InnerReport.Ending.ROUNDING
            : InnerReport.Ending.NO_DECREASE;
      }
      before = residual;
      if (counts.evaluations == 1) {
        system.form(rows.gram(lambda), sigma);
      }
      Vectors.copy(u, last);
      round(target);
      measure();
      if (!Double.isFinite(residual)) {
        return back();
      }
    }
  }

  /** Returns the size of the three terms of g, which its rounding is relative to. */
  private double size() {
    return Vectors.norm(u) + Vectors.norm(center) + sigma * Vectors.norm(q);
  }

  /** Newton steps on predictions until their estimate of the residual is small; then updates u. */
  private void round(double target) {
    double least = 1;
    first = 0;
    for (int j = 0; j < q.length; j++) {
      double d = 1 / Math.fma(lambda, ridge[j], 1);
      least = Math.min(least, d);
      q[j] = d * g[j];
      first = Math.fma(q[j], g[j], first);
    }
    rows.curve(q, t0, v);
    counts.products++;
    Arrays.fill(e, 0);
    Arrays.fill(ke, 0);
    Arrays.fill(way, 0);
    beta = 1;
    // In the norm of D, which is the smaller one.
    double enough = 0.5 * target * Math.sqrt(least);
    double norm = norm();
    double best = norm;
    double floor = Math.max(enough, FLOOR * norm);
    double kappa = 0;
    // phi descends, its gradient need not; without a new minimum for long, this is rounding.
    for (int idle = 0; norm > floor && idle < PATIENCE; idle++) {
      if (counts.newtonSteps == inner.maxSteps()) {
        break;
      }
      double oldBeta = beta;
      kappa = Math.fma(step(norm, enough), oldBeta, kappa);
      counts.newtonSteps++;
      norm = norm();
      if (norm < best) {
        best = norm;
        idle = -1;
      }
    }
    rows.transpose(way, q);
    for (int j = 0; j < u.length; j++) {
      double d = 1 / Math.fma(lambda, ridge[j], 1);
      u[j] = Math.fma(d, Math.fma(sigma, q[j], -kappa * g[j]), u[j]);
    }
  }

  /** {@code |g|} in the norm of D, from what is known about it on predictions. */
  private double norm() {
    double mixed = Vectors.dot(t0, e);
    double square = Vectors.dot(e, ke);
    double sum = Math.fma(sigma * sigma, square, 2 * beta * sigma * mixed);
    return Math.sqrt(Math.max(0, Math.fma(beta * beta, first, sum)));
  }

  /** One Newton step, shortened where it goes too far; returns the part of it that was taken. */
  private double step(double norm, double enough) {
    for (int i = 0; i < v.length; i++) {
      v[i] = Math.fma(beta, t0[i], sigma * ke[i]);
    }
    rows.bend(v, dr);
    counts.linearSteps += system.solve(dr, Math.max(0.25 * enough, 1e-12 * norm));
    double[] eta = system.eta;
    for (int i = 0; i < v.length; i++) {
      as[i] = Math.fma(sigma, system.keta[i], -v[i]);
    }
    double slope = Math.fma(sigma, Vectors.dot(v, eta), -norm * norm);
    double a = search(slope, eta);
    for (int i = 0; i < v.length; i++) {
      way[i] = Math.fma(a, eta[i] - e[i], way[i]);
      e[i] = Math.fma(a, eta[i] - e[i], e[i] + dr[i]);
      r[i] = v[i];
    }
    beta *= 1 - a;
    rows.throughGram(dr, v);
    for (int i = 0; i < v.length; i++) {
      ke[i] = Math.fma(a, system.keta[i] - ke[i], ke[i] + v[i]);
    }
    return a;
  }

  /**
   * Finds a length at whose end the slope of phi is small, or still negative after the whole step;
   * the slope is monotone, and a trial costs no product. Leaves the residuals there in {@code v}
   * and their change in {@code dr}.
   */
  private double search(double slope, double[] eta) {
    double a = 1;
    double low = 0;
    double high = 1;
    double lowSlope = slope;
    rows.move(a, as, v);
    for (int trial = 0; ; trial++) {
      double end = slopeAt(a, slope, eta);
      boolean whole = trial == 0 && end <= 0;
      if (whole || Math.abs(end) <= -OVERSHOOT * slope || trial == SHORTENINGS) {
        return a;
      }
      double next;
      if (end < 0) {
        low = a;
        lowSlope = end;
        next = (low + high) / 2;
      } else {
        high = a;
        double zero = lowSlope / (lowSlope - end);
        next = zero > 0.1 ? Math.fma(high - low, Math.min(zero, 0.9), low) : (low + high) / 2;
      }
      rows.move(next - a, as, v);
      a = next;
      counts.backtracks++;
    }
  }

  private double slopeAt(double a, double slope, double[] eta) {
    double sum = 0;
    for (int i = 0; i < dr.length; i++) {
      dr[i] = v[i] - r[i];
      sum = Math.fma(Math.fma(a, eta[i], dr[i]), as[i], sum);
    }
    return Math.fma(1 - a, slope, sigma * sum);
  }
}
