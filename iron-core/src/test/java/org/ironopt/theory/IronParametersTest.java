package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IronParametersTest {

  @Test
  void definitions() {
    IronParameters p = new IronParameters(2, 0.8, 0.5);
    Close.to(2.1, p.tau(), 1e-15);
    Close.to(3.1, p.s(), 1e-15);
    Close.to(2 / (0.5 * 3.1), p.lambda(), 1e-15);
    Close.to(Math.sqrt(2) / 3.1, p.noiseScale(), 1e-15);
    Close.to(0.7, p.gammaNext(), 1e-15);
    Close.to(1 / 6.2, p.delta(), 1e-15);
  }

  @Test
  void equivalentGradientNoiseHasVarianceGammaSquaredOverAlpha() {
    for (double alpha = 1e-6; alpha < 1e9; alpha *= 10) {
      IronParameters p = new IronParameters(alpha, 0.3, 0.7);
      double gradientNoise = p.noiseScale() / p.lambda();
      Close.to(0.7 / Math.sqrt(alpha), gradientNoise, 1e-15);
      Close.to(1, NoiseSource.GRADIENT.diffusion(p, 1) * p.gamma() / alpha * p.gamma(), 1e-15);
      assertEquals(1.25, NoiseSource.CENTER.diffusion(p, 1.25));
    }
  }

  @Test
  void dampingStaysBetweenItsStartAndMu() {
    SplittableRandom random = new SplittableRandom(11);
    for (int trial = 0; trial < 200; trial++) {
      double mu = Math.pow(10, random.nextDouble(-3, 3));
      double gamma0 = Math.pow(10, random.nextDouble(-3, 3));
      double low = new VaryingStepBound(mu, mu, gamma0).gammaMinus() * (1 - 1e-14);
      double high = new VaryingStepBound(mu, mu, gamma0).gammaPlus() * (1 + 1e-14);
      double gamma = gamma0;
      for (int k = 0; k < 50; k++) {
        double alpha = Math.pow(10, random.nextDouble(-3, 6));
        gamma = new IronParameters(alpha, mu, gamma).gammaNext();
        assertTrue(low <= gamma && gamma <= high, "gamma " + gamma + ", mu " + mu);
      }
    }
  }

  @Test
  void badInput() {
    assertThrows(IllegalArgumentException.class, () -> new IronParameters(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new IronParameters(Double.NaN, 1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new IronParameters(Double.POSITIVE_INFINITY, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new IronParameters(1, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> new IronParameters(1, 1, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> NoiseSource.CENTER.diffusion(new IronParameters(1, 1, 1), -1));
  }
}
