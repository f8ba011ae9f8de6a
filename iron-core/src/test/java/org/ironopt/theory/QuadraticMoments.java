package org.ironopt.theory;

import java.util.SplittableRandom;

/**
 * Exact second moments of a scheme on a quadratic, direction by direction: {@code S+ = M S M' + Q}.
 */
final class QuadraticMoments {
  final double[] eigenvalues;
  final double[] variances;
  private final double[][] second;

  /** Starts at the point with the given errors of position and auxiliary state. */
  QuadraticMoments(double[] eigenvalues, double[] variances, double[] e, double[] w) {
    this.eigenvalues = eigenvalues;
    this.variances = variances;
    second = new double[eigenvalues.length][];
    for (int i = 0; i < e.length; i++) {
      second[i] = new double[] {e[i] * e[i], e[i] * w[i], w[i] * w[i]};
    }
  }

  /** A quadratic of dimension 1 to 5 with spectrum in [mu, kappa mu], which contains mu. */
  static QuadraticMoments random(SplittableRandom random, double mu, double kappa) {
    int n = random.nextInt(1, 6);
    double[] eigenvalues = new double[n];
    double[] variances = new double[n];
    double[] e = new double[n];
    double[] w = new double[n];
    for (int i = 0; i < n; i++) {
      eigenvalues[i] = i == 0 ? mu : mu * Math.pow(kappa, random.nextDouble());
      variances[i] = random.nextDouble() * 2;
      e[i] = random.nextDouble(-3, 3);
      w[i] = random.nextDouble(-3, 3);
    }
    return new QuadraticMoments(eigenvalues, variances, e, w);
  }

  void step(Scheme scheme, IronParameters p) {
    for (int i = 0; i < second.length; i++) {
      TransitionMatrix t = new TransitionMatrix(scheme, p, eigenvalues[i]);
      double[] m = t.matrix();
      double[] g = t.noise();
      double q = t.noiseVariance() * variances[i];
      double[] s = second[i];
      double a = m[0] * s[0] + m[1] * s[1];
      double b = m[0] * s[1] + m[1] * s[2];
      double c = m[2] * s[0] + m[3] * s[1];
      double d = m[2] * s[1] + m[3] * s[2];
      second[i] =
          new double[] {
            a * m[0] + b * m[1] + q * g[0] * g[0],
            a * m[2] + b * m[3] + q * g[0] * g[1],
            c * m[2] + d * m[3] + q * g[1] * g[1]
          };
    }
  }

  /** E|x - x*|^2. */
  double position() {
    double sum = 0;
    for (double[] s : second) {
      sum += s[0];
    }
    return sum;
  }

  /** E(f - f* + gamma/2 |v - x*|^2). */
  double energy(double gamma) {
    double sum = 0;
    for (int i = 0; i < second.length; i++) {
      sum += eigenvalues[i] * second[i][0] / 2 + gamma * second[i][2] / 2;
    }
    return sum;
  }

  /** E(e_i^2 + w_i^2). */
  double state(int i) {
    return second[i][0] + second[i][2];
  }

  double sigma2() {
    double sum = 0;
    for (double v : variances) {
      sum += v;
    }
    return sum;
  }

  double smoothness() {
    double l = 0;
    for (double a : eigenvalues) {
      l = Math.max(l, a);
    }
    return l;
  }
}
