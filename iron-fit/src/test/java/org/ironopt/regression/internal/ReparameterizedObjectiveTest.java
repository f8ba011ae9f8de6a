package org.ironopt.regression.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.junit.jupiter.api.Test;

class ReparameterizedObjectiveTest {
  private static final DenseFeatures X = Samples.dense(40, 5, 3);
  private static final double[] MEAN = {.3, -2, .7, 0, 5};

  /** The features less the mean, as another data set. */
  private static Softmax shifted(double reg) {
    double[] data = X.data().clone();
    for (int k = 0; k < data.length; k++) {
      data[k] -= MEAN[k % 5];
    }
    Dataset centred = Samples.classes(new DenseFeatures(40, 5, data), 3, 5);
    return Softmax.of(centred, reg);
  }

  private static ReparameterizedObjective centered(double reg) {
    return ReparameterizedObjective.centered(Softmax.of(Samples.classes(X, 3, 5), reg), MEAN);
  }

  private static double[] random(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[n];
    Arrays.setAll(x, i -> random.nextGaussian());
    return x;
  }

  @Test
  void isTheObjectiveOfTheCentredFeatures() {
    ReparameterizedObjective f = centered(.1);
    Softmax expected = shifted(.1);
    double[] w = random(f.dimension(), 1);
    double[] g = new double[w.length];
    double[] h = new double[w.length];
    assertEquals(expected.valueAndGradient(w, h), f.valueAndGradient(w, g), 1e-13);
    assertArrayEquals(h, g, 1e-13);
    assertArrayEquals(w, f.transformed(f.original(w)), 1e-14);
    assertTrue(DerivativeCheck.at(f, w).passed());
  }

  @Test
  void stepsAreThoseOfTheCentredFeatures() {
    for (Center center : new Center[] {Center.table().cg(2), Center.table().laggedCurvature(3)}) {
      Iron iron = Iron.step(4).batches(Batches.epochs(8)).center(center);
      Stepper a = iron.start(centered(.1), new double[18], new RandomStreams(1));
      Stepper b = iron.start(shifted(.1), new double[18], new RandomStreams(1));
      for (int k = 0; k < 25; k++) {
        a.advance();
        b.advance();
      }
      assertArrayEquals(b.x(), a.x(), 1e-11);
    }
  }

  @Test
  void meanOfAllRows() {
    double[] mean = ReparameterizedObjective.mean(Samples.classes(X, 3, 5), 1000);
    double[] expected = new double[5];
    for (int k = 0; k < X.data().length; k++) {
      expected[k % 5] += X.data()[k] / 40;
    }
    assertArrayEquals(expected, mean, 1e-15);
  }

  @Test
  void refusesPenalisedIntercepts() {
    Softmax f = Softmax.of(Samples.classes(X, 3, 5), .1, Intercept.PENALIZED);
    assertThrows(IllegalArgumentException.class, () -> ReparameterizedObjective.centered(f, MEAN));
  }
}
