package org.ironopt.lab.foundations;

import org.ironopt.linalg.Vectors;
import org.ironopt.random.Stream;
import org.ironopt.theory.IronParameters;

/**
 * Paths of the noisy accelerated flow by the Euler-Maruyama method with a fine step, and IRON with
 * longer steps along the same Brownian motion: over a step of length alpha the center moves by
 * {@code rho (W_{t+alpha} - W_t)/(1 + tau)}, which is how the scheme is derived.
 */
final class FlowPaths {
  private final Problem problem;
  private final double gamma0;
  private final double rho;
  private final double time;
  private final int fine;

  FlowPaths(Problem problem, double gamma0, double rho, double time, int fine) {
    this.problem = problem;
    this.gamma0 = gamma0;
    this.rho = rho;
    this.time = time;
    this.fine = fine;
  }

  /** Returns the increments of a Brownian motion, those of a fine step in a row. */
  double[][] motion(Stream stream, int path) {
    int n = problem.dimension();
    double[][] increments = new double[fine][n];
    double scale = Math.sqrt(time / fine);
    for (int k = 0; k < fine; k++) {
      stream.normals(k, (long) path * n, 1, increments[k], 0, n);
      Vectors.scale(scale, increments[k]);
    }
    return increments;
  }

  /** Returns where the flow is at the end, from rest at x, by Euler-Maruyama. */
  double[] flow(double[] start, double[][] motion) {
    int n = start.length;
    double h = time / fine;
    double mu = problem.mu();
    double[] x = start.clone();
    double[] v = start.clone();
    double[] gradient = new double[n];
    double gamma = gamma0;
    for (double[] increment : motion) {
      problem.f().gradient(x, gradient);
      for (int i = 0; i < n; i++) {
        double force = (mu * (x[i] - v[i]) - gradient[i]) / gamma;
        x[i] += h * (v[i] - x[i]);
        v[i] += h * force + rho * increment[i];
      }
      gamma += h * (mu - gamma);
    }
    return x;
  }

  /** Returns where IRON is after that many steps along the same Brownian motion. */
  double[] iron(double[] start, double[][] motion, int steps) {
    int n = start.length;
    double alpha = time / steps;
    double mu = problem.mu();
    double[] x = start.clone();
    double[] v = start.clone();
    double gamma = gamma0;
    for (int k = 0; k < steps; k++) {
      IronParameters p = new IronParameters(alpha, mu, gamma);
      double[] center = new double[n];
      for (int j = k * fine / steps; j < (k + 1) * fine / steps; j++) {
        Vectors.axpy(rho / p.s(), motion[j], center);
      }
      for (int i = 0; i < n; i++) {
        center[i] += (v[i] + p.tau() * x[i]) / p.s();
      }
      double[] next = problem.prox(p.lambda(), center);
      for (int i = 0; i < n; i++) {
        v[i] = next[i] + (next[i] - x[i]) / alpha;
      }
      x = next;
      gamma = (gamma + alpha * mu) / (1 + alpha);
    }
    return x;
  }
}
