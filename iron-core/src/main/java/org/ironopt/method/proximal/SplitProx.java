package org.ironopt.method.proximal;

import java.util.OptionalDouble;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Reports;
import org.ironopt.problem.Regularizer;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;

/**
 * {@code argmin_u f_B(u) + r(u) + |u - c|^2 / (2 eta)} from the proximal maps of f_B and r, by
 * Douglas-Rachford splitting with the quadratic joined to r:
 *
 * <pre>
 *   y = prox_{(eta/2) r}((z + c)/2),   w = prox_{eta f_B}(2y - z),   z = z + w - y
 * </pre>
 *
 * until {@code |w - y|} is small. Converges for convex f_B, and for a weakly convex one while
 * {@code 1/eta} exceeds its constant (P.-L. Lions, B. Mercier, DOI 10.1137/0716071; K. Guo, D. Han,
 * X. Yuan, DOI 10.1137/16M1078604). The answer is y, which lies where r is finite. A report's
 * residual is {@code |w - y|}.
 */
public final class SplitProx implements BatchProx {
  private static final int STEPS = 5_000;
  private static final double TOLERANCE = 1e-12;

  private final BatchProx terms;
  private final Regularizer r;

  public SplitProx(BatchProx terms, Regularizer r) {
    this.terms = terms;
    this.r = r;
  }

  @Override
  public InnerReport solve(long k, double eta, double[] c, double[] iterate, double[] u) {
    double[] z = c.clone();
    double[] center = new double[c.length];
    double[] w = new double[c.length];
    InnerReport total = null;
    InnerEnding ending = InnerEnding.STEP_LIMIT;
    double residual = Double.NaN;
    for (int j = 0; j < STEPS && ending == InnerEnding.STEP_LIMIT; j++) {
      Vectors.interpolate(z, c, 0.5, u, 0, u.length);
      r.prox(eta / 2, u, u);
      Vectors.interpolate(z, u, 2, center, 0, center.length);
      InnerReport one = terms.solve(k, eta, center, u, w);
      total = total == null ? one : Reports.sum(total, one);
      Vectors.subtract(w, u, w);
      Vectors.axpy(1, w, z);
      residual = Vectors.norm(w);
      if (!Double.isFinite(residual) || one.ending() == InnerEnding.NOT_FINITE) {
        Vectors.copy(iterate, u);
        ending = InnerEnding.NOT_FINITE;
      } else if (residual <= TOLERANCE * (1 + Vectors.norm(u))) {
        ending = InnerEnding.CONVERGED;
      }
    }
    return new InnerReport(
        ending,
        total.newtonSteps(),
        total.linearSteps(),
        total.backtracks(),
        residual,
        OptionalDouble.empty(),
        Double.NaN,
        Double.NaN,
        total.evaluations(),
        total.products());
  }
}
