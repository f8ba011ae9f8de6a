package org.ironopt.regression;

import org.ironopt.data.Dataset;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.TermProximable;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.LinearTerms;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.regression.internal.RowSelection;

/**
 * Ridge Poisson regression {@code f(w) = mean_i weight_i (exp(a_i.w) - y_i a_i.w) + reg |w|^2 / 2}
 * with counts {@code y >= 0} (weights relative to their mean): convex, but its gradient grows like
 * exp, so that explicit steps of any fixed length may fail where implicit ones do not. The
 * resolvent of one term is a scalar root. A batch is the same class on fewer rows; it copies none.
 *
 * <p>Reference: P. McCullagh, J. A. Nelder, "Generalized Linear Models", chapter 6.
 */
public final class Poisson extends LinearObjective implements TermProximable {
  private Poisson(LinearTerms terms, RowSelection selection) {
    super(terms, selection);
  }

  /** Returns the objective without a constant term. */
  public static Poisson of(Dataset data, double reg) {
    return of(data, reg, Intercept.NONE);
  }

  /**
   * Returns the objective of a data set with counts, or other numbers {@code >= 0}. With exposures
   * e it is that of the rates {@code y / e} with weights times e, which differs by a constant.
   */
  public static Poisson of(Dataset given, double reg, Intercept intercept) {
    Dataset data = given.rates();
    double[] counts = numbers("Poisson regression", data);
    for (int i = 0; i < data.rows(); i++) {
      Require.nonNegative("the target of row " + i, data.target(i));
    }
    LinearTerms terms = LinearTerms.of(data, counts, new PoissonLoss(), reg, intercept);
    return new Poisson(terms, RowSelection.of(data));
  }

  /** Returns the same objective with products in another arithmetic; single needs floats. */
  public Poisson in(Precision precision) {
    return new Poisson(checked(precision), selection);
  }

  @Override
  public Poisson batch(int[] indices, int from, int to) {
    return new Poisson(terms, selection.batch(indices, from, to));
  }

  /**
   * With {@code c = 1 + eta reg}, {@code z = a.u / c} and {@code q = eta weight |a|^2 / c} it is
   * {@code x = (u + eta weight s a) / c}, where s is the root of {@code s = y - exp(z + q s)}.
   */
  @Override
  public double prox(int i, double eta, double[] u, double[] x) {
    return termProx(i, eta, u, x);
  }
}
