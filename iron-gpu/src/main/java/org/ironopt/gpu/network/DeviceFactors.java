package org.ironopt.gpu.network;

import java.util.Arrays;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceMatrix;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.Preconditioner;

/**
 * {@code Preconditioner.Averaged} on a device: a running average of the Kronecker-factored models
 * of a network, and its inverse. A factor that cannot be inverted counts as the identity.
 */
final class DeviceFactors {
  /** A factor that is not definite in floats is damped by so much more, up to so often. */
  private static final double MORE = 10;

  private static final int ATTEMPTS = 8;

  private final Device device;
  private final DeviceNetwork network;
  private final Preconditioner.Averaged rule;
  private final int count;
  private final int thin;
  private final long[] words;
  private final Buffer model;
  private final Buffer fresh;
  private final Buffer inverse;
  private final Buffer damped;
  private final Buffer middle;
  private final Buffer traces;
  private final Buffer infos;
  private final DeviceTraining.StepGraph tracing;

  DeviceFactors(DeviceTraining training, Preconditioner.Averaged rule) {
    device = training.device;
    network = training.network;
    this.rule = rule;
    count = 2 * network.shape.count();
    thin = (int) Math.max(1, 1 / rule.part());
    words = new RandomStreams(rule.seed()).stream("targets").words();
    long length = network.modelLength();
    model = training.kept(length);
    inverse = training.kept(length);
    fresh = training.buffers.floats(length);
    damped = training.buffers.floats(length);
    middle = training.buffers.floats(training.n);
    traces = training.buffers.doubles(count);
    infos = training.buffers.ints(count);
    tracing = training.new StepGraph(this::trace);
    for (int f = 0; f < count; f++) {
      unit(factor(inverse, f));
    }
  }

  /** Returns factor f of a model: right and left of layer 1, right and left of layer 2, ... */
  private DeviceMatrix factor(Buffer of, int f) {
    return network.factor(of, 1 + f / 2, f % 2 == 0);
  }

  private void unit(DeviceMatrix a) {
    device.launch(Kernel.IDENTITY, Kernel.blocks((long) a.rows() * a.rows()), a.data(), a.rows());
  }

  /** Queues: a model at the x of the last forward pass, taken into the average. */
  void learn(Buffer x) {
    network.statistics(x, thin, words, fresh);
    device.launch(Kernel.NOTE, 1, network.scalars, Scalars.MODELS);
    long length = fresh.length();
    device.launch(
        Kernel.BLEND, Kernel.blocks(length), model, fresh, network.scalars, rule.weight(), length);
  }

  /** Queues: the traces that split the damping. */
  private void trace() {
    for (int f = 0; f < count; f++) {
      int l = 1 + f / 2;
      int dimension = f % 2 == 0 ? network.shape.width(l - 1) + 1 : network.shape.width(l);
      DeviceMatrix a = factor(model, f);
      device.launch(Kernel.TRACE, 1, a.data(), traces.part(f, 1), dimension, a.stride());
    }
  }

  /** Renews the inverses, with more damping where floats need it; waits. */
  void renew() {
    tracing.queue();
    int[] failed = new int[count];
    Arrays.fill(failed, 1);
    double more = 1;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++, more *= MORE) {
      for (int f = 0; f < count; f++) {
        if (failed[f] != 0) {
          DeviceMatrix a = factor(damped, f);
          int n = a.rows();
          int blocks = Kernel.blocks((long) n * n);
          Buffer from = factor(model, f).data();
          Buffer both = traces.part(f / 2 * 2, 2);
          int sign = f % 2 == 0 ? 1 : -1;
          device.launch(Kernel.DAMP, blocks, from, a.data(), both, network.scalars, sign, more, n);
          device.invert(a, factor(inverse, f), infos.part(f, 1));
        }
      }
      device.download(infos, failed);
      if (Arrays.stream(failed).allMatch(i -> i == 0)) {
        return;
      }
    }
    for (int f = 0; f < count; f++) {
      if (failed[f] != 0) {
        unit(factor(inverse, f));
      }
    }
  }

  /** Queues: {@code z = S^-1 r A^-1} for every layer. */
  void apply(Buffer r, Buffer z) {
    for (int l = 1; l <= network.shape.count(); l++) {
      int from = network.shape.from(l);
      int rows = network.shape.units(l);
      int columns = network.shape.columns(l);
      DeviceMatrix between = DeviceMatrix.of(middle.part(0, (long) rows * columns), rows, columns);
      device.multiply(
          1, part(r, from, rows, columns), network.factor(inverse, l, true), 0, between);
      device.multiply(
          1, network.factor(inverse, l, false), between, 0, part(z, from, rows, columns));
    }
  }

  private static DeviceMatrix part(Buffer of, int from, int rows, int columns) {
    return DeviceMatrix.of(of.part(from, (long) rows * columns), rows, columns);
  }
}
