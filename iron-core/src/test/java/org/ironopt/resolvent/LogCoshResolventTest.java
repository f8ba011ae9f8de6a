package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A nonconvex resolvent whose Newton matrix is indefinite at the start. */
class LogCoshResolventTest {
  private static final double LAMBDA = 0.9931034482758619;
  private static final double[] CENTER = {.5, -.8, 1.2};

  /** The two minima of phi in each coordinate, the global one first. */
  private static final double[][] MINIMA = {
    {2.057015725588038, -1.4482936120674392},
    {-2.2186708366427785, 1.1918142095138726},
    {1.2071478255717643, -1.065026700753367}
  };

  static Iterable<InnerMethod.Newton> descending() {
    return () ->
        Combos.descending().map(inner -> inner.start(InnerMethod.WarmStart.CENTER)).iterator();
  }

  @Test
  void jacobianIsIndefiniteAtTheCenter() {
    Curvature h = Fixtures.tp6().curvature();
    h.at(CENTER, new double[3]);
    double[] diagonal = new double[3];
    h.diagonal(diagonal);
    double[] expected = {-1.0372, -.0663, 18.207};
    for (int i = 0; i < 3; i++) {
      assertEquals(expected[i], 1 + LAMBDA * diagonal[i], i == 2 ? 5e-4 : 5e-5);
    }
  }

  @ParameterizedTest
  @MethodSource("descending")
  void reachesAMinimumWithoutIncreasingPhi(InnerMethod inner) {
    LogCosh f = Fixtures.tp6();
    History history = new History();
    double[] u = new double[3];
    InnerReport report = Resolvent.of(f, inner, history).solve(LAMBDA, CENTER, null, u);
    assertTrue(report.succeeded(), () -> inner + ": " + report);
    history.assertMeritNeverIncreases();
    for (int i = 0; i < 3; i++) {
      double[] minima = MINIMA[i];
      double nearest = u[i] * minima[0] > 0 ? minima[0] : minima[1];
      assertEquals(nearest, u[i], 1e-9, inner + ", coordinate " + i);
    }
    Curvature h = f.curvature();
    h.at(u, new double[3]);
    double[] diagonal = new double[3];
    h.diagonal(diagonal);
    for (double d : diagonal) {
      assertTrue(1 + LAMBDA * d > 0);
    }
  }

  /** Every pattern of signs is a local minimum of phi, and every solver stays near where it is. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void everyListedMinimumIsStationary(int pattern) {
    double[] minimum = new double[3];
    double[] near = new double[3];
    for (int i = 0; i < 3; i++) {
      minimum[i] = MINIMA[i][pattern >> i & 1];
      near[i] = minimum[i] + (i - 1) * 1e-3;
    }
    for (InnerMethod inner :
        new InnerMethod[] {
          InnerMethod.NEWTON_CHOLESKY,
          InnerMethod.NEWTON_CG,
          InnerMethod.TRUST_REGION,
          InnerMethod.PAPER
        }) {
      double[] u = near.clone();
      InnerMethod given =
          inner.start(InnerMethod.WarmStart.GIVEN).tolerance(InnerTolerance.relative(1e-12));
      Resolvent.of(Fixtures.tp6(), given).solve(LAMBDA, CENTER, null, u);
      assertArrayEquals(minimum, u, 1e-12);
    }
  }

  @Test
  void meritAtTheGlobalMinimum() {
    double[] phi = {2.515173496500654, 2.0687082921165647, 2.701854638866202e-5};
    double[] u = {MINIMA[0][0], MINIMA[1][0], MINIMA[2][0]};
    double distance = 0;
    for (int i = 0; i < 3; i++) {
      distance += .5 * (u[i] - CENTER[i]) * (u[i] - CENTER[i]);
    }
    double merit = LAMBDA * Fixtures.tp6().value(u) + distance;
    assertEquals(phi[0] + phi[1] + phi[2], merit, 1e-14);
  }

  /** Gauss-Newton: positive semidefinite, so J is positive definite everywhere. */
  @Test
  void gaussNewton() {
    Curvature model = Fixtures.tp6().gaussNewton();
    model.at(new double[] {.5, 1, -2}, new double[3]);
    double[] diagonal = new double[3];
    model.diagonal(diagonal);
    double[] expected = {0.2135522670340726, 0.5800256583859739, 23.23372937867089};
    assertArrayEquals(expected, diagonal, 1e-13);

    DenseMatrix a = DenseMatrix.of(new double[][] {{1, .5, 0}, {0, 1, .3}, {.2, 0, 2}});
    LogCosh f = LogCosh.of(a, new double[] {3, 3, 3});
    for (var inner :
        List.of(InnerMethod.NEWTON_CHOLESKY, InnerMethod.NEWTON_CG, InnerMethod.TRUST_REGION)) {
      History history = new History();
      double[] u = new double[3];
      InnerMethod damped =
          inner
              .model(InnerMethod.CurvatureModel.GAUSS_NEWTON)
              .start(InnerMethod.WarmStart.CENTER)
              .maxSteps(1000);
      InnerReport report = Resolvent.of(f, damped, history).solve(LAMBDA, CENTER, null, u);
      assertEquals(InnerReport.Ending.CONVERGED, report.ending(), () -> inner + ": " + report);
      history.assertMeritNeverIncreases();
    }
  }
}
