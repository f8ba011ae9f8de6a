package org.ironopt.lab.particles;

/**
 * Moments of a state {@code z = (e, w)} under a linear step {@code z+ = M z + g xi}, propagated
 * exactly; M is given row by row.
 */
public final class LinearMoments {
  private LinearMoments() {}

  /** Returns {@code M z}. */
  public static double[] mean(double[] m, double[] z) {
    return new double[] {m[0] * z[0] + m[1] * z[1], m[2] * z[0] + m[3] * z[1]};
  }

  /** Returns {@code M S M' + q g g'} for symmetric matrices, given as s11, s12, s22. */
  public static double[] second(double[] m, double[] g, double q, double[] s) {
    double a = m[0] * s[0] + m[1] * s[1];
    double b = m[0] * s[1] + m[1] * s[2];
    double c = m[2] * s[0] + m[3] * s[1];
    double d = m[2] * s[1] + m[3] * s[2];
    return new double[] {
      a * m[0] + b * m[1] + q * g[0] * g[0],
      a * m[2] + b * m[3] + q * g[0] * g[1],
      c * m[2] + d * m[3] + q * g[1] * g[1]
    };
  }
}
