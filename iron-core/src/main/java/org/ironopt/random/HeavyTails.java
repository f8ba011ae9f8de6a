package org.ironopt.random;

import org.ironopt.linalg.Functions;

/** Draws of the laws with heavy tails, each from the uniforms at two indices of a step. */
final class HeavyTails {
  private HeavyTails() {}

  static Fill.Law student(double nu, Stream.Step at) {
    double unit = nu > 2 ? Math.sqrt((nu - 2) / nu) : 1;
    return (first, stride, out, from, count) -> {
      for (int l = 0; l < count; l++) {
        long e = 2 * (first + l * stride);
        out[from + l] = unit * student(nu, at.uniform(e), at.uniform(e + 1));
      }
    };
  }

  static Fill.Law stable(double s, Stream.Step at) {
    return (first, stride, out, from, count) -> {
      for (int l = 0; l < count; l++) {
        long e = 2 * (first + l * stride);
        out[from + l] = stable(s, at.uniform(e), at.uniform(e + 1));
      }
    };
  }

  static double student(double nu, double u, double v) {
    // u^{-2/nu} - 1 by expm1 keeps its digits near u = 1.
    double square = nu * Functions.expm1(-2 / nu * Functions.log(u));
    return Math.sqrt(square) * HalfTurns.cos(2 * v);
  }

  /**
   * With phi uniform in (-pi/2, pi/2) and w exponential: {@code sin(s phi)/cos(phi) (cos((1-s)phi)
   * / (w cos(phi)))^{(1-s)/s}}, which is tan(phi) at s = 1 and {@code 2 sin(phi) sqrt(w)} at s = 2.
   */
  static double stable(double s, double u, double v) {
    double x = u - 0.5;
    // cos(pi x) from the distance to the nearer end: x itself has no digits for it there.
    double cos = HalfTurns.sin(Math.min(u, 1 - u));
    double w = -Functions.log(v);
    double power = (1 - s) / s * Functions.log(HalfTurns.cos((1 - s) * x) / (w * cos));
    return HalfTurns.sin(s * x) / cos * Functions.exp(power);
  }
}
