package org.ironopt.curve;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.ironopt.linalg.Vectors;

/**
 * The model {@code |r + J s|^2/2} of a sum of squares around a point, from the triangular factor of
 * {@code [J r]}, in the metric of a diagonal D. Its resolvent {@code s(nu) = argmin |r + J s|^2/2 +
 * nu |D s|^2/2} is the step of Levenberg and Marquardt: that of IRON with its center at the point
 * and lambda = 1/nu, on the linearised residuals. One decomposition of {@code R D^-1} serves all
 * nu.
 */
final class GaussNewtonModel {
  private final int n;
  private final double[] r;
  private final double[] q;

  /** |r|, the norms of the columns of J, and J'r. */
  final double norm;

  final double[] columns;
  final double[] gradient;
  private final double[] d;
  private final boolean[] held;
  private final JacobiSvd svd;

  /** The residuals in the basis of the left singular vectors, times the singular values. */
  private final double[] sq;

  /** Singular values below this belong to directions that the data do not determine. */
  private final double floor;

  /**
   * Decomposes.
   *
   * @param triangle factor of [J r], (n+1) x (n+1)
   * @param metric diagonal of D, positive
   * @param held parameters that do not move
   */
  GaussNewtonModel(double[] triangle, double[] metric, boolean[] held) {
    n = metric.length;
    d = metric.clone();
    this.held = held.clone();
    int width = n + 1;
    r = new double[n * n];
    q = new double[n];
    for (int i = 0; i < n; i++) {
      q[i] = triangle[i * width + n];
      for (int j = i; j < n; j++) {
        r[i * n + j] = triangle[i * width + j];
      }
    }
    double[] norms = columnNorms(triangle, width);
    norm = norms[n];
    columns = Arrays.copyOf(norms, n);
    gradient = gradient(triangle, n);
    svd = scaledBy(d);
    sq = new double[n];
    for (int k = 0; k < n; k++) {
      sq[k] = Vectors.dot(svd.us[k], q);
    }
    floor = Arrays.stream(svd.s).max().orElse(0) * n * 0x1p-52;
  }

  /** Decomposes R with its columns over some sizes; those that are held or have none are 0. */
  private JacobiSvd scaledBy(double[] sizes) {
    double[][] scaled = new double[n][n];
    for (int j = 0; j < n; j++) {
      for (int i = 0; i <= j && !held[j] && sizes[j] > 0; i++) {
        scaled[j][i] = r[i * n + j] / sizes[j];
      }
    }
    return new JacobiSvd(scaled);
  }

  /** Returns the norms of the columns of a triangle, those of J and that of r. */
  static double[] columnNorms(double[] triangle, int width) {
    double[] norms = new double[width];
    for (int j = 0; j < width; j++) {
      double[] column = new double[j + 1];
      for (int i = 0; i <= j; i++) {
        column[i] = triangle[i * width + j];
      }
      norms[j] = Vectors.norm(column);
    }
    return norms;
  }

