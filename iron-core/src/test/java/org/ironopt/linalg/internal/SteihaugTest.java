package org.ironopt.linalg.internal;

import static org.ironopt.linalg.Systems.NEWTON;
import static org.ironopt.linalg.Systems.NEWTON_RHS;
import static org.ironopt.linalg.Systems.NEWTON_SOLUTION;
import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.ironopt.linalg.Systems.positiveDefinite;
import static org.ironopt.linalg.Systems.product;
import static org.ironopt.linalg.Systems.symmetric;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.junit.jupiter.api.Test;

class SteihaugTest {
  private static final KrylovSolver.Tolerance TIGHT = KrylovSolver.Tolerance.toRelative(1e-14, 100);
  private static final double[] G = {-1.55, -1.8, -4.85};

  private final double[] s = new double[3];

  private SteihaugReport solve(DenseMatrix j, double[] g, double delta) {
    return new Steihaug(3).solve(j, g, delta, s, TIGHT);
  }

  @Test
  void interiorSolution() {
    SteihaugReport report = solve(NEWTON, G, 10);
    assertEquals(KrylovSolver.Ending.CONVERGED, report.ending());
    assertEquals(3, report.iterations());
    assertClose(NEWTON_SOLUTION, s, 1e-12, "s");
    assertEquals(-5.917344927536231, report.model(), 1e-12 * 5.9);
  }

  @Test
  void boundarySolutions() {
    SteihaugReport report = solve(NEWTON, G, 0.8);
    assertEquals(KrylovSolver.Ending.BOUNDARY, report.ending());
    assertClose(
        new double[] {0.22960994512146018, 0.2666438072378247, 0.718456925057472}, s, 1e-12, "s");
    assertEquals(-3.493632826636352, report.model(), 1e-12 * 3.5);

    assertEquals(KrylovSolver.Ending.BOUNDARY, solve(NEWTON, G, 0.3).ending());
    assertClose(
        new double[] {0.08610372942054756, 0.09999142771418426, 0.269421346896552}, s, 1e-12, "s");
  }

  @Test
  void negativeCurvatureTakesTheBetterEnd() {
    SteihaugReport report = solve(DenseMatrix.diagonal(1, 2, -1), new double[] {1, 1, .1}, 3);
    assertEquals(KrylovSolver.Ending.NEGATIVE_CURVATURE, report.ending());
    assertArrayEquals(new double[] {-0.16225574, -0.77924809, 2.89248085}, s, 5e-9);
    assertEquals(-4.215087449187, report.model(), 5e-13);
    assertEquals(3, Vectors.norm(s), 1e-14);
  }

  @Test
  void zeroCurvatureGoesDownhillToTheBoundary() {
    SteihaugReport report = solve(DenseMatrix.zeros(3, 3), new double[] {0, 3, 4}, 2);
    assertEquals(KrylovSolver.Ending.NEGATIVE_CURVATURE, report.ending());
    assertClose(new double[] {0, -1.2, -1.6}, s, 1e-15, "s");
    assertEquals(-10, report.model(), 1e-14);
  }

