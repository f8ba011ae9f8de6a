package org.ironopt.lab.logistic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.lab.file.NamedValues;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.Test;

/** The exact expectation of the control variate against the stationary limit and the scheme. */
class LogisticChainsTest {
  private static LogisticProblem problem(NamedValues settings) {
    return Run.open(settings).problem;
  }

  @Test
  void tendsToTheStationaryCovariance() {
    for (String damping : new String[] {"updated", "frozen"}) {
      LogisticProblem problem = problem(Run.small().with("damping", damping).with("rho", 0.7));
      LogisticChains chains = new LogisticChains(problem);
      for (double alpha : new double[] {0.5, 1, 7, 200, 1e4}) {
        IronParameters p = new IronParameters(alpha, problem.mu, problem.stationaryGamma);
        double[] h = problem.data().anchor().eigenvalues();
        double exact = StationaryCovariance.mse(Scheme.IRON, p, h, 0.49).orElseThrow();
        double late = chains.expectedSquares(alpha, 3, 1000, 1001);
        assertEquals(exact, late, 1e-12 * exact, damping + ", alpha " + alpha);
      }
    }
  }

  /** Without noise the moments are the path of the method itself, the moving damping included. */
  @Test
  void followsTheMethodWithoutNoise() {
    LogisticProblem problem = problem(Run.small().with("rho", 1e-30));
    LogisticChains chains = new LogisticChains(problem);
    double alpha = 0.3;
    FlowStepper stepper =
        problem
            .method(alpha)
            .noise(NoiseModel.none())
            .start(
                problem.data().model(),
                chains.start(4, problem.data().minimizer()),
                chains.rest(problem.data().minimizer()),
                new RandomStreams(0));
    double sum = 0;
    for (int k = 1; k <= 12; k++) {
      stepper.advance();
      sum += k > 2 ? Vectors.dot(stepper.x(), stepper.x()) : 0;
    }
    double expected = chains.expectedSquares(alpha, 4, 2, 12);
    assertEquals(sum / 10, expected, 1e-12 * expected);
  }

  /** The mean over many seeds of the simulated model is the expectation, also in the transient. */
  @Test
  void isTheMeanOfTheSimulatedModel() {
    LogisticProblem problem = problem(Run.small());
    LogisticChains chains = new LogisticChains(problem);
    int runs = 400;
    double mean = 0;
    double squares = 0;
    for (int r = 0; r < runs; r++) {
      FlowStepper stepper =
          problem
              .method(1)
              .start(
                  problem.data().model(),
                  chains.start(0, problem.data().minimizer()),
                  chains.rest(problem.data().minimizer()),
                  new RandomStreams(r));
      double sum = 0;
      for (int k = 1; k <= 6; k++) {
        stepper.advance();
        sum += k > 1 ? Vectors.dot(stepper.x(), stepper.x()) / 5 : 0;
      }
      mean += sum / runs;
      squares += sum * sum / runs;
    }
    double error = Math.sqrt((squares - mean * mean) / runs);
    double expected = chains.expectedSquares(1, 0, 1, 6);
    double deviation = Math.abs(mean - expected) / error;
    assertTrue(deviation < 3, () -> deviation + " standard errors");
  }
}
