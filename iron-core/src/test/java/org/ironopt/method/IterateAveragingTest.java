package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class IterateAveragingTest {
  @Test
  void etaZeroIsTheMean() {
    double[] x0 = Fixtures.tp2Start();
    Method sgd = Sgd.step(.2);
    double[] mean = new double[3];
    Stepper stepper = sgd.start(Fixtures.tp2(), x0, Near.seed(0));
    for (int t = 0; t < 7; t++) {
      stepper.advance();
      for (int j = 0; j < 3; j++) {
        mean[j] += stepper.x()[j] / 7;
      }
    }
    Method averaged = IterateAveraging.of(sgd).eta(0);
    assertArrayEquals(
        mean, Near.advance(averaged.start(Fixtures.tp2(), x0, Near.seed(0)), 7).x(), 1e-14);
  }

  /** The weight of iterate t is proportional to t (t + 1) ... (t + eta - 1). */
  @Test
  void polynomialWeights() {
    double[] x0 = Fixtures.tp2Start();
    Method sgd = Sgd.step(.2);
    double[] mean = new double[3];
    double total = 0;
    Stepper stepper = sgd.start(Fixtures.tp2(), x0, Near.seed(0));
    for (int t = 1; t <= 5; t++) {
      Near.advance(stepper, 2);
      double weight = t * (t + 1.) * (t + 2);
      total += weight;
      for (int j = 0; j < 3; j++) {
        mean[j] += weight * stepper.x()[j];
      }
    }
    for (int j = 0; j < 3; j++) {
      mean[j] /= total;
    }
    Stepper averaged = IterateAveraging.of(sgd).every(2).start(Fixtures.tp2(), x0, Near.seed(0));
    assertArrayEquals(mean, Near.advance(averaged, 10).x(), 1e-14);
  }

  @Test
  void reportsNothingOfAnotherPoint() {
    Stepper stepper =
        IterateAveraging.of(Iron.step(2)).start(Fixtures.tp2(), Fixtures.tp2Start(), Near.seed(0));
    StepReport report = stepper.advance();
    assertTrue(Double.isNaN(report.value()) && Double.isNaN(report.gradientNorm()));
    assertTrue(report.inner().isPresent());
  }
}
