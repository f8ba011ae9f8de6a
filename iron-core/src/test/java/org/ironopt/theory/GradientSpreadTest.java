package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/**
 * Numbers computed elsewhere, the second derivation by {@link TransitionMatrix.Ar2}, and the
 * limits.
 */
class GradientSpreadTest {
  private static final double A = 1.7;

  @Test
  void oracles() {
    Close.printed(0.255754475703, GradientSpread.gradientDescent(.5, A, 1).orElseThrow(), 12);
    Close.printed(0.103199174407, GradientSpread.proximalPoint(.5, A, 1), 12);
    Close.printed(0.353199174407, GradientSpread.proximalRobbinsMonro(.5, A, 1), 12);
    Close.printed(1.89431704885, GradientSpread.heavyBall(.5, .9, A, 1).orElseThrow(), 12);
    Close.printed(0.271776869992, GradientSpread.nesterov(.5, .9, A, 1).orElseThrow(), 12);
    Close.printed(0.967860888555, GradientSpread.nesterovAhead(.5, .9, A, 1).orElseThrow(), 12);
    Close.printed(0.183095309431, GradientSpread.proximalPoint(.5, .9, A, 1).orElseThrow(), 12);
    Close.to(
        0.12210012210012212, GradientSpread.forwardBackward(.5, .8, .4, A, 1).orElseThrow(), 1e-14);
  }

  /**
   * The flow's methods under gradient noise: growing to {@code 1/a^2}, or to {@code 1/(a(2mu-a))}.
   */
  @Test
  void flowsUnderGradientNoise() {
    double[] alphas = {.5, 1, 5, 50, 500};
    double[] iron = {
      0.0657890274754, 0.109882059922, 0.24721394191, 0.333377705697, 0.344722012755
    };
    double[] nag = {0.0773315461154, 0.145716696066, 0.588441764912, 1.61252984417, 1.91977701952};
    for (int i = 0; i < alphas.length; i++) {
      Close.printed(iron[i], flow(Scheme.IRON, alphas[i]), 12);
      Close.printed(nag[i], flow(Scheme.NAG_GS, alphas[i]), 12);
    }
    Close.printed(0.346020761246, flow(Scheme.IRON, 1e14), 12);
    Close.to(1 / (A * (2 - A)), flow(Scheme.NAG_GS, 1e14), 1e-12);
  }

  private static double flow(Scheme scheme, double alpha) {
    IronParameters p = new IronParameters(alpha, 1, .6);
    double rho2 = NoiseSource.GRADIENT.diffusion(p, 1);
    return StationaryCovariance.variance(scheme, p, A, rho2).orElseThrow();
  }

  /** IRON is the proximal point method with momentum. */
  @Test
  void ironIsTheInertialProximalPoint() {
    for (double alpha : new double[] {.1, 1, 10, 1e4}) {
      IronParameters p = new IronParameters(alpha, 1, .6);
      OptionalDouble inertial = GradientSpread.proximalPoint(p.lambda(), p.delta(), A, 1);
      Close.to(flow(Scheme.IRON, alpha), inertial.orElseThrow(), 1e-12);
    }
  }

  /** {@code e+ = p1 e + p2 e_before + noise of variance q}, method by method. */
  @Test
  void secondDerivation() {
    for (double eta : new double[] {.05, .5, 1}) {
      double q = 1 - eta * A;
      double r = 1 / (1 + eta * A);
      double n = eta * eta * 2.5;
      agree(new TransitionMatrix.Ar2(q, 0, n), GradientSpread.gradientDescent(eta, A, 2.5));
      for (double b : new double[] {0, .3, .9}) {
        agree(new TransitionMatrix.Ar2(q + b, -b, n), GradientSpread.heavyBall(eta, b, A, 2.5));
        agree(
            new TransitionMatrix.Ar2(q * (1 + b), -q * b, n),
            GradientSpread.nesterov(eta, b, A, 2.5));
        agree(
            new TransitionMatrix.Ar2(r * (1 + b), -r * b, r * r * n),
            GradientSpread.proximalPoint(eta, b, A, 2.5));
      }
      agree(
          new TransitionMatrix.Ar2(r, 0, n),
          OptionalDouble.of(GradientSpread.proximalRobbinsMonro(eta, A, 2.5)));
      double p = 1 / (1 + eta * .4);
      agree(
          new TransitionMatrix.Ar2(.2 + .8 * p * q, 0, .64 * p * p * n),
          GradientSpread.forwardBackward(eta, .8, .4, A, 2.5));
    }
  }

  private static void agree(TransitionMatrix.Ar2 recursion, OptionalDouble closed) {
    assertEquals(recursion.stable(), closed.isPresent());
    if (closed.isPresent()) {
      Close.to(recursion.variance().orElseThrow(), closed.getAsDouble(), 1e-12);
    }
  }

  @Test
  void bothSidesOfTheThresholds() {
    assertTrue(GradientSpread.gradientDescent(1.99 / A, A, 1).isPresent());
    assertTrue(GradientSpread.gradientDescent(2.01 / A, A, 1).isEmpty());
    assertTrue(GradientSpread.heavyBall(3.79 / A, .9, A, 1).isPresent());
    assertTrue(GradientSpread.heavyBall(3.81 / A, .9, A, 1).isEmpty());
    double q = -1 / 2.8;
    assertTrue(GradientSpread.nesterov((1 - .99 * q) / A, .9, A, 1).isPresent());
    assertTrue(GradientSpread.nesterovAhead((1 - 1.01 * q) / A, .9, A, 1).isEmpty());
    assertTrue(GradientSpread.proximalPoint(1, 1.99, 1, 1).isPresent());
    assertTrue(GradientSpread.proximalPoint(1, 2.01, 1, 1).isEmpty());
    assertTrue(GradientSpread.forwardBackward(2, 1, 1, .99, 1).isPresent());
    assertTrue(GradientSpread.forwardBackward(2, 1, 0, 1.01, 1).isEmpty());
  }

  @Test
  void longSteps() {
    Close.to(1 / (A * A), GradientSpread.proximalPoint(1e15, A, 1), 1e-12);
    Close.to(1 / (A * A), GradientSpread.proximalPoint(1e15, .9, A, 1).orElseThrow(), 1e-12);
    assertTrue(GradientSpread.proximalRobbinsMonro(1e15, A, 1) > 1e29);
  }

  @Test
  void badInput() {
    assertThrows(IllegalArgumentException.class, () -> GradientSpread.gradientDescent(0, A, 1));
    assertThrows(IllegalArgumentException.class, () -> GradientSpread.heavyBall(1, -.1, A, 1));
    assertThrows(IllegalArgumentException.class, () -> GradientSpread.proximalPoint(1, A, -1));
    assertThrows(
        IllegalArgumentException.class, () -> GradientSpread.proximalRobbinsMonro(1, 0, 1));
  }
}
