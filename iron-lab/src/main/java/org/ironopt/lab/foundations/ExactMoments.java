package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.lab.particles.LinearMoments;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * Second moments of IRON on a quadratic, propagated exactly: in each eigendirection {@code S+ = M S
 * M' + Var(xi) g g'}. Only the variances of the noise along the eigenvectors enter, whether or not
 * the covariance commutes with the Hessian.
 *
 * @param eigenvalues of the Hessian
 * @param variances of the noise along the eigenvectors
 * @param second E e^2, E e w, E w^2 for each direction; changed by a step
 */
record ExactMoments(double[] eigenvalues, double[] variances, double[][] second) {
  /** Starts at a random point. */
  static ExactMoments random(InstanceRandom draw, double[] eigenvalues) {
    double[][] second = new double[eigenvalues.length][];
    Arrays.setAll(second, i -> at(draw.uniform(-3, 3), draw.uniform(-3, 3)));
    return new ExactMoments(eigenvalues, draw.variances(second.length), second);
  }

  /** Returns the second moments of a state that is known. */
  static double[] at(double e, double w) {
    return new double[] {e * e, e * w, w * w};
  }

  static double[] of(Optional<StationaryCovariance> c) {
    return new double[] {c.orElseThrow().p11(), c.orElseThrow().p12(), c.orElseThrow().p22()};
  }

  /** Returns the stationary moments in one direction. */
  static double[] stationary(IronParameters p, double a, double rho2) {
    return of(StationaryCovariance.closedForm(Scheme.IRON, p, a, rho2));
  }

  /** Returns the stationary moments of the same problem. */
  ExactMoments stationary(IronParameters p) {
    double[][] limit = new double[second.length][];
    Arrays.setAll(limit, i -> stationary(p, eigenvalues[i], variances[i]));
    return new ExactMoments(eigenvalues, variances, limit);
  }

  void step(IronParameters p) {
    Arrays.setAll(second, i -> LinearMoments.second(p, eigenvalues[i], variances[i], second[i]));
  }

  /** Returns {@code E|x - x*|^2}. */
  double position() {
    return Arrays.stream(second).mapToDouble(s -> s[0]).sum();
  }

  /** Returns {@code E(f - f* + gamma/2 |v - x*|^2)}. */
  double energy(double gamma) {
    double sum = 0;
    for (int i = 0; i < second.length; i++) {
      sum += (eigenvalues[i] * second[i][0] + gamma * second[i][2]) / 2;
    }
    return sum;
  }

  double sigma2() {
    return Arrays.stream(variances).sum();
  }

  double largest() {
    return Arrays.stream(eigenvalues).max().orElseThrow();
  }
}
