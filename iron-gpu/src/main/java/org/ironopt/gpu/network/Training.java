package org.ironopt.gpu.network;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Buffers;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.linalg.Require;
import org.ironopt.method.Sampler;
import org.ironopt.network.Layers;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Training of a network on a device, step by step, without the host: a step is recorded when it is
 * first made and replayed from then on. Batches are those of {@code Batches.fullEpochs} with the
 * same seed. Runs repeat bit for bit on one device, also resumed from {@link #save}.
 */
public abstract class Training implements AutoCloseable {
  final Device device;
  final Buffers buffers;
  final DeviceNetwork network;
  final Buffer scalars;
  final Buffer x;
  final Buffer average;
  final Buffer gradient;
  final int n;
  long k;

  /** Whether the next step is looked at, whatever its number. */
  boolean look = true;

  private final Averaging averaging;
  private final Stream batches;
  private final List<Buffer> state = new ArrayList<>();
  private final List<Device.Recording> recordings = new ArrayList<>();
  private long epoch = -1;
  private int[] next;
  private long nextEpoch = -1;

  /**
   * What is trained.
   *
   * @param layers of the network
   * @param loss of its outputs
   * @param data rows, each of weight one
   * @param reproduces whether the targets are the inputs
   */
  public record Task(Layers layers, NetworkLoss loss, Dataset data, boolean reproduces) {
    DeviceData rows() {
      return reproduces
          ? DeviceData.autoencoder(data)
          : DeviceData.of(data, layers.width(layers.count()));
    }
  }

  /**
   * Which average of the points is kept: the point of step t enters with {@code (eta + 1)/(t +
   * eta)}, as in {@code method.Averaged}, but with {@code least} at least.
   *
   * @param eta at least -1, which is none of that
   * @param least weight of a new point
   */
  public record Averaging(double eta, double least) {
    /** Returns the average in which a new point always has the same weight. */
    public static Averaging constant(double weight) {
      return new Averaging(-1, weight);
    }

    /** Returns the polynomial-decay average. */
    public static Averaging growing(double eta) {
      return new Averaging(eta, 0);
    }
  }

  Training(Device device, Task task, int rows, Averaging averaging, double[] x0, long seed) {
    this.device = device;
    buffers = new Buffers(device);
    this.averaging = averaging;
    Require.length("x0", task.layers().parameters(), x0);
    DeviceData data = task.rows();
    network =
        new DeviceNetwork(device, task.layers(), task.loss(), data.inputs(), data.targets(), rows);
    n = network.shape.length();
    scalars = network.scalars;
    state.add(scalars);
    x = kept(n);
    average = kept(n);
    gradient = buffers.floats(n);
    float[] start = network.shape.pack(x0);
    device.upload(start, x);
    device.upload(start, average);
    batches = new Streams(seed).stream(Sampler.STREAM);
  }

  /** Returns new floats that are part of the state. */
  final Buffer kept(long length) {
    Buffer made = buffers.floats(length);
    state.add(made);
    return made;
  }

  /** Work that is recorded once it has been done. */
  final class Part {
    private final Runnable body;
    private boolean warm;
    private Device.Recording recording;

    Part(Runnable body) {
      this.body = body;
    }

    void queue() {
      if (!warm) {
        // The libraries load their kernels when these are first used, which a recording may not.
        body.run();
        warm = true;
        return;
      }
      if (recording == null) {
        recording = device.record(body);
        recordings.add(recording);
      }
      recording.replay();
    }
  }

  /** Writes a scalar. */
  final void set(int slot, double value) {
    device.upload(new double[] {value}, scalars.part(slot, 1));
  }

  /** Waits for the work so far and returns a scalar. */
  final double scalar(int slot) {
    double[] value = new double[1];
    device.download(scalars.part(slot, 1), value);
    return value[0];
  }

  /** Waits for the work so far and returns all scalars. */
  final double[] scalars() {
    double[] values = new double[Scalars.COUNT];
    device.download(scalars, values);
    return values;
  }

  /** Makes some steps; returns before they are done. */
  public final void advance(int steps) {
    for (int k = 0; k < steps; k++) {
      advance();
    }
  }

  /** Makes one step; returns before it is done. */
  public final void advance() {
    long perEpoch = network.all() / network.rows;
    if (epoch != k / perEpoch) {
      epoch = k / perEpoch;
      network.list(list(epoch));
      set(Scalars.POSITION, (double) (k % perEpoch * network.rows));
      // The next list is made while the device works on this one.
      nextEpoch = -1;
    }
    step(k);
    k++;
    if (nextEpoch != epoch + 1) {
      nextEpoch = epoch + 1;
      next = batches.permutation(nextEpoch, network.all());
    }
  }

  private int[] list(long number) {
    return nextEpoch == number ? next : batches.permutation(number, network.all());
  }

  /** Queues step k (from 0), with the position of its batch on the device. */
  abstract void step(long k);

  /** Returns all work of a step that looks at everything, and of one that does not, for timing. */
  public abstract List<Runnable> bodies();

  final void gather() {
    network.gather();
    device.launch(Kernel.COUNT, 1, scalars, network.rows, 1.0, averaging.eta(), averaging.least());
  }

  /** Returns how many steps were made. */
  public final long step() {
    return k;
  }

  /** Waits and returns the present point, as the core has it. */
  public final double[] x() {
    return network.shape.unpack(point(x));
  }

  /** Waits and returns the average of the points. */
  public final double[] average() {
    return network.shape.unpack(point(average));
  }

  private float[] point(Buffer from) {
    float[] out = new float[n];
    device.download(from, out);
    return out;
  }

  /** Waits and returns f over all rows, at the average or at the present point. */
  public final double loss(boolean averaged) {
    network.list(IntStream.range(0, network.all()).toArray());
    double[] losses = new double[network.rows];
    double sum = 0;
    for (int at = 0; at < network.all(); at += network.rows) {
      int from = Math.min(at, network.all() - network.rows);
      set(Scalars.POSITION, from);
      network.gather();
      network.look(averaged ? average : x, Scalars.TRIAL);
      network.losses(losses);
      for (int i = at - from; i < network.rows; i++) {
        sum += losses[i] * network.rows;
      }
    }
    epoch = -1;
    return sum / network.all();
  }

  /** Writes what {@link #restore} needs to go on with the same bits. */
  public final void save(DataOutput out) throws IOException {
    out.writeLong(k);
    out.writeBoolean(look);
    for (Buffer part : state) {
      if (part.kind() == Buffer.Kind.DOUBLE) {
        double[] numbers = new double[(int) part.length()];
        device.download(part, numbers);
        for (double number : numbers) {
          out.writeDouble(number);
        }
      } else {
        float[] numbers = new float[(int) part.length()];
        device.download(part, numbers);
        for (float number : numbers) {
          out.writeFloat(number);
        }
      }
    }
  }

  /** Goes on from what {@link #save} of a training with the same settings wrote. */
  public final void restore(DataInput in) throws IOException {
    k = in.readLong();
    look = in.readBoolean();
    epoch = -1;
    for (Buffer part : state) {
      if (part.kind() == Buffer.Kind.DOUBLE) {
        double[] numbers = new double[(int) part.length()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = in.readDouble();
        }
        device.upload(numbers, part);
      } else {
        float[] numbers = new float[(int) part.length()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = in.readFloat();
        }
        device.upload(numbers, part);
      }
    }
  }

  @Override
  public void close() {
    recordings.forEach(Device.Recording::close);
    buffers.close();
    network.close();
  }
}
