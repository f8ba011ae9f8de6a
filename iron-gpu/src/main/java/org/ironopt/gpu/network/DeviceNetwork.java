package org.ironopt.gpu.network;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;
import org.ironopt.gpu.Scalars;
import org.ironopt.network.Layers;
import org.ironopt.network.NetworkLoss;

/**
 * A network and a batch of rows of its data on a device: forward, backward, along a direction. It
 * is {@code org.ironopt.network.Pass} in float throughout, queued without waiting. The rows of a
 * batch are those of a list on the device from the scalar POSITION on.
 */
final class DeviceNetwork implements AutoCloseable {
  final Device device;
  final Shape shape;
  final NetworkLoss loss;

  /** Rows of a batch. */
  final int rows;

  final Buffer scalars;
  private final List<Buffer> owned = new ArrayList<>();
  private final Buffer table;
  private final Buffer targetTable;
  private final int all;
  private final Buffer list;
  private final Buffer[] h;
  private final Buffer[] delta;
  private final Buffer[] along;
  private final Buffer targets;
  private final Buffer losses;

  /**
   * Takes the rows to the device.
   *
   * @param inputs one row after the other
   * @param targets one row after the other, the same array if the network reproduces its inputs
   */
  DeviceNetwork(
      Device device, Layers layers, NetworkLoss loss, float[] inputs, float[] targets, int rows) {
    this.device = device;
    this.loss = loss;
    this.rows = rows;
    shape = new Shape(layers);
    int count = shape.count();
    all = inputs.length / shape.width(0);
    if (rows < 1 || rows > all) {
      throw new IllegalArgumentException("a batch of " + rows + " rows, expected 1 to " + all);
    }
    if (targets.length != all * shape.width(count)) {
      throw new IllegalArgumentException(
          targets.length + " targets, expected " + all + " x " + shape.width(count));
    }
    scalars = owned(device.doubles(Scalars.COUNT));
    list = owned(device.ints(all));
    table = owned(device.floats((long) all * shape.stride(0)));
    device.upload(padded(inputs, shape.width(0), shape.stride(0), 1), table);
    boolean same = targets == inputs;
    int wide = same ? shape.stride(0) : shape.stride(count);
    targetTable = same ? table : owned(device.floats((long) all * wide));
    if (!same) {
      device.upload(padded(targets, shape.width(count), wide, 0), targetTable);
    }
    h = new Buffer[count + 1];
    delta = new Buffer[count + 1];
    along = new Buffer[count + 1];
    for (int l = 0; l <= count; l++) {
      h[l] = owned(device.floats((long) rows * shape.stride(l)));
      delta[l] = owned(device.floats((long) rows * shape.stride(l)));
      along[l] = owned(device.floats((long) rows * shape.stride(l)));
    }
    this.targets = same ? h[0] : owned(device.floats((long) rows * wide));
    losses = owned(device.doubles(rows));
  }

  private Buffer owned(Buffer buffer) {
    owned.add(buffer);
    return buffer;
  }

