package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussian;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.ironopt.linalg.Systems.history;
import static org.ironopt.linalg.Systems.positiveDefinite;
import static org.ironopt.linalg.Systems.residual;
import static org.ironopt.linalg.Systems.symmetric;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PreconditionedKrylovTest {
  private static final KrylovSolver.Tolerance DIGITS_10 =
      KrylovSolver.Tolerance.toRelative(1e-10, 1000);

  private static Cholesky factor(DenseMatrix m) {
    Cholesky cholesky = new Cholesky(m.rows());
    assertTrue(cholesky.factor(m));
    return cholesky;
  }

  /** Indefinite systems, any definite preconditioner: same solution, true residual. */
  @Test
  void minresSolvesIndefiniteSystems() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int n = 1 + 2 * seed;
      DenseMatrix a = symmetric(random, n);
      Cholesky inverse = factor(positiveDefinite(random, n, .5));
      double[] b = gaussianVector(random, n);
      double[] plain = new double[n];
      double[] x = new double[n];
      Minres minres = new Minres(n);
      List<Double> residuals = history(minres);
      KrylovSolver.Report report = minres.solveFromZero(a, inverse::solve, b, x, DIGITS_10);
      String why = "seed " + seed + " " + report;
      assertTrue(report.converged(), why);
      assertEquals(residual(a, b, x), report.residual(), 1e-12 * Vectors.norm(b), why);
      assertEquals(report.residual(), residuals.getLast(), 1e-12 * Vectors.norm(b), why);
      assertTrue(new Minres(n).solveFromZero(a, b, plain, DIGITS_10).converged(), why);
      assertClose(plain, x, 1e-6, why);
    }
  }

  /** MINRES on (A, M) is MINRES on {@code L^-1 A L^-T}: the same iterates, step by step. */
  @Test
  void minresIsAChangeOfVariables() {
    Random random = new Random(3);
    int n = 12;
    DenseMatrix a = symmetric(random, n);
    double[] d = new double[n];
    DenseMatrix scaled = DenseMatrix.zeros(n, n);
    double[] b = gaussianVector(random, n);
    double[] scaledB = new double[n];
    for (int i = 0; i < n; i++) {
      d[i] = Math.scalb(1.0, random.nextInt(-3, 4));
    }
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
    for (int steps = 1; steps <= 8; steps++) {
      double[] x = new double[n];
      double[] y = new double[n];
      new Minres(n).solveFromZero(a, inverse, b, x, KrylovSolver.Tolerance.toRelative(0, steps));
      new Minres(n).solveFromZero(scaled, scaledB, y, KrylovSolver.Tolerance.toRelative(0, steps));
      for (int i = 0; i < n; i++) {
        y[i] /= d[i];
      }
      assertClose(y, x, 1e-10, "step " + steps);
    }
  }

  @Test
  void gmresFromTheRight() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int n = 2 + 2 * seed;
      DenseMatrix a = gaussian(random, n, n);
      a.addDiagonal(3 * Math.sqrt(n));
      Cholesky inverse = factor(positiveDefinite(random, n, .5));
      double[] b = gaussianVector(random, n);
      double[] x = gaussianVector(random, n);
      double[] plain = new double[n];
      KrylovSolver.Report report = new Gmres(n, n).solve(a, inverse::solve, b, x, DIGITS_10);
      new Gmres(n, n).solveFromZero(a, b, plain, KrylovSolver.Tolerance.toRelative(1e-12, 1000));
      assertTrue(report.converged(), "seed " + seed + report);
      assertEquals(residual(a, b, x), report.residual(), 1e-12 * Vectors.norm(b));
      assertClose(plain, x, 1e-8, "seed " + seed);
    }
  }

  @Test
  void theExactInverseIsSolvedInOneStep() {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      int n = 2 + 5 * seed;
      DenseMatrix a = positiveDefinite(random, n, .01);
      Cholesky inverse = factor(a);
      double[] b = gaussianVector(random, n);
      for (KrylovSolver solver : List.of(new Minres(n), new Gmres(n, n))) {
        double[] x = new double[n];
        KrylovSolver.Report report =
            solver.solveFromZero(
                a, inverse::solve, b, x, KrylovSolver.Tolerance.toRelative(1e-9, 10));
        assertTrue(report.converged() && report.iterations() == 1, "seed " + seed + report);
      }
    }
  }

  /** A preconditioner that is not definite is noticed, and forgotten in the next solve. */
  @Test
  void anIndefinitePreconditionerBreaksDown() {
    Random random = new Random(1);
    DenseMatrix a = symmetric(random, 6);
    double[] b = gaussianVector(random, 6);
    double[] x = new double[6];
    Minres minres = new Minres(6);
    LinearOperator negative =
        (r, z) -> {
          for (int i = 0; i < 6; i++) {
            z[i] = -r[i];
          }
        };
    assertEquals(
        KrylovSolver.Ending.BREAKDOWN, minres.solveFromZero(a, negative, b, x, DIGITS_10).ending());
    double[] fresh = new double[6];
    minres.solveFromZero(a, b, x, DIGITS_10);
    new Minres(6).solveFromZero(a, b, fresh, DIGITS_10);
    assertArrayEquals(fresh, x);
  }
}
