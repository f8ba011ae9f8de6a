package org.ironopt.fit.path;

import java.util.Arrays;

/**
 * {@code sum_j ( l1 f_j |v_j| + reg f_j v_j^2 / 2 )} with {@code lo_j <= v_j <= hi_j}, for the
 * variables of all outputs; f_j = 0 for columns that are not penalised.
 */
public final class Penalty {
  final double[] factor;
  final double[] lo;
  final double[] hi;
  double l1;
  double reg;

  /** Takes factors and bounds by column, the same for all outputs; the last may be the ones. */
  public Penalty(double[] factor, double[] lo, double[] hi, int outputs) {
    this.factor = repeated(factor, outputs);
    this.lo = repeated(lo, outputs);
    this.hi = repeated(hi, outputs);
  }

  /** Returns the same penalty for all coefficients, without bounds. */
  public static Penalty equal(int columns, boolean intercept, int outputs) {
    double[] factor = new double[columns + (intercept ? 1 : 0)];
    double[] lo = new double[factor.length];
    double[] hi = new double[factor.length];
    Arrays.fill(factor, 0, columns, 1);
    Arrays.fill(lo, Double.NEGATIVE_INFINITY);
    Arrays.fill(hi, Double.POSITIVE_INFINITY);
    return new Penalty(factor, lo, hi, outputs);
  }

  private static double[] repeated(double[] x, int times) {
    double[] all = new double[x.length * times];
    Arrays.setAll(all, k -> x[k % x.length]);
    return all;
  }

  /** Returns the strength for which all penalised variables stay zero, with a share of |v|. */
  double largest(double[] z, double share) {
    double top = 0;
    for (int j = 0; j < z.length; j++) {
      top = factor[j] > 0 ? Math.max(top, pull(j, z[j]) / (share * factor[j])) : top;
    }
    return top;
  }

  void set(double l1, double reg) {
    this.l1 = l1;
    this.reg = reg;
  }

  double kink(int j) {
    return l1 * factor[j];
  }

  double ridge(int j) {
    return reg * factor[j];
  }

  /** Returns whether nothing holds a variable. */
  boolean free(int j) {
    return factor[j] == 0 && lo[j] == Double.NEGATIVE_INFINITY && hi[j] == Double.POSITIVE_INFINITY;
  }

  /** Returns the minimiser of {@code curvature v^2 / 2 - u v} with the penalty. */
  double prox(int j, double u, double curvature) {
    double rest = Math.abs(u) - kink(j);
    if (rest <= 0) {
      return 0;
    }
    double v = Math.copySign(rest / (curvature + ridge(j)), u);
    return Math.min(hi[j], Math.max(lo[j], v));
  }

  /** Returns where a variable must stop on its way from v to v + d, infinite if nowhere. */
  double limit(int j, double v, double d) {
    double to = v + d;
    if (kink(j) > 0 && v * to < 0) {
      return 0;
    }
    if (to > hi[j]) {
      return hi[j];
    }
    return to < lo[j] ? lo[j] : Double.POSITIVE_INFINITY;
  }

  /** Returns the size of a slope z of the loss that wants to move a variable away from zero. */
  double pull(int j, double z) {
    return z < 0 ? (hi[j] > 0 ? -z : 0) : (lo[j] < 0 ? z : 0);
  }

  /** Returns the penalty of v, of which the first n of {@code used} are not zero. */
  double value(double[] v, int[] used, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      int j = used[k];
      double size = Math.abs(v[j]);
      sum = Math.fma(size, Math.fma(0.5 * ridge(j), size, kink(j)), sum);
    }
    return sum;
  }

  /**
   * Returns {@code sum_j [ penalty(v_j) + sup_w (-z_j w - penalty(w)) + z_j v_j ]}, no term of
   * which is negative, for slopes {@code scale z_j} that may be off by errors; infinite if a slope
   * is larger than a variable without bound and ridge allows.
   *
   * @param some all variables that are not zero, or whose slopes may be above their kinks
   * @param n how many these are
   */
  double bracket(double[] v, double[] z, double scale, double[] error, int[] some, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      int j = some[k];
      double slope = scale * z[j];
      // Convex in the slope: largest at an end.
      sum += Math.max(one(j, v[j], slope - error[j]), one(j, v[j], slope + error[j]));
    }
    return sum;
  }

  private double one(int j, double v, double slope) {
    double size = Math.abs(v);
    double r = ridge(j);
    double over = Math.abs(slope) - kink(j);
    if (over <= 0) {
      return size * (Math.max(0, kink(j) + slope * Math.signum(v)) + 0.5 * r * size);
    }
    double bound = slope < 0 ? hi[j] : -lo[j];
    double w = r > 0 ? Math.min(bound, over / r) : bound;
    if (w == Double.POSITIVE_INFINITY) {
      return w;
    }
    return v * slope < 0
        ? Math.max(0, (w - size) * (over - 0.5 * r * (w + size)))
        : Math.max(0, w * (over - 0.5 * r * w))
            + size * (kink(j) + Math.abs(slope) + 0.5 * r * size);
  }

  /**
   * Parts of the slopes that no variable forbids.
   *
   * @param strict where those with bound or ridge forbid nothing
   * @param all where they do
   */
  record Parts(double strict, double all) {}

  /** Returns the parts that slopes leave, of which those of some variables are large. */
  Parts parts(double[] z, double[] error, int[] some, int n) {
    double strict = 1;
    double all = 1;
    for (int k = 0; k < n; k++) {
      int j = some[k];
      double size = Math.abs(z[j]);
      double room = Math.max(0, kink(j) - error[j]);
      double bound = z[j] < 0 ? hi[j] : -lo[j];
      if (all * size > room && bound > 0) {
        all = room / size;
      }
      if (strict * size > room && bound == Double.POSITIVE_INFINITY && ridge(j) == 0) {
        strict = room / size;
      }
    }
    return new Parts(strict, all);
  }
}
