package org.ironopt.resolvent.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.junit.jupiter.api.Test;

class PredictionSolverTest {
  private static final InnerMethod TIGHT =
      InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-12));

  private static double[] random(int n, double size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[n];
    Arrays.setAll(x, i -> size * random.nextGaussian());
    return x;
  }

  private static Curved[] objectives() {
    var x = Samples.dense(70, 6, 3);
    return new Curved[] {
      Softmax.of(Samples.weighted(Samples.classes(x, 4, 5), 8), .02),
      Softmax.of(Samples.classes(Samples.sparse(x), 4, 5), .02, Intercept.PENALIZED),
      Logistic.of(Samples.classes(x, 2, 5), .1, Intercept.FREE),
      Ridge.of(Samples.numbers(x, 5), .1)
    };
  }

  @Test
  void findsTheResolventForEveryStep() {
    for (Curved f : objectives()) {
      int n = f.dimension();
      for (double lambda : new double[] {1e-3, .1, 1, 30, 1e4}) {
        double[] c = random(n, 3, 1);
        double[] start = random(n, 3, 2);
        double[] u = new double[n];
        double[] expected = new double[n];
        InnerTolerance tolerance = InnerTolerance.absolute(1e-9 * (1 + lambda));
        InnerReport report =
            Resolvent.of(f, InnerMethod.PREDICTIONS.tolerance(tolerance))
                .solve(lambda, c, start, u);
        Resolvent.of(f, TIGHT).solve(lambda, c, start, expected);
        assertEquals(InnerReport.Ending.CONVERGED, report.ending());
        assertEquals(residual(f, lambda, c, u), report.residual(), 1e-11 * (1 + lambda));
        assertTrue(
            Vectors.distance(u, expected)
                <= report.certificate().orElseThrow() + 1e-11 * (1 + lambda),
            f.getClass().getSimpleName() + " " + lambda);
        assertEquals(report.linearSteps() + report.backtracks(), report.products());
      }
    }
  }

  private static double residual(Objective f, double lambda, double[] c, double[] u) {
    double[] g = new double[u.length];
    f.gradient(u, g);
    for (int j = 0; j < g.length; j++) {
      g[j] = u[j] - c[j] + lambda * g[j];
    }
    return Vectors.norm(g);
  }

  /** On a quadratic these are the conjugate gradients, which end after as many steps as columns. */
  @Test
  void endsInSixStepsOnSixUnknowns() {
    Ridge f = Ridge.of(Samples.numbers(Samples.dense(70, 6, 3), 5), .1);
    double[] u = new double[6];
    InnerReport report =
        Resolvent.of(f, InnerMethod.PREDICTIONS.tolerance(InnerTolerance.relative(1e-10)))
            .solve(20, random(6, 1, 1), new double[6], u);
    assertTrue(report.succeeded() && report.linearSteps() <= 7, report.toString());
  }

  @Test
  void batchesThatChangeAreReadAgain() {
    Softmax f = (Softmax) objectives()[0];
    int[] batch = {3, 1, 4, 15, 9, 2, 6};
    Softmax view = f.batch(batch, 0, 7);
    InnerMethod inner = InnerMethod.PREDICTIONS.tolerance(InnerTolerance.absolute(1e-11));
    Resolvent resolvent = Resolvent.of(view, inner);
    double[] c = random(f.dimension(), 1, 1);
    double[] u = new double[f.dimension()];
    double[] expected = new double[f.dimension()];
    resolvent.solve(2, c, c, u);
    batch[2] = 50;
    resolvent.solve(2, c, c, u);
    Resolvent.of(f.batch(batch.clone(), 0, 7), inner).solve(2, c, c, expected);
    assertArrayEquals(expected, u, 0);
  }

  @Test
  void refusesWhatHasNoPredictions() {
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> Resolvent.of(Fixtures.tp2(), InnerMethod.PREDICTIONS));
    assertTrue(error.getMessage().contains("use InnerMethod.NEWTON_CG"), error.getMessage());
  }
}
