package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.resolvent.EnsembleResolvent;
import org.ironopt.resolvent.HessianEigenbasis;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Chord steps: the same solutions as Newton's method, in lock step as alone. */
class ChordChainsTest {
  private static final Logistic F =
      Logistic.of(Samples.classes(Samples.dense(300, 6, 5), 2, 6), .01);
  private static final HessianEigenbasis ANCHOR = HessianEigenbasis.at(F, LogisticTest.minimize(F));
  private static final HessianEigenbasis BENT = ANCHOR.withThird(F);
  private static final int M = 11;

  private final int threads = Parallel.threads();

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  private static InnerMethod chord(HessianEigenbasis anchor, int memory) {
    return new InnerMethod.Chord(anchor, memory, InnerMethod.NEWTON_CG);
  }

  /** Centers near and far, so that some chords do not contract. */
  private static double[] points(long seed, int n, int m) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[n * m];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        x[i * m + j] = StrictMath.pow(10, j % 4 - 1) * random.nextGaussian();
      }
    }
    return x;
  }

  private static void assertEachAsAlone(Curved f, InnerMethod inner) {
    int n = f.dimension();
    Ensemble all = Ensemble.of(f, M);
    double[] lambda = new SplittableRandom(1).doubles(M, .1, 300).toArray();
    double[] mu = new SplittableRandom(2).doubles(M, 0, .1).toArray();
    InnerTolerance[] tolerances = new InnerTolerance[M];
    for (int j = 0; j < M; j++) {
      tolerances[j] =
          j % 2 == 0
              ? InnerTolerance.absolute(StrictMath.pow(10, -j))
              : InnerTolerance.relative(1e-7);
    }
    EnsembleResolvent together = EnsembleResolvent.of(all, inner, tolerances);
    double[] x = points(3, n, M);
    double[] u = new double[n * M];
    double[] own = new double[n];
    double[] c = new double[n];
    double[] alone = new double[n];
    // Twice, the second time from where the first ended: nothing remembered may show.
    for (int round = 0; round < 2; round++) {
      double[] center = points(10 + round, n, M);
      EnsembleResolvent.Report report = together.solve(lambda, center, x, u);
      for (int j = 0; j < M; j++) {
        all.gather(center, j, c);
        all.gather(x, j, own);
        InnerReport single =
            Resolvent.of(f, inner.tolerance(tolerances[j])).solve(lambda[j], c, own, alone);
        all.gather(u, j, own);
        assertArrayEquals(alone, own, inner + ", member " + j);
        assertEquals(single, report.report(j));
      }
      Vectors.copy(u, x);
    }
  }

  @Test
  void everyMemberIsSolvedAsIfAlone() {
    for (int count : new int[] {1, 2, 7}) {
      Parallel.setThreads(count);
      for (int memory : new int[] {0, 1, 3}) {
        assertEachAsAlone(F, chord(ANCHOR, memory));
        assertEachAsAlone(F, chord(BENT, memory));
      }
      InnerMethod.Newton two = InnerMethod.NEWTON_CG.truncate(2);
      assertEachAsAlone(
          F, new InnerMethod.Chord(ANCHOR, 3, two).start(InnerMethod.WarmStart.CENTER));
    }
    HessianEigenbasis small = HessianEigenbasis.at(Fixtures.tp5(), Fixtures.tp5Minimizer());
    assertEachAsAlone(Fixtures.tp5(), chord(small, 3));
  }

  /** Leaving the values out changes no gradient. */
  @Test
  void gradientsAreThoseWithValues() {
    double[][] x = new double[4][];
    for (int j = 0; j < 4; j++) {
      x[j] = points(50 + j, F.dimension(), 1);
    }
    double[][] alone = new double[4][F.dimension()];
    double[][] both = new double[4][F.dimension()];
    F.gradients(new int[] {3, 0, 2}, 3, x, alone);
    F.valuesAndGradients(x, new double[4], both);
    Arrays.fill(both[1], 0);
    assertArrayEquals(both, alone);
  }

  /** With and without acceleration, near the anchor and far away, the point is Newton's. */
  @Test
  void solutionsAreThoseOfNewton() {
    int n = F.dimension();
    Resolvent newton =
        Resolvent.of(F, InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-10)));
    int fellBack = 0;
    int chords = 0;
    for (InnerMethod inner :
        List.of(chord(ANCHOR, 0), chord(ANCHOR, 3), chord(BENT, 0), chord(BENT, 3))) {
      Resolvent resolvent = Resolvent.of(F, inner.tolerance(InnerTolerance.absolute(1e-10)));
      for (int k = 0; k < 40; k++) {
        double[] c = points(100 + k, n, 1);
        Vectors.scale(StrictMath.pow(10, k % 4), c);
        double lambda = StrictMath.pow(10, k % 7 - 3);
        double[] expected = new double[n];
        double[] u = new double[n];
        newton.solve(lambda, c, new double[n], expected);
        InnerReport report = resolvent.solve(lambda, c, new double[n], u);
        assertEquals(InnerReport.Ending.CONVERGED, report.ending());
        assertTrue(Vectors.distance(u, expected) <= 2.1e-10 / (1 + lambda * .01), "center " + k);
        double[] g = new double[n];
        double value = F.valueAndGradient(u, g);
        assertEquals(report.products() > 0 ? value : Double.NaN, report.value(), 1e-15);
        Vectors.scale(lambda, g);
        Vectors.axpy(1, u, g);
        assertEquals(Vectors.distance(g, c), report.residual(), 1e-11);
        assertEquals(
            report.residual() / (1 + lambda * .01), report.certificate().orElseThrow(), 1e-25);
        fellBack += report.products() > 0 ? 1 : 0;
        chords += report.products() == 0 ? 1 : 0;
      }
    }
    assertTrue(fellBack > 5 && chords > 5, fellBack + " by Newton, " + chords + " by chords");
  }

  /**
   * Near the anchor, at distance d, one step leaves a part of the residual of order d, with the
   * third derivative of order d squared.
   */
  @Test
  void theThirdDerivativeRaisesTheOrder() {
    assertEquals(10, ratio(ANCHOR, 1e-2) / ratio(ANCHOR, 1e-3), 1);
    assertEquals(100, ratio(BENT, 1e-2) / ratio(BENT, 1e-3), 10);
  }

  /** Returns the residual after one step over that before, in steps of length d. */
  private static double ratio(HessianEigenbasis anchor, double d) {
    int n = F.dimension();
    double lambda = 50;
    double[] direction = points(77, n, 1);
    double[] start = anchor.point();
    Vectors.axpy(d / Vectors.norm(direction), direction, start);
    double[] gradient = new double[n];
    double[] center = anchor.point();
    Vectors.axpy(-2 * d / Vectors.norm(direction), direction, center);
    F.gradient(center, gradient);
    Vectors.axpy(lambda, gradient, center);
    double[] u = new double[n];
    double before =
        Resolvent.of(F, chord(anchor, 0).tolerance(InnerTolerance.relative(1)))
            .solve(lambda, center, start, u)
            .residual();
    InnerMethod.Newton one =
        InnerMethod.NEWTON_CG.truncate(1).tolerance(InnerTolerance.absolute(0));
    return Resolvent.of(F, new InnerMethod.Chord(anchor, 0, one))
            .solve(lambda, center, start, u)
            .residual()
        / before;
  }

  /** On a quadratic the chord is Newton's step, so one suffices. */
  @Test
  void aQuadraticNeedsOneStep() {
    HessianEigenbasis anchor = HessianEigenbasis.at(Fixtures.tp2(), new double[3]);
    double[] u = new double[3];
    double[] center = {.3, -.7, 1.1};
    InnerMethod inner = chord(anchor, 0).tolerance(InnerTolerance.relative(1e-14));
    InnerReport report = Resolvent.of(Fixtures.tp2(), inner).solve(1.25, center, center, u);
    assertEquals(1, report.newtonSteps());
    double[] solution = {0.21820289855072464, 0.8468405797101449, 2.0561159420289856};
    assertArrayEquals(solution, u, 1e-14);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    InnerMethod inner = chord(ANCHOR, 3);
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new InnerMethod.Chord(
                ANCHOR, 3, InnerMethod.NEWTON_CG.model(InnerMethod.CurvatureModel.GAUSS_NEWTON)));
    assertThrows(IllegalArgumentException.class, () -> Resolvent.of(Fixtures.tp5(), inner));
    assertThrows(
        IllegalArgumentException.class, () -> HessianEigenbasis.at(Fixtures.tp6(), new double[3]));
  }
}
