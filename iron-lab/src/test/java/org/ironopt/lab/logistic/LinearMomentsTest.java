package org.ironopt.lab.logistic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.lab.file.Values;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.Streams;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.Test;

/** The exact expectation of the control variate against the stationary limit and the scheme. */
class LinearMomentsTest {
  private static LogisticSetup setup(Values settings) {
    return new LogisticSetup(settings);
  }

  @Test
  void tendsToTheStationaryCovariance() {
    for (String damping : new String[] {"updated", "frozen"}) {
      LogisticSetup setup = setup(Run.small().with("damping", damping).with("rho", 0.7));
      Chains start = new Chains(setup);
      LinearMoments moments = new LinearMoments(setup);
      for (double alpha : new double[] {0.5, 1, 7, 200, 1e4}) {
        IronParameters p = new IronParameters(alpha, setup.mu(), setup.stationaryGamma());
        double[] h = setup.problem().anchor().eigenvalues();
        double exact = StationaryCovariance.mse(Scheme.IRON, p, h, 0.49).orElseThrow();
        double late =
            moments.expectedSquares(alpha, start.offset(3), start.restOffset(), 1000, 1001);
        assertEquals(exact, late, 1e-12 * exact, damping + ", alpha " + alpha);
      }
    }
  }

  /** Without noise the moments are the path of the method itself, the moving damping included. */
  @Test
  void followsTheMethodWithoutNoise() {
    LogisticSetup setup = setup(Run.small().with("rho", 1e-30));
    Chains start = new Chains(setup);
    LinearMoments moments = new LinearMoments(setup);
    double alpha = 0.3;
    FlowStepper stepper =
        setup
            .method(alpha)
            .noise(NoiseModel.none())
            .start(setup.problem().model(), start.offset(4), start.restOffset(), new Streams(0));
    double sum = 0;
    for (int k = 1; k <= 12; k++) {
      stepper.advance();
      sum += k > 2 ? Vectors.dot(stepper.x(), stepper.x()) : 0;
    }
    double expected = moments.expectedSquares(alpha, start.offset(4), start.restOffset(), 2, 12);
    assertEquals(sum / 10, expected, 1e-12 * expected);
  }

  /** The mean over many seeds of the simulated model is the expectation, also in the transient. */
  @Test
  void isTheMeanOfTheSimulatedModel() {
    LogisticSetup setup = setup(Run.small());
    Chains start = new Chains(setup);
    LinearMoments moments = new LinearMoments(setup);
    int runs = 400;
    double mean = 0;
    double squares = 0;
    for (int r = 0; r < runs; r++) {
      FlowStepper stepper =
          setup
              .method(1)
              .start(setup.problem().model(), start.offset(0), start.restOffset(), new Streams(r));
      double sum = 0;
      for (int k = 1; k <= 6; k++) {
        stepper.advance();
        sum += k > 1 ? Vectors.dot(stepper.x(), stepper.x()) / 5 : 0;
      }
      mean += sum / runs;
      squares += sum * sum / runs;
    }
    double error = Math.sqrt((squares - mean * mean) / runs);
    double expected = moments.expectedSquares(1, start.offset(0), start.restOffset(), 1, 6);
    double deviation = Math.abs(mean - expected) / error;
    assertTrue(deviation < 3, () -> deviation + " standard errors");
  }
}
