package org.ironopt.theory;

import static org.ironopt.theory.Scheme.EXPLICIT_EULER;
import static org.ironopt.theory.Scheme.IRON;
import static org.ironopt.theory.Scheme.NAG_GS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContractionTest {

  private static double radius(Scheme scheme, double alpha, double... eigenvalues) {
    return Contraction.spectralRadius(scheme, new IronParameters(alpha, 1, 1), eigenvalues);
  }

  @Test
  void radiiOfIron() {
    Close.to(0.6030226891555273, radius(IRON, 0.5, 3), 1e-14);
    Close.to(0.24253562503633294, radius(IRON, 2, 3), 1e-14);
    Close.to(0.028386647790182972, radius(IRON, 20, 3), 1e-14);
  }

  @Test
  void stepsAndRadiiOfNagGs() {
    double best = Contraction.nagGsOptimalStep(1, 1, 3).orElseThrow();
    Close.to(2.732050807568877, best, 1e-15);
    double critical = Contraction.criticalStep(NAG_GS, 1, 1, 1, 3).orElseThrow();
    Close.to(4.82842712474619, critical, 1e-15);
    Close.to(2 - Math.sqrt(3), radius(NAG_GS, best, 1, 3), 1e-14);
    Close.to(1 / (1 + best), radius(NAG_GS, best, 1, 3), 1e-14);
    Close.printed(0.6666666667, radius(NAG_GS, 0.5, 1, 3), 10);
    Close.to(0.2, radius(NAG_GS, 4, 1), 1e-15);
    Close.printed(0.8319183588, radius(NAG_GS, 4, 3), 10);
    Close.printed(0.9999953461, radius(NAG_GS, 4.8284, 1, 3), 10);
    Close.printed(1.0000125033, radius(NAG_GS, 4.8285, 1, 3), 10);
    assertTrue(Contraction.criticalStep(NAG_GS, 1, 1, 1, 2).isEmpty());
    assertTrue(Contraction.nagGsOptimalStep(1, 1, 1).isEmpty());
  }

  @Test
  void criticalStepOfExplicitEuler() {
    Close.to(
        0.9411764705882354,
        Contraction.criticalStep(EXPLICIT_EULER, 1, 0.6, 1.7).orElseThrow(),
        1e-15);
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 500; trial++) {
      double mu = Math.pow(10, random.nextDouble(-2, 1));
      double gamma = Math.pow(10, random.nextDouble(-2, 1));
      double a = mu * Math.pow(100, random.nextDouble());
      for (Scheme scheme : Scheme.values()) {
        double critical =
            Contraction.criticalStep(scheme, mu, gamma, mu, a).orElse(Double.POSITIVE_INFINITY);
        double alpha = Math.pow(10, random.nextDouble(-3, 3));
        IronParameters p = new IronParameters(alpha, mu, gamma);
        String message = scheme + " trial " + trial + " alpha " + alpha + " critical " + critical;
        assertEquals(alpha < critical, Contraction.stable(scheme, p, mu, a), message);
        assertEquals(alpha < critical, Contraction.spectralRadius(scheme, p, mu, a) < 1, message);
      }
    }
  }

  @Test
  void radiusAndDecayRateAgreeWithTheMatrix() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 1000; trial++) {
      double mu = Math.pow(10, random.nextDouble(-2, 1));
      double gamma = Math.pow(10, random.nextDouble(-2, 1));
      double a = mu * Math.pow(100, random.nextDouble());
      double alpha = Math.pow(10, random.nextDouble(-2, 2));
      for (Scheme scheme : Scheme.values()) {
        TransitionMatrix t = new TransitionMatrix(scheme, new IronParameters(alpha, mu, gamma), a);
        double[] m = t.matrix();
        double half = (m[0] + m[3]) / 2;
        double det = m[0] * m[3] - m[1] * m[2];
        String message = t.toString();
        assertEquals(t.t() / t.d(), 2 * half, 1e-12 * (1 + Math.abs(half)), message);
        assertEquals(t.c() / t.d(), det, 1e-12 * (1 + half * half), message);
        double square = (m[0] - m[3]) * (m[0] - m[3]) / 4 + m[1] * m[2];
        double expected = square < 0 ? Math.sqrt(det) : Math.abs(half) + Math.sqrt(square);
        assertEquals(expected, t.spectralRadius(), 1e-7 * (1 + expected), message);
        Close.to(Math.exp(-t.decayRate()), t.spectralRadius(), 1e-13, message);
        double[] drift = t.drift();
        for (int i = 0; i < 4; i++) {
          assertEquals(
              (m[i] - (i % 3 == 0 ? 1 : 0)) / alpha,
              drift[i],
              1e-13 * (1 + Math.abs(m[i])) / alpha,
              message);
        }
      }
    }
  }

  @Test
  void decayRateKeepsItsDigitsForTinySteps() {
    // The flow with mu = gamma = 1, a = 3 decays like exp(-alpha); gamma 0.1, a = 1 is overdamped.
    for (Scheme scheme : Scheme.values()) {
      IronParameters p = new IronParameters(1e-9, 1, 1);
      Close.to(1e-9, Contraction.decayRate(scheme, p, 3), 1e-8);
      IronParameters stiff = new IronParameters(1e-9, 1, 0.1);
      Close.to(1e-9, Contraction.decayRate(scheme, stiff, 1), 1e-8);
    }
  }

  /** At a = mu the flow decays at the rates 1 and mu/gamma, however close the two are. */
  @Test
  void radiusAtTheSmallestEigenvalue() {
    for (double gap : new double[] {0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1}) {
      for (double alpha : new double[] {1e-6, 1e-3, 0.3, 1, 20, 1e8}) {
        IronParameters p = new IronParameters(alpha, 1, 1 + gap);
        double slow = 1 / p.gamma();
        double expected = 1 / (1 + alpha * slow);
        Close.to(expected, Contraction.spectralRadius(IRON, p, 1), 1e-14);
        Close.to(expected, Contraction.spectralRadius(NAG_GS, p, 1), 1e-14);
        Close.to(Math.log1p(alpha * slow), Contraction.decayRate(IRON, p, 1), 1e-13);
        Close.to(Math.log1p(alpha * slow), Contraction.decayRate(NAG_GS, p, 1), 1e-13);
      }
    }
  }

  @Test
  void ironIsStableForEveryStep() {
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 500; trial++) {
      double mu = Math.pow(10, random.nextDouble(-3, 2));
      double gamma = Math.pow(10, random.nextDouble(-3, 2));
      double a = mu * Math.pow(1e4, random.nextDouble());
      double alpha = Math.pow(10, random.nextDouble(-3, 6));
      IronParameters p = new IronParameters(alpha, mu, gamma);
      TransitionMatrix t = new TransitionMatrix(IRON, p, a);
      String message = t.toString();
      assertTrue(t.stable() && t.spectralRadius() < 1 && t.decayRate() > 0, message);
      assertTrue(Contraction.resolvent(p.lambda(), a) * p.delta() < 1, message);
      assertTrue(t.recursion(1).stable() || alpha < 0.01, message);
    }
  }

  @Test
  void badInput() {
    IronParameters p = new IronParameters(1, 1, 1);
    assertThrows(IllegalArgumentException.class, () -> Contraction.spectralRadius(IRON, p));
    assertThrows(IllegalArgumentException.class, () -> Contraction.stable(IRON, p));
    assertThrows(IllegalArgumentException.class, () -> Contraction.decayRate(IRON, p));
    assertThrows(IllegalArgumentException.class, () -> Contraction.spectralRadius(IRON, p, 0));
    assertThrows(IllegalArgumentException.class, () -> Contraction.resolvent(-1, 1));
    assertThrows(IllegalArgumentException.class, () -> Contraction.criticalStep(NAG_GS, 1, 0, 1));
    assertFalse(Contraction.stable(EXPLICIT_EULER, p, 1, 30));
  }
}
