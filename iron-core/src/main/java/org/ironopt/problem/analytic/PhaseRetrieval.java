package org.ironopt.problem.analytic;

import java.util.Arrays;
import java.util.Objects;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.FiniteSum.AbsoluteResiduals;
import org.ironopt.problem.TermProximable;

/**
 * Robust phase retrieval, {@code f(x) = (1/N) sum_i |<a_i, x>^2 - b_i|}: find x, up to its sign,
 * from the sizes of its measurements. Nonconvex and nonsmooth, but every term is weakly convex: it
 * becomes convex with {@code |a_i|^2 |x|^2} added. Where a residual is 0 the gradient takes its
 * sign as 0, which gives an element of the subdifferential; curvature is that of the smooth pieces.
 *
 * <p>Reference: J. C. Duchi, F. Ruan, "Solving (most) of a set of quadratic equalities: composite
 * optimization for robust phase retrieval", Inf. Inference 8 (2019), DOI 10.1093/imaiai/iay015.
 */
public final class PhaseRetrieval extends RowSum implements AbsoluteResiduals, TermProximable {
  private final double[] b;

  private PhaseRetrieval(FeatureRowView.Dense a, double[] b, FeatureRowView.Selection selection) {
    super(a, 0, selection);
    this.b = b;
  }

  /** Returns the objective of measurement vectors, the rows of {@code a}, and {@code b >= 0}. */
  public static PhaseRetrieval of(DenseMatrix a, double[] b) {
    Require.sameLength("rows of A", a.rows(), "b", b.length);
    Require.atLeast("rows of A", 1, a.rows());
    Require.atLeast("columns of A", 1, a.columns());
    Require.finite("A", a);
    for (int i = 0; i < b.length; i++) {
      Require.nonNegative("b[" + i + "]", b[i]);
    }
    FeatureRowView.Dense rows = new FeatureRowView.Dense(a.data(), a.rows(), a.columns());
    return new PhaseRetrieval(rows, b.clone(), rows.all());
  }

  @Override
  public PhaseRetrieval batch(int[] indices, int from, int to) {
    return new PhaseRetrieval(a, b, selection.batch(indices, from, to));
  }

  @Override
  double phi(int row, double z) {
    return Math.abs(Math.fma(z, z, -b[row]));
  }

  @Override
  double slope(int row, double z) {
    return bend(row, z) * z;
  }

  /** Returns the second derivative of the smooth pieces. */
  @Override
  double bend(int row, double z) {
    return 2 * Math.signum(Math.fma(z, z, -b[row]));
  }

  @Override
  public double residual(int i, double[] x, double[] gradient) {
    int row = selection.row(Objects.checkIndex(i, terms()));
    Require.length("x", dimension(), x);
    Arrays.fill(gradient, 0);
    double z = a.dot(row, x);
    a.add(row, 2 * z, gradient);
    return Math.fma(z, z, -b[row]);
  }

  /**
   * Overwrites {@code x} with a minimiser of {@code f_i(x) + |x - u|^2 / (2 eta)}; {@code x} may be
   * {@code u}. It is {@code u - t a_i} for the best of the four stationary t: on the pieces {@code
   * +-(<a,x>^2 - b)} and at the kinks {@code <a,x> = +-sqrt(b)}. Returns 0, or NaN for an answer
   * that is none: at a kink there is no gradient to put into the equation.
   */
  @Override
  public double prox(int i, double eta, double[] u, double[] x) {
    int row = selection.row(Objects.checkIndex(i, terms()));
    Require.nonNegative("eta", eta);
    Require.length("u", dimension(), u);
    int at = row * a.columns();
    double z = a.dot(row, u);
    double square = Vectors.dot(a.data(), at, a.data(), at, a.columns());
    double best = 0;
    double lowest = Double.POSITIVE_INFINITY;
    double root = Math.sqrt(b[row]);
    double[] candidates = {
      2 * eta * z / Math.fma(2 * eta, square, 1),
      2 * eta * z / Math.fma(2 * eta, square, -1),
      (z - root) / square,
      (z + root) / square
    };
    for (double t : candidates) {
      double y = Math.fma(-t, square, z);
      double value = eta * Math.abs(Math.fma(y, y, -b[row])) + 0.5 * t * t * square;
      if (value < lowest || Double.isNaN(z)) {
        lowest = value;
        best = t;
      }
    }
    Vectors.copy(u, x);
    a.add(row, -best, x);
    return 0 * best;
  }
}
