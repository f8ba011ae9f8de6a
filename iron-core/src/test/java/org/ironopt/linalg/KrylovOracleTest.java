package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.NEWTON;
import static org.ironopt.linalg.Systems.NEWTON_RHS;
import static org.ironopt.linalg.Systems.NEWTON_SOLUTION;
import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.assertHistory;
import static org.ironopt.linalg.Systems.history;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Residual histories and solutions that were computed independently. */
class KrylovOracleTest {
  private static final KrylovSolver.Tolerance TIGHT = KrylovSolver.Tolerance.toRelative(1e-14, 3);
  private static final double NORM_123 = Math.sqrt(14);

  @Test
  void conjugateGradients() {
    ConjugateGradient cg = new ConjugateGradient(3);
    List<Double> residuals = history(cg);
    double[] x = new double[3];
    KrylovSolver.Report report = cg.solveFromZero(NEWTON, NEWTON_RHS, x, TIGHT);
    assertTrue(report.converged());
    assertHistory(residuals, 5.4004629431188578, 1.2735048506169029, 0.2344079681024617, 0);
    assertClose(NEWTON_SOLUTION, x, 1e-12, "x");

    cg.solveFromZero(NEWTON, NEWTON_RHS, x, KrylovSolver.Tolerance.toRelative(0, 1));
    double[] x1 = {0.5999485728979171, 0.69671447175242, 1.8772584377773536};
    assertClose(x1, x, 1e-12, "first iterate");
  }

  @Test
  void jacobiPreconditionedConjugateGradients() {
    ConjugateGradient cg = new ConjugateGradient(3);
    List<Double> residuals = history(cg);
    double[] x = new double[3];
    LinearOperator jacobi =
        (r, z) -> {
          for (int i = 0; i < 3; i++) {
            z[i] = r[i] / NEWTON.get(i, i);
          }
        };
    KrylovSolver.Report report = cg.solveFromZero(NEWTON, jacobi, NEWTON_RHS, x, TIGHT);
    assertTrue(report.converged());
    assertHistory(residuals, 5.4004629431188578, 0.81389035184485381, 0.037007673912327919, 0);
    assertClose(NEWTON_SOLUTION, x, 1e-12, "x");
  }

  @Test
  void minresOnAnIndefiniteMatrix() {
    DenseMatrix k = DenseMatrix.of(new double[][] {{2, 1, 0}, {1, -1, .5}, {0, .5, 1.5}});
    Minres minres = new Minres(3);
    List<Double> residuals = history(minres);
    double[] x = new double[3];
    KrylovSolver.Report report = minres.solveFromZero(k, new double[] {1, 2, 3}, x, TIGHT);
    assertTrue(report.converged());
    assertHistory(residuals, NORM_123, 2.0147306978716131, 1.4875534814273472, 0);
    assertClose(new double[] {.65, -.3, 2.1}, x, 1e-12, "x");
  }

  @Test
  void gmresFullAndRestarted() {
    DenseMatrix a = DenseMatrix.of(new double[][] {{4, 1, 0}, {-2, 3, 1}, {0, -1, 2}});
    double[] b = {1, 2, 3};
    Gmres full = new Gmres(3, 3);
    List<Double> residuals = history(full);
    double[] x = new double[3];
    assertTrue(full.solveFromZero(a, b, x, TIGHT).converged());
    assertHistory(residuals, NORM_123, 1.9650410017640503, 1.2033880910357742, 0);

    Gmres restarted = new Gmres(3, 2);
    List<Double> cycles = history(restarted);
    KrylovSolver.Report report =
        restarted.solveFromZero(a, b, x, KrylovSolver.Tolerance.toRelative(0, 8));
    assertEquals(KrylovSolver.Ending.ITERATION_LIMIT, report.ending());
    assertHistory(
        List.of(cycles.get(0), cycles.get(2), cycles.get(4), cycles.get(6), cycles.get(8)),
        NORM_123,
        1.2033880910357742,
        0.041541498333032841,
        0.012125207539673956,
        9.9150685625494245e-4);
  }
}
