package org.ironopt.resolvent.rows;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.LinearSum;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSolver;
import org.ironopt.resolvent.InnerTolerance;

/**
 * What solvers on the rows of a {@link LinearSum} share: the point u, its residuals r, {@code q =
 * A' r} and {@code g = u - c + lambda grad f(u)} with {@code grad f(u) = scale q + ridge u}.
 */
abstract class RowSolver<R extends LinearSum.BatchResiduals> implements InnerSolver {
  static final double ROUNDING = 16 * Math.ulp(1.0);

  final R rows;
  final double[] ridge;
  final InnerReport.Counter counts = new InnerReport.Counter();
  final double[] u;

  /** The point before the last step. */
  final double[] last;

  final double[] g;
  final double[] q;
  final double[] r;
  double[] center;
  double lambda;

  /** The factor of q in g. */
  double sigma;

  /** |g| at u. */
  double residual;

  private final int[] terms;
  private final double modulus;

  RowSolver(LinearSum f, R rows) {
    this.rows = rows;
    terms = new int[f.terms()];
    Arrays.setAll(terms, i -> i);
    rows.select(terms, 0, terms.length);
    int n = f.dimension();
    ridge = new double[n];
    f.ridge(ridge);
    modulus = InnerReport.modulus(f);
    u = new double[n];
    last = new double[n];
    g = new double[n];
    q = new double[n];
    r = new double[rows.length()];
  }

  @Override
  public final InnerReport solve(
      double lambda, InnerTolerance tolerance, double[] c, double[] start, double[] out) {
    counts.clear();
    this.lambda = lambda;
    center = c;
    Vectors.copy(start, u);
    rows.select(terms, 0, terms.length);
    double scale = rows.scale();
    sigma = lambda * scale;
    measure();
    InnerReport.Ending ending =
        Double.isFinite(residual) ? iterate(target(tolerance)) : InnerReport.Ending.NOT_FINITE;
    Vectors.copy(u, out);
    for (int j = 0; j < g.length; j++) {
      g[j] = Math.fma(ridge[j], u[j], scale * q[j]);
    }
    return counts.report(ending, residual, lambda, modulus, Double.NaN, Vectors.norm(g));
  }

  /** Iterates from u, where {@link #residual} is known and finite, until it meets the target. */
  abstract InnerReport.Ending iterate(double target);

  private double target(InnerTolerance tolerance) {
    if (tolerance.noise() > 0 && rows instanceof LinearSum.SharedRowResiduals space) {
      return tolerance.target(residual, lambda * space.standardError(r, q));
    }
    return tolerance.target(residual);
  }

  /** Goes back to the point before the last step, which led to something not finite. */
  final InnerReport.Ending back() {
    Vectors.copy(last, u);
    measure();
    return InnerReport.Ending.NOT_FINITE;
  }

  /** Linearises at u: r, q, g and {@link #residual}; an evaluation. */
  final void measure() {
    rows.at(u, null, r, q);
    counts.evaluations++;
    gradient();
  }

  /** Overwrites g, from u and q, and {@link #residual}. */
  final void gradient() {
    double[] u = this.u;
    double[] c = center;
    for (int j = 0; j < g.length; j++) {
      g[j] = Math.fma(lambda * ridge[j], u[j], Math.fma(sigma, q[j], u[j] - c[j]));
    }
    residual = Vectors.norm(g);
  }
}
