package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.theory.AverageLaw;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.RelaxedLaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intervals from one noisy run. */
class ChainMeanTest {
  private static final Iron NOISY =
      Iron.step(1).frozen().noise(new CenterNoise(new Noise.Isotropic(1)));

  private static ChainMean chain(Iron iron, Objective f, double[] x0, int steps, long seed) {
    return Run.of(iron, f)
        .from(x0)
        .seed(seed)
        .averaging(50)
        .stop(Stop.steps(steps))
        .go()
        .chain()
        .orElseThrow();
  }

  /** 95 % of 300 intervals, within four deviations of a binomial count; f* at least as often. */
  @Test
  void intervalsContainTheMinimiserAsOftenAsPromised() {
    Quadratic f = Quadratic.diagonal(new double[] {3}, new double[] {6});
    Quadratic wide = Quadratic.diagonal(new double[] {1, 3, 2}, new double[3]);
    double smallest = f.value(new double[] {2});
    double tau =
        AverageLaw.of(new RelaxedLaw(1, new IronParameters(1, 1, 1)))
            .autocorrelationTime(3)
            .orElseThrow();
    int[] hits = new int[4];
    int trials = 300;
    for (int trial = 0; trial < trials; trial++) {
      ChainMean mean = chain(NOISY, f, new double[] {2}, 650, trial);
      hits[0] += mean.interval(0, .95).contains(2) ? 1 : 0;
      hits[1] += mean.interval(0, .95, tau).contains(2) ? 1 : 0;
      hits[2] += mean.minimum(f, .95).contains(smallest) ? 1 : 0;
      hits[3] +=
          chain(NOISY, wide, new double[3], 650, trial).minimum(wide, .95).contains(0) ? 1 : 0;
    }
    double deviation = Math.sqrt(trials * .95 * .05);
    for (int i = 0; i < 3; i++) {
      assertEquals(.95 * trials, hits[i], 4 * deviation, "kind " + i);
    }
    assertTrue(hits[3] >= .95 * trials - 4 * deviation, "several directions: " + hits[3]);
  }

  /** The batch means tell the exact autocorrelation time; about 48 batches know it to 20 %. */
  @Test
  void effectiveSizeIsThatOfTheLaw() {
    Quadratic f = Quadratic.diagonal(new double[] {3}, new double[] {0});
    for (double theta : new double[] {1, .75}) {
      double alpha = theta == 1 ? .5 : 10;
      Iron iron =
          Iron.step(alpha).frozen().theta(theta).noise(new CenterNoise(new Noise.Isotropic(1)));
      double tau =
          AverageLaw.of(new RelaxedLaw(theta, new IronParameters(alpha, 1, 1)))
              .autocorrelationTime(3)
              .orElseThrow();
      double sum = 0;
      int trials = 40;
      for (int trial = 0; trial < trials; trial++) {
        ChainMean mean = chain(iron, f, new double[1], 3050, trial);
        assertEquals(3000, mean.steps());
        ChainMean.Interval exact = mean.interval(0, .9, tau);
        assertEquals(3000 / tau, exact.effectiveSize(), 1e-9);
        sum += 1 / mean.interval(0, .9).effectiveSize();
      }
      // A chi-squared variable over its degrees of freedom, at least 31, in each trial.
      double error = Math.sqrt(2.0 / 31 / trials);
      assertEquals(1, sum / trials * 3000 / tau, 4 * error, "theta " + theta);
    }
  }

  @Test
  void refusesShortChains() {
    Quadratic f = Quadratic.diagonal(new double[] {1}, new double[] {0});
    ChainMean few = chain(NOISY, f, new double[1], 60, 0);
    assertThrows(IllegalStateException.class, () -> few.interval(0, .95));
    assertThrows(IllegalStateException.class, () -> few.minimum(f, .95));
    assertThrows(IllegalStateException.class, () -> few.interval(0, .95, 1));
    ChainMean slow = chain(Iron.step(.001).frozen().noise(NOISY.noise()), f, new double[1], 300, 0);
    var thrown = assertThrows(IllegalStateException.class, () -> slow.interval(0, .95));
    assertTrue(thrown.getMessage().contains("forgets too slowly"), thrown.getMessage());
  }

  @Test
  void resumedChainHasTheSameBits(@TempDir Path folder) {
    Quadratic f = Fixtures.tp2();
    Path file = folder.resolve("chain");
    ChainMean whole = chain(NOISY, f, Fixtures.tp2Start(), 500, 3);
    Run.of(NOISY, f)
        .from(Fixtures.tp2Start())
        .seed(3)
        .averaging(50)
        .checkpoint(file, 100)
        .stop(Stop.steps(321))
        .go();
    ChainMean again =
        Run.of(NOISY, f)
            .seed(3)
            .averaging(50)
            .resume(file)
            .stop(Stop.steps(500))
            .go()
            .chain()
            .orElseThrow();
    assertArrayEquals(whole.mean(), again.mean());
    assertEquals(whole.interval(1, .95), again.interval(1, .95));
    assertEquals(whole.minimum(f, .95), again.minimum(f, .95));
  }

  @Test
  void saysTheBias() {
    double[] x0 = Fixtures.regressionStart();
    Objective f = Fixtures.tp4();
    assertTrue(chain(NOISY, f, x0, 60, 0).notes().getFirst().contains("(40)"));
    Iron batches = Iron.step(1).frozen().batches(Batches.subsets(2));
    assertTrue(chain(batches, f, x0, 60, 0).notes().getFirst().contains("(54)"));
    Iron corrected = batches.center(Center.snapshot(5));
    assertTrue(chain(corrected, f, x0, 60, 0).notes().getFirst().contains("no bias"));
  }

  /** Section 17 at alpha = 1, one row a step: the bias (-.146283, .057924), .157 long. */
  @Test
  void saysHowLongTheBiasOfBatchesIs() {
    DenseMatrix x = DenseMatrix.of(new double[][] {{1, .5}, {-.5, 2}, {1.5, -1}, {.3, .8}});
    LinearLeastSquares f = LinearLeastSquares.of(x, new double[] {1, -1, 2, .5}, .5);
    Iron rows = Iron.step(1).mu(.5).frozen().batches(Batches.withReplacement(1));
    String note = chain(rows, f, f.minimizer(), 60, 0).notes().getFirst();
    assertTrue(note.contains("plus the bias (54), 0.157 long, which no number"), note);
    ChainMean mean = chain(rows, f, f.minimizer(), 20_000, 0);
    double[] bias = {-.146283116407, .057923519127};
    for (int i = 0; i < 2; i++) {
      ChainMean.Interval interval = mean.interval(i, .9999);
      assertTrue(interval.contains(f.minimizer()[i] + bias[i]), interval.toString());
      assertFalse(interval.contains(f.minimizer()[i]), interval.toString());
    }
    Iron epochs = Iron.step(1).mu(.5).frozen().batches(Batches.epochs(1));
    assertTrue(chain(epochs, f, f.minimizer(), 60, 0).notes().getFirst().contains("(54), which"));
  }
}
