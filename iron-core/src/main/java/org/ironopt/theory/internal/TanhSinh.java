package org.ironopt.theory.internal;

/**
 * Quadrature on (0, 1) by the double exponential substitution of H. Takahasi and M. Mori, for
 * integrands that are smooth inside and may be singular, or change within a thin layer, at the
 * ends. Steps are halved until two sums agree.
 */
public final class TanhSinh {
  private static final double FARTHEST = 6.1;
  private static final int MOST_HALVINGS = 9;
  private static final double PRECISION = 1e-14;

  private TanhSinh() {}

  /** An integrand that is told the distances from both ends, which keep their digits there. */
  @FunctionalInterface
  public interface Integrand {
    /** Returns the value at u, where {@code rest = 1 - u}. */
    double at(double u, double rest);
  }

  /** Returns the integral over (0, 1). */
  public static double integrate(Integrand f) {
    double h = 0.5;
    double sum = f.at(0.5, 0.5) * Math.PI / 4;
    for (double t = h; t < FARTHEST; t += h) {
      sum += pair(f, t);
    }
    double integral = sum * h;
    for (int k = 0; k < MOST_HALVINGS; k++) {
      for (double t = h / 2; t < FARTHEST; t += h) {
        sum += pair(f, t);
      }
      h /= 2;
      double finer = sum * h;
      boolean settled = k > 1 && Math.abs(finer - integral) <= PRECISION * Math.abs(finer);
      integral = finer;
      if (settled) {
        break;
      }
    }
    return integral;
  }

  private static double pair(Integrand f, double t) {
    double x = Math.PI * StrictMath.sinh(t);
    double e = StrictMath.exp(-x);
    double rest = e / (1 + e);
    double weight = Math.PI * StrictMath.cosh(t) * (rest / (1 + e));
    return weight == 0 ? 0 : weight * (f.at(1 - rest, rest) + f.at(rest, 1 - rest));
  }
}
