package org.ironopt.problem.analytic;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.DualTerms;

/**
 * Regression with heavy-tailed errors, {@code f(x) = (1/N) sum_i log(1 + (<a_i, x> - y_i)^2 / nu) +
 * reg |x|^2 / 2}: up to a constant and the factor {@code 2/(nu + 1)}, the likelihood of Student's
 * law with nu degrees of freedom. Smooth and not convex, but every term is weakly convex, with the
 * constant {@code |a_i|^2/(4 nu)}, and depends on x through one number. A and y are kept, not
 * copied.
 *
 * <p>Reference: A. Y. Aravkin, M. P. Friedlander, F. J. Herrmann, T. van Leeuwen, "Robust
 * inversion, dimensionality reduction, and randomized sampling", Math. Program. 134 (2012), DOI
 * 10.1007/s10107-012-0571-6.
 */
public final class StudentRegression extends RowSum implements DualTerms {
  private final double[] y;
  private final double nu;

  private StudentRegression(
      FeatureRowView.Dense a,
      double[] y,
      double nu,
      double reg,
      FeatureRowView.Selection selection) {
    super(a, reg, selection);
    this.y = y;
    this.nu = nu;
  }

  /** Returns the objective of rows, targets, degrees of freedom and a ridge. */
  public static StudentRegression of(DenseMatrix a, double[] y, double nu, double reg) {
    Require.sameLength("rows of A", a.rows(), "y", y.length);
    Require.atLeast("rows of A", 1, a.rows());
    Require.atLeast("columns of A", 1, a.columns());
    FeatureRowView.Dense rows = FeatureRowView.of(a);
    return new StudentRegression(
        rows,
        Require.finite("y", y),
        Require.positive("nu", nu),
        Require.nonNegative("reg", reg),
        rows.all());
  }

  private ScalarLoss.Student lossOf(int row) {
    return new ScalarLoss.Student(y[row], nu, 1);
  }

  @Override
  double phi(int row, double z) {
    return lossOf(row).value(z);
  }

  @Override
  double slope(int row, double z) {
    return lossOf(row).slope(z);
  }

  @Override
  double bend(int row, double z) {
    return lossOf(row).curvature(z);
  }

  @Override
  public StudentRegression batch(int[] indices, int from, int to) {
    return new StudentRegression(a, y, nu, reg, selection.batch(indices, from, to));
  }

  @Override
  public double ridge() {
    return reg;
  }

  @Override
  public void row(int i, double[] row) {
    Arrays.fill(Require.length("row", dimension(), row), 0);
    a.add(selection.row(Require.index("term", i, terms())), 1, row);
  }

  @Override
  public ScalarLoss loss(int i) {
    return lossOf(selection.row(Require.index("term", i, terms())));
  }

  @Override
  public double value(double[] x) {
    return super.value(x) + 0.5 * reg * Vectors.dot(x, x);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    double mean = super.valueAndGradient(x, gradient);
    Vectors.axpy(reg, x, gradient);
    return mean + 0.5 * reg * Vectors.dot(x, x);
  }
}
