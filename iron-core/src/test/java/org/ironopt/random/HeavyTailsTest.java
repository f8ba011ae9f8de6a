package org.ironopt.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class HeavyTailsTest {
  private static final int N = 200_000;

  private static double[] draw(Noise law, long seed) {
    double[] z = new double[N];
    law.draw(new RandomStreams(seed).stream("tails"), 1, 2, N / 2, z);
    return z;
  }

  private static Noise student(double nu, double rho) {
    return new Noise.StudentT(nu, new Noise.Isotropic(rho));
  }

  @Test
  void studentFollowsItsClosedForms() {
    DoubleUnaryOperator cauchy = t -> 0.5 + Math.atan(t) / Math.PI;
    DoubleUnaryOperator two = t -> 0.5 + t / (2 * Math.sqrt(2 + t * t));
    DoubleUnaryOperator three =
        t -> {
          double x = t / Math.sqrt(3);
          return 0.5 + (x / (1 + x * x) + Math.atan(x)) / Math.PI;
        };
    Statistics.follows("nu = 1", draw(student(1, 2), 31), t -> cauchy.applyAsDouble(t / 2), 4);
    Statistics.follows("nu = 2", draw(student(2, 1), 32), two, 4);
    // The variance 3 of t is standardised to rho^2.
    double unit = 0.5 / Math.sqrt(3);
    Statistics.follows("nu = 3", draw(student(3, 0.5), 33), t -> three.applyAsDouble(t / unit), 4);
    Statistics.follows("nu = 1e9", draw(student(1e9, 1), 34), Statistics::normalCdf, 4);
  }

  @Test
  void stableHasItsCharacteristicFunction() {
    double rho = 0.8;
    double[] at = {0.1, 0.5, 1, 2, 5};
    double[] indices = {0.5, 0.8, 1, 1.2, 1.5, 1.9, 2};
    int tests = 2 * at.length * indices.length;
    for (double s : indices) {
      double[] z = draw(new Noise.Stable(s, rho), 35);
      for (double t : at) {
        double phi = Math.exp(-Math.pow(rho * t, s));
        double phi2 = Math.exp(-Math.pow(2 * rho * t, s));
        double cos = 0;
        double sin = 0;
        for (double x : z) {
          cos += Math.cos(t * x) - phi;
          sin += Math.sin(t * x);
        }
        String what = "s = " + s + ", t = " + t;
        double varianceOfCos = (1 + phi2) / 2 - phi * phi;
        Statistics.plausible(what, cos / Math.sqrt(N * varianceOfCos), tests);
        Statistics.plausible(what + ", odd part", sin / Math.sqrt(N * (1 - phi2) / 2), tests);
      }
    }
  }

  @Test
  void stableFollowsItsClosedForms() {
    double rho = 0.8;
    Statistics.follows(
        "s = 1", draw(new Noise.Stable(1, rho), 36), x -> 0.5 + Math.atan(x / rho) / Math.PI, 2);
    Statistics.follows(
        "s = 2",
        draw(new Noise.Stable(2, rho), 37),
        x -> Statistics.normalCdf(x / (rho * Math.sqrt(2))),
        2);
  }

  /** Two increments over alpha/2 have the law of one over alpha. */
  @Test
  void stableIncrementsAddUp() {
    Noise.Stable law = new Noise.Stable(1.3, 1);
    double alpha = 2.5;
    double[] a = draw(law, 38);
    double[] b = draw(law, 39);
    int tests = 3;
    for (double t : new double[] {0.2, 0.7, 1.5}) {
      double phi = Math.exp(-alpha * Math.pow(t, 1.3));
      double phi2 = Math.exp(-alpha * Math.pow(2 * t, 1.3));
      double sum = 0;
      for (int i = 0; i < N; i++) {
        sum += Math.cos(t * law.increment(alpha / 2) * (a[i] + b[i])) - phi;
      }
      double z = sum / Math.sqrt(N * ((1 + phi2) / 2 - phi * phi));
      Statistics.plausible("t = " + t, z, tests);
    }
  }

  @Test
  void halfTurnsHitTheirReferences() {
    for (int k = -2000; k <= 2000; k++) {
      double x = k / 1000.0;
      assertEquals(StrictMath.sin(Math.PI * x), HeavyTails.sinPi(x), 1.5e-15, "sin pi " + x);
      assertEquals(StrictMath.cos(Math.PI * x), HeavyTails.cosPi(x), 1.5e-15, "cos pi " + x);
      assertTrue(HeavyTails.sinPi(x) == -HeavyTails.sinPi(-x));
    }
    assertTrue(HeavyTails.sinPi(1) == 0);
    assertTrue(HeavyTails.cosPi(0.5) == 0);
    assertEquals(1, HeavyTails.sinPi(0.5));
    assertEquals(-1, HeavyTails.cosPi(1));
    assertEquals(Math.sqrt(0.5), HeavyTails.sinPi(0.25), 2e-16);
    assertEquals(Math.PI * 0x1p-53, HeavyTails.sinPi(0x1p-53), 1e-31);
    assertEquals(0.5, HeavyTails.cosPi(1.0 / 3), 2e-16);
  }

  @Test
  void drawingAllocatesNothingThatGrowsWithTheMembers() {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    RandomStream.Step at = new RandomStreams(40).stream("bytes").at(0);
    double[] out = new double[N];
    for (MemberArrays.Sampler law :
        List.of(HeavyTails.student(3, at), HeavyTails.stable(1.5, at))) {
      MemberArrays.fill(law, 2, 1000, out);
      long start = bean.getCurrentThreadAllocatedBytes();
      MemberArrays.fill(law, 2, 1000, out);
      long few = bean.getCurrentThreadAllocatedBytes() - start;
      MemberArrays.fill(law, 2, 50_000, out);
      long many = bean.getCurrentThreadAllocatedBytes() - start - few;
      assertTrue(many <= few + 1000, few + " bytes became " + many);
    }
  }

  @Test
  void extremeUniformsGiveFiniteDraws() {
    double[] ends = {0x1p-53, 0.25, 0.5, 0.75, 1 - 0x1p-53};
    for (double u : ends) {
      for (double v : ends) {
        for (double s : new double[] {0.1, 0.5, 1, 1.5, 2}) {
          double x = HeavyTails.stable(s, u, v);
          assertTrue(Double.isFinite(x), s + " " + u + " " + v + " gave " + x);
          assertTrue(x == -HeavyTails.stable(s, 1 - u, v));
        }
        for (double nu : new double[] {0.11, 1, 3, 1e6}) {
          double x = HeavyTails.student(nu, u, v);
          assertTrue(Double.isFinite(x), nu + " " + u + " " + v + " gave " + x);
        }
      }
    }
  }
}
