package org.ironopt.lab.particles;

import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.TransitionMatrix;

/**
 * Moments of a state {@code z = (e, w)} under a linear step {@code z+ = M z + g xi}, propagated
 * exactly; M is given row by row, or that of IRON along an eigenvector of eigenvalue a.
 */
public final class LinearMoments {
  private LinearMoments() {}

  /** Returns the mean after a step of IRON. */
  public static double[] mean(IronParameters p, double a, double[] z) {
    double[] m = new TransitionMatrix(Scheme.IRON, p, a).matrix();
    return new double[] {m[0] * z[0] + m[1] * z[1], m[2] * z[0] + m[3] * z[1]};
  }

  /** Returns the second moments after a step of IRON with diffusion variance rho2. */
  public static double[] second(IronParameters p, double a, double rho2, double[] s) {
    TransitionMatrix t = new TransitionMatrix(Scheme.IRON, p, a);
    return second(t.matrix(), t.noise(), t.noiseVariance() * rho2, s);
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