  private float[] padded(float[] from, int width, int stride, float one) {
    float[] out = new float[all * stride];
    for (int i = 0; i < all; i++) {
      System.arraycopy(from, i * width, out, i * stride, width);
      if (stride > width) {
        out[i * stride + width] = one;
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

  private Matrix block(Buffer x, int l) {
    int length = shape.units(l) * shape.columns(l);
    return Matrix.of(x.part(shape.from(l), length), shape.units(l), shape.columns(l));
  }

  private Matrix batch(Buffer[] of, int l, int count, int columns, int step) {
    return Matrix.of(of[l], count, columns, shape.stride(l) * step);
  }

  /** Queues: takes the rows of the step out of the table. */
  void gather() {
    gather(table, h[0], shape.stride(0));
    if (targets != h[0]) {
      gather(targetTable, targets, shape.stride(shape.count()));
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
    int last = shape.count();
    for (int l = 1; l <= last; l++) {
      Matrix from = batch(l == 1 ? h : outputs, l - 1, rows, shape.stride(l - 1), 1);
      Matrix to = batch(outputs, l, rows, shape.units(l), 1);
      device.multiply(1, from, block(x, l).transpose(), 0, to);
      if (l < last) {
        device.launch(
            Kernel.ACTIVATE,
            rows,
            outputs[l],
            shape.stride(l),
            shape.width(l),
            shape.unit(l).ordinal());
      }
    }
    device.launch(
        Kernel.LOSS,
        rows,
        outputs[last],
        targets,
        delta[last],
        losses,
        shape.stride(last),
        targets == h[0] ? shape.stride(0) : shape.stride(last),
        shape.width(last),
        1f / rows,
        loss.ordinal(),
        look ? 1 : 0);
    device.launch(Kernel.TOTAL, 1, losses, scalars.part(slot, 1), rows);
  }

  /** Queues: the gradient at the x of the last {@link #forward}. */
  void backward(Buffer x, Buffer gradient) {
    back(x, delta, gradient);
  }

  private void back(Buffer x, Buffer[] d, Buffer out) {
    for (int l = shape.count(); l >= 1; l--) {
      Matrix outer = batch(d, l, rows, shape.units(l), 1);
      Matrix inner = batch(h, l - 1, rows, shape.stride(l - 1), 1);
      device.multiply(1, outer.transpose(), inner, 0, block(out, l));
      if (l > 1) {
        down(x, d, l, rows, 1);
      }
    }
  }

  /** {@code d_{l-1} = (d_l W_l) phi'}. */
  private void down(Buffer x, Buffer[] d, int l, int count, int step) {
    Matrix from = batch(d, l, count, shape.units(l), 1);
    Matrix to = batch(d, l - 1, count, shape.stride(l - 1), 1);
    device.multiply(1, from, block(x, l), 0, to);
    slope(d[l - 1], l - 1, count, step);
  }

  private void slope(Buffer d, int l, int count, int step) {
    device.launch(
        Kernel.SLOPE,
        count,
        h[l],
        d,
        shape.stride(l),
        shape.width(l),
        shape.unit(l).ordinal(),
        step);
  }

  /** Queues: {@code out = G v} with the Gauss-Newton matrix at the x of {@link #forward}. */
  void product(Buffer x, Buffer v, Buffer out) {
    along(x, v);
    int last = shape.count();
    device.launch(
        Kernel.COVARIANCE,
        rows,
        h[last],
        along[last],
        shape.stride(last),
        shape.width(last),
        1f / rows,
        loss.ordinal());
    back(x, along, out);
  }

  /** Queues: {@code <v, G v>}, half a product, to a scalar. */
  void form(Buffer x, Buffer v, int slot) {
    along(x, v);
    int last = shape.count();
    device.launch(
        Kernel.FORM,
        rows,
        h[last],
        along[last],
        losses,
        shape.stride(last),
        shape.width(last),
        1f / rows,
        loss.ordinal());
    device.launch(Kernel.TOTAL, 1, losses, scalars.part(slot, 1), rows);
  }

  /** Queues: how the outputs of all layers change along v. */
  private void along(Buffer x, Buffer v) {
    int last = shape.count();
    for (int l = 1; l <= last; l++) {
      Matrix to = batch(along, l, rows, shape.units(l), 1);
      Matrix outputs = batch(h, l - 1, rows, shape.stride(l - 1), 1);
      device.multiply(1, outputs, block(v, l).transpose(), 0, to);
      if (l > 1) {
        Matrix before = batch(along, l - 1, rows, shape.stride(l - 1), 1);
        device.multiply(1, before, block(x, l).transpose(), 1, to);
      }
      if (l < last) {
        slope(along[l], l, rows, 1);
      }
    }
  }

  /** Returns how many numbers {@link #statistics} makes. */
  long modelLength() {
    long length = 0;
    for (int l = 1; l <= shape.count(); l++) {
      length += (long) shape.columns(l) * shape.columns(l) + (long) shape.units(l) * shape.units(l);
    }
    return length;
  }

  /** Returns the second moments of layer l's inputs (right) or derivatives in a model. */
  Matrix factor(Buffer model, int l, boolean right) {
    long at = 0;
    for (int i = 1; i < l; i++) {
      at += (long) shape.columns(i) * shape.columns(i) + (long) shape.units(i) * shape.units(i);
    }
    int n = right ? shape.columns(l) : shape.units(l);
    at += right ? 0 : (long) shape.columns(l) * shape.columns(l);
    return Matrix.of(model.part(at, (long) n * n), n, n);
  }

  /**
   * Queues: second moments over every {@code step}-th row for targets drawn from the model, by the
   * numbers of step SOLVES of the stream with these words.
   */
  void statistics(Buffer x, int step, long[] words, Buffer model) {
    int last = shape.count();
    int count = Math.ceilDiv(rows, step);
    device.launch(
        Kernel.DRAW,
        count,
        h[last],
        along[last],
        scalars,
        shape.stride(last),
        shape.width(last),
        step,
        loss.ordinal(),
        words[0],
        words[1]);
    for (int l = last; l >= 1; l--) {
      Matrix d = batch(along, l, count, shape.units(l), 1);
      Matrix inputs = batch(h, l - 1, count, shape.stride(l - 1), step);
      device.multiply(1.0 / count, d.transpose(), d, 0, factor(model, l, false));
      device.multiply(1.0 / count, inputs.transpose(), inputs, 0, factor(model, l, true));
      if (l > 1) {
        down(x, along, l, count, step);
      }
    }
  }

  @Override
  public void close() {
    owned.forEach(device::free);
    owned.clear();
  }
}
