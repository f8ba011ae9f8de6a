package org.ironopt.problem.analytic;

import java.util.Arrays;
import java.util.Objects;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.AbsoluteResiduals;
import org.ironopt.problem.Curvature;
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
public final class PhaseRetrieval implements AbsoluteResiduals, TermProximable {
  private final Rows.Dense a;
  private final double[] b;
  private final Rows.Selection selection;

  private PhaseRetrieval(Rows.Dense a, double[] b, Rows.Selection selection) {
    this.a = a;
    this.b = b;
    this.selection = selection;
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
    Rows.Dense rows = new Rows.Dense(a.data(), a.rows(), a.columns());
    return new PhaseRetrieval(rows, b.clone(), rows.all());
  }

  private int row(int k) {
    return selection.row(k);
  }

  @Override
  public int dimension() {
    return a.columns();
  }

  @Override
  public int terms() {
    return selection.count();
  }

  @Override
  public PhaseRetrieval batch(int[] indices, int from, int to) {
    return new PhaseRetrieval(a, b, selection.batch(indices, from, to));
  }

  @Override
  public double value(double[] x) {
    Require.length("x", dimension(), x);
    double sum = 0;
    for (int k = 0; k < terms(); k++) {
      double z = a.dot(row(k), x);
      sum += Math.abs(Math.fma(z, z, -b[row(k)]));
    }
    return sum / terms();
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    valueAndGradient(x, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    Require.length("x", dimension(), x);
    Require.length("gradient", dimension(), gradient);
    Arrays.fill(gradient, 0);
    double sum = 0;
    for (int k = 0; k < terms(); k++) {
      double z = a.dot(row(k), x);
      double c = Math.fma(z, z, -b[row(k)]);
      sum += Math.abs(c);
      a.add(row(k), 2 * Math.signum(c) * z, gradient);
    }
    Vectors.scale(1. / terms(), gradient);
    return sum / terms();
  }

  @Override
  public double residual(int i, double[] x, double[] gradient) {
    Objects.checkIndex(i, terms());
    Require.length("x", dimension(), x);
    Arrays.fill(gradient, 0);
    double z = a.dot(row(i), x);
    a.add(row(i), 2 * z, gradient);
    return Math.fma(z, z, -b[row(i)]);
  }

  /**
   * Overwrites {@code x} with a minimiser of {@code f_i(x) + |x - u|^2 / (2 eta)}; {@code x} may be
   * {@code u}. It is {@code u - t a_i} for the best of the four stationary t: on the pieces {@code
   * +-(<a,x>^2 - b)} and at the kinks {@code <a,x> = +-sqrt(b)}. Returns 0, or NaN for an answer
   * that is none: at a kink there is no gradient to put into the equation.
   */
  @Override
  public double prox(int i, double eta, double[] u, double[] x) {
    Objects.checkIndex(i, terms());
    Require.nonNegative("eta", eta);
    Require.length("u", dimension(), u);
    int row = row(i);
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

  /** Returns the Hessian {@code (2/N) sum_i sign(c_i) a_i a_i'} of the smooth pieces. */
  @Override
  public Curvature curvature() {
    return new RowCurvature(
        a,
        selection,
        0,
        this::valueAndGradient,
        (row, z) -> 2 * Math.signum(Math.fma(z, z, -b[row])));
  }
}
