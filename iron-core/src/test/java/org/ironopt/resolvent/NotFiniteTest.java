package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** NaN and infinity: a bad trial point is a rejected step, a bad start is the end. */
class NotFiniteTest {
  /** A sum of -log(1 - x): convex below 1, NaN above; H may be poisoned. */
  private record Barrier(double poison) implements Curved {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public double value(double[] x) {
      return -StrictMath.log(1 - x[0]) - StrictMath.log(1 - x[1]);
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      for (int i = 0; i < 2; i++) {
        gradient[i] = x[i] < 1 ? 1 / (1 - x[i]) : Double.NaN;
      }
    }

    @Override
    public Curvature curvature() {
      double[] h = new double[2];
      return new Curvature() {
        @Override
        public int dimension() {
          return 2;
        }

        @Override
        public double at(double[] x, double[] gradient) {
          for (int i = 0; i < 2; i++) {
            h[i] = poison / ((1 - x[i]) * (1 - x[i]));
          }
          return valueAndGradient(x, gradient);
        }

        @Override
        public void apply(double[] v, double[] hv) {
          hv[0] = h[0] * v[0];
          hv[1] = h[1] * v[1];
        }
      };
    }
  }

  static Iterable<InnerMethod.Newton> combinations() {
    return Combos.all();
  }

  static Iterable<InnerMethod.Newton> globalized() {
    return () ->
        Combos.all().stream()
            .filter(inner -> !(inner.globalization() instanceof Globalization.FullStep))
            .iterator();
  }

  /** The center lies outside the domain, so that full steps from inside leave it. */
  @ParameterizedTest
  @MethodSource("globalized")
  void badTrialPointsAreRejected(InnerMethod inner) {
    double[] u = new double[2];
    double[] c = {30, 2};
    InnerReport report =
        Resolvent.of(new Barrier(1), inner).solve(.5, c, new double[] {-3, -50}, u);
    assertTrue(report.succeeded(), () -> inner + ": " + report);
    for (int i = 0; i < 2; i++) {
      // u + lambda/(1 - u) = c is a quadratic equation.
      double root = ((1 + c[i]) - Math.sqrt((c[i] - 1) * (c[i] - 1) + 2)) / 2;
      assertEquals(root, u[i], 1e-9, inner.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void badStartIsReturned(InnerMethod inner) {
    double[] x = {2, .5};
    double[] u = new double[2];
    InnerReport report = Resolvent.of(new Barrier(1), inner).solve(.5, x, x, u);
    assertEquals(InnerReport.Ending.NOT_FINITE, report.ending());
    assertArrayEquals(x, u);
    assertEquals(1, report.evaluations());
    assertTrue(Double.isNaN(report.residual()));
    assertTrue(report.certificate().isEmpty());
  }

  @Test
  void fullStepOutOfTheDomainEndsAtTheLastFinitePoint() {
    double[] u = new double[2];
    double[] x = {-3, -50};
    InnerMethod full = InnerMethod.NEWTON_CHOLESKY.globalization(new Globalization.FullStep());
    InnerReport report = Resolvent.of(new Barrier(1), full).solve(.5, new double[] {30, 2}, x, u);
    assertEquals(InnerReport.Ending.NOT_FINITE, report.ending());
    assertTrue(Double.isFinite(report.residual()));
    assertTrue(u[0] < 1 && u[1] < 1);
  }

  /** A solver may get along without the poisoned part; then its success has to be a true one. */
  @ParameterizedTest
  @MethodSource("combinations")
  void poisonedCurvatureIsNeverConvergence(InnerMethod inner) {
    for (double poison : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      double[] u = new double[2];
      double[] c = {.5, .2};
      InnerReport report = Resolvent.of(new Barrier(poison), inner).solve(.5, c, new double[2], u);
      double residual = Math.hypot(u[0] - c[0] + .5 / (1 - u[0]), u[1] - c[1] + .5 / (1 - u[1]));
      assertEquals(residual, report.residual(), 1e-15, inner::toString);
      assertTrue(!report.succeeded() || residual < 1e-12, () -> inner + ": " + report);
    }
  }
}
