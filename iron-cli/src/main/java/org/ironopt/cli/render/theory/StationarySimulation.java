package org.ironopt.cli.render.theory;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.io.internal.Numbers;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;

/**
 * Independent chains of the library from the minimum, seen in many steps after their start is
 * forgotten.
 *
 * @param chains how many; standard errors are of their means
 * @param mse mean-square distance to the minimum
 * @param standardError of it
 * @param bias mean of x less the minimum
 * @param covariance about that mean
 */
public record StationarySimulation(
    int chains, double mse, double standardError, double[] bias, double[][] covariance) {
  private static final int SEEN = 100;
  private static final int PATIENCE = 3000;
  private static final double FORGOTTEN = 1e-4;

  /** Runs them; empty where a start is forgotten too slowly or chains leave the numbers. */
  static Optional<StationarySimulation> of(
      Objective f, ObjectiveReport.Minimum at, IronParameters p, double rho, int chains) {
    double rate = Contraction.decayRate(Scheme.IRON, p, at.eigenvalues());
    double burn = Math.ceil(-StrictMath.log(FORGOTTEN) / rate);
    if (chains == 0 || !(burn <= PATIENCE)) {
      return Optional.empty();
    }
    int n = at.x().length;
    Ensemble all = Ensemble.of(f, chains);
    Iron iron =
        Iron.step(p.alpha())
            .mu(p.mu())
            .gamma(p.gamma())
            .frozen()
            .noise(new CenterNoise(new Noise.Isotropic(rho)));
    FlowStepper stepper = iron.start(all, all.replicate(at.x()), new RandomStreams(0));
    double[] squares = new double[chains];
    double[] bias = new double[n];
    double[][] covariance = new double[n][n];
    for (int k = -(int) burn; k < SEEN; k++) {
      stepper.advance();
      for (int j = 0; j < chains && k >= 0; j++) {
        for (int a = 0; a < n; a++) {
          double e = stepper.x()[a * chains + j] - at.x()[a];
          squares[j] += e * e / SEEN;
          bias[a] += e / SEEN / chains;
          for (int b = 0; b <= a; b++) {
            double other = stepper.x()[b * chains + j] - at.x()[b];
            covariance[a][b] += e * other / SEEN / chains;
          }
        }
      }
    }
    for (int a = 0; a < n; a++) {
      for (int b = 0; b <= a; b++) {
        covariance[a][b] -= bias[a] * bias[b];
        covariance[b][a] = covariance[a][b];
      }
    }
    double mse = Vectors.sum(squares) / chains;
    double spread = Arrays.stream(squares).map(s -> (s - mse) * (s - mse)).sum();
    double error = Math.sqrt(spread / chains / Math.max(1, chains - 1));
    return Double.isFinite(mse)
        ? Optional.of(new StationarySimulation(chains, mse, error, bias, covariance))
        : Optional.empty();
  }

  String text() {
    return Numbers.text(mse) + " ± " + Numbers.text(standardError, 2);
  }
}
