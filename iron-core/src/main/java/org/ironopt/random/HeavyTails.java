package org.ironopt.random;

import java.util.function.DoubleBinaryOperator;
import org.ironopt.linalg.Functions;

/** Draws of the laws with heavy tails, each from the uniforms at two indices of a step. */
final class HeavyTails {
  private HeavyTails() {}

  static MemberArrays.Sampler student(double nu, RandomStream.Step at) {
    double unit = nu > 2 ? Math.sqrt((nu - 2) / nu) : 1;
    return law(at, (u, v) -> unit * student(nu, u, v));
  }

  static MemberArrays.Sampler stable(double s, RandomStream.Step at) {
    return law(at, (u, v) -> stable(s, u, v));
  }

  /** Draws from the uniforms at two indices each. */
  private static MemberArrays.Sampler law(RandomStream.Step at, DoubleBinaryOperator draw) {
    return (first, stride, out, from, count) -> {
      for (int l = 0; l < count; l++) {
        long e = 2 * (first + l * stride);
        out[from + l] = draw.applyAsDouble(at.uniform(e), at.uniform(e + 1));
      }
    };
  }

  static double student(double nu, double u, double v) {
    // u^{-2/nu} - 1 by expm1 keeps its digits near u = 1.
    double square = nu * Functions.expm1(-2 / nu * Functions.log(u));
    return Math.sqrt(square) * cosPi(2 * v);
  }

  /**
   * With phi uniform in (-pi/2, pi/2) and w exponential: {@code sin(s phi)/cos(phi) (cos((1-s)phi)
   * / (w cos(phi)))^{(1-s)/s}}, which is tan(phi) at s = 1 and {@code 2 sin(phi) sqrt(w)} at s = 2.
   */
  static double stable(double s, double u, double v) {
    double x = u - 0.5;
    // cos(pi x) from the distance to the nearer end: x itself has no digits for it there.
    double cos = sinPi(Math.min(u, 1 - u));
    double w = -Functions.log(v);
    double power = (1 - s) / s * Functions.log(cosPi((1 - s) * x) / (w * cos));
    return sinPi(s * x) / cos * Functions.exp(power);
  }

  // Sine and cosine of multiples of pi, for |x| <= 2: exact reduction to |r| <= 1/4 and the power
  // series, so that nothing is lost near the zeros, and the bits are the same on every machine.

  /** Returns {@code sin(pi x)}. */
  static double sinPi(double x) {
    return turned(x, 0);
  }

  /** Returns {@code cos(pi x)}. */
  static double cosPi(double x) {
    return turned(x, 1);
  }

  /** Returns {@code sin(pi x + quarters pi/2)}. */
  private static double turned(double x, int quarters) {
    double quarter = Math.rint(2 * x);
    double r = x - 0.5 * quarter;
    int k = (int) quarter + quarters;
    double y = (k & 1) == 0 ? sine(r) : cosine(r);
    return (k & 2) == 0 ? y : -y;
  }

  /** Terms {@code (-1)^k pi^(2k+1) / (2k+1)!}. */
  private static double sine(double r) {
    double t = r * r;
    double y = 7.952054001475513e-07;
    y = Math.fma(y, t, -2.1915353447830217e-05);
    y = Math.fma(y, t, 0.00046630280576761255);
    y = Math.fma(y, t, -0.0073704309457143504);
    y = Math.fma(y, t, 0.08214588661112823);
    y = Math.fma(y, t, -0.5992645293207921);
    y = Math.fma(y, t, 2.5501640398773455);
    y = Math.fma(y, t, -5.16771278004997);
    return Math.fma(Math.PI, r, r * (t * y));
  }

  /** Terms {@code (-1)^k pi^(2k) / (2k)!}. */
  private static double cosine(double r) {
    double t = r * r;
    double y = -1.3878952462213771e-07;
    y = Math.fma(y, t, 4.303069587032947e-06);
    y = Math.fma(y, t, -0.0001046381049248457);
    y = Math.fma(y, t, 0.0019295743094039231);
    y = Math.fma(y, t, -0.02580689139001406);
    y = Math.fma(y, t, 0.2353306303588932);
    y = Math.fma(y, t, -1.3352627688545895);
    y = Math.fma(y, t, 4.0587121264167685);
    y = Math.fma(y, t, -4.934802200544679);
    return Math.fma(y, t, 1);
  }
}
