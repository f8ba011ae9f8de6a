package org.ironopt.method;

import java.util.Random;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.analytic.Quadratic;

/** Random quadratics with known extreme eigenvalues, and random schedules. */
public final class RandomQuadratics {
  private RandomQuadratics() {}

  /** Returns {@code Q diag Q'} with Q a product of reflections and eigenvalues from mu to L. */
  public static Quadratic of(Random random, int n, double mu, double l) {
    double[] a = new double[n];
    for (int i = 0; i < n; i++) {
      a[i] = mu * StrictMath.pow(l / mu, i == 0 ? 0 : i == n - 1 ? 1 : random.nextDouble());
    }
    double[][] q = new double[n][n];
    for (int i = 0; i < n; i++) {
      q[i][i] = 1;
    }
    for (int reflection = 0; reflection < 3; reflection++) {
      reflect(q, point(random, n));
    }
    return Quadratic.ofEigen(a, DenseMatrix.of(q), point(random, n));
  }

  private static void reflect(double[][] q, double[] w) {
    double norm = 0;
    for (double wi : w) {
      norm += wi * wi;
    }
    for (double[] row : q) {
      double dot = 0;
      for (int i = 0; i < w.length; i++) {
        dot += row[i] * w[i];
      }
      for (int i = 0; i < w.length; i++) {
        row[i] -= 2 * dot / norm * w[i];
      }
    }
  }

  public static double[] point(Random random, int n) {
    return random.doubles(n, -2, 2).toArray();
  }

  /** Returns so many steps, log-uniform between two bounds. */
  public static double[] steps(Random random, int count, double low, double high) {
    return random.doubles(count).map(u -> low * StrictMath.pow(high / low, u)).toArray();
  }
}