  @Test
  void infiniteRadiusEqualsConjugateGradients() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int n = 1 + 2 * seed;
      DenseMatrix j = positiveDefinite(random, n, 0.1);
      double[] b = gaussianVector(random, n);
      double[] g = b.clone();
      Vectors.scale(-1, g);
      KrylovSolver.Tolerance options = KrylovSolver.Tolerance.toRelative(1e-6, 1000);
      double[] x = new double[n];
      double[] step = new double[n];
      KrylovSolver.Report cg = new ConjugateGradient(n).solveFromZero(j, b, x, options);
      SteihaugReport report = new Steihaug(n).solve(j, g, Double.POSITIVE_INFINITY, step, options);
      assertArrayEquals(x, step, "seed " + seed);
      assertEquals(cg.iterations(), report.iterations());
      assertEquals(cg.residual(), report.residual(), 1e-15 * Vectors.norm(b));
    }
    SteihaugReport unbounded =
        solve(DenseMatrix.diagonal(1, -2, 1), new double[] {0, 1, 0}, Double.POSITIVE_INFINITY);
    assertEquals(KrylovSolver.Ending.NEGATIVE_CURVATURE, unbounded.ending());
    assertEquals(0, unbounded.iterations());
    assertArrayEquals(new double[3], s);
  }

  @Test
  void modelAndResidualAreThoseOfTheReturnedPointAndBeatTheCauchyPoint() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int n = 1 + seed % 12;
      DenseMatrix j = symmetric(random, n);
      double[] g = gaussianVector(random, n);
      double delta = StrictMath.exp(2 * random.nextGaussian());
      double[] step = new double[n];
      SteihaugReport report =
          new Steihaug(n).solve(j, g, delta, step, KrylovSolver.Tolerance.toRelative(1e-8, 50));
      String why = "seed " + seed + ": " + report;
      double[] js = product(j, step);
      double scale = Vectors.norm(g) * delta + j.norm() * delta * delta;
      double model = Vectors.dot(g, step) + 0.5 * Vectors.dot(step, js);
      assertEquals(model, report.model(), 1e-13 * scale, why);
      Vectors.axpy(1, g, js);
      assertEquals(Vectors.norm(js), report.residual(), 1e-10 * scale / delta, why);
      assertTrue(Vectors.norm(step) <= delta * (1 + 1e-14), why);
      if (report.ending() != KrylovSolver.Ending.CONVERGED) {
        assertEquals(delta, Vectors.norm(step), 1e-13 * delta, why);
      }
      assertTrue(report.model() <= cauchy(j, g, delta) + 1e-13 * scale, why);
    }
  }

  private static double cauchy(DenseMatrix j, double[] g, double delta) {
    double norm = Vectors.norm(g);
    double curvature = Vectors.dot(g, product(j, g));
    double t = delta / norm;
    if (curvature > 0) {
      t = Math.min(t, norm * norm / curvature);
    }
    return -t * norm * norm + 0.5 * t * t * curvature;
  }

  @Test
  void tinyAndHugeGradients() {
    for (double scale : new double[] {0x1p-900, 0x1p-300, 0x1p300, 0x1p900}) {
      double[] g = G.clone();
      Vectors.scale(scale, g);
      SteihaugReport report = solve(NEWTON, g, 0.8 * scale);
      assertEquals(KrylovSolver.Ending.BOUNDARY, report.ending());
      Vectors.scale(1 / scale, s);
      double[] expected = {0.22960994512146018, 0.2666438072378247, 0.718456925057472};
      assertClose(expected, s, 1e-12, "scale " + scale);
    }
  }

  @Test
  void limitsFailuresAndBadArguments() {
    SteihaugReport limit =
        new Steihaug(3).solve(NEWTON, G, 10, s, KrylovSolver.Tolerance.toRelative(1e-14, 1));
    assertEquals(KrylovSolver.Ending.ITERATION_LIMIT, limit.ending());
    assertEquals(1, limit.iterations());
    assertEquals(KrylovSolver.Ending.CONVERGED, solve(NEWTON, new double[3], 1).ending());
    assertArrayEquals(new double[3], s);

    SteihaugReport nan = solve(NEWTON, new double[] {1, Double.NaN, 0}, 1);
    assertEquals(KrylovSolver.Ending.NOT_FINITE, nan.ending());
    SteihaugReport bad = solve(DenseMatrix.diagonal(Double.NaN, 1, 1), G, 1);
    assertEquals(KrylovSolver.Ending.NOT_FINITE, bad.ending());
    assertArrayEquals(new double[3], s);

    assertThrows(IllegalArgumentException.class, () -> solve(NEWTON, G, 0));
    assertThrows(IllegalArgumentException.class, () -> solve(NEWTON, G, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> solve(NEWTON, new double[2], 1));
  }

  @Test
  void impossibleAccuracyEnds() {
    Steihaug steihaug = new Steihaug(3);
    SteihaugReport report =
        steihaug.solve(NEWTON, G, 10, s, KrylovSolver.Tolerance.toRelative(0, 100_000));
    assertEquals(KrylovSolver.Ending.STAGNATED, report.ending());
    assertTrue(report.iterations() < 10);
    assertClose(NEWTON_SOLUTION, s, 1e-12, Vectors.norm(NEWTON_RHS) + "");
  }
}
