package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ironopt.curve.CurveResult.Status;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Parallel;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;

/** Standard errors, degrees of freedom and bands, by hand on tables that are easily got wrong. */
class CurveInferenceTest {
  private static CurveResult fit(String formula, double[] x, double[] y, double... start) {
    return Curve.formula(formula, Map.of("x", x, "y", y)).start(start).go();
  }

  private static double[] decay(int rows) {
    RandomStream noise = new RandomStreams(11).stream("noise");
    return IntStream.range(0, rows)
        .mapToDouble(i -> 2 * Functions.exp(-0.15 * i) + 0.01 * noise.normal(0, i))
        .toArray();
  }

  private static double[] counted(int rows) {
    return IntStream.range(0, rows).mapToDouble(i -> 0.3 * i).toArray();
  }

  /**
   * Huber's location of 0, 0, 1, 1, 9 is 3/4: residuals 3/4, 3/4, -1/4, -1/4 and one that is cut to
   * 1. So sum psi' = 4, sum psi^2 = 9/4, K = 1 + (1/5) (4/25)/(16/25) = 21/20 and the variance is
   * K^2 (9/16)/(16/25)/5.
   */
  @Test
  void hubersLocationByHand() {
    double[] y = {0, 0, 1, 1, 9};
    CurveResult fit =
        Curve.formula("y = a", Map.of("y", y)).loss(RobustLoss.huber(1)).start(0.4).go();
    assertEquals(0.75, fit.value("a"), 1e-12);
    double variance = (441.0 / 400) * (9.0 / 16) / (16.0 / 25) / 5;
    assertEquals(Math.sqrt(variance), fit.error("a"), 1e-12);
    assertEquals(2 * 9.0 / 16 + 2 * 1.0 / 16 + 8.25 * 8.25, fit.rss(), 1e-12);
    assertEquals(4, fit.dof());
    assertEquals(Math.sqrt(fit.rss() / 4), fit.deviation(), 1e-14);
  }

  /** A loss that bends far beyond the residuals is squares, and so are its errors. */
  @Test
  void aWideLossIsSquares() {
    Curve curve =
        Curve.formula("y = a*exp(-b*x)", Map.of("x", counted(20), "y", decay(20))).start(2, 0.5);
    CurveResult squares = curve.go();
    for (RobustLoss loss :
        List.of(RobustLoss.huber(1e6), RobustLoss.softL1(1e6), RobustLoss.cauchy(1e6))) {
      CurveResult robust = curve.loss(loss).go();
      assertEquals(squares.error("a"), robust.error("a"), 1e-9 * squares.error("a"));
      assertEquals(squares.error("b"), robust.error("b"), 1e-9 * squares.error("b"));
      assertEquals(squares.rss(), robust.rss(), 1e-12 * squares.rss());
    }
  }

  /** The influence and its slope are derivatives of the cost. */
  @Test
  void influenceIsHalfTheDerivative() {
    double h = 1e-6;
    for (RobustLoss.Kind kind : RobustLoss.Kind.values()) {
      RobustLoss loss = new RobustLoss(kind, 0.7);
      for (double r : new double[] {-3, -0.65, 0, 0.2, 0.75, 5}) {
        double slope = (loss.of(r + h) - loss.of(r - h)) / (4 * h);
        double bend = (loss.influence(r + h) - loss.influence(r - h)) / (2 * h);
        assertEquals(slope, loss.influence(r), 1e-8, kind + " at " + r);
        assertEquals(bend, loss.slope(r), 1e-8, kind + " at " + r);
      }
    }
  }

  /** What is determined does not depend on how many names what is not determined has. */
  @Test
  void aSplitFactorChangesNoOtherError() {
    double[] x = counted(20);
    double[] y = decay(20);
    for (RobustLoss loss :
        List.of(RobustLoss.SQUARES, RobustLoss.huber(0.01), RobustLoss.cauchy(0.01))) {
      Map<String, double[]> data = Map.of("x", x, "y", y);
      CurveResult one = Curve.formula("y = a*exp(-c*x)", data).loss(loss).start(1, 1).go();
      CurveResult two = Curve.formula("y = a*b*exp(-c*x)", data).loss(loss).start(1, 1, 1).go();
      assertEquals(18, one.dof());
      assertEquals(18, two.dof());
      assertEquals(one.error("c"), two.error("c"), 1e-8 * one.error("c"));
      assertEquals(List.of(Status.UNDETERMINED, Status.UNDETERMINED, Status.FITTED), status(two));
      assertTrue(Double.isNaN(two.error("a")) && Double.isNaN(two.error("b")));
      Ending.Undetermined ending = assertInstanceOf(Ending.Undetermined.class, two.ending());
      assertEquals(List.of("a", "b"), ending.names());
      // The curve itself is determined, and so are its bands.
      double[] at = {0, 1, 7};
      CurveResult.Band expected = one.band(0.95, at);
      CurveResult.Band band = two.band(0.95, at);
      assertArrayEquals(expected.values(), band.values(), 1e-9);
      assertArrayEquals(expected.half(), band.half(), 1e-8 * expected.half()[0]);
      assertArrayEquals(expected.halfNew(), band.halfNew(), 1e-8 * expected.halfNew()[0]);
    }
  }

