package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.Collections;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.IronParameters;

/**
 * One backward Euler step of the flow, solved as it stands: the 2n coupled equations
 *
 * <pre>{@code
 * x+ - x = alpha (v+ - x+)
 * v+ - v = alpha (mu/gamma (x+ - v+) - grad f(x+)/gamma) + sqrt(alpha) zeta
 * }</pre>
 *
 * by Newton's method with elimination; neither center nor resolvent is used.
 */
record CoupledStep(StudyProblem problem, IronParameters p, double[] x, double[] v, double[] zeta) {
  private static final int NEWTON_STEPS = 60;
  private static final int HALVINGS = 40;

  /** Returns (x+, v+) one after the other. */
  double[] solve() {
    double[] z = Study.join(x, v);
    double[] f = equations(z);
    for (int step = 0; step < NEWTON_STEPS && Vectors.norm(f) > 0; step++) {
      double[] direction = eliminate(system(z, f));
      double[] trial = new double[z.length];
      double[] g = f;
      double t = 1;
      for (int h = 0; h < HALVINGS && !(Vectors.norm(g) < Vectors.norm(f)); h++, t /= 2) {
        Vectors.add(z, -t, direction, trial);
        g = equations(trial);
      }
      if (!(Vectors.norm(g) < Vectors.norm(f))) {
        return z;
      }
      z = trial;
      f = g;
    }
    return z;
  }

  private double[] equations(double[] z) {
    int n = x.length;
    double[] gradient = problem.gradient(Arrays.copyOf(z, n));
    double[] f = new double[2 * n];
    for (int i = 0; i < n; i++) {
      double velocity = z[n + i] - z[i];
      f[i] = z[i] - x[i] - p.alpha() * velocity;
      double drift = -(p.mu() * velocity + gradient[i]) / p.gamma();
      f[n + i] = z[n + i] - v[i] - p.alpha() * drift - Math.sqrt(p.alpha()) * zeta[i];
    }
    return f;
  }

  /** Returns the Jacobian at z with the right side f as its last column. */
  private double[][] system(double[] z, double[] f) {
    int n = x.length;
    DenseMatrix h = problem.hessian(Arrays.copyOf(z, n));
    double[][] a = new double[2 * n][2 * n + 1];
    for (int i = 0; i < n; i++) {
      a[i][i] = 1 + p.alpha();
      a[i][n + i] = -p.alpha();
      a[n + i][n + i] = 1 + p.alpha() * p.mu() / p.gamma();
      for (int k = 0; k < n; k++) {
        a[n + i][k] = p.alpha() * (h.get(i, k) - (i == k ? p.mu() : 0)) / p.gamma();
      }
      a[i][2 * n] = f[i];
      a[n + i][2 * n] = f[n + i];
    }
    return a;
  }

  /** Gaussian elimination with row pivoting, since the system has no symmetry. */
  private static double[] eliminate(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
      }
      Collections.swap(Arrays.asList(a), k, pivot);
      for (int i = k + 1; i < n; i++) {
        Vectors.axpy(-a[i][k] / a[k][k], a[k], a[i]);
      }
    }
    double[] solution = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double sum = a[i][n];
      for (int j = i + 1; j < n; j++) {
        sum = Math.fma(-a[i][j], solution[j], sum);
      }
      solution[i] = sum / a[i][i];
    }
    return solution;
  }
}
