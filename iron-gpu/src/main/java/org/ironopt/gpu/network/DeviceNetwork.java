package org.ironopt.gpu.network;

import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Buffers;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceMatrix;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.linalg.internal.Require;
import org.ironopt.network.Network;

/**
 * A network and a batch of rows of its data on a device: forward, backward, along a direction. It
 * is {@code org.ironopt.network.LayerPass} in float throughout, queued without waiting. The rows of
 * a batch are those of a list on the device from the scalar POSITION on.
 */
final class DeviceNetwork implements AutoCloseable {
  final Device device;
  final PaddedLayers shape;

  /** Rows of a batch. */
  final int rows;

  final Buffer scalars;
  private final Buffers buffers;
  private final Buffer table;
  private final Buffer targetTable;
  private final int all;
  private final Buffer list;
  private final Buffer[] h;
  private final Buffer[] delta;
  private final Buffer[] along;
  private final Buffer targets;
  private final Buffer losses;

  /** What kernels of the last layer are told: its number, stride and width, 1/rows, the loss. */
  private final int last;

  private final int stride;
  private final int width;
  private final float share;
  private final int kind;

  /**
   * Takes all rows of a network's data to the device.
   *
   * @param rows of a batch
   */
  DeviceNetwork(Device device, Network f, int rows) {
    this.device = device;
    buffers = new Buffers(device);
    this.rows = rows;
    shape = new PaddedLayers(f.layers());
    last = shape.count();
    stride = shape.stride(last);
    width = shape.width(last);
    share = 1f / rows;
    kind = f.loss().ordinal();
    all = f.data().rows();
    Require.that(1 <= rows && rows <= all, "a batch of %s rows, expected 1 to %s", rows, all);
    scalars = buffers.doubles(Scalars.COUNT);
    list = buffers.ints(all);
    table = buffers.floats((long) all * shape.stride(0));
    device.upload(inputs(f.data()), table);
    boolean same = f.targets().isPresent();
    targetTable = same ? table : buffers.floats((long) all * stride);
    if (!same) {
      device.upload(targets(f.data()), targetTable);
    }
    h = new Buffer[last + 1];
    delta = new Buffer[last + 1];
    along = new Buffer[last + 1];
    for (int l = 0; l <= last; l++) {
      h[l] = buffers.floats((long) rows * shape.stride(l));
      delta[l] = buffers.floats((long) rows * shape.stride(l));
      along[l] = buffers.floats((long) rows * shape.stride(l));
    }
    targets = same ? h[0] : buffers.floats((long) rows * stride);
    losses = buffers.doubles(rows);
  }

  /** Returns the rows one after the other, each with a 1 for the bias and zeros behind it. */
  private float[] inputs(Dataset data) {
    int n = data.columns();
    int wide = shape.stride(0);
    float[] out = new float[Math.multiplyExact(all, wide)];
    double[] row = new double[n];
    for (int i = 0; i < all; i++) {
      data.features().copyRow(data.position(i), row, 0);
      for (int j = 0; j < n; j++) {
        out[i * wide + j] = (float) row[j];
      }
      out[i * wide + n] = 1;
    }
    return out;
  }

  /** Returns the targets of the rows: one number, or one for each class. */
  private float[] targets(Dataset data) {
    float[] out = new float[Math.multiplyExact(all, stride)];
    for (int i = 0; i < all; i++) {
      switch (data.targets()) {
        case Targets.Numbers _ -> out[i * stride] = (float) data.target(i);
        case Targets.Labels _ when width == 1 -> out[i * stride] = data.label(i);
        case Targets.Labels _ -> out[i * stride + data.label(i)] = 1;
      }
    }
    return out;
  }

  int all() {
    return all;
  }

  /** Puts a list of rows on the device; batches are taken from its start on. */
  void list(int[] numbers) {
    device.upload(numbers, list);
  }

  /** Waits and fills an array with the loss of each row, divided by the rows of the batch. */
  void losses(double[] out) {
    device.download(losses, out);
  }

  private DeviceMatrix block(Buffer x, int l) {
    int length = shape.units(l) * shape.columns(l);
    return DeviceMatrix.of(x.part(shape.from(l), length), shape.units(l), shape.columns(l));
  }

  private DeviceMatrix batch(Buffer[] of, int l, int count, int columns, int step) {
    return DeviceMatrix.of(of[l], count, columns, shape.stride(l) * step);
  }

  /** Queues: takes the rows of the step out of the table. */
  void gather() {
    gather(table, h[0], shape.stride(0));
    if (targets != h[0]) {
      gather(targetTable, targets, stride);
    }
  }

  private void gather(Buffer from, Buffer to, int stride) {
    device.launch(Kernel.GATHER, rows, from, list, scalars, to, stride, all);
  }

  /** Queues: outputs, means and derivatives by the outputs at x; the loss goes to a scalar. */
  void forward(Buffer x, int slot) {
    forward(x, h, slot, false);
  }

  /** Queues: the loss at x, without touching what is kept of the last {@link #forward}. */
  void look(Buffer x, int slot) {
    forward(x, along, slot, true);
  }