  /** One x only: neither a nor b, but the mean at x = 2 is 2 with variance 1/3. */
  @Test
  void aLineThroughOnePlace() {
    CurveResult fit = fit("y = a + b*x", new double[] {2, 2, 2}, new double[] {1, 2, 3}, 0, 0);
    assertEquals(2, fit.dof());
    assertEquals(2, fit.rss(), 1e-12);
    assertEquals(List.of(Status.UNDETERMINED, Status.UNDETERMINED), status(fit));
    CurveResult.Band band = fit.band(0.95, new double[] {2});
    assertEquals(2, band.values()[0], 1e-12);
    assertEquals(Math.sqrt(1.0 / 3), band.errors()[0], 1e-12);
  }

  /** With its slope at a bound a line is a mean: s^2 = 4/3, one parameter for four rows. */
  @Test
  void aBoundCostsNoDegreeOfFreedom() {
    double[] x = {-1, 0, 0, 1};
    double[] y = {-1, 1, -1, 1};
    CurveResult fit =
        Curve.formula("y = a + b*x", Map.of("x", x, "y", y)).bound("b", 2, 5).start(1, 3).go();
    assertEquals(List.of(Status.FITTED, Status.AT_BOUND), status(fit));
    assertEquals(3, fit.dof());
    assertEquals(4, fit.rss(), 1e-12);
    assertEquals(Math.sqrt(4.0 / 3 / 4), fit.error("a"), 1e-12);
    assertTrue(Double.isNaN(fit.error("b")));
  }

  /** Differences leave a remainder of 1e-10 in a column that exact derivatives make 0. */
  @Test
  void differencesAgreeWithExactDerivatives() {
    double[] x = counted(20);
    double[] y = decay(20);
    AtomicInteger calls = new AtomicInteger();
    ResidualFunction.Values values =
        (p, r) -> {
          calls.incrementAndGet();
          Arrays.setAll(r, i -> p[0] * p[1] * Functions.exp(-p[2] * x[i]) - y[i]);
        };
    CurveResult one = fit("y = a*exp(-c*x)", x, y, 1, 1);
    CurveResult two = Curve.of(ResidualFunction.of(3, 20, values)).start(1, 1, 1).go();
    assertEquals(18, two.dof());
    assertEquals(one.error("c"), two.error("p2"), 1e-6 * one.error("c"));
    assertTrue(Double.isNaN(two.error("p0")));
    calls.set(0);
    CurveResult robust =
        Curve.of(ResidualFunction.of(3, 20, values))
            .start(1, 1, 1)
            .loss(RobustLoss.huber(0.01))
            .go();
    assertEquals(calls.get(), robust.evaluations());
  }

  /** Fewer rows than parameters: all directions that there are, no residual left to tell. */
  @Test
  void noMoreRowsThanDirections() {
    CurveResult fit = fit("y = a + b*x + c*x^2", new double[] {0, 1}, new double[] {1, 2}, 0, 0, 0);
    assertEquals(0, fit.dof());
    assertTrue(Double.isNaN(fit.error("a")));
    assertTrue(Double.isNaN(fit.band(0.95, new double[] {1}).half()[0]));
  }

  /** A curve without inputs has no rows of its own. */
  @Test
  void aConstantHasAsManyRowsAsAreAskedFor() {
    CurveResult fit = Curve.formula("y = a", Map.of("y", new double[] {1, 2, 6})).start(0).go();
    assertEquals(3, fit.value("a"), 1e-12);
    assertArrayEquals(new double[] {3, 3, 3, 3}, fit.predict(4, new double[0][]), 1e-12);
    CurveResult.Band band = fit.band(0.95, 2, new double[0][]);
    assertEquals(Math.sqrt(14.0 / 2 / 3), band.errors()[1], 1e-12);
  }

  /** All fixed: nothing to fit, and the squares are those of the curve. */
  @Test
  void aFixedCurveIsJudged() {
    CurveResult fit =
        Curve.formula(
                "y = a + b*x", Map.of("x", new double[] {0, 1, 2}, "y", new double[] {1, 4, 5}))
            .fix("a", 1)
            .fix("b", 2)
            .go();
    assertTrue(fit.ending().goal(), fit::toString);
    assertArrayEquals(new double[] {1, 2}, fit.values());
    assertEquals(1, fit.rss());
    assertEquals(3, fit.dof());
    assertEquals(0, fit.error("a"));
    assertEquals(0, fit.band(0.95, new double[] {7}).half()[0]);
    assertEquals(0, fit.ending().step());
  }

  @Test
  void threadsChangeNoBitOfRobustErrors() {
    double[] x = counted(5000);
    double[] y = decay(5000);
    Curve curve =
        Curve.formula("y = a*exp(-b*x)", Map.of("x", x, "y", y))
            .loss(RobustLoss.softL1(0.01))
            .start(2, 0.5);
    int threads = Parallel.threads();
    try {
      Parallel.setThreads(1);
      double[][] one = curve.go().covariance();
      for (int more : new int[] {2, 7}) {
        Parallel.setThreads(more);
        assertTrue(Arrays.deepEquals(one, curve.go().covariance()), more + " threads");
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  private static List<Status> status(CurveResult fit) {
    return fit.parameters().stream().map(CurveResult.Parameter::status).toList();
  }
}
