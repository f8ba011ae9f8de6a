package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.NEWTON;
import static org.ironopt.linalg.Systems.NEWTON_RHS;
import static org.ironopt.linalg.Systems.NEWTON_SOLUTION;
import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.ironopt.linalg.Systems.positiveDefinite;
import static org.ironopt.linalg.Systems.residual;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How the solvers end when there is nothing to solve, or nothing that can be solved. */
class KrylovEndingsTest {
  private static final KrylovSolver.Tolerance OPTIONS =
      KrylovSolver.Tolerance.toRelative(1e-12, 50);

  private static List<KrylovSolver> solvers(int n) {
    return List.of(new ConjugateGradient(n), new Minres(n), new Gmres(n, Math.max(n, 1)));
  }

  @Test
  void zeroRightHandSideGivesZero() {
    for (KrylovSolver solver : solvers(3)) {
      double[] x = {1, 2, 3};
      KrylovSolver.Report expected = new KrylovSolver.Report(KrylovSolver.Ending.CONVERGED, 0, 0);
      assertEquals(expected, solver.solve(NEWTON, new double[3], x, OPTIONS));
      assertArrayEquals(new double[3], x);
      assertEquals(expected, solver.solveFromZero(NEWTON, new double[3], x, OPTIONS));
    }
  }

  @Test
  void oneUnknownAndNone() {
    for (KrylovSolver solver : solvers(1)) {
      double[] x = {7};
      KrylovSolver.Report report =
          solver.solve(DenseMatrix.diagonal(4), new double[] {6}, x, OPTIONS);
      assertTrue(report.converged());
      assertEquals(1, report.iterations());
      assertEquals(1.5, x[0], 1e-15);
    }
    for (KrylovSolver solver : solvers(0)) {
      DenseMatrix empty = DenseMatrix.zeros(0, 0);
      assertTrue(solver.solve(empty, new double[0], new double[0], OPTIONS).converged());
    }
  }

  /** Without its residual the last step is the same, and says that it does not know it. */
  @Test
  void theLastResidualIsLeftOut() {
    DenseMatrix a = positiveDefinite(new Random(4), 9, 1);
    double[] b = gaussianVector(new Random(5), 9);
    for (int steps = 1; steps < 4; steps++) {
      ConjugateGradient cg = new ConjugateGradient(9);
      double[] x = new double[9];
      double[] y = new double[9];
      KrylovSolver.Tolerance known = KrylovSolver.Tolerance.toRelative(0, steps);
      KrylovSolver.Report report = cg.solve(a, b, x, known);
      KrylovSolver.Report without = cg.solve(a, b, y, known.withoutLastResidual());
      assertArrayEquals(x, y);
      assertEquals(report.ending(), without.ending());
      assertEquals(steps, without.iterations());
      assertTrue(report.residual() > 0 && Double.isNaN(without.residual()));
    }
  }

  @Test
  void negativeCurvatureLeavesTheIterateBeforeIt() {
    ConjugateGradient cg = new ConjugateGradient(2);
    double[] x = {0.25, 0};
    DenseMatrix indefinite = DenseMatrix.diagonal(1, -1);
    KrylovSolver.Report first = cg.solve(indefinite, new double[] {0.25, 1}, x, OPTIONS);
    assertEquals(new KrylovSolver.Report(KrylovSolver.Ending.NEGATIVE_CURVATURE, 0, 1), first);
    assertTrue(first.atStart());
    assertArrayEquals(new double[] {0.25, 0}, x);

    KrylovSolver.Report second = cg.solveFromZero(indefinite, new double[] {2, 1}, x, OPTIONS);
    assertEquals(KrylovSolver.Ending.NEGATIVE_CURVATURE, second.ending());
    assertEquals(1, second.iterations());
    assertEquals(residual(indefinite, new double[] {2, 1}, x), second.residual(), 1e-14);

    KrylovSolver.Report zero =
        cg.solveFromZero(DenseMatrix.zeros(2, 2), new double[] {2, 1}, x, OPTIONS);
    assertEquals(KrylovSolver.Ending.NEGATIVE_CURVATURE, zero.ending());
    assertArrayEquals(new double[2], x);
  }

