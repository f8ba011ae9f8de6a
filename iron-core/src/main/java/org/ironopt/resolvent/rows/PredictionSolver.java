package org.ironopt.resolvent.rows;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Residuals;
import org.ironopt.problem.SampleSpace;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerObserver;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.SingleSolver;
import org.ironopt.resolvent.Tally;
import org.ironopt.resolvent.Tolerance;

/**
 * {@link Direction.Predictions} at work. The predictions A u follow the steps, {@code A (u + a p) =
 * A u + a A p}, so that an iterate costs one product with the rows for its direction and one with
 * the transpose for its gradient, and every iterate has its true residual.
 */
public final class PredictionSolver implements SingleSolver {
  /** A step is taken back if the slope of phi at its end is this part of that at its start. */
  private static final double OVERSHOOT = 0.5;

  private static final double ROUNDING = 16 * Math.ulp(1.0);

  private final LinearSum f;
  private final Residuals rows;
  private final Inner inner;
  private final InnerObserver observer;
  private final int[] terms;
  private final double[] ridge;
  private final double modulus;
  private final Tally tally = new Tally();
  private final double[] u;
  private final double[] g;
  private final double[] old;
  private final double[] p;
  private final double[] q;
  private final double[] r;
  private final double[] t;
  private final double[] ht;
  private double[] center;
  private double lambda;
  private double sigma;

  public PredictionSolver(LinearSum f, Inner inner, InnerObserver observer) {
    this.f = f;
    this.inner = inner;
    this.observer = observer;
    rows = f.residuals();
    if (inner.tolerance().noise() > 0 && !(rows instanceof SampleSpace)) {
      throw new IllegalArgumentException(
          f.getClass().getSimpleName()
              + " does not tell the noise of a batch (its residuals are in no SampleSpace):"
              + " use a relative or an absolute tolerance");
    }
    terms = new int[f.terms()];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = i;
    }
    rows.select(terms, 0, terms.length);
    int n = f.dimension();
    ridge = new double[n];
    f.ridge(ridge);
    modulus = InnerReport.modulus(f);
    u = new double[n];
    g = new double[n];
    old = new double[n];
    p = new double[n];
    q = new double[n];
    r = new double[rows.length()];
    t = new double[rows.length()];
    ht = new double[rows.length()];
  }

  @Override
  public Tally solve(double lambda, Tolerance tolerance, double[] c, double[] start, double[] out) {
    tally.clear();
    this.lambda = lambda;
    center = c;
    Vectors.copy(start, u);
    rows.select(terms, 0, terms.length);
    sigma = lambda * rows.scale();
    rows.at(u, null, r, q);
    tally.evaluations = 1;
    double residual = gradient();
    InnerEnding ending =
        Double.isFinite(residual)
            ? iterate(residual, target(tolerance, residual))
            : InnerEnding.NOT_FINITE;
    Vectors.copy(u, out);
    tally.end(ending, tally.residual, lambda, modulus);
    tally.at(Double.NaN, gradientNorm());
    return tally;
  }

  private double target(Tolerance tolerance, double residual) {
    if (tolerance.noise() > 0 && rows instanceof SampleSpace space) {
      return tolerance.target(residual, lambda * space.standardError(r, q));
    }
    return tolerance.target(residual);
  }

  private InnerEnding iterate(double first, double target) {
    double residual = first;
    double squares = residual * residual;
    for (int step = 0; ; step++) {
      tally.residual = residual;
      observer.at(step, residual, Double.NaN, tally.linearSteps);
      if (residual <= target) {
        return InnerEnding.CONVERGED;
      }
      if (residual <= ROUNDING * (Vectors.norm(u) + Vectors.norm(center))) {
        return InnerEnding.ROUNDING;
      }
      if (step == inner.maxSteps()) {
        return inner.truncated() ? InnerEnding.TRUNCATED : InnerEnding.STEP_LIMIT;
      }
      direction(step, squares);
      squares = residual * residual;
      double slope = Vectors.dot(g, p);
      Vectors.copy(g, old);
      rows.curve(p, t, ht);
      tally.products++;
      tally.linearSteps++;
      double length = -slope / curvature();
      residual = move(length);
      double end = Vectors.dot(g, p);
      if (end > -OVERSHOOT * slope) {
        // The slope is monotone: the zero between the ends is nearer to where it is small.
        double back = length * (slope / (slope - end) - 1);
        residual = move(back);
        tally.backtracks++;
        tally.products++;
      }
      if (!Double.isFinite(residual)) {
        tally.residual = residual;
        return InnerEnding.NOT_FINITE;
      }
      tally.newtonSteps++;
    }
  }

  /** {@code p = -g + beta p}, Polak and Ribiere's beta, at least 0; -g where that is no descent. */
  private void direction(int step, double squares) {
    double beta = 0;
    if (step > 0) {
      beta = Math.max(0, (Vectors.dot(g, g) - Vectors.dot(g, old)) / squares);
    }
    for (int j = 0; j < p.length; j++) {
      p[j] = Math.fma(beta, p[j], -g[j]);
    }
    if (beta > 0 && Vectors.dot(g, p) >= 0) {
      for (int j = 0; j < p.length; j++) {
        p[j] = -g[j];
      }
    }
  }

  /** Returns {@code (p, (I + lambda Hessian) p)}. */
  private double curvature() {
    double sum = 0;
    double plain = Vectors.dot(p, p);
    for (int j = 0; j < p.length; j++) {
      sum = Math.fma(ridge[j] * p[j], p[j], sum);
    }
    return Math.fma(lambda, sum, Math.fma(sigma, Vectors.dot(t, 0, ht, 0, rows.length()), plain));
  }

  /** {@code u += a p}; returns the residual there. */
  private double move(double a) {
    Vectors.axpy(a, p, u);
    rows.move(a, t, r);
    rows.transpose(r, q);
    return gradient();
  }

  /** {@code g = u - c + lambda grad f(u)} from {@code q = A' r}; returns its norm. */
  private double gradient() {
    double[] u = this.u;
    double[] c = center;
    for (int j = 0; j < g.length; j++) {
      g[j] = Math.fma(lambda * ridge[j], u[j], Math.fma(sigma, q[j], u[j] - c[j]));
    }
    return Vectors.norm(g);
  }

  /** Returns |grad f(u)| from {@code q = A' r}; overwrites p. */
  private double gradientNorm() {
    double scale = rows.scale();
    for (int j = 0; j < p.length; j++) {
      p[j] = Math.fma(ridge[j], u[j], scale * q[j]);
    }
    return Vectors.norm(p);
  }
}
