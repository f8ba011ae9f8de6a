package org.ironopt.problem.internal;

import org.ironopt.linalg.internal.ScalarRoot;

/**
 * The scalar equation behind the resolvent of one term of a generalized linear model. With the mean
 * function h (increasing) of a canonical link, the term {@code f(x) = b(a.x) - y a.x}, {@code b' =
 * h}, has {@code argmin f(x) + |x - u|^2 / (2 eta) = u + eta s a}, where s is the root of
 *
 * <pre>{@code s = y - h(z + q s),   z = a.u,   q = eta |a|^2,}</pre>
 *
 * unique and between 0 and {@code y - h(z)}: the implicit update costs one root more than the
 * explicit one. P. Toulis, E. M. Airoldi, "Asymptotic and finite-sample properties of estimators
 * based on stochastic gradients", DOI 10.1214/16-AOS1506, Algorithm 1. A term of your own with such
 * a loss can use it to be {@link org.ironopt.problem.TermProximable TermProximable}.
 */
public final class GlmRoot {
  /** Bisection alone would need about 1100 steps between the largest and the smallest number. */
  private static final ScalarRoot ROOT = new ScalarRoot(0.5, 4000);

  private GlmRoot() {}

  /** An increasing function with its derivative. */
  public interface Mean {
    /** Returns h(z), which may be infinite. */
    double at(double z);

    /** Returns h'(z), not negative. */
    double slope(double z);
  }

  /** Returns the root s; NaN if an argument is not finite. */
  public static double solve(Mean h, double y, double z, double q) {
    if (!Double.isFinite(y) || !Double.isFinite(z) || !(q >= 0) || Double.isInfinite(q)) {
      return Double.NaN;
    }
    double explicit = y - h.at(z);
    if (Double.isNaN(explicit) || q == 0) {
      return Double.isFinite(explicit) ? explicit : Double.NaN;
    }
    double low = Math.min(0, explicit);
    double high = Math.max(0, explicit);
    if (low == Double.NEGATIVE_INFINITY) {
      low = lowerEnd(h, y, z, q);
    }
    if (high == Double.POSITIVE_INFINITY) {
      return Double.NaN;
    }
    ScalarRoot.Increasing miss =
        (s, slope) -> {
          double at = Math.fma(q, s, z);
          slope[0] = Math.fma(q, h.slope(at), 1);
          return s - y + h.at(at);
        };
    return ROOT.of(miss, low, high, 0.5 * (low + high));
  }

  /** A mean that overflows at z is finite further down: look there for the sign. */
  private static double lowerEnd(Mean h, double y, double z, double q) {
    double s = -1;
    while (s + h.at(Math.fma(q, s, z)) - y > 0) {
      s *= 2;
    }
    return s;
  }
}
