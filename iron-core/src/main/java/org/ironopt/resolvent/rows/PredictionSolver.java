package org.ironopt.resolvent.rows;

import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.LinearSum;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;

/**
 * {@link InnerMethod.Predictions} at work. The predictions A u follow the steps, {@code A (u + a p)
 * = A u + a A p}, so that an iterate costs one product with the rows for its direction and one with
 * the transpose for its gradient, and every iterate has its true residual.
 */
public final class PredictionSolver extends RowSolver<LinearSum.BatchResiduals> {
  /** A step is taken back if the slope of phi at its end is this part of that at its start. */
  private static final double OVERSHOOT = 0.5;

  private final InnerMethod.Predictions inner;
  private final Resolvent.Observer observer;
  private final double[] old = new double[u.length];
  private final double[] p = new double[u.length];
  private final double[] t = new double[r.length];
  private final double[] ht = new double[r.length];

  public PredictionSolver(LinearSum f, InnerMethod.Predictions inner, Resolvent.Observer observer) {
    super(f, f.residuals());
    this.inner = inner;
    this.observer = observer;
    Require.that(
        inner.tolerance().noise() == 0 || rows instanceof LinearSum.SharedRowResiduals,
        "%s does not tell the noise of a batch (its residuals are no SharedRowResiduals):"
            + " use a relative or an absolute tolerance",
        f.getClass().getSimpleName());
  }

  @Override
  InnerReport.Ending iterate(double target) {
    double squares = residual * residual;
    for (int step = 0; ; step++) {
      observer.at(step, residual, Double.NaN, counts.linearSteps);
      if (residual <= target) {
        return InnerReport.Ending.CONVERGED;
      }
      if (residual <= ROUNDING * (Vectors.norm(u) + Vectors.norm(center))) {
        return InnerReport.Ending.ROUNDING;
      }
      if (step == inner.maxSteps()) {
        return inner.truncated() ? InnerReport.Ending.TRUNCATED : InnerReport.Ending.STEP_LIMIT;
      }
      direction(step, squares);
      squares = residual * residual;
      double slope = Vectors.dot(g, p);
      Vectors.copy(g, old);
      Vectors.copy(u, last);
      rows.curve(p, t, ht);
      counts.products++;
      counts.linearSteps++;
      double length = -slope / curvature();
      move(length);
      double end = Vectors.dot(g, p);
      if (end > -OVERSHOOT * slope) {
        // The slope is monotone: the zero between the ends is nearer to where it is small.
        move(length * (slope / (slope - end) - 1));
        counts.backtracks++;
        counts.products++;
      }
      if (!Double.isFinite(residual)) {
        return back();
      }
      counts.newtonSteps++;
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

  /** {@code u += a p}. */
  private void move(double a) {
    Vectors.axpy(a, p, u);
    rows.move(a, t, r);
    rows.transpose(r, q);
    gradient();
  }
}
