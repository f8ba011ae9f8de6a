package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.Parallel;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnsembleResolventTest {
  private final int threads = Parallel.threads();

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  /** Members with their own lambda, mu, tolerance, center and start, solved together and alone. */
  private static void assertEachAsAlone(Objective base, int m, InnerMethod inner, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Ensemble ensemble = Ensemble.of(base, m);
    int n = base.dimension();
    double[] lambda = random.doubles(m, .01, 20).toArray();
    double[] mu = random.doubles(m, 0, 1).toArray();
    InnerTolerance[] tolerances = new InnerTolerance[m];
    for (int j = 0; j < m; j++) {
      double size = StrictMath.pow(10, -random.nextInt(13));
      tolerances[j] =
          random.nextBoolean() ? InnerTolerance.relative(size) : InnerTolerance.absolute(size);
    }
    double[] center = random.doubles((long) n * m, -3, 3).toArray();
    double[] iterate = random.doubles((long) n * m, -3, 3).toArray();
    double[] u = random.doubles((long) n * m, -3, 3).toArray();
    double[] given = u.clone();
    EnsembleResolvent.Report together =
        EnsembleResolvent.of(ensemble, inner, tolerances).solve(lambda, center, iterate, u);
    double[] c = new double[n];
    double[] x = new double[n];
    double[] alone = new double[n];
    double[] member = new double[n];
    for (int j = 0; j < m; j++) {
      ensemble.gather(center, j, c);
      ensemble.gather(iterate, j, x);
      ensemble.gather(given, j, alone);
      ensemble.gather(u, j, member);
      InnerReport report =
          Resolvent.of(base, inner.tolerance(tolerances[j])).solve(lambda[j], c, x, alone);
      String where = inner + ", seed " + seed + ", member " + j;
      assertArrayEquals(alone, member, where);
      assertEquals(report, together.report(j), where);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void everyMemberIsSolvedAsIfAlone(int count) {
    Parallel.setThreads(count);
    for (int m : new int[] {1, 2, 50}) {
      for (InnerMethod.WarmStart start : InnerMethod.WarmStart.values()) {
        assertEachAsAlone(Fixtures.tp6(), m, InnerMethod.NEWTON_CHOLESKY.start(start), m);
        assertEachAsAlone(Fixtures.tp2(), m, InnerMethod.CLOSED_FORM.start(start), m + 100);
      }
      assertEachAsAlone(Fixtures.tp4(), m, InnerMethod.NEWTON_CG, m + 200);
      assertEachAsAlone(Fixtures.tp6(), m, InnerMethod.TRUST_REGION, m + 300);
      assertEachAsAlone(Fixtures.tp6(), m, InnerMethod.LEVENBERG_MARQUARDT, m + 400);
      assertEachAsAlone(Fixtures.tp5(), m, InnerMethod.LBFGS, m + 500);
      assertEachAsAlone(Fixtures.tp5(), m, InnerMethod.PAPER.truncate(2), m + 600);
    }
  }

  @Test
  void manyChunksOnManyThreads() {
    for (int count : new int[] {1, 2, 7}) {
      Parallel.setThreads(count);
      assertEachAsAlone(Fixtures.tp6(), 333, InnerMethod.NEWTON_CHOLESKY, 9);
    }
  }

  @Test
  void totalIsTheWorstAndTheSum() {
    Ensemble ensemble = Ensemble.of(Fixtures.tp4(), 3);
    double[] lambda = {1, 10, 100};
    double[] u = new double[6];
    double[] center = {2, 2, 2, -1, -1, -1};
    InnerMethod inner = InnerMethod.NEWTON_CHOLESKY.maxSteps(2);
    EnsembleResolvent.Report report =
        EnsembleResolvent.of(
                ensemble,
                inner,
                new InnerTolerance(1, 0),
                new InnerTolerance(1e-12, 0),
                new InnerTolerance(.9, 0))
            .solve(lambda, center, center, u);
    assertEquals(InnerReport.Ending.CONVERGED, report.ending(0));
    assertEquals(InnerReport.Ending.STEP_LIMIT, report.ending(1));
    InnerReport total = report.total();
    assertEquals(InnerReport.Ending.STEP_LIMIT, total.ending());
    double largest = 0;
    double value = 0;
    int evaluations = 0;
    for (int j = 0; j < 3; j++) {
      largest = Math.max(largest, report.report(j).residual());
      value += report.report(j).value();
      evaluations += report.report(j).evaluations();
    }
    assertEquals(largest, total.residual());
    assertEquals(evaluations, total.evaluations());
    assertEquals(ensemble.value(u), total.value(), 1e-14);
  }

  /** With one lambda an ensemble is an ordinary resolvent. */
  @Test
  void isAResolventOfTheEnsemble() {
    Ensemble ensemble = Ensemble.of(Fixtures.tp2(), 4);
    Resolvent resolvent = Resolvent.of(ensemble, InnerMethod.NEWTON_CG);
    assertInstanceOf(EnsembleResolvent.class, resolvent);
    double[] c = ensemble.replicate(new double[] {.3, -.7, 1.1});
    double[] u = new double[12];
    InnerReport report = resolvent.solve(1.25, c, c, u);
    assertTrue(report.succeeded());
    double[] expected =
        ensemble.replicate(
            new double[] {0.21820289855072464, 0.8468405797101449, 2.0561159420289856});
    assertArrayEquals(expected, u, 1e-7);
  }

  @Test
  void badInput() {
    Ensemble ensemble = Ensemble.of(Fixtures.tp4(), 3);
    EnsembleResolvent resolvent = EnsembleResolvent.of(ensemble, InnerMethod.DEFAULT);
    double[] six = new double[6];
    assertMessage(
        "lambda: expected length 1 or 3, got 2",
        () -> resolvent.solve(new double[2], six, six, six));
    assertMessage("lambda is -1.0", () -> resolvent.solve(new double[] {1, 1, -1}, six, six, six));
    assertMessage(
        "center: expected length 6, got 2",
        () -> resolvent.solve(new double[] {1}, new double[2], six, six));
    assertMessage(
        "tolerances: expected length 1 or 3, got 2",
        () ->
            EnsembleResolvent.of(
                ensemble,
                InnerMethod.DEFAULT,
                InnerTolerance.relative(.1),
                InnerTolerance.relative(.2)));
    assertMessage("Proximable", () -> EnsembleResolvent.of(ensemble, InnerMethod.CLOSED_FORM));
  }

  private static void assertMessage(String words, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(words), message);
  }
}
