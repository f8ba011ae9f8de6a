package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussian;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.ironopt.linalg.Systems.history;
import static org.ironopt.linalg.Systems.positiveDefinite;
import static org.ironopt.linalg.Systems.product;
import static org.ironopt.linalg.Systems.residual;
import static org.ironopt.linalg.Systems.symmetric;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Identities that hold on every system of a class, checked on random ones. */
class KrylovPropertiesTest {
  private static final KrylovSolver.Tolerance DIGITS_10 =
      KrylovSolver.Tolerance.toRelative(1e-10, 1000);

  @Test
  void allThreeAgreeOnPositiveDefiniteSystems() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      int n = 1 + 2 * seed;
      DenseMatrix a = positiveDefinite(random, n, 0.5);
      double[] b = gaussianVector(random, n);
      double[] reference = new double[n];
      Cholesky cholesky = new Cholesky(n);
      assertTrue(cholesky.factor(a));
      cholesky.solve(b, reference);
      List<KrylovSolver> solvers =
          List.of(new ConjugateGradient(n), new Minres(n), new Gmres(n, n), new Gmres(n, 10));
      for (KrylovSolver solver : solvers) {
        String why = solver.getClass().getSimpleName() + ", seed " + seed;
        double[] x = gaussianVector(random, n);
        KrylovSolver.Report report = solver.solve(a, b, x, DIGITS_10);
        assertTrue(report.converged(), why + report);
        double recomputed = residual(a, b, x);
        assertEquals(recomputed, report.residual(), 1e-13 * Vectors.norm(b), why);
        assertTrue(recomputed <= 1e-10 * Vectors.norm(b), why);
        assertClose(reference, x, 1e-8, why);
      }
    }
  }

  @Test
  void theStartAtZeroIsTheStartAtZero() {
    Random random = new Random(5);
    DenseMatrix a = positiveDefinite(random, 20, 0.1);
    double[] b = gaussianVector(random, 20);
    for (KrylovSolver solver :
        List.of(new ConjugateGradient(20), new Minres(20), new Gmres(20, 7))) {
      double[] x = new double[20];
      double[] y = gaussianVector(random, 20);
      KrylovSolver.Report given = solver.solve(a, b, x, DIGITS_10);
      KrylovSolver.Report implied = solver.solveFromZero(a, b, y, DIGITS_10);
      assertEquals(given, implied);
      assertArrayEquals(x, y);
      KrylovSolver.Report again =
          solver.solve(a, b, x, KrylovSolver.Tolerance.toRelative(2e-10, 100));
      assertTrue(again.converged() && again.atStart());
      assertArrayEquals(y, x);
    }
  }

  @Test
  void conjugateGradientsNeedOneStepPerDistinctEigenvalue() {
    for (int distinct = 1; distinct <= 6; distinct++) {
      double[] spectrum = new double[60];
      for (int i = 0; i < spectrum.length; i++) {
        spectrum[i] = 1 + i % distinct;
      }
      Random random = new Random(distinct);
      double[] b = gaussianVector(random, spectrum.length);
      double[] x = new double[spectrum.length];
      KrylovSolver.Report report =
          new ConjugateGradient(x.length)
              .solveFromZero(
                  DenseMatrix.diagonal(spectrum),
                  b,
                  x,
                  KrylovSolver.Tolerance.toRelative(1e-12, 60));
      assertTrue(report.converged());
      assertEquals(distinct, report.iterations());
    }
  }

  @Test
  void theExactInverseIsSolvedInOneStep() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      int n = 2 + 5 * seed;
      DenseMatrix a = positiveDefinite(random, n, 0.01);
      Cholesky cholesky = new Cholesky(n);
      assertTrue(cholesky.factor(a));
      double[] x = new double[n];
      double[] b = gaussianVector(random, n);
      KrylovSolver.Report report =
          new ConjugateGradient(n)
              .solveFromZero(
                  a, cholesky::solve, b, x, KrylovSolver.Tolerance.toRelative(1e-10, 10));
      assertTrue(report.converged() && report.iterations() == 1, "seed " + seed + report);
    }
  }

  @Test
  void preconditioningIsAChangeOfVariables() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      int n = 15;
      DenseMatrix a = positiveDefinite(random, n, 0.1);
      double[] d = new double[n];
      Arrays.setAll(d, i -> Math.scalb(1.0, random.nextInt(-3, 4)));
      DenseMatrix scaled = DenseMatrix.zeros(n, n);
      double[] b = gaussianVector(random, n);
      double[] scaledB = new double[n];
      for (int i = 0; i < n; i++) {
        scaledB[i] = b[i] / d[i];
        for (int j = 0; j < n; j++) {
          scaled.set(i, j, a.get(i, j) / (d[i] * d[j]));
        }
      }
      LinearOperator inverse =
          (r, z) -> {
            for (int i = 0; i < n; i++) {
              z[i] = r[i] / (d[i] * d[i]);
            }
          };
      double[] x = new double[n];
      double[] y = new double[n];
      KrylovSolver.Tolerance five = KrylovSolver.Tolerance.toRelative(0, 5);
      new ConjugateGradient(n).solveFromZero(a, inverse, b, x, five);
      new ConjugateGradient(n).solveFromZero(scaled, scaledB, y, five);
      for (int i = 0; i < n; i++) {
        y[i] /= d[i];
      }
      // Powers of two commute with rounding, so the two iterations are one, bit for bit.
      assertArrayEquals(y, x, "seed " + seed);
    }
  }

  @Test
  void minresNeverIncreasesTheResidualOfIndefiniteSystems() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      int n = 2 + 3 * seed;
      DenseMatrix a = symmetric(random, n);
      double[] b = gaussianVector(random, n);
      Minres minres = new Minres(n);
      List<Double> residuals = history(minres);
      double[] x = new double[n];
      KrylovSolver.Report report =
          minres.solveFromZero(a, b, x, KrylovSolver.Tolerance.toRelative(1e-7, 20 * n));
      String why = "seed " + seed;
      assertTrue(report.converged(), why + report);
      for (int k = 1; k < residuals.size(); k++) {
        assertTrue(residuals.get(k) <= residuals.get(k - 1), why);
      }
      assertEquals(residual(a, b, x), report.residual(), 1e-8 * Vectors.norm(b), why);
    }
  }

  @Test
  void minresEqualsGmresOnSymmetricSystems() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      DenseMatrix a = symmetric(random, 12);
      double[] b = gaussianVector(random, 12);
      Minres minres = new Minres(12);
      Gmres gmres = new Gmres(12, 12);
      List<Double> one = history(minres);
      List<Double> other = history(gmres);
      KrylovSolver.Tolerance options = KrylovSolver.Tolerance.toRelative(0, 8);
      minres.solveFromZero(a, b, new double[12], options);
      gmres.solveFromZero(a, b, new double[12], options);
      for (int k = 0; k <= 8; k++) {
        assertEquals(other.get(k), one.get(k), 1e-9 * one.get(0), "seed " + seed);
      }
    }
  }

  @Test
  void fullGmresEndsInAtMostNSteps() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      int n = 1 + 2 * seed;
      DenseMatrix a = gaussian(random, n, n);
      double[] b = gaussianVector(random, n);
      double[] x = new double[n];
      KrylovSolver.Report report =
          new Gmres(n, n).solveFromZero(a, b, x, KrylovSolver.Tolerance.toRelative(1e-12, n));
      String why = "seed " + seed + ": " + report;
      assertTrue(report.converged() && report.iterations() <= n, why);
      assertTrue(residual(a, b, x) <= 1e-12 * Vectors.norm(b), why);
    }
  }

  @Test
  void gmresMinimisesOverTheKrylovSpace() {
    Random random = new Random(8);
    DenseMatrix a = gaussian(random, 10, 10);
    double[] b = gaussianVector(random, 10);
    double[] x = new double[10];
    new Gmres(10, 4).solveFromZero(a, b, x, KrylovSolver.Tolerance.toRelative(0, 4));
    double[] r = product(a, x);
    Vectors.subtract(b, r, r);
    double[] krylov = b;
    for (int k = 0; k < 4; k++) {
      krylov = product(a, krylov);
      double cosine = Vectors.dot(r, krylov) / (Vectors.norm(r) * Vectors.norm(krylov));
      assertEquals(0, cosine, 1e-12, "b - A x is orthogonal to A K, power " + k);
    }
  }

  @Test
  void singularConsistentSystemsAreSolved() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int n = 6 + seed;
      DenseMatrix g = gaussian(random, n, n - 2);
      DenseMatrix a = g.multiply(g.transpose());
      double[] b = product(a, gaussianVector(random, n));
      for (KrylovSolver solver :
          List.of(new ConjugateGradient(n), new Minres(n), new Gmres(n, n))) {
        double[] x = new double[n];
        KrylovSolver.Report report =
            solver.solveFromZero(a, b, x, KrylovSolver.Tolerance.toRelative(1e-9, 20 * n));
        String why = solver.getClass().getSimpleName() + ", seed " + seed + ": " + report;
        assertTrue(report.converged(), why);
        assertTrue(residual(a, b, x) <= 1e-9 * Vectors.norm(b), why);
      }
    }
  }
}
