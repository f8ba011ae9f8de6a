package org.ironopt.gpu.particles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceFixture;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

/** What clouds on a device keep to. */
class DeviceCloudTest extends DeviceFixture {
  private static final int SIZE = 3;
  private static final int PARTICLES = SIZE * DeviceCloud.GROUPS;
  private static final long SEED = 11;
  private static final DenseMatrix A =
      DenseMatrix.of(new double[][] {{2, .5, 0}, {.5, 1, .25}, {0, .25, 3}});
  private static final double[] B = {5, 5, 5};

  /** Moves a group as the lab does. */
  private static double[] ofCore(Objective f, Iron iron, int g, int steps) {
    RandomStreams streams =
        new RandomStreams(new RandomStreams(SEED).stream("group-" + g).word(0, 0));
    RandomStream start = streams.stream("start");
    int n = f.dimension();
    double[] x0 = new double[n * SIZE];
    for (int i = 0; i < n; i++) {
      start.normals(0, i, n, x0, i * SIZE, SIZE);
    }
    FlowStepper stepper = iron.start(Ensemble.of(f, SIZE), x0, new double[n * SIZE], streams);
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    return stepper.x();
  }

  private static Iron iron(IronParameters p, double rho) {
    return Iron.step(p.alpha())
        .mu(p.mu())
        .gamma(p.gamma())
        .frozen()
        .noise(new CenterNoise(new Noise.Isotropic(rho)));
  }

  private static void same(double[] core, int g, double[] cloud, double tolerance) {
    for (int i = 0; i < core.length; i++) {
      double other = cloud[i / SIZE * PARTICLES + g * SIZE + i % SIZE];
      assertEquals(core[i], other, tolerance * Math.max(1, Math.abs(core[i])), "group " + g);
    }
  }

  @Test
  void quadraticParticlesAreThoseOfTheCore() {
    IronParameters p = new IronParameters(10, 1, 1);
    try (Device device = device();
        DeviceCloud cloud = DeviceCloud.quadratic(device, A, B, PARTICLES, p, 0.7, SEED)) {
      cloud.advance(4);
      cloud.advance(3);
      for (int g : new int[] {0, 1, 63}) {
        same(ofCore(Quadratic.of(A, B), iron(p, 0.7), g, 7), g, cloud.x(), 1e-12);
      }
    }
  }

  /** With a short step the resolvent has one solution, whoever looks for it. */
  @Test
  void logCoshParticlesAreThoseOfTheCore() {
    IronParameters p = new IronParameters(0.2, 1, 1);
    double[] a = {1, 1.5};
    double[] b = {2, 1};
    Iron iron = iron(p, 0.3).inner(InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-13)));
    try (Device device = device();
        DeviceCloud cloud = DeviceCloud.logCosh(device, a, b, PARTICLES, p, 0.3, SEED)) {
      cloud.advance(5);
      for (int g : new int[] {0, 63}) {
        same(ofCore(LogCosh.diagonal(a, b), iron, g, 5), g, cloud.x(), 1e-10);
      }
    }
  }

  @Test
  void theMeanSquareErrorIsThatOfTheParticles() {
    IronParameters p = new IronParameters(1, 1, 1);
    try (Device device = device();
        DeviceCloud cloud = DeviceCloud.quadratic(device, A, B, PARTICLES, p, 1, SEED)) {
      cloud.advance(20);
      double[] x = cloud.x();
      double[] minimizer = Quadratic.of(A, B).minimizer();
      double[] squares = new double[PARTICLES];
      for (int i = 0; i < x.length; i++) {
        double d = x[i] - minimizer[i / PARTICLES];
        squares[i % PARTICLES] += d * d;
      }
      double mean = Arrays.stream(squares).average().orElseThrow();
      DeviceCloud.MeanSquareError mse = cloud.meanSquareError();
      assertEquals(mean, mse.mean(), 1e-12 * mean);
      double variance = Arrays.stream(squares).map(s -> (s - mean) * (s - mean)).sum() / PARTICLES;
      assertEquals(
          Math.sqrt(variance / PARTICLES), mse.standardError(), 1e-9 * mse.standardError());
      assertTrue(mse.standardError() > 0);
    }
  }

  @Test
  void cloudsRepeatAndCutsChangeNothing() {
    IronParameters p = new IronParameters(10, 1, 1);
    double[][] found = new double[2][];
    for (int k = 0; k < 2; k++) {
      try (Device device = device();
          DeviceCloud cloud = DeviceCloud.quadratic(device, A, B, PARTICLES, p, 1, SEED)) {
        cloud.advance(k == 0 ? 5 : 2);
        if (k == 1) {
          cloud.advance(3);
        }
        found[k] = cloud.x();
      }
    }
    assertArrayEquals(found[0], found[1]);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    IronParameters p = new IronParameters(10, 1, 1);
    try (Device device = device()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> DeviceCloud.quadratic(device, A, B, 100, p, 1, SEED));
      assertThrows(
          IllegalArgumentException.class,
          () -> DeviceCloud.logCosh(device, new double[9], new double[9], 64, p, 1, SEED));
    }
  }
}
