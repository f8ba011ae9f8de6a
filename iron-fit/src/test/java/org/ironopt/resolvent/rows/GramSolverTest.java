package org.ironopt.resolvent.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.internal.ReparameterizedObjective;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.junit.jupiter.api.Test;

/** Newton's method through the Gram matrix is Newton's method. */
class GramSolverTest {
  private static final InnerMethod TIGHT =
      InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-12));

  private static double[] random(int n, double size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[n];
    Arrays.setAll(x, i -> size * random.nextGaussian());
    return x;
  }

  /** Fewer and more rows than columns, all storages, weights, intercepts of all kinds. */
  private static List<LinearSum> objectives() {
    var x = Samples.dense(70, 6, 3);
    var wide = Samples.dense(23, 90, 4);
    Softmax free = Softmax.of(Samples.classes(x, 4, 5), .02);
    double[] mean = random(6, 1, 9);
    return List.of(
        Softmax.of(Samples.weighted(Samples.classes(x, 4, 5), 8), .02),
        Softmax.of(Samples.classes(Samples.sparse(x), 4, 5), .02, Intercept.PENALIZED),
        Softmax.of(Samples.classes(wide, 3, 5), .1),
        ReparameterizedObjective.centered(free, mean),
        Logistic.of(Samples.classes(x, 2, 5), .1, Intercept.FREE),
        Logistic.of(Samples.classes(Samples.sparse(wide), 2, 5), .1),
        Logistic.of(Samples.weighted(Samples.classes(Samples.dense(150, 9, 2), 2, 5), 3), .1),
        Ridge.of(Samples.numbers(x, 5), .1));
  }

  private static double residual(Objective f, double lambda, double[] c, double[] u) {
    double[] g = new double[u.length];
    f.gradient(u, g);
    for (int j = 0; j < g.length; j++) {
      g[j] = u[j] - c[j] + lambda * g[j];
    }
    return Vectors.norm(g);
  }

  @Test
  void findsTheResolventForEveryStep() {
    for (LinearSum f : objectives()) {
      int n = f.dimension();
      for (double lambda : new double[] {1e-3, .1, 1, 30, 1e4}) {
        double[] c = random(n, 3, 1);
        double[] start = random(n, 3, 2);
        double[] u = new double[n];
        double[] expected = new double[n];
        InnerTolerance tolerance = InnerTolerance.absolute(1e-9 * (1 + lambda));
        InnerReport report =
            Resolvent.of(f, InnerMethod.GRAM.tolerance(tolerance)).solve(lambda, c, start, u);
        Resolvent.of(f, TIGHT).solve(lambda, c, start, expected);
        String name = f.getClass().getSimpleName() + " " + lambda + " " + report;
        assertEquals(InnerReport.Ending.CONVERGED, report.ending(), name);
        assertEquals(residual(f, lambda, c, u), report.residual(), 1e-12 * (1 + lambda), name);
        assertTrue(
            Vectors.distance(u, expected)
                <= report.certificate().orElseThrow() + 1e-11 * (1 + lambda),
            name);
        assertTrue(report.products() <= 2, name);
      }
    }
  }

  /** One step from a point near enough that nothing is shortened. */
  @Test
  void oneStepIsTheStepOfCholesky() {
    for (LinearSum f : objectives()) {
      int n = f.dimension();
      double[] c = random(n, .1, 1);
      double[] u = new double[n];
      double[] expected = new double[n];
      InnerTolerance tight = InnerTolerance.absolute(1e-13);
      InnerReport report =
          Resolvent.of(f, InnerMethod.GRAM.tolerance(tight).truncate(1)).solve(2, c, c, u);
      InnerMethod full =
          InnerMethod.NEWTON_CHOLESKY
              .globalization(new Globalization.FullStep())
              .tolerance(tight)
              .truncate(1);
      Resolvent.of(f, full).solve(2, c, c, expected);
      assertEquals(0, report.backtracks());
      assertArrayEquals(expected, u, 1e-11, f.getClass().getSimpleName());
    }
  }

  @Test
  void certificateIsTrueOnRandomBatches() {
    Softmax f = Softmax.of(Samples.classes(Samples.dense(400, 30, 3), 5, 5), 1e-3);
    SplittableRandom random = new SplittableRandom(77);
    int[] batch = new int[40];
    Softmax view = f.batch(batch, 0, batch.length);
    Resolvent gram = Resolvent.of(view, InnerMethod.GRAM.tolerance(InnerTolerance.relative(1e-2)));
    Resolvent exact = Resolvent.of(view, TIGHT);
    int n = f.dimension();
    double[] u = new double[n];
    double[] expected = new double[n];
    for (int trial = 0; trial < 20; trial++) {
      Arrays.setAll(batch, i -> random.nextInt(400));
      double lambda = Math.scalb(1, random.nextInt(12) - 3);
      double[] c = random(n, 1, trial);
      InnerReport report = gram.solve(lambda, c, c, u);
      exact.solve(lambda, c, c, expected);
      assertEquals(InnerReport.Ending.CONVERGED, report.ending());
      assertEquals(residual(view, lambda, c, u), report.residual(), 1e-12 * (1 + lambda));
      double error = Vectors.distance(u, expected);
      assertTrue(
          error <= report.certificate().orElseThrow() + 1e-11 * (1 + lambda), "trial " + trial);
    }
  }

  @Test
  void sameBitsForAnyNumberOfThreads() {
    Softmax f = Softmax.of(Samples.classes(Samples.dense(300, 40, 3), 5, 5), 1e-3);
    int threads = Parallel.threads();
    List<double[]> results = new ArrayList<>();
    try {
      for (int count : new int[] {1, 2, 7}) {
        Parallel.setThreads(count);
        double[] u = new double[f.dimension()];
        double[] c = random(u.length, 1, 1);
        Resolvent.of(f, InnerMethod.GRAM).solve(20, c, c, u);
        results.add(u);
      }
    } finally {
      Parallel.setThreads(threads);
    }
    assertArrayEquals(results.get(0), results.get(1));
    assertArrayEquals(results.get(0), results.get(2));
  }

  @Test
  void batchesThatChangeAreReadAgain() {
    Logistic f = Logistic.of(Samples.classes(Samples.dense(70, 6, 3), 2, 5), .1);
    int[] batch = {3, 1, 4, 15, 9, 2, 6};
    Resolvent resolvent = Resolvent.of(f.batch(batch, 0, 7), InnerMethod.GRAM);
    double[] c = random(6, 1, 1);
    double[] u = new double[6];
    double[] expected = new double[6];
    resolvent.solve(2, c, c, u);
    batch[2] = 50;
    resolvent.solve(3, c, c, u);
    resolvent.solve(2, c, c, u);
    Resolvent.of(f.batch(batch.clone(), 0, 7), InnerMethod.GRAM).solve(2, c, c, expected);
    assertArrayEquals(expected, u, 0);
  }

  /** What takes conjugate gradients many products takes these Newton steps none. */
  @Test
  void productsDoNotGrowWithTheConditioning() {
    Logistic f = Logistic.of(Samples.classes(Samples.dense(40, 300, 3), 2, 5), 1e-3);
    double[] c = random(300, 1, 1);
    double[] u = new double[300];
    InnerReport predictions = Resolvent.of(f, InnerMethod.PREDICTIONS).solve(1e4, c, c, u);
    InnerReport gram = Resolvent.of(f, InnerMethod.GRAM).solve(1e4, c, c, u);
    assertTrue(gram.succeeded() && gram.products() <= 2, gram.toString());
    assertTrue(predictions.products() > 10 * gram.products(), predictions.toString());
  }

  @Test
  void refusesWhatHasNoRows() {
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> Resolvent.of(Fixtures.tp2(), InnerMethod.GRAM));
    assertTrue(error.getMessage().contains("use InnerMethod.NEWTON_CG"), error.getMessage());
  }
}
