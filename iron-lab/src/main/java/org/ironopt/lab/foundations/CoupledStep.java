package org.ironopt.lab.foundations;

import java.util.Arrays;
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
      double[] direction = eliminate(jacobian(z), f);
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

  private DenseMatrix jacobian(double[] z) {
    int n = x.length;
    DenseMatrix h = problem.hessian(Arrays.copyOf(z, n));
    DenseMatrix j = DenseMatrix.zeros(2 * n, 2 * n);
    for (int i = 0; i < n; i++) {
      j.set(i, i, 1 + p.alpha());
      j.set(i, n + i, -p.alpha());
      j.set(n + i, n + i, 1 + p.alpha() * p.mu() / p.gamma());
      for (int k = 0; k < n; k++) {
        double own = i == k ? p.mu() : 0;
        j.set(n + i, k, p.alpha() * (h.get(i, k) - own) / p.gamma());
      }
    }
    return j;
  }

  /** Gaussian elimination with row pivoting, since the system has no symmetry. */
  private static double[] eliminate(DenseMatrix matrix, double[] right) {
    int n = right.length;
    double[][] a = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = Arrays.copyOf(matrix.row(i), n + 1);
      a[i][n] = right[i];
    }
    for (int k = 0; k < n; k++) {
      pivot(a, k);
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j <= n; j++) {
          a[i][j] = Math.fma(-factor, a[k][j], a[i][j]);
        }
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

  private static void pivot(double[][] a, int k) {
    int best = k;
    for (int i = k + 1; i < a.length; i++) {
      best = Math.abs(a[i][k]) > Math.abs(a[best][k]) ? i : best;
    }
    double[] row = a[k];
    a[k] = a[best];
    a[best] = row;
  }
}
