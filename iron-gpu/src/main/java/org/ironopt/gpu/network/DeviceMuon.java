package org.ironopt.gpu.network;

import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceMatrix;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.network.Muon;
import org.ironopt.network.internal.PolarFactor;

/**
 * The step of {@code network.Muon} on a device, from the gradient on. A padded block of a layer
 * with zeros in the column of its biases has the singular vectors of its weights, so that the
 * Newton-Schulz steps need no copy of them; they multiply from the shorter side.
 */
final class DeviceMuon {
  private final Device device;
  private final PaddedLayers shape;
  private final Buffer scalars;
  private final Muon method;
  private final Buffer u;
  private final Buffer next;
  private final Buffer gram;
  private final Buffer polynomial;
  private final Buffer partial;

  DeviceMuon(DeviceTraining training, Muon method) {
    device = training.device;
    shape = training.network.shape;
    scalars = training.scalars;
    this.method = method;
    long block = 0;
    long square = 0;
    for (int l = 1; l <= shape.count(); l++) {
      block = Math.max(block, length(l));
      square = Math.max(square, (long) side(l) * side(l));
    }
    u = training.buffers.floats(block);
    next = training.buffers.floats(block);
    gram = training.buffers.floats(square);
    polynomial = training.buffers.floats(square);
    partial = training.buffers.doubles(Kernel.MOST_BLOCKS);
  }

  private long length(int l) {
    return (long) shape.units(l) * shape.columns(l);
  }

  private int side(int l) {
    return Math.min(shape.units(l), shape.columns(l));
  }

  /** Queues: the step of all layers, given the scalars of Adam. */
  void move(Buffer x, Buffer g, Buffer m, Buffer w, Buffer average) {
    for (int l = 1; l <= shape.count(); l++) {
      long n = length(l);
      int from = shape.from(l);
      int blocks = Kernel.blocks(n);
      int stride = shape.columns(l);
      int bias = shape.width(l - 1);
      Buffer own = u.part(0, n);
      Buffer gradient = g.part(from, n);
      Buffer memory = m.part(from, n);
      float momentum = (float) method.momentum();
      device.launch(Kernel.MUON_MIX, blocks, gradient, memory, own, momentum, stride, bias, n);
      device.launch(Kernel.DOT, blocks, own, own, partial, n);
      Buffer square = scalars.part(Scalars.LINEAR, 1);
      device.launch(Kernel.TOTAL, 1, partial, square, blocks);
      double small = PolarFactor.SMALL;
      device.launch(Kernel.MUON_UNIT, blocks, own, scalars, Scalars.LINEAR, small, n);
      Object[] taken = {
        x.part(from, n),
        polarFactor(l),
        gradient,
        memory,
        w.part(from, n),
        average.part(from, n),
        scalars,
        Muon.scale(shape.layers().blocks().get(l - 1)),
        method.rest(),
        (float) Muon.BETA1,
        (float) Muon.BETA2,
        (float) Muon.EPS,
        stride,
        bias,
        n
      };
      device.launch(Kernel.MUON_MOVE, blocks, taken);
    }
  }

  /** Queues the Newton-Schulz steps from u of norm one; returns where they end. */
  private Buffer polarFactor(int l) {
    int rows = shape.units(l);
    int columns = shape.columns(l);
    boolean tall = rows > columns;
    int side = side(l);
    Buffer moments = gram.part(0, (long) side * side);
    Buffer factor = polynomial.part(0, (long) side * side);
    DeviceMatrix a = DeviceMatrix.of(moments, side, side);
    DeviceMatrix p = DeviceMatrix.of(factor, side, side);
    Buffer from = u.part(0, length(l));
    Buffer to = next.part(0, length(l));
    for (int k = 0; k < method.steps(); k++) {
      DeviceMatrix y = DeviceMatrix.of(from, rows, columns);
      device.multiply(1, tall ? y.transpose() : y, tall ? y : y.transpose(), 0, a);
      device.copy(moments, factor);
      device.multiply(PolarFactor.FIFTH, a, a, PolarFactor.THIRD, p);
      device.copy(from, to);
      DeviceMatrix z = DeviceMatrix.of(to, rows, columns);
      device.multiply(1, tall ? y : p, tall ? p : y, PolarFactor.FIRST, z);
      Buffer last = from;
      from = to;
      to = last;
    }
    return from;
  }
}
