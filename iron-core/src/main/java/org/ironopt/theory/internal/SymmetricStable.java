package org.ironopt.theory.internal;

/**
 * The distribution with characteristic function {@code exp(-|u|^s)}. By the formula of Chambers,
 * Mallows and Stuck it is {@code A(phi) W^{(s-1)/s}}, phi uniform and W exponential, so that
 *
 * <pre>{@code
 * P(X > x) = (1/pi) int_0^{pi/2} P(A(phi) W^{(s-1)/s} > x) dphi,
 * A = sin(s phi)/cos(phi) (cos((1-s) phi)/cos(phi))^{(1-s)/s}.
 * }</pre>
 *
 * A increases; the integral is split where {@code A = x}, since there the integrand falls within a
 * layer as thin as {@code |s - 1|}.
 *
 * @param s index of stability, 0 &lt; s &lt;= 2
 */
public record SymmetricStable(double s) {
  private static final double HALF = Math.PI / 2;

  /** Returns {@code P(X > x)} for x &gt;= 0. */
  public double tail(double x) {
    if (x == 0) {
      return 0.5;
    }
    if (s == 1) {
      return StrictMath.atan(1 / x) / Math.PI;
    }
    double logX = StrictMath.log(x);
    // The end that is nearer to the split is found by bisection, so that it keeps its digits.
    boolean far = logA(HALF / 2, HALF / 2) < logX;
    double end = end(logX, far);
    double split = far ? HALF - end : end;
    double complement = far ? end : HALF - end;
    double power = s / (s - 1);
    double below =
        TanhSinh.integrate((u, rest) -> above(logX, power, split * u, complement + split * rest));
    // s = 2: A stays below 2.
    double beyond =
        complement == 0
            ? 0
            : TanhSinh.integrate(
                (u, rest) -> above(logX, power, split + complement * u, complement * rest));
    return (split * below + complement * beyond) / Math.PI;
  }

  /** Returns the probability that W puts the draw above x, at phi and its complement psi. */
  private double above(double logX, double power, double phi, double psi) {
    double w = StrictMath.exp(power * (logX - logA(phi, psi)));
    return s > 1 ? StrictMath.exp(-w) : -StrictMath.expm1(-w);
  }

  /** Infinite, and never the difference of two infinities, where phi is pi/2 to rounding. */
  private double logA(double phi, double psi) {
    // Near phi = pi/2 everything is taken from psi: phi itself has no digits for it.
    boolean near = psi < 0.5;
    double fold = Math.abs(1 - s);
    double cos = near ? StrictMath.sin(psi) : StrictMath.cos(phi);
    double sin = near && s > 1 ? StrictMath.sin((2 - s) * HALF + s * psi) : StrictMath.sin(s * phi);
    double folded =
        near ? StrictMath.sin((1 - fold) * HALF + fold * psi) : StrictMath.cos(fold * phi);
    return StrictMath.log(sin) + (1 - s) / s * StrictMath.log(folded) - StrictMath.log(cos) / s;
  }

  /** Returns the phi where {@code A = x}, or pi/2 less that phi if it is far. */
  private double end(double logX, boolean far) {
    double low = 0;
    double high = HALF / 2;
    for (double middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
      boolean less = far ? logA(HALF - middle, middle) < logX : logA(middle, HALF - middle) < logX;
      if (less == far) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low;
  }

  /** Returns the x with {@code P(X > x) = q}, 0 &lt; q &lt;= 1/2. */
  public double upperQuantile(double q) {
    if (q == 0.5) {
      return 0;
    }
    if (s == 1) {
      return 1 / StrictMath.tan(Math.PI * q);
    }
    double low = 0;
    double high = 1;
    while (tail(high) > q) {
      low = high;
      high *= 2;
    }
    while (low == 0 && tail(high / 2) < q) {
      high /= 2;
    }
    low = Math.max(low, high / 2);
    double middle = (low + high) / 2;
    while (high - low > 1e-14 * high && low < middle && middle < high) {
      if (tail(middle) > q) {
        low = middle;
      } else {
        high = middle;
      }
      middle = (low + high) / 2;
    }
    return middle;
  }
}
