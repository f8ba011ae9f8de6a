package org.ironopt.linalg.internal;

import static org.ironopt.linalg.Systems.A3;
import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussian;
import static org.ironopt.linalg.Systems.positiveDefinite;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Gmres;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Systems;
import org.junit.jupiter.api.Test;

class DiscreteLyapunovTest {
  @Test
  void equalsTheKroneckerSystem() {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      int n = 1 + seed % 6;
      DenseMatrix m = gaussian(random, n, n);
      m = m.times(0.95 * random.nextDouble() / m.norm());
      DenseMatrix q = positiveDefinite(random, n, 0);
      DenseMatrix p = DiscreteLyapunov.solve(m, q).orElseThrow();
      String why = "seed " + seed;
      assertTrue(Systems.isSymmetric(p), why);

      DenseMatrix kronecker = DenseMatrix.identity(n * n);
      for (int row = 0; row < n * n; row++) {
        for (int column = 0; column < n * n; column++) {
          double product = m.get(row / n, column / n) * m.get(row % n, column % n);
          kronecker.set(row, column, kronecker.get(row, column) - product);
        }
      }
      double[] reference = new double[n * n];
      new Gmres(n * n, n * n)
          .solveFromZero(
              kronecker, q.data(), reference, KrylovSolver.Tolerance.toRelative(1e-15, 10 * n * n));
      assertClose(reference, p.data(), 1e-13, why);
    }
  }

  @Test
  void solvesTheEquationUpToTheEdgeOfStability() {
    for (double rho : new double[] {0.5, 0.99, 1 - 1e-4, 1 - 1e-8}) {
      DenseMatrix m = DenseMatrix.of(2, 2, rho, 100, 0, -0.5);
      DenseMatrix q = DenseMatrix.of(2, 2, 2, 1, 1, 3);
      DenseMatrix p = DiscreteLyapunov.solve(m, q).orElseThrow();
      DenseMatrix again = m.multiply(p).multiply(m.transpose()).plus(1, q);
      assertClose(p, again, 1e-13, "rho " + rho);
    }
    double rho = 1 - 1e-10;
    double p = DiscreteLyapunov.solve(scalar(rho), scalar(3)).orElseThrow().get(0, 0);
    // The condition of the equation is 1 / (1 - rho).
    assertEquals(3 / ((1 - rho) * (1 + rho)), p, p * Math.ulp(1.0) / (1 - rho));
  }

  @Test
  void unstableMatricesHaveNoSolution() {
    assertTrue(DiscreteLyapunov.solve(scalar(1), scalar(1)).isEmpty());
    assertTrue(DiscreteLyapunov.solve(scalar(-1), scalar(0)).isEmpty());
    assertTrue(DiscreteLyapunov.solve(scalar(1.5), scalar(1)).isEmpty());
    DenseMatrix rotation = DenseMatrix.of(2, 2, 0.6, -0.8, 0.8, 0.6);
    assertTrue(DiscreteLyapunov.solve(rotation, DenseMatrix.identity(2)).isEmpty());
    DenseMatrix hidden = DenseMatrix.diagonal(0.5, 2);
    assertTrue(DiscreteLyapunov.solve(hidden, DenseMatrix.diagonal(1, 0)).isEmpty());
    DenseMatrix jordan = DenseMatrix.of(2, 2, 1, 1, 0, 1);
    assertTrue(DiscreteLyapunov.solve(jordan, DenseMatrix.diagonal(1, 0)).isEmpty());
    DenseMatrix transientGrowth = DenseMatrix.of(2, 2, 0.5, 1e6, 0, 0.5);
    assertTrue(DiscreteLyapunov.solve(transientGrowth, DenseMatrix.identity(2)).isPresent());
  }

  private static DenseMatrix scalar(double value) {
    return DenseMatrix.diagonal(value);
  }

  @Test
  void stationaryCovarianceOfAnImplicitStep() {
    DenseMatrix sigma = DenseMatrix.of(3, 3, 1, .6, -.2, .6, .8, .1, -.2, .1, .5);
    double[][] traces = {
      {.3, 0.10915734534548},
      {2, 0.063760783680325},
      {25, 0.010365887720002},
      {400, 0.00070600218962831}
    };
    for (double[] row : traces) {
      DenseMatrix p = implicitStep(row[0], .8, .5, sigma);
      double trace = p.get(0, 0) + p.get(1, 1) + p.get(2, 2);
      assertEquals(row[1], trace, 5e-13 * row[1], "alpha " + row[0]);
    }
    DenseMatrix p = implicitStep(2, .8, .5, sigma);
    double[] expected = {
      0.0162512745121,
      0.0034657618488,
      -0.0084999501745,
      0.0226708847279,
      0.0128178670053,
      0.0248386244403
    };
    int k = 0;
    for (int i = 0; i < 3; i++) {
      for (int j = i; j < 3; j++) {
        assertEquals(expected[k++], p.get(i, j), 6e-14, i + ", " + j);
      }
    }
  }

  /** The joint covariance of position and velocity errors of an implicit step on x'Ax/2. */
  private static DenseMatrix implicitStep(
      double alpha, double mu, double gamma, DenseMatrix sigma) {
    double tau = 1 / alpha + mu / gamma;
    double s = 1 + tau;
    double lambda = alpha / (gamma * s);
    Cholesky cholesky = new Cholesky(3);
    assertTrue(cholesky.factor(A3.times(lambda).plus(1, DenseMatrix.identity(3))));
    DenseMatrix m = DenseMatrix.zeros(6, 6);
    DenseMatrix g = DenseMatrix.zeros(6, 3);
    for (int j = 0; j < 3; j++) {
      double[] resolvent = new double[3];
      resolvent[j] = 1;
      cholesky.solve(resolvent, resolvent);
      for (int i = 0; i < 3; i++) {
        double r = resolvent[i];
        double velocity = (1 + 1 / alpha) * r;
        m.set(i, j, tau / s * r);
        m.set(i, j + 3, r / s);
        m.set(i + 3, j, tau / s * velocity - (i == j ? 1 / alpha : 0));
        m.set(i + 3, j + 3, velocity / s);
        g.set(i, j, r);
        g.set(i + 3, j, velocity);
      }
    }
    DenseMatrix q = g.multiply(sigma.times(alpha / (s * s))).multiply(g.transpose());
    return DiscreteLyapunov.solve(m, q).orElseThrow();
  }

  @Test
  void badArgumentsAreRefused() {
    DenseMatrix two = DenseMatrix.identity(2);
    assertThrows(IllegalArgumentException.class, () -> DiscreteLyapunov.solve(scalar(0), two));
    assertThrows(
        IllegalArgumentException.class,
        () -> DiscreteLyapunov.solve(two, DenseMatrix.of(2, 2, 1, 2, 0, 1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> DiscreteLyapunov.solve(scalar(Double.NaN), scalar(1)));
  }
}
