package org.ironopt.lab.explore;

import java.util.OptionalDouble;
import org.ironopt.theory.GradientSpread;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.RelaxedLaw;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.TransitionMatrix;

/**
 * One method along one eigenvector of a quadratic: errors of position and velocity point obey
 * {@code z+ = M z + noise}.
 *
 * @param matrix M, row after row
 * @param noise its covariances 11, 12 and 22
 * @param radius spectral radius of M
 * @param stationary variance of the position; empty where the step is unstable
 */
record Eigendirection(double[] matrix, double[] noise, double radius, OptionalDouble stationary) {
  /** Returns a discretisation of the flow under diffusion noise. */
  static Eigendirection flow(Scheme scheme, IronParameters p, double a, double rho2) {
    TransitionMatrix t = new TransitionMatrix(scheme, p, a);
    double[] g = t.noise();
    double q = t.noiseVariance() * rho2;
    return new Eigendirection(
        t.matrix(),
        new double[] {q * g[0] * g[0], q * g[0] * g[1], q * g[1] * g[1]},
        t.spectralRadius(),
        StationaryCovariance.variance(scheme, p, a, rho2));
  }

  /** Returns a relaxed step: that of its leg less the identity, over theta, THEORY (71). */
  static Eigendirection relaxed(RelaxedLaw law, double a, double rho2) {
    double theta = law.theta();
    Eigendirection leg = flow(Scheme.IRON, law.p().leg(theta), a, rho2 / theta);
    double[] m = leg.matrix.clone();
    for (int i = 0; i < m.length; i++) {
      double one = i == 0 || i == 3 ? 1 : 0;
      m[i] = one + (m[i] - one) / theta;
    }
    OptionalDouble stationary = OptionalDouble.of(law.covariance(a, rho2).p11());
    return new Eigendirection(m, leg.noise, law.spectralRadius(a), stationary);
  }

  /**
   * Returns gradient descent, {@code e+ = (1 - eta a) e - eta zeta}. It has no velocity point; a
   * method that goes on from it takes the position for one, so the second coordinate is the first.
   */
  static Eigendirection gradientDescent(double eta, double a, double sigma2) {
    double q = eta * eta * sigma2;
    return new Eigendirection(
        new double[] {1 - eta * a, 0, 1 - eta * a, 0},
        new double[] {q, q, q},
        Math.abs(1 - eta * a),
        GradientSpread.gradientDescent(eta, a, sigma2));
  }

  /** Overwrites means (e, w) and the covariances 11, 12, 22 by those of the next step. */
  void advance(double[] z) {
    double a = matrix[0];
    double b = matrix[1];
    double c = matrix[2];
    double d = matrix[3];
    double e = a * z[0] + b * z[1];
    z[1] = c * z[0] + d * z[1];
    z[0] = e;
    double x = a * a * z[2] + 2 * a * b * z[3] + b * b * z[4] + noise[0];
    double y = a * c * z[2] + (a * d + b * c) * z[3] + b * d * z[4] + noise[1];
    z[4] = c * c * z[2] + 2 * c * d * z[3] + d * d * z[4] + noise[2];
    z[2] = x;
    z[3] = y;
  }
}
