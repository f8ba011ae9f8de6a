package org.ironopt.gpu.particles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Buffers;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.Require;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;

/**
 * A cloud of particles on a device that follow IRON with frozen gamma and isotropic center noise,
 * from {@code x0 ~ N(0, I)}, {@code v0 = 0}, in double. It draws the normals of the lab's {@code
 * particles.Cloud}: a group of particles has the streams of its own name, and the noise of a
 * particle depends on its number in the group. Many steps are one launch, with the particles in
 * registers.
 */
public final class DeviceCloud implements AutoCloseable {
  /** Groups of a cloud, as in the lab. */
  public static final int GROUPS = 64;

  /** Coordinates at most. */
  public static final int MOST = 8;

  private final Device device;
  private final Buffers buffers;
  private final Buffer x;
  private final Buffer v;
  private final Buffer words;
  private final Buffer first;
  private final Buffer second;
  private final Buffer minimizer;
  private final Buffer partial;
  private final Buffer sums;
  private final long particles;
  private final int n;
  private final IronParameters p;
  private final double noise;
  private final boolean quadratic;
  private long k;

  private DeviceCloud(
      Device device,
      long particles,
      double[] first,
      double[] second,
      double[] minimizer,
      IronParameters p,
      double rho,
      long seed,
      boolean quadratic) {
    n = minimizer.length;
    Require.that(
        particles >= GROUPS && particles % GROUPS == 0,
        "a cloud of %s particles, expected a multiple of %s",
        particles,
        GROUPS);
    Require.that(n <= MOST, "a cloud of %s coordinates, expected at most %s", n, MOST);
    this.device = device;
    buffers = new Buffers(device);
    this.particles = particles;
    this.p = p;
    this.quadratic = quadratic;
    noise = rho * Math.sqrt(p.alpha()) / p.s();
    x = buffers.doubles(n * particles);
    v = buffers.doubles(n * particles);
    this.first = uploaded(first);
    this.second = uploaded(second);
    this.minimizer = uploaded(minimizer);
    partial = buffers.doubles(2L * Kernel.MOST_BLOCKS);
    sums = buffers.doubles(2);
    words = words(seed, "noise");
    Buffer start = words(seed, "start");
    device.launch(Kernel.START_CLOUD, blocks(), x, v, start, particles, size(), n);
  }

  /**
   * Returns a cloud on {@code f(x) = x'Ax/2 - b'x}.
   *
   * @param p alpha, mu and gamma
   * @param rho standard deviation of the noise in each coordinate
   */
  public static DeviceCloud quadratic(
      Device device,
      DenseMatrix a,
      double[] b,
      long particles,
      IronParameters p,
      double rho,
      long seed) {
    int n = Require.shape("A", b.length, b.length, a).rows();
    SymmetricEigen eigen = SymmetricEigen.of(a);
    double[] matrix = new double[n * n];
    double[] shift = new double[n];
    double[] minimizer = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double inverse = 0;
        for (int l = 0; l < n; l++) {
          double both = eigen.vectors().get(i, l) * eigen.vectors().get(j, l);
          matrix[i * n + j] += both / (1 + p.lambda() * eigen.values()[l]);
          inverse += both / eigen.values()[l];
        }
        shift[i] += p.lambda() * matrix[i * n + j] * b[j];
        minimizer[i] += inverse * b[j];
      }
    }
    return new DeviceCloud(device, particles, matrix, shift, minimizer, p, rho, seed, true);
  }

  /**
   * Returns a cloud on the log-cosh regression {@code |diag(a) log cosh x - b|^2 / 2}. A resolvent
   * with several solutions takes the one that Newton's method finds from the old point, coordinate
   * by coordinate.
   */
  public static DeviceCloud logCosh(
      Device device,
      double[] a,
      double[] b,
      long particles,
      IronParameters p,
      double rho,
      long seed) {
    Require.sameLength("a", a.length, "b", b.length);
    double[] minimizer = org.ironopt.problem.analytic.LogCosh.diagonal(a, b).minimizer();
    return new DeviceCloud(device, particles, a, b, minimizer, p, rho, seed, false);
  }

  private Buffer uploaded(double[] numbers) {
    Buffer made = buffers.doubles(numbers.length);
    device.upload(numbers, made);
    return made;
  }

  private Buffer words(long seed, String name) {
    int[] words = new int[4 * GROUPS];
    for (int g = 0; g < GROUPS; g++) {
      long root = new RandomStreams(seed).stream("group-" + g).word(0, 0);
      long[] two = new RandomStreams(root).stream(name).words();
      for (int i = 0; i < 2; i++) {
        words[4 * g + 2 * i] = (int) (two[i] >>> 32);
        words[4 * g + 2 * i + 1] = (int) two[i];
      }
    }
    Buffer made = buffers.ints(words.length);
    device.upload(words, made);
    return made;
  }

  private int blocks() {
    return Kernel.blocks(particles);
  }

  private long size() {
    return particles / GROUPS;
  }

  /** Queues so many steps. */
  public void advance(int steps) {
    Require.atLeast("steps", 1, steps);
    List<Object> arguments = new ArrayList<>();
    Collections.addAll(arguments, x, v, words, first, second, particles, size(), n, k, steps);
    Collections.addAll(arguments, 1 / p.s(), noise, 1 / p.alpha());
    if (!quadratic) {
      arguments.add(p.lambda());
    }
    Kernel kernel = quadratic ? Kernel.QUADRATIC_CLOUD : Kernel.LOGCOSH_CLOUD;
    device.launch(kernel, blocks(), arguments.toArray());
    k += steps;
  }

  /**
   * The mean square distance to the minimiser, over all particles.
   *
   * @param mean of the squares
   * @param standardError of the mean
   */
  public record MeanSquareError(double mean, double standardError) {}

  /** Waits and returns the mean square error. */
  public MeanSquareError meanSquareError() {
    device.launch(Kernel.CLOUD_ERROR, blocks(), x, minimizer, partial, particles, n);
    device.launch(Kernel.TOTAL, 2, partial, sums, blocks());
    double[] two = new double[2];
    device.download(sums, two);
    double mean = two[0] / particles;
    double variance = two[1] / particles - mean * mean;
    return new MeanSquareError(mean, Math.sqrt(variance / particles));
  }

  /** Waits and returns all coordinates, coordinate i of particle j at {@code i particles + j}. */
  public double[] x() {
    double[] out = new double[Math.toIntExact(n * particles)];
    device.download(x, out);
    return out;
  }

  @Override
  public void close() {
    buffers.close();
  }
}