  /** Returns J'J v. */
  static double[] product(double[] triangle, double[] v) {
    int n = v.length;
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      double jv = 0;
      for (int j = i; j < n; j++) {
        jv = Math.fma(triangle[i * (n + 1) + j], v[j], jv);
      }
      for (int j = i; j < n; j++) {
        out[j] = Math.fma(triangle[i * (n + 1) + j], jv, out[j]);
      }
    }
    return out;
  }

  /** Returns J'r. */
  static double[] gradient(double[] triangle, int n) {
    double[] g = new double[n];
    for (int j = 0; j < n; j++) {
      for (int i = 0; i <= j; i++) {
        g[j] = Math.fma(triangle[i * (n + 1) + j], triangle[i * (n + 1) + n], g[j]);
      }
    }
    return g;
  }

  /** Returns whether a bound holds a parameter. */
  boolean held(int j) {
    return held[j];
  }

  /** Returns whether the same parameters are held in another model. */
  boolean holds(GaussNewtonModel other) {
    return Arrays.equals(held, other.held);
  }

  /**
   * Returns the parameters that can change, alone or together, without a change of the residuals:
   * those in singular vectors of J, its columns scaled to norm 1, whose singular values are at most
   * {@code rounding} times the largest.
   */
  List<Integer> undetermined(double rounding) {
    JacobiSvd scaled = scaledBy(columns);
    double least = rounding * Arrays.stream(scaled.s).max().orElse(0);
    TreeSet<Integer> found = new TreeSet<>();
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < n; j++) {
        if (scaled.s[k] <= least && Math.abs(scaled.v[k][j]) > 0.01 && !held[j]) {
          found.add(j);
        }
      }
    }
    return List.copyOf(found);
  }

  /** Returns standard errors over parameters x for m residuals; NaN where there is none. */
  double[] relativeErrors(double[] x, int m) {
    double[][] c = inverse(0);
    double[] errors = new double[n];
    for (int j = 0; j < n; j++) {
      double root = determined(j, 0) ? Math.sqrt(c[j][j]) : Double.NaN;
      errors[j] = norm / Math.sqrt(m - n) * root / Math.abs(x[j]);
    }
    return errors;
  }

  /** Returns s(nu); it leaves directions alone that the data do not determine. */
  double[] step(double nu) {
    return unscaled(scaled(sq, nu));
  }

  /** Returns the same for another right side: {@code -(J'J + nu D^2)^-1 b}. */
  double[] solve(double[] b, double nu) {
    double[] vb = new double[n];
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        vb[k] = Math.fma(svd.v[k][i], b[i] / d[i], vb[k]);
      }
    }
    return unscaled(scaled(vb, nu));
  }

  private double[] scaled(double[] right, double nu) {
    double[] y = new double[n];
    for (int k = 0; k < n; k++) {
      double s = svd.s[k];
      if (s > floor) {
        Vectors.add(y, -right[k] / (s * s + nu), svd.v[k], y);
      }
    }
    return y;
  }

  private double[] unscaled(double[] y) {
    for (int j = 0; j < n; j++) {
      y[j] /= d[j];
    }
    return y;
  }

  /** Returns |D s|. */
  double length(double[] step) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum = Math.fma(d[j] * step[j], d[j] * step[j], sum);
    }
    return Math.sqrt(sum);
  }

  /** Returns nu with {@code |D s(nu)|} within a tenth of the radius, 0 if the full step is. */
  double damping(double radius) {
    double length = Vectors.norm(scaled(sq, 0));
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double nu = 0;
    while (length > 1.1 * radius || (nu > 0 && length < 0.9 * radius)) {
      if (length > radius) {
        low = nu;
      } else {
        high = nu;
      }
      // Newton's method on 1/|D s| - 1/radius, which is nearly linear in nu.
      double next = nu + (length - radius) / radius * (length * length) / fall(nu);
      boolean inside = next > low && next < high;
      nu = inside ? next : high == Double.POSITIVE_INFINITY ? 10 * low : 0.5 * (low + high);
      if (nu == low || nu == high) {
        break;
      }
      length = Vectors.norm(scaled(sq, nu));
    }
    return nu;
  }

  /** Returns half of the derivative of -|D s|^2 by nu. */
  private double fall(double nu) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      double t = svd.s[k] * svd.s[k] + nu;
      sum += svd.s[k] > floor ? sq[k] * sq[k] / (t * t * t) : 0;
    }
    return sum;
  }

  /** Returns how much a step lowers twice the model. */
  double reduction(double[] step) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double js = 0;
      for (int j = i; j < n; j++) {
        js = Math.fma(r[i * n + j], step[j], js);
      }
      sum -= js * (2 * q[i] + js);
    }
    return sum;
  }

  /** Returns the part of |r| that a full step of the model removes. */
  double reachable() {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      double part = svd.s[k] > floor ? sq[k] / svd.s[k] : 0;
      sum = Math.fma(part, part, sum);
    }
    return Math.sqrt(sum);
  }

  /** Returns how many directions of the parameters that are not held the data determine. */
  int rank(double rounding) {
    return (int) Arrays.stream(svd.s).filter(s -> s > least(rounding)).count();
  }

  /** Returns whether no direction that the data leave open moves a parameter; none held is. */
  boolean determined(int j, double rounding) {
    boolean determined = !held[j];
    for (int k = 0; k < n; k++) {
      determined &= svd.s[k] > least(rounding) || Math.abs(svd.v[k][j]) <= 1e-6;
    }
    return determined;
  }

  /** Singular values up to this are rounding: the given share of the largest, or its own. */
  private double least(double rounding) {
    return Math.max(floor, rounding * Arrays.stream(svd.s).max().orElse(0));
  }

  /**
   * Returns (J'J)^-1 on the directions that the data determine and 0 on the others, those of held
   * parameters among them: the variance of a function is right where its gradient is a combination
   * of rows of J.
   */
  double[][] inverse(double rounding) {
    double least = least(rounding);
    double[][] c = new double[n][n];
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n && svd.s[k] > least; i++) {
        for (int j = 0; j < n; j++) {
          double vv = svd.v[k][i] * svd.v[k][j];
          c[i][j] += vv / (svd.s[k] * d[i]) / (svd.s[k] * d[j]);
        }
      }
    }
    return c;
  }
}