  @Test
  void aPreconditionerThatIsNotPositiveDefiniteBreaksDown() {
    ConjugateGradient cg = new ConjugateGradient(3);
    double[] x = new double[3];
    LinearOperator negative = DenseMatrix.diagonal(-1, -1, -1);
    KrylovSolver.Report report = cg.solveFromZero(NEWTON, negative, NEWTON_RHS, x, OPTIONS);
    assertEquals(KrylovSolver.Ending.BREAKDOWN, report.ending());
    assertTrue(report.atStart());
    LinearOperator nan = DenseMatrix.diagonal(1, Double.NaN, 1);
    report = cg.solveFromZero(NEWTON, nan, NEWTON_RHS, x, OPTIONS);
    assertEquals(KrylovSolver.Ending.NOT_FINITE, report.ending());
    assertTrue(cg.solveFromZero(NEWTON, NEWTON_RHS, x, OPTIONS).converged());
    assertClose(NEWTON_SOLUTION, x, 1e-12, "a preconditioner is used for its own solve only");
  }

  @Test
  void nanFromTheOperatorKeepsTheLastFiniteIterate() {
    for (KrylovSolver solver : solvers(3)) {
      for (int good = 0; good < 3; good++) {
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
          int[] left = {good};
          LinearOperator fails =
              (v, y) -> {
                NEWTON.apply(v, y);
                if (left[0]-- == 0) {
                  y[1] = bad;
                }
              };
          double[] x = new double[3];
          KrylovSolver.Report report = solver.solveFromZero(fails, NEWTON_RHS, x, OPTIONS);
          assertEquals(KrylovSolver.Ending.NOT_FINITE, report.ending());
          assertEquals(good, report.iterations());
          assertEquals(residual(NEWTON, NEWTON_RHS, x), report.residual(), 1e-14);
        }
      }
      double[] start = {1, 2, 3};
      LinearOperator nan = DenseMatrix.diagonal(1, Double.NaN, 1);
      KrylovSolver.Report report = solver.solve(nan, NEWTON_RHS, start, OPTIONS);
      assertEquals(KrylovSolver.Ending.NOT_FINITE, report.ending());
      assertArrayEquals(new double[] {1, 2, 3}, start);
      double[] b = {1, Double.NaN, 1};
      assertEquals(
          KrylovSolver.Ending.NOT_FINITE, solver.solve(NEWTON, b, start, OPTIONS).ending());
    }
  }

  @Test
  void tinyAndHugeRightHandSides() {
    for (double scale : new double[] {0x1p-900, 0x1p-300, 0x1p300, 0x1p900}) {
      for (KrylovSolver solver : solvers(3)) {
        double[] b = NEWTON_RHS.clone();
        Vectors.scale(scale, b);
        double[] x = new double[3];
        assertTrue(solver.solveFromZero(NEWTON, b, x, OPTIONS).converged());
        Vectors.scale(1 / scale, x);
        assertClose(NEWTON_SOLUTION, x, 1e-12, "scale " + scale);
      }
    }
  }

  @Test
  void aSolutionThatOverflowsIsNotConverged() {
    DenseMatrix tiny = DenseMatrix.diagonal(0x1p-600, 0x1p-601);
    for (KrylovSolver solver : solvers(2)) {
      double[] x = new double[2];
      KrylovSolver.Report report =
          solver.solveFromZero(tiny, new double[] {0x1p480, 0}, x, OPTIONS);
      assertEquals(KrylovSolver.Ending.NOT_FINITE, report.ending(), solver.getClass().getName());
      assertTrue(Vectors.allFinite(x));
    }
  }

  @Test
  void impossibleAccuracyStagnatesAtRoundingLevel() {
    Random random = new Random(4);
    int n = 40;
    DenseMatrix a = positiveDefinite(random, n, 1e-3);
    double[] b = gaussianVector(random, n);
    for (KrylovSolver solver : solvers(n)) {
      double[] x = new double[n];
      KrylovSolver.Report report =
          solver.solveFromZero(a, b, x, KrylovSolver.Tolerance.toRelative(0, 1_000_000));
      String why = solver.getClass().getSimpleName() + report;
      assertEquals(KrylovSolver.Ending.STAGNATED, report.ending(), why);
      assertTrue(report.iterations() < 1000, why);
      assertEquals(residual(a, b, x), report.residual(), why);
      assertTrue(report.residual() <= 1e-13 * a.norm() * Vectors.norm(x), why);
    }
  }

  @Test
  void inconsistentSystemsBreakDownAtALeastSquaresSolution() {
    DenseMatrix singular = DenseMatrix.diagonal(1, 2, 0);
    double[] b = {1, 2, 3};
    double[] x = new double[3];
    KrylovSolver.Report minres = new Minres(3).solveFromZero(singular, b, x, OPTIONS);
    assertEquals(KrylovSolver.Ending.BREAKDOWN, minres.ending());
    assertEquals(3, minres.residual(), 1e-14);
    assertClose(new double[] {1, 1}, new double[] {x[0], x[1]}, 1e-13, "least squares");
    KrylovSolver.Report gmres = new Gmres(3, 3).solveFromZero(singular, b, x, OPTIONS);
    assertEquals(KrylovSolver.Ending.BREAKDOWN, gmres.ending());
    assertEquals(3, gmres.residual(), 1e-13);
  }

  @Test
  void restartedGmresThatCannotMoveSaysSo() {
    DenseMatrix shift = DenseMatrix.of(3, 3, 0, 0, 1, 1, 0, 0, 0, 1, 0);
    double[] x = new double[3];
    double[] b = {1, 0, 0};
    Gmres short2 = new Gmres(3, 2);
    KrylovSolver.Report report =
        short2.solveFromZero(shift, b, x, KrylovSolver.Tolerance.toRelative(1e-10, 1_000_000));
    assertEquals(KrylovSolver.Ending.STAGNATED, report.ending());
    assertEquals(2, report.iterations());
    assertTrue(new Gmres(3, 3).solveFromZero(shift, b, x, OPTIONS).converged());
    assertArrayEquals(new double[] {0, 0, 1}, x, 1e-15);
  }

  @Test
  void limitsAreKept() {
    for (KrylovSolver solver : solvers(3)) {
      for (int limit = 0; limit < 3; limit++) {
        double[] x = new double[3];
        KrylovSolver.Report report =
            solver.solveFromZero(
                NEWTON, NEWTON_RHS, x, new KrylovSolver.Tolerance(0, 1e-12, limit, true));
        assertEquals(KrylovSolver.Ending.ITERATION_LIMIT, report.ending());
        assertEquals(limit, report.iterations());
        assertEquals(residual(NEWTON, NEWTON_RHS, x), report.residual(), 1e-14);
      }
    }
  }

  @Test
  void wrongLengthsAndOptionsAreRefused() {
    for (KrylovSolver solver : solvers(3)) {
      IllegalArgumentException thrown =
          assertThrows(
              IllegalArgumentException.class,
              () -> solver.solve(NEWTON, new double[2], new double[3], OPTIONS));
      assertEquals("b: expected length 3, got 2", thrown.getMessage());
      assertThrows(
          IllegalArgumentException.class,
          () -> solver.solveFromZero(NEWTON, new double[3], new double[4], OPTIONS));
    }
    assertThrows(IllegalArgumentException.class, () -> KrylovSolver.Tolerance.toRelative(-1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new KrylovSolver.Tolerance(0, Double.NaN, 1, true));
    assertThrows(IllegalArgumentException.class, () -> new KrylovSolver.Tolerance(0, 1, -1, true));
    assertThrows(IllegalArgumentException.class, () -> new Gmres(3, 0));
  }
}