  private void forward(Buffer x, Buffer[] outputs, int slot, boolean look) {
    for (int l = 1; l <= last; l++) {
      DeviceMatrix from = batch(l == 1 ? h : outputs, l - 1, rows, shape.stride(l - 1), 1);
      DeviceMatrix to = batch(outputs, l, rows, shape.units(l), 1);
      device.multiply(1, from, block(x, l).transpose(), 0, to);
      if (l < last) {
        device.launch(
            Kernel.ACTIVATE, rows, outputs[l], shape.stride(l), shape.width(l), shape.unit(l));
      }
    }
    Buffer z = outputs[last];
    Buffer d = delta[last];
    int to = targets == h[0] ? shape.stride(0) : stride;
    device.launch(Kernel.LOSS, rows, z, targets, d, losses, stride, to, width, share, kind, look);
    device.launch(Kernel.TOTAL, 1, losses, scalars.part(slot, 1), rows);
  }

  /** Queues: the gradient at the x of the last {@link #forward}. */
  void backward(Buffer x, Buffer gradient) {
    back(x, delta, gradient);
  }

  private void back(Buffer x, Buffer[] d, Buffer out) {
    for (int l = last; l >= 1; l--) {
      DeviceMatrix outer = batch(d, l, rows, shape.units(l), 1);
      DeviceMatrix inner = batch(h, l - 1, rows, shape.stride(l - 1), 1);
      device.multiply(1, outer.transpose(), inner, 0, block(out, l));
      if (l > 1) {
        down(x, d, l, rows, 1);
      }
    }
  }

  /** {@code d_{l-1} = (d_l W_l) phi'}. */
  private void down(Buffer x, Buffer[] d, int l, int count, int step) {
    DeviceMatrix from = batch(d, l, count, shape.units(l), 1);
    DeviceMatrix to = batch(d, l - 1, count, shape.stride(l - 1), 1);
    device.multiply(1, from, block(x, l), 0, to);
    slope(d[l - 1], l - 1, count, step);
  }

  private void slope(Buffer d, int l, int count, int step) {
    int unit = shape.unit(l);
    device.launch(Kernel.SLOPE, count, h[l], d, shape.stride(l), shape.width(l), unit, step);
  }

  /** Queues: {@code out = G v} with the Gauss-Newton matrix at the x of {@link #forward}. */
  void product(Buffer x, Buffer v, Buffer out) {
    along(x, v);
    Buffer change = along[last];
    device.launch(Kernel.COVARIANCE, rows, h[last], change, stride, width, share, kind);
    back(x, along, out);
  }

  /** Queues: {@code <v, G v>}, half a product, to a scalar. */
  void form(Buffer x, Buffer v, int slot) {
    along(x, v);
    Buffer change = along[last];
    device.launch(Kernel.FORM, rows, h[last], change, losses, stride, width, share, kind);
    device.launch(Kernel.TOTAL, 1, losses, scalars.part(slot, 1), rows);
  }

  /** Queues: how the outputs of all layers change along v. */
  private void along(Buffer x, Buffer v) {
    for (int l = 1; l <= last; l++) {
      DeviceMatrix to = batch(along, l, rows, shape.units(l), 1);
      DeviceMatrix outputs = batch(h, l - 1, rows, shape.stride(l - 1), 1);
      device.multiply(1, outputs, block(v, l).transpose(), 0, to);
      if (l > 1) {
        DeviceMatrix before = batch(along, l - 1, rows, shape.stride(l - 1), 1);
        device.multiply(1, before, block(x, l).transpose(), 1, to);
      }
      if (l < last) {
        slope(along[l], l, rows, 1);
      }
    }
  }

  /** Returns how many numbers {@link #statistics} makes. */
  long modelLength() {
    return modelLength(last);
  }

  private long modelLength(int layers) {
    long length = 0;
    for (int l = 1; l <= layers; l++) {
      length += (long) shape.columns(l) * shape.columns(l) + (long) shape.units(l) * shape.units(l);
    }
    return length;
  }

  /** Returns the second moments of layer l's inputs (right) or derivatives in a model. */
  DeviceMatrix factor(Buffer model, int l, boolean right) {
    long at = modelLength(l - 1);
    int n = right ? shape.columns(l) : shape.units(l);
    at += right ? 0 : (long) shape.columns(l) * shape.columns(l);
    return DeviceMatrix.of(model.part(at, (long) n * n), n, n);
  }

  /**
   * Queues: second moments over every {@code step}-th row for targets drawn from the model, by the
   * numbers of step SOLVES of the stream with these words.
   */
  void statistics(Buffer x, int step, long[] words, Buffer model) {
    int count = Math.ceilDiv(rows, step);
    Buffer drawn = along[last];
    long one = words[0];
    long two = words[1];
    device.launch(Kernel.DRAW, count, h[last], drawn, scalars, stride, width, step, kind, one, two);
    for (int l = last; l >= 1; l--) {
      DeviceMatrix d = batch(along, l, count, shape.units(l), 1);
      DeviceMatrix inputs = batch(h, l - 1, count, shape.stride(l - 1), step);
      device.multiply(1.0 / count, d.transpose(), d, 0, factor(model, l, false));
      device.multiply(1.0 / count, inputs.transpose(), inputs, 0, factor(model, l, true));
      if (l > 1) {
        down(x, along, l, count, step);
      }
    }
  }

  @Override
  public void close() {
    buffers.close();
  }
}
