package org.ironopt.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * What every {@link KrylovSolver} keeps on symmetric positive definite systems. Call {@link #check}
 * with the constructor of your own.
 */
public final class KrylovSolverContract {
  private static final KrylovSolver.Tolerance RULE = KrylovSolver.Tolerance.toRelative(1e-6, 2000);

  private KrylovSolverContract() {}

  /** Checks a solver that is made for n unknowns. */
  public static void check(IntFunction<? extends KrylovSolver> make) {
    for (int n : new int[] {1, 2, 7, 30}) {
      Random random = new Random(n);
      DenseMatrix a = Systems.positiveDefinite(random, n, 0.5);
      double[] b = Systems.gaussianVector(random, n);
      double[] start = Systems.gaussianVector(random, n);
      solves(make.apply(n), a, null, b, start);
      double[] scale = new double[n];
      Arrays.setAll(scale, i -> 1 / a.get(i, i));
      solves(make.apply(n), a, DenseMatrix.diagonal(scale), b, start);
      keepsItsLimit(make.apply(n), a, b, start);
      isNotFooled(make.apply(n), b, start);
    }
  }

  private static void solves(
      KrylovSolver solver, DenseMatrix a, DenseMatrix inverse, double[] b, double[] start) {
    int[] products = new int[1];
    LinearOperator counted =
        (x, y) -> {
          products[0]++;
          a.apply(x, y);
        };
    double[] rhs = b.clone();
    double[] x = start.clone();
    double[] last = new double[1];
    solver.onResidual(residual -> last[0] = residual);
    KrylovSolver.Report report = solver.solve(counted, inverse, rhs, x, RULE);
    double norm = Vectors.norm(b);
    assertEquals(KrylovSolver.Ending.CONVERGED, report.ending(), report.toString());
    assertEquals(Systems.residual(a, b, x), report.residual(), 1e-12 * norm);
    assertEquals(last[0], report.residual(), 1e-12 * norm);
    assertTrue(report.residual() <= RULE.target(norm), report.toString());
    assertTrue(products[0] >= report.iterations(), products[0] + " products, " + report);
    assertArrayEquals(b, rhs);
    double[] again = start.clone();
    assertEquals(report, solver.solve(a, inverse, b, again, RULE));
    assertArrayEquals(x, again);
    assertEquals(
        new KrylovSolver.Report(KrylovSolver.Ending.CONVERGED, 0, 0),
        solver.solve(a, inverse, new double[b.length], again, RULE));
    assertArrayEquals(new double[b.length], again);
  }

  private static void keepsItsLimit(KrylovSolver solver, DenseMatrix a, double[] b, double[] x) {
    double[] one = x.clone();
    KrylovSolver.Report report =
        solver.solve(a, b, one, KrylovSolver.Tolerance.toRelative(1e-15, 1));
    assertTrue(report.iterations() <= 1, report.toString());
    assertEquals(Systems.residual(a, b, one), report.residual(), 1e-12 * Vectors.norm(b));
  }

  /** An operator that gives NaN, at once or later, is no solution. */
  private static void isNotFooled(KrylovSolver solver, double[] b, double[] start) {
    for (int good = 0; good < 3; good++) {
      int[] left = {good};
      LinearOperator broken =
          (x, y) -> {
            Vectors.copy(x, y);
            y[0] = left[0]-- > 0 ? 3 * x[0] : Double.NaN;
          };
      double[] x = start.clone();
      KrylovSolver.Report report =
          solver.solve(broken, b, x, KrylovSolver.Tolerance.toRelative(1e-14, 50));
      boolean wrong = report.converged() && !Double.isFinite(report.residual());
      assertFalse(wrong, report.toString());
      assertTrue(Vectors.allFinite(x), report.toString());
    }
  }
}
