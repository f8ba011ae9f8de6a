package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.LinearSum;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.internal.ReparameterizedObjective;
import org.junit.jupiter.api.Test;

class NoiseToleranceTest {
  /** The definition, from the gradients of single terms, ridge and all: it cancels. */
  @Test
  void standardErrorIsThatOfTheGradientsOfTheTerms() {
    var x = Samples.dense(90, 6, 3);
    Softmax free = Softmax.of(Samples.weighted(Samples.classes(x, 4, 5), 8), .02);
    double[] mean = {1, -2, 3, .5, 0, .25};
    for (LinearSum f :
        new LinearSum[] {
          free,
          ReparameterizedObjective.centered(free, mean),
          Softmax.of(Samples.classes(Samples.sparse(x), 3, 5), .1, Intercept.NONE),
          Logistic.of(Samples.classes(x, 2, 5), .1, Intercept.PENALIZED)
        }) {
      int n = f.dimension();
      int b = 90;
      double[] w = new SplittableRandom(1).doubles(n, -1, 1).toArray();
      double[][] gradients = new double[b][n];
      double[] average = new double[n];
      int[] all = new int[b];
      for (int i = 0; i < b; i++) {
        all[i] = i;
        f.batch(new int[] {i}, 0, 1).gradient(w, gradients[i]);
        Vectors.axpy(1. / b, gradients[i], average);
      }
      double squares = 0;
      for (double[] g : gradients) {
        squares += Math.pow(Vectors.distance(g, average), 2);
      }
      LinearSum.SharedRowResiduals rows = (LinearSum.SharedRowResiduals) f.residuals();
      rows.select(all, 0, b);
      double[] r = new double[rows.length()];
      double[] q = new double[n];
      rows.at(w, null, r, q);
      double expected = Math.sqrt(squares / (b * (b - 1.)));
      assertEquals(expected, rows.standardError(r, q), 1e-12 * expected);
    }
  }

  /** Mean square distance to the minimiser in batches of steps: mean and standard error. */
  private static double[] spread(
      Logistic f, double[] minimizer, InnerMethod inner, long[] products) {
    Iron iron = Iron.step(2).mu(.5).batches(Batches.epochs(25)).inner(inner);
    Stepper stepper = iron.start(f, new double[f.dimension()], new RandomStreams(4));
    StepReport.Counts work = StepReport.Counts.NONE;
    for (int k = 0; k < 200; k++) {
      stepper.advance();
    }
    double[] means = new double[20];
    for (int m = 0; m < means.length; m++) {
      for (int k = 0; k < 100; k++) {
        work = work.plus(stepper.advance().work());
        means[m] += Math.pow(Vectors.distance(stepper.x(), minimizer), 2) / 100;
      }
    }
    products[0] = work.evaluations() + work.products();
    double mean = Arrays.stream(means).average().orElseThrow();
    double squares = Arrays.stream(means).map(v -> (v - mean) * (v - mean)).sum();
    return new double[] {mean, Math.sqrt(squares / 19 / 20)};
  }

  @Test
  void sameSpreadWithFewerProducts() {
    Logistic f = Logistic.of(Samples.classes(Samples.dense(500, 8, 3), 2, 5), .1);
    double[] minimizer = new double[8];
    InnerMethod exact = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(1e-12));
    Resolvent.of(f, exact).solve(1e9, minimizer.clone(), minimizer.clone(), minimizer);
    long[] tightProducts = new long[1];
    double[] tight = spread(f, minimizer, InnerMethod.PREDICTIONS, tightProducts);
    for (InnerMethod solver : new InnerMethod[] {InnerMethod.PREDICTIONS, InnerMethod.GRAM}) {
      long[] products = new long[1];
      double[] loose = spread(f, minimizer, solver.tolerance(InnerTolerance.noise(.1)), products);
      double errors = 3 * Math.hypot(tight[1], loose[1]);
      assertEquals(tight[0], loose[0], errors);
      assertTrue(2 * products[0] < tightProducts[0], products[0] + " of " + tightProducts[0]);
    }
  }

  /** The report tells the residual that was reached, which is the one that was asked for. */
  @Test
  void certificateStaysTrue() {
    Logistic f = Logistic.of(Samples.classes(Samples.dense(500, 8, 3), 2, 5), .1);
    int[] batch = new int[40];
    Logistic view = f.batch(batch, 0, 40);
    SplittableRandom random = new SplittableRandom(9);
    Resolvent tight =
        Resolvent.of(view, InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(1e-13)));
    double[] u = new double[8];
    double[] exact = new double[8];
    for (int trial = 0; trial < 20; trial++) {
      Arrays.setAll(batch, i -> random.nextInt(500));
      double[] c = random.doubles(8, -1, 1).toArray();
      for (InnerMethod solver : new InnerMethod[] {InnerMethod.PREDICTIONS, InnerMethod.GRAM}) {
        InnerReport report =
            Resolvent.of(view, solver.tolerance(InnerTolerance.noise(.1))).solve(5, c, c, u);
        tight.solve(5, c, c, exact);
        assertEquals(InnerReport.Ending.CONVERGED, report.ending());
        assertTrue(report.residual() > 0);
        assertTrue(Vectors.distance(u, exact) <= report.certificate().orElseThrow() + 1e-11);
      }
    }
  }

  @Test
  void refusesOtherDirections() {
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> InnerMethod.NEWTON_CG.tolerance(InnerTolerance.noise(.1)));
    assertTrue(error.getMessage().contains("use InnerMethod.PREDICTIONS"), error.getMessage());
    assertEquals("Tolerance[relative=0.1, absolute=0.0]", InnerTolerance.relative(.1).toString());
    assertEquals(
        "Tolerance[relative=0.0, absolute=0.0, noise=0.1]", InnerTolerance.noise(.1).toString());
  }
}
