package org.ironopt.lab.foundations;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;

/**
 * One backward Euler step of the flow, solved as it stands: the 2n coupled equations
 *
 * <pre>{@code
 * x+ - x = alpha (v+ - x+)
 * v+ - v = alpha (mu/gamma (x+ - v+) - grad f(x+)/gamma) + sqrt(alpha) zeta
 * }</pre>
 *
 * by Newton's method with elimination, knowing nothing of centers and resolvents.
 */
final class CoupledStep {
  private static final int NEWTON_STEPS = 60;
  private static final int HALVINGS = 40;

  private final Problem problem;
  private final double alpha;
  private final double mu;
  private final double gamma;
  private final int n;

  CoupledStep(Problem problem, double alpha, double mu, double gamma) {
    this.problem = problem;
    this.alpha = alpha;
    this.mu = mu;
    this.gamma = gamma;
    this.n = problem.dimension();
  }

  /** Returns (x+, v+) one after the other. */
  double[] solve(double[] x, double[] v, double[] zeta) {
    double[] z = new double[2 * n];
    System.arraycopy(x, 0, z, 0, n);
    System.arraycopy(v, 0, z, n, n);
    double[] f = equations(z, x, v, zeta);
    for (int step = 0; step < NEWTON_STEPS && Vectors.norm(f) > 0; step++) {
      double[] direction = Elimination.solve(jacobian(z), f);
      double[] trial = new double[2 * n];
      double t = 1;
      double[] g = f;
      for (int h = 0; h < HALVINGS; h++, t /= 2) {
        Vectors.add(z, -t, direction, trial);
        g = equations(trial, x, v, zeta);
        if (Vectors.norm(g) < Vectors.norm(f)) {
          break;
        }
      }
      if (!(Vectors.norm(g) < Vectors.norm(f))) {
        return z;
      }
      z = trial;
      f = g;
    }
    return z;
  }

  private double[] equations(double[] z, double[] x, double[] v, double[] zeta) {
    double[] next = java.util.Arrays.copyOf(z, n);
    double[] gradient = problem.gradient(next);
    double[] f = new double[2 * n];
    for (int i = 0; i < n; i++) {
      double velocity = z[n + i] - z[i];
      f[i] = z[i] - x[i] - alpha * velocity;
      double drift = -(mu * velocity + gradient[i]) / gamma;
      f[n + i] = z[n + i] - v[i] - alpha * drift - Math.sqrt(alpha) * zeta[i];
    }
    return f;
  }

  private DenseMatrix jacobian(double[] z) {
    DenseMatrix h = problem.hessian(java.util.Arrays.copyOf(z, n));
    DenseMatrix j = DenseMatrix.zeros(2 * n, 2 * n);
    for (int i = 0; i < n; i++) {
      j.set(i, i, 1 + alpha);
      j.set(i, n + i, -alpha);
      j.set(n + i, n + i, 1 + alpha * mu / gamma);
      for (int k = 0; k < n; k++) {
        double own = i == k ? mu : 0;
        j.set(n + i, k, alpha * (h.get(i, k) - own) / gamma);
      }
    }
    return j;
  }
}
