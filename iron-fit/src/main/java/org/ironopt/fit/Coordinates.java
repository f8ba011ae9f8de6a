package org.ironopt.fit;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.path.Standardized;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.ReparameterizedObjective;

/**
 * The variables that a fit works in. With theta for the columns of an output and beta for its
 * intercept, the parameters in the user's units are
 *
 * <pre>
 *   w_j = t_j (L'^-1 theta)_j,    b = beta - sum_j m_j w_j,
 * </pre>
 *
 * which is what centering (m), scaling (t) and whitening (L) the columns would give, without
 * touching the data: a sparse matrix stays sparse. The penalty is {@code reg/2 sum_j (p_j w_j)^2};
 * p is the spread of the columns if they are scaled and one if not. t makes the Hessian's diagonal
 * at w = 0 about one, and L, if there is one, all of it about the identity: fixed preconditioners.
 * Since the intercept is free, m changes no minimiser.
 *
 * @param t length of the variables
 * @param m centers, all zero without an intercept
 * @param p lengths in the penalty
 * @param size root mean squares of the columns, about
 * @param tilt of the columns towards the targets, see {@link ColumnMoments}
 * @param outputs number of outputs
 * @param intercept whether each output has a constant term behind its columns
 * @param whitening L, if there is one
 */
record Coordinates(
    double[] t,
    double[] m,
    double[] p,
    double[] size,
    double[][] tilt,
    int outputs,
    boolean intercept,
    Optional<Whitening> whitening)
    implements ReparameterizedObjective.Variables {
  static Coordinates of(
      ColumnMoments moments, boolean scale, Loss loss, double reg, boolean intercept) {
    int d = moments.mean().length;
    double[] t = new double[d];
    double[] m = new double[d];
    double[] p = new double[d];
    double[] size = new double[d];
    for (int j = 0; j < d; j++) {
      boolean spread = intercept && !moments.constant(j);
      double square = spread ? moments.variance()[j] : moments.square(j);
      p[j] = scale && square > 0 ? Math.sqrt(square) : 1;
      size[j] = Math.sqrt(moments.square(j));
      m[j] = intercept ? moments.mean()[j] : 0;
      double curvature = intercept ? moments.variance()[j] : square;
      double diagonal = Math.fma(loss.curvatureAtZero(), curvature, reg * p[j] * p[j]);
      t[j] = diagonal > 0 ? 1 / Math.sqrt(diagonal) : 1;
    }
    return new Coordinates(
        t, m, p, size, moments.tilt(), loss.outputs(), intercept, Optional.empty());
  }

  /** Returns variables in which the penalty is {@code reg/2 sum theta_j^2}. */
  Coordinates penalized() {
    double[] lengths = Arrays.stream(p).map(length -> 1 / length).toArray();
    return new Coordinates(lengths, m, p, size, tilt, outputs, intercept, Optional.empty());
  }

  Coordinates whitened(Whitening l) {
    return new Coordinates(t, m, p, size, tilt, outputs, intercept, Optional.of(l));
  }

  /** Returns the columns whose coefficients are the penalised ones. */
  Standardized standardized() {
    double[] column = new double[stride()];
    for (int j = 0; j < column.length; j++) {
      column[j] = j < columns() ? (size[j] + Math.abs(m[j])) / p[j] : 1;
    }
    return new Standardized(m, p, column, intercept);
  }

  int columns() {
    return t.length;
  }

  int stride() {
    return t.length + (intercept ? 1 : 0);
  }

  int dimension() {
    return outputs * stride();
  }

  /** Returns the parameters in the user's units. */
  double[] expanded(double[] theta) {
    double[] w = new double[theta.length];
    expand(theta, w);
    return w;
  }

  /** Overwrites w with the parameters in the user's units. */
  @Override
  public void expand(double[] theta, double[] w) {
    int d = columns();
    for (int c = 0; c < w.length; c += stride()) {
      double[] scaled = theta;
      if (whitening.isPresent()) {
        System.arraycopy(theta, c, w, c, d);
        whitening.get().solveTransposed(w, c);
        scaled = w;
      }
      for (int j = 0; j < d; j++) {
        w[c + j] = t[j] * scaled[c + j];
      }
      if (intercept) {
        double shift = 0;
        for (int j = 0; j < d; j++) {
          shift = Math.fma(m[j], w[c + j], shift);
        }
        w[c + d] = theta[c + d] - shift;
      }
    }
  }

  /** Overwrites theta with the variables of given parameters. */
  @Override
  public void reduce(double[] w, double[] theta) {
    int d = columns();
    for (int c = 0; c < w.length; c += stride()) {
      double shift = 0;
      for (int j = 0; j < d; j++) {
        theta[c + j] = w[c + j] / t[j];
        shift = Math.fma(m[j], w[c + j], shift);
      }
      if (whitening.isPresent()) {
        whitening.get().multiplyTransposed(theta, c);
      }
      if (intercept) {
        theta[c + d] = w[c + d] + shift;
      }
    }
  }

  /** Turns a gradient with respect to w into one with respect to theta, in place. */
  @Override
  public void pull(double[] g) {
    int d = columns();
    for (int c = 0; c < g.length; c += stride()) {
      double constant = intercept ? g[c + d] : 0;
      for (int j = 0; j < d; j++) {
        g[c + j] = t[j] * Math.fma(-m[j], constant, g[c + j]);
      }
      if (whitening.isPresent()) {
        whitening.get().solve(g, c);
      }
    }
  }

  /**
   * Turns a gradient with respect to theta into one with respect to the penalised coefficients
   * {@code p_j w_j}, beta fixed, in place.
   */
  void push(double[] g) {
    for (int c = 0; c < g.length; c += stride()) {
      if (whitening.isPresent()) {
        whitening.get().multiply(g, c);
      }
      for (int j = 0; j < columns(); j++) {
        g[c + j] /= p[j] * t[j];
      }
    }
  }

  /** Turns a Hessian with respect to w, of one output, into one before whitening, in place. */
  void pull(DenseMatrix h) {
    int d = columns();
    double[] edge = new double[d];
    double corner = intercept ? h.get(d, d) : 0;
    for (int i = 0; i < d; i++) {
      edge[i] = intercept ? h.get(i, d) : 0;
    }
    for (int i = 0; i < d; i++) {
      double centered = Math.fma(-m[i], corner, edge[i]);
      for (int j = 0; j <= i; j++) {
        double e = Math.fma(-m[i], edge[j], Math.fma(-m[j], centered, h.get(i, j)));
        h.set(i, j, t[i] * t[j] * e);
        h.set(j, i, t[i] * t[j] * e);
      }
      if (intercept) {
        h.set(i, d, t[i] * centered);
        h.set(d, i, t[i] * centered);
      }
    }
  }
}
