package org.ironopt.lab.logistic;

import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.Transition;

/**
 * Exact second moments of the scheme on a quadratic with its minimiser at 0, step by step from a
 * given start, also while the damping is still moving: in each eigendirection {@code z+ = M z + g
 * xi} gives {@code m+ = M m} and {@code P+ = M P M' + q g g'}.
 */
final class LinearMoments {
  private final LogisticSetup setup;
  private final SymmetricEigen eigen;

  LinearMoments(LogisticSetup setup) {
    this.setup = setup;
    this.eigen = SymmetricEigen.of(setup.problem().anchor().hessian());
  }

  /** Returns the expected mean of |x_k|^2 over {@code from < k <= to}. */
  double expectedSquares(double alpha, double[] x0, double[] v0, int from, int to) {
    double[] a = eigen.values();
    double[] e = new double[a.length];
    double[] w = new double[a.length];
    eigen.vectors().applyTransposed(x0, e);
    eigen.vectors().applyTransposed(v0, w);
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += squares(alpha, a[i], e[i], w[i], from, to);
    }
    return sum / (to - from);
  }

  /** Returns the expected sum of e_k^2 along one eigendirection. */
  private double squares(double alpha, double a, double e0, double w0, int from, int to) {
    double gamma = setup.gamma0;
    double e = e0;
    double w = w0;
    double p11 = 0;
    double p12 = 0;
    double p22 = 0;
    double sum = 0;
    for (int k = 1; k <= to; k++) {
      IronParameters p = new IronParameters(alpha, setup.mu(), gamma);
      Transition t = new Transition(Scheme.IRON, p, a);
      double[] m = t.matrix();
      double[] g = t.noise();
      double q = t.noiseVariance() * setup.rho * setup.rho;
      double e1 = m[0] * e + m[1] * w;
      w = m[2] * e + m[3] * w;
      e = e1;
      double r11 = m[0] * p11 + m[1] * p12;
      double r12 = m[0] * p12 + m[1] * p22;
      double r21 = m[2] * p11 + m[3] * p12;
      double r22 = m[2] * p12 + m[3] * p22;
      p11 = r11 * m[0] + r12 * m[1] + q * g[0] * g[0];
      p12 = r11 * m[2] + r12 * m[3] + q * g[0] * g[1];
      p22 = r21 * m[2] + r22 * m[3] + q * g[1] * g[1];
      sum += k > from ? e * e + p11 : 0;
      gamma = setup.frozen ? gamma : p.gammaNext();
    }
    return sum;
  }
}
