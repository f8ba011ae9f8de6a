package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BoundConstantsTest {
  private static final ConstantStepBound PAPER = new ConstantStepBound(1, 3, 1);

  @Test
  void constantsOfTheoremOne() {
    assertEquals(.5, PAPER.m1());
    assertEquals(1.5, PAPER.m2());
    assertEquals(10.5, PAPER.m2bar());
    assertEquals(2, PAPER.cE());
    assertEquals(9, PAPER.k1());
    assertEquals(72, PAPER.c1());
    assertEquals(2.25, PAPER.c2());
    TwoStepRecursion recursion = PAPER.recursion();
    assertEquals(756, recursion.a());
    assertEquals(432, recursion.b());
    assertEquals(2.25, recursion.c());
    Close.to(797.569219381653, recursion.g(), 1e-15);
    Close.to(Math.sqrt(432) / 1000, recursion.theta(1000), 1e-15);
    Close.printed(6674.38, new ConstantStepBound(.01, .26, .01).recursion().g(), 6);
    Close.printed(321904.6, new ConstantStepBound(.01, .26, .1).recursion().g(), 7);
  }

  @Test
  void theoremOneInAndOutOfItsRange() {
    TwoStepRecursion r = PAPER.recursion();
    Close.printed(.000733502, r.limsup(10000, 3).orElseThrow(), 6);
    assertTrue(r.limsup(r.g(), 3).isEmpty());
    assertTrue(r.limsup(500, 3).isEmpty());
    assertTrue(r.after(500, 3, 1, 3).isEmpty());
    assertTrue(r.limsupSimple(1500, 3).isEmpty());
    Close.to(2 * 2.25 * 3 / 1600, r.limsupSimple(1600, 3).orElseThrow(), 1e-15);
    assertTrue(r.limsup(1600, 3).orElseThrow() <= r.limsupSimple(1600, 3).orElseThrow());
    assertTrue(r.next(.99, 1, 3).isEmpty());
    Close.to(r.g() / 2 + 2.25 * 3 / 2, r.next(2, 1, 3).orElseThrow(), 1e-15);
    assertTrue(PAPER.oneStep(.5, 1, 1).isEmpty());
    // A small recursion contracts for every alpha > G, but the theorem starts at alpha = 1.
    assertTrue(new TwoStepRecursion(.01, .0001, 1).limsup(.5, 1).isEmpty());
  }

  @Test
  void closedFormUnrollsTheRecursion() {
    TwoStepRecursion r = PAPER.recursion();
    double v = 17;
    for (int k = 1; k < 12; k++) {
      Close.to(v, r.after(900, k, 17, 3).orElseThrow(), 1e-13);
      v = r.next(900, v, 3).orElseThrow();
    }
    Close.to(r.limsup(900, 3).orElseThrow(), r.after(900, 5000, 17, 3).orElseThrow(), 1e-13);
  }

  @Test
  void sharperPositionBound() {
    double[] alphas = {10, 200, 500, 10000};
    double[] exact = {.15095419, .010355313, .0041898532, .00021102966};
    double[] bound = {.21258503, .014705176, .0059523341, .00029988004};
    for (int i = 0; i < alphas.length; i++) {
      IronParameters p = new IronParameters(alphas[i], 1, 1);
      double mse =
          StationaryCovariance.mse(Scheme.IRON, p, new double[] {1, 1, 3}, 1).orElseThrow();
      Close.printed(exact[i], mse, 8);
      PositionBound s1 = new PositionBound(p);
      Close.printed(bound[i], s1.limsup(3).orElseThrow(), 8);
      Close.to(s1.noise(3) / (1 - s1.q() * s1.q()), s1.limsup(3).orElseThrow(), 1e-12);
      assertEquals(Math.sqrt(s1.limsup(3).orElseThrow()), s1.inexactRms(3, 0).orElseThrow(), 1e-15);
      double rms = s1.inexactRms(3, .01).orElseThrow();
      double q = s1.q();
      Close.to(rms, Math.sqrt(q * q * rms * rms + s1.noise(3)) + .01, 1e-13);
    }
    Close.to(
        1e12 * new PositionBound(new IronParameters(1e12, 2, .5)).limsup(3).orElseThrow(),
        .25 * 3 / 4,
        1e-11);
    assertTrue(new PositionBound(new IronParameters(1.414, 1, 1)).limsup(3).isEmpty());
    assertTrue(new PositionBound(new IronParameters(1.414, 1, 1)).inexactRms(3, 1).isEmpty());
    assertTrue(new PositionBound(new IronParameters(1.415, 1, 1)).limsup(3).isPresent());
    assertTrue(new PositionBound(new IronParameters(1e6, 0, 1)).limsup(3).isEmpty());
  }

  @Test
  void inexactSolvesDoubleEveryConstant() {
    TwoStepRecursion exact = PAPER.recursion();
    TwoStepRecursion doubled = exact.doubled();
    assertEquals(2 * 756, doubled.a());
    Close.to(2 * Math.sqrt(2 * 432) + 2 * 756, doubled.g(), 1e-15);
    assertTrue(exact.inexactLimsup(1500, 3, .1).isEmpty());
    double alpha = 5000;
    double bound = exact.inexactLimsup(alpha, 3, .1).orElseThrow();
    Close.to((2 * 2.25 * 3 / alpha + 2 * .01) / (1 - doubled.g() / alpha), bound, 1e-14);
    Close.to(.25, Contraction.error(1, 3, 1), 1e-16);
  }

  @Test
  void energyLimits() {
    assertEquals(.8 * 3 / 2, EnergyBound.limsupUpdated(.8, 3));
    assertEquals(.5 * 3 / 2, EnergyBound.limsupFrozen(.8, .5, 3));
    assertEquals(2 * 3 / 2.0 * 2.5, EnergyBound.limsupFrozen(.8, 2, 3), 1e-15);
    double energy = 100;
    for (int k = 0; k < 200; k++) {
      energy = EnergyBound.nextFrozen(new IronParameters(3, .8, 2), energy, 3);
    }
    Close.to(EnergyBound.limsupFrozen(.8, 2, 3), energy, 1e-13);
    Close.to(.25, EnergyBound.nextUpdated(new IronParameters(3, .8, 2), 1, 0), 1e-16);
  }

  /** s = 3/2, lambda = 4/3, r = 3/5, delta = 1/6, q = 4/5, worked out by hand. */
  @Test
  void positionBoundsOfOneStep() {
    PositionBound bound = new PositionBound(new IronParameters(4, .5, 2));
    Close.to(.6, bound.r(), 1e-15);
    Close.to(.8, bound.q(), 1e-15);
    Close.to(3.2, bound.noise(5), 1e-15);
    Close.to(5.04, bound.next(3, 2, 5), 1e-15);
    Close.to(8.52, bound.next(1, 3, 2, 5), 1e-15);
    Close.to(80. / 9, bound.limsup(5).orElseThrow(), 1e-15);
    PositionBound border = new PositionBound(new IronParameters(2, 1, 2));
    assertFalse(border.contracts());
    assertTrue(border.limsup(1).isEmpty());
  }

  @Test
  void recursionsHoldUpToTheirBorders() {
    TwoStepRecursion two = new TwoStepRecursion(0, 1, 3);
    assertTrue(two.limsup(two.g(), 1).isEmpty());
    assertEquals(1.5, two.limsupSimple(2 * two.g(), 1).orElseThrow());
    assertTrue(two.limsupSimple(Math.nextDown(2 * two.g()), 1).isEmpty());
    TwoStepRecursion half = new TwoStepRecursion(.5, 0, 3);
    assertEquals(6, half.limsup(1, 1).orElseThrow());
    assertTrue(half.limsup(Math.nextDown(1), 1).isEmpty());
    assertEquals(3.5, half.next(1, 1, 1).orElseThrow());
    assertEquals(8, new TwoStepRecursion(0, 4, 1).lyapunov(2, 3, 5));
    Close.to(.4, Contraction.resolvent(3, .5), 1e-15);
    assertThrows(IllegalArgumentException.class, () -> Contraction.nagGsOptimalStep(-1, 1, 2));
  }

  @Test
  void theoremTwo() {
    // gamma0 = mu: as Theorem 3.1 with 2/mu + 2/gamma for 2 max(2/mu, 2/gamma).
    VaryingStepBound same = new VaryingStepBound(1, 3, 1);
    assertEquals(PAPER.recursion(), same.recursion());
    VaryingStepBound bound = new VaryingStepBound(1, 3, .5);
    assertEquals(9, bound.k());
    assertEquals(2 * 9 * (2 + 4), bound.c1());
    assertEquals(2.25, bound.c());
    double[] alphas = {5000, 3000, 8000, 4000};
    double[] v = bound.history(alphas, 10, 3).orElseThrow();
    double rate = bound.recursion().g() / 3000;
    Close.to(10, v[0], 1e-16);
    double third = rate * rate * 10 + rate * 2.25 * 3 / alphas[1] + 2.25 * 3 / alphas[2];
    Close.to(third, v[2], 1e-14);
    assertTrue(bound.history(new double[] {5, .9}, 1, 1).isEmpty());
    assertTrue(bound.limsup(100, 3).isEmpty());
    assertTrue(bound.limsup(1e5, 3).isPresent());
  }

  @Test
  void badInput() {
    assertThrows(IllegalArgumentException.class, () -> new ConstantStepBound(3, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new ConstantStepBound(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new VaryingStepBound(1, 2, -1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new VaryingStepBound(1, 2, 1).history(new double[0], 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new VaryingStepBound(1, 2, 1).history(new double[] {2, Double.NaN}, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> PAPER.recursion().limsup(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> PAPER.recursion().after(900, 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> Contraction.error(-1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> EnergyBound.limsupUpdated(0, 1));
  }
}
