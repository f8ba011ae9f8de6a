package org.ironopt.random;

/**
 * Sine and cosine of multiples of pi, for {@code |x| <= 2}: exact reduction to {@code |r| <= 1/4}
 * and the power series, so that nothing is lost near the zeros. The same bits on every machine, and
 * no allocation.
 */
final class HalfTurns {
  private HalfTurns() {}

  /** Returns {@code sin(pi x)}. */
  static double sin(double x) {
    double quarter = Math.rint(2 * x);
    double r = x - 0.5 * quarter;
    return turned((int) quarter & 3, r);
  }

  /** Returns {@code cos(pi x)}. */
  static double cos(double x) {
    double quarter = Math.rint(2 * x);
    double r = x - 0.5 * quarter;
    return turned((int) quarter + 1 & 3, r);
  }

  /** Returns {@code sin(pi r + k pi/2)}. */
  private static double turned(int k, double r) {
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
