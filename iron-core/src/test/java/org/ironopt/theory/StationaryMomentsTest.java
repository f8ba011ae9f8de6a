package org.ironopt.theory;

import static org.ironopt.theory.Scheme.EXPLICIT_EULER;
import static org.ironopt.theory.Scheme.IRON;
import static org.ironopt.theory.Scheme.NAG_GS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StationaryMomentsTest {

  private static double center(Scheme scheme, double alpha) {
    IronParameters p = new IronParameters(alpha, 1, 0.6);
    return StationaryCovariance.variance(scheme, p, 1.7, 0.81).orElseThrow();
  }

  private static double gradient(Scheme scheme, double alpha) {
    IronParameters p = new IronParameters(alpha, 1, 0.6);
    double rho2 = NoiseSource.GRADIENT.diffusion(p, 1);
    return StationaryCovariance.variance(scheme, p, 1.7, rho2).orElseThrow();
  }

  @Test
  void centerNoise() {
    double[] alphas = {0.1, 1, 10, 100};
    double[] iron = {
      0.04875559656434422, 0.032041608673357265, 0.008445990857677584, 0.0009902866047918632
    };
    double[] nag = {
      0.05076479102150462, 0.04249098857274332, 0.026910536328474424, 0.005163426172166149
    };
    for (int i = 0; i < alphas.length; i++) {
      Close.to(iron[i], center(IRON, alphas[i]), 1e-14);
      Close.to(nag[i], center(NAG_GS, alphas[i]), 1e-14);
    }
    Close.to(0.060461527868748, center(EXPLICIT_EULER, 0.1), 1e-13);
    double flow = StationaryCovariance.continuousTime(1, 0.6, 1.7, 0.81);
    Close.to(0.053602941176471, flow, 1e-13);
    for (Scheme scheme : Scheme.values()) {
      Close.to(flow, center(scheme, 1e-12), 1e-11);
    }
    IronParameters beyond = new IronParameters(0.9411764705882354, 1, 0.6);
    assertTrue(StationaryCovariance.variance(EXPLICIT_EULER, beyond, 1.7, 1).isEmpty());
    assertTrue(StationaryCovariance.closedForm(EXPLICIT_EULER, beyond, 1.7, 1).isEmpty());
    assertTrue(StationaryCovariance.linearSystem(EXPLICIT_EULER, beyond, 1.7, 1).isEmpty());
  }

  @Test
  void gradientNoiseGrowsWithTheStep() {
    double[] alphas = {0.5, 1, 5, 50, 500};
    double[] iron = {
      0.0657890274754, 0.109882059922, 0.24721394191, 0.333377705697, 0.344722012755
    };
    double[] nag = {0.0773315461154, 0.145716696066, 0.588441764912, 1.61252984417, 1.91977701952};
    for (int i = 0; i < alphas.length; i++) {
      Close.printed(iron[i], gradient(IRON, alphas[i]), 12);
      Close.printed(nag[i], gradient(NAG_GS, alphas[i]), 12);
    }
    Close.printed(0.346020761246, gradient(IRON, 1e15), 12);
    Close.to(1 / (1.7 * 0.3), gradient(NAG_GS, 1e15), 1e-12);
  }

  @Test
  void gradientNoiseIsSppamWithTheResolventStep() {
    for (double alpha : new double[] {0.5, 1, 5, 50, 500}) {
      IronParameters p = new IronParameters(alpha, 1, 0.6);
      double eta = p.lambda();
      double b = p.delta();
      double r = 1 / (1 + eta * 1.7);
      double sppam =
          (1 + b * r) * r * r * eta * eta / ((1 - b * r) * (1 - r) * (1 + r + 2 * b * r));
      Close.to(sppam, gradient(IRON, alpha), 1e-13);
    }
  }

  @Test
  void equalsThePapersLinearSystem() {
    double[] alphas = {1, 2.732050808, 10, 27.32050808, 54.64101615, 200, 500, 546.4, 1366.025404};
    for (double alpha : alphas) {
      for (double a : new double[] {1, 3}) {
        same(IRON, new IronParameters(alpha, 1, 1), a, 1e-14);
        same(IRON, new IronParameters(alpha, 1, 0.6), a, 1e-14);
      }
    }
    same(NAG_GS, new IronParameters(2, 1, 0.6), 1.7, 1e-14);
    same(NAG_GS, new IronParameters(2, 1, 0.6), 2.4, 1e-13);
    same(EXPLICIT_EULER, new IronParameters(0.5, 1, 0.6), 1.7, 1e-13);
  }

  private static void same(Scheme scheme, IronParameters p, double a, double relative) {
    StationaryCovariance closed = StationaryCovariance.closedForm(scheme, p, a, 0.7).orElseThrow();
    StationaryCovariance solved =
        StationaryCovariance.linearSystem(scheme, p, a, 0.7).orElseThrow();
    Close.to(solved.p11(), closed.p11(), relative);
    Close.to(solved.p12(), closed.p12(), relative);
    Close.to(solved.p22(), closed.p22(), relative);
    Close.to(solved.lagOne(), closed.lagOne(), relative);
  }

  @Test
  void solvesItsLyapunovEquation() {
    SplittableRandom random = new SplittableRandom(17);
    for (int trial = 0; trial < 500; trial++) {
      double mu = Math.pow(10, random.nextDouble(-2, 1));
      double gamma = Math.pow(10, random.nextDouble(-2, 1));
      double a = mu * Math.pow(100, random.nextDouble());
      IronParameters p = new IronParameters(Math.pow(10, random.nextDouble(-1, 4)), mu, gamma);
      for (Scheme scheme : Scheme.values()) {
        TransitionMatrix t = new TransitionMatrix(scheme, p, a);
        if (!t.stable()) {
          continue;
        }
        StationaryCovariance c = StationaryCovariance.closedForm(scheme, p, a, 1).orElseThrow();
        double[] m = t.matrix();
        double[] g = t.noise();
        double q = t.noiseVariance();
        double x = m[0] * c.p11() + m[1] * c.p12();
        double y = m[0] * c.p12() + m[1] * c.p22();
        double z = m[2] * c.p11() + m[3] * c.p12();
        double w = m[2] * c.p12() + m[3] * c.p22();
        double size = (c.p11() + c.p22()) * 1e-12;
        assertEquals(c.p11(), x * m[0] + y * m[1] + q * g[0] * g[0], size, t.toString());
        assertEquals(c.p12(), x * m[2] + y * m[3] + q * g[0] * g[1], size, t.toString());
        assertEquals(c.p22(), z * m[2] + w * m[3] + q * g[1] * g[1], size, t.toString());
        assertEquals(c.lagOne(), x, size, t.toString());
      }
    }
  }

  /** The second-order recursion of the definitions, in 60 digits. */
  @Test
  void closedFormsKeepTwelveDigitsForAllSteps() {
    for (double alpha = 1e-6; alpha < 2e8; alpha *= Math.sqrt(10)) {
      for (double a : new double[] {1, 1.7, 1.99, 40}) {
        for (double gamma : new double[] {0.01, 1, 7}) {
          IronParameters p = new IronParameters(alpha, 1, gamma);
          for (Scheme scheme : Scheme.values()) {
            var variance = StationaryCovariance.variance(scheme, p, a, 0.5);
            if (variance.isPresent()) {
              double exact = reference(scheme, alpha, gamma, a).doubleValue() / 2;
              Close.to(exact, variance.getAsDouble(), 1e-12, scheme + " a " + a + " " + p);
            }
          }
        }
      }
    }
  }

  private static BigDecimal reference(Scheme scheme, double alpha, double gamma, double a) {
    MathContext mc = new MathContext(60);
    BigDecimal one = BigDecimal.ONE;
    BigDecimal al = new BigDecimal(alpha);
    BigDecimal ga = new BigDecimal(gamma);
    BigDecimal ei = new BigDecimal(a);
    BigDecimal p1;
    BigDecimal p2;
    BigDecimal q;
    switch (scheme) {
      case IRON -> {
        BigDecimal s = one.add(one.divide(al, mc)).add(one.divide(ga, mc));
        BigDecimal r = one.divide(one.add(al.multiply(ei).divide(ga.multiply(s), mc)), mc);
        BigDecimal delta = one.divide(al.multiply(s), mc);
        p1 = r.multiply(one.add(delta));
        p2 = r.multiply(delta).negate();
        q = r.multiply(r).multiply(al).divide(s.multiply(s), mc);
      }
      case NAG_GS -> {
        BigDecimal d = one.add(al).multiply(ga.add(al));
        p2 = ga.divide(d, mc).negate();
        BigDecimal m22 =
            ga.multiply(one.add(al)).add(al.multiply(al).multiply(one.subtract(ei))).divide(d, mc);
        p1 = one.divide(one.add(al), mc).add(m22);
        q = al.multiply(al).multiply(al).multiply(ga).multiply(ga).divide(d.multiply(d), mc);
      }
      default -> {
        BigDecimal damp = al.multiply(one.add(one.divide(ga, mc)));
        p1 = new BigDecimal(2).subtract(damp);
        p2 = damp.subtract(one).subtract(al.multiply(al).multiply(ei).divide(ga, mc));
        q = al.multiply(al).multiply(al);
      }
    }
    BigDecimal minus = one.subtract(p2);
    BigDecimal below = minus.multiply(minus).subtract(p1.multiply(p1)).multiply(one.add(p2));
    return minus.multiply(q).divide(below, mc);
  }

  @Test
  void decreasesInTheStepAndNeverExceedsNagGs() {
    SplittableRandom random = new SplittableRandom(19);
    for (int trial = 0; trial < 300; trial++) {
      double mu = Math.pow(10, random.nextDouble(-2, 2));
      double gamma = Math.pow(10, random.nextDouble(-2, 2));
      double a = mu * Math.pow(1000, random.nextDouble());
      double last = StationaryCovariance.continuousTime(mu, gamma, a, 1);
      for (double alpha = 1e-6; alpha < 1e8; alpha *= 3) {
        IronParameters p = new IronParameters(alpha, mu, gamma);
        double iron = StationaryCovariance.variance(IRON, p, a, 1).orElseThrow();
        String message = "trial " + trial + " a " + a + " " + p;
        assertTrue(iron < last, message);
        var nag = StationaryCovariance.variance(NAG_GS, p, a, 1);
        assertTrue(nag.isEmpty() || iron <= nag.getAsDouble() * (1 + 1e-14), message);
        last = iron;
        double equal = StationaryCovariance.variance(NAG_GS, p, mu, 1).orElseThrow();
        Close.to(
            equal, StationaryCovariance.variance(IRON, p, mu, 1).orElseThrow(), 1e-14, message);
      }
    }
  }

  @Test
  void explicitEulerIsIronWithTheStepReversed() {
    double mu = 1;
    double gamma = 0.6;
    double a = 1.7;
    double m = gamma + mu;
    for (double step : new double[] {0.01, 0.1, 0.5, 0.9}) {
      double back = -step;
      double formula =
          gamma
              * gamma
              * (2 * gamma + m * back + a * back * back)
              / (a * (m + a * back) * (4 * gamma + 2 * m * back + a * back * back));
      IronParameters p = new IronParameters(step, mu, gamma);
      Close.to(
          formula, StationaryCovariance.variance(EXPLICIT_EULER, p, a, 1).orElseThrow(), 1e-13);
    }
  }

  @Test
  void badInput() {
    IronParameters p = new IronParameters(1, 1, 1);
    assertThrows(
        IllegalArgumentException.class, () -> StationaryCovariance.variance(IRON, p, -1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> StationaryCovariance.variance(IRON, p, 1, -1));
    assertThrows(
        IllegalArgumentException.class, () -> StationaryCovariance.continuousTime(1, 0, 1, 1));
  }
}
