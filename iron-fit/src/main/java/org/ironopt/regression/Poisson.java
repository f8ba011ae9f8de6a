package org.ironopt.regression;

import org.ironopt.data.Dataset;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.problem.TermProximable;
import org.ironopt.problem.internal.GlmRoot;
import org.ironopt.regression.internal.RowSelection;
import org.ironopt.regression.rows.PredictionTile;

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

  /**
   * {@code exp(z) - y z} with counts y: the negative log-likelihood of Poisson regression without
   * its constant log y!. Keeps {@code exp(z)}, the second derivative, with the weight of the row.
   */
  public static final class PoissonLoss implements LinearTermProx.Scalar {
    private static final Kernels K = Kernels.get();

    /** The mean is its own derivative. */
    private static final GlmRoot.Mean EXP =
        new GlmRoot.Mean() {
          @Override
          public double at(double z) {
            return Functions.exp(z);
          }

          @Override
          public double slope(double z) {
            return Functions.exp(z);
          }
        };

    @Override
    public int kept() {
      return 1;
    }

    @Override
    public double evaluate(PredictionTile tile, int at, boolean value, double[] kept) {
      int rows = tile.rows;
      double[] z = tile.z;
      double[] y = tile.target;
      double[] mean = tile.scratch;
      K.exp(z, at, mean, 0, rows);
      for (int k = 0; kept != null && k < rows; k++) {
        kept[tile.from + k] = tile.weight == null ? mean[k] : tile.weight[k] * mean[k];
      }
      for (int k = 0; k < rows; k++) {
        mean[rows + k] = Math.fma(-y[k], z[at + k], mean[k]);
        z[at + k] = mean[k] - y[k];
      }
      double sum = value ? tile.total(mean, rows) : 0;
      tile.weigh(at, 1);
      return sum;
    }

    @Override
    public double at(double y, double z) {
      return y - Functions.exp(z);
    }

    @Override
    public double root(double y, double z, double q) {
      return GlmRoot.solve(EXP, y, z, q);
    }
  }
}
