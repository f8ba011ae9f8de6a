package org.ironopt.method.gradient;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleFunction;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stability and stationary variance along one eigenvalue a = 1.7, against closed forms. */
class BaselineSpreadTest {
  private static final double A = 1.7;
  private static final int MEMBERS = 20_000;
  private static final Quadratic LINE = Quadratic.diagonal(new double[] {A}, new double[] {0});

  private static double after(Sgd method, int steps) {
    return Math.abs(advance(method.start(LINE, new double[] {1}, seed(0)), steps).x()[0]);
  }

  private static void assertThreshold(double critical, DoubleFunction<Sgd> of) {
    assertTrue(after(of.apply(.99 * critical), 2000) < 1e-3, "below " + critical);
    assertTrue(after(of.apply(1.01 * critical), 2000) > 1e3, "above " + critical);
  }

  @Test
  void plainIsStableBelowTwo() {
    assertThreshold(2 / A, Sgd::step);
  }

  @ParameterizedTest
  @CsvSource({".3", ".9"})
  void heavyBallIsStableBelowTwoPlusTwoBeta(double beta) {
    assertThreshold(2 * (1 + beta) / A, eta -> Sgd.step(eta).momentum(beta));
  }

  /** {@code 1 + q + 2 beta q > 0} with {@code q = 1 - eta a}. */
  @ParameterizedTest
  @CsvSource({".3", ".9"})
  void nesterovIsStableWhileItLooksAhead(double beta) {
    double q = -1 / (1 + 2 * beta);
    assertThreshold((1 - q) / A, eta -> Sgd.step(eta).nesterov(beta));
  }

  private static Sgd.Iteration cloud(Sgd method, int steps) {
    Ensemble all = Ensemble.of(LINE, MEMBERS);
    Sgd noisy = method.noise(new GradientNoise(new Noise.Isotropic(1)));
    return (Sgd.Iteration) advance(noisy.start(all, new double[MEMBERS], seed(31)), steps);
  }

  private static void assertVariance(double exact, double[] x) {
    double error = exact * Math.sqrt(2. / MEMBERS);
    assertEquals(exact, Vectors.dot(x, x) / MEMBERS, 4 * error);
  }

  /** {@code eta/(a (2 - eta a))}. */
  @Test
  void plainSpread() {
    assertVariance(0.255754475703, cloud(Sgd.step(.5), 40).x());
  }

  /** {@code eta (1 + beta)/(a (1 - beta)(2 (1 + beta) - eta a))}. */
  @Test
  void heavyBallSpread() {
    assertVariance(1.89431704885, cloud(Sgd.step(.5).momentum(.9), 250).x());
  }

  /** The point of the gradients and the point behind it have different spreads. */
  @Test
  void nesterovSpread() {
    Sgd.Iteration s = cloud(Sgd.step(.5).nesterov(.9), 250);
    assertVariance(0.967860888555, s.x());
    double[] behind = new double[MEMBERS];
    Vectors.add(s.x(), .5 * .9, s.b, behind);
    assertVariance(0.271776869992, behind);
  }
}
