package org.ironopt.resolvent.internal;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.TermProximable;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;

/**
 * Solves {@code u + eta grad f_i(u) = c} for single terms of a finite sum: by the sum's own formula
 * ({@link TermProximable}), or else by an inner solve on the batch of that one term. All methods
 * get per-sample proximal maps here. A linear tilt of a term, {@code f_i(x) + <l, x>}, is the
 * center {@code c - eta l}. Owns its workspace; belongs to one thread.
 */
public final class TermResolvent {
  private final FiniteSum sum;

  /** The one index that the batch view reads. */
  private final int[] term = new int[1];

  /** Of every term. */
  private final double modulus;

  /** Null where the sum's own formula is used. */
  private final Resolvent solver;

  private TermResolvent(FiniteSum sum, Optional<InnerMethod> inner) {
    this.sum = sum;
    var view = sum.batch(term, 0, 1);
    modulus = InnerReport.modulus(view);
    solver =
        inner.isEmpty() && sum instanceof TermProximable
            ? null
            : Resolvent.of(view, inner.orElseGet(() -> InnerMethod.automatic(view)))
                .forgetful("a solver of terms");
  }

  /** Returns the solver of a sum; an empty {@code inner} chooses the formula if there is one. */
  public static TermResolvent of(FiniteSum sum, Optional<InnerMethod> inner) {
    return new TermResolvent(sum, inner);
  }

  /**
   * Solves for term i and one center.
   *
   * @param center c; not changed
   * @param iterate where an inner solve starts under {@link InnerMethod.WarmStart#ITERATE}; not
   *     changed
   * @param u overwritten with the solution; with the iterate if there is none
   */
  public InnerReport solve(int i, double eta, double[] center, double[] iterate, double[] u) {
    Require.index("term", i, sum.terms());
    if (solver != null) {
      term[0] = i;
      return solver.solve(eta, center, iterate, u);
    }
    Require.positive("eta", eta);
    double residual = ((TermProximable) sum).prox(i, eta, center, u);
    InnerReport.Ending ending = InnerReport.Ending.CONVERGED;
    if (!Double.isFinite(residual) || !Vectors.allFinite(u)) {
      Vectors.copy(iterate, u);
      ending = InnerReport.Ending.NOT_FINITE;
      residual = Double.NaN;
    }
    return InnerReport.closedForm(ending, residual, eta, modulus, Double.NaN);
  }
}
