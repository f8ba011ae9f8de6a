package org.ironopt.gpu.network;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Buffers;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.io.InputError;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.network.Network;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * A method of the core at work on a network on a device, in float: a step is recorded when it is
 * first made and replayed from then on, without the host. {@link #queue} returns before the steps
 * are done; {@link #advance} waits for its step and reports the work that the core would. Batches
 * are those of {@code Batches.fullEpochs} with the same seed. Runs repeat bit for bit on one
 * device, also resumed from {@link #save}.
 */
public abstract sealed class DeviceTraining implements Stepper, AutoCloseable
    permits ImplicitTraining, GradientTraining {
  final Device device;
  final Buffers buffers;
  final DeviceNetwork network;
  final Buffer scalars;
  final Buffer x;
  final Buffer average;
  final Buffer gradient;
  final int n;

  /** Whether the next step is looked at, whatever its number. */
  boolean look = true;

  private final Averaging averaging;
  private final RandomStream batches;
  private final List<Buffer> state = new ArrayList<>();
  private final List<Device.Recording> recordings = new ArrayList<>();
  private long k;
  private long epoch = -1;
  private int[] next;
  private long nextEpoch = -1;

  /** The iterate, null until it is asked for. */
  private double[] iterate;

  /**
   * Which average of the points is kept: the point of step t enters with {@code (eta + 1)/(t +
   * eta)}, as in {@code method.Averaged}, but with {@code least} at least.
   *
   * @param eta at least -1, which is none of that
   * @param least weight of a new point
   */
  public record Averaging(double eta, double least) {
    /** No average: the iterate is the point. */
    public static final Averaging NONE = new Averaging(-1, 0);

    /** Returns the average in which a new point always has the same weight. */
    public static Averaging constant(double weight) {
      return new Averaging(-1, weight);
    }

    /** Returns the polynomial-decay average. */
    public static Averaging growing(double eta) {
      return new Averaging(eta, 0);
    }
  }

  DeviceTraining(Device device, Network f, int rows, Averaging averaging, double[] x0, long seed) {
    this.device = device;
    buffers = new Buffers(device);
    this.averaging = averaging;
    Require.length("x0", f.layers().parameters(), x0);
    network = new DeviceNetwork(device, f, rows);
    n = network.shape.length();
    scalars = network.scalars;
    state.add(scalars);
    x = kept(n);
    average = kept(n);
    gradient = buffers.floats(n);
    float[] start = network.shape.pack(x0);
    device.upload(start, x);
    device.upload(start, average);
    batches = new RandomStreams(seed).stream(BatchSampler.STREAM);
  }

  /**
   * Takes a network to a device and starts a method of the core there, or says why it cannot. What
   * a device does not make is refused.
   *
   * @param seed of the batches
   */
  public static DeviceTraining start(
      Device device, Method method, Network f, double[] x0, long seed) {
    return method instanceof IterateAveraging outer && outer.every() == 1
        ? start(device, outer.method(), Averaging.growing(outer.eta()), f, x0, seed)
        : start(device, method, Averaging.NONE, f, x0, seed);
  }

  /** Starts a method that is not averaged itself, with an average of its points as the iterate. */
  public static DeviceTraining start(
      Device device, Method method, Averaging averaging, Network f, double[] x0, long seed) {
    boolean reproduces = f.targets().filter(t -> t == f.data().features()).isPresent();
    InputError.when(
        f.reg() > 0
            || f.terms() != f.data().rows()
            || f.data().weights().isPresent()
            || f.targets().isPresent() && !reproduces,
        "networks on a device have no penalty, all rows of their data with equal weights, and the"
            + " targets of the data or its inputs; this one is %s",
        f);
    return method instanceof Iron iron
        ? new ImplicitTraining(device, f, ImplicitTraining.Settings.of(iron), averaging, x0, seed)
        : new GradientTraining(
            device, f, GradientTraining.Settings.of(method), averaging, x0, seed);
  }

  /** Returns the error of a method that a device does not make. */
  static InputError refused(Method method) {
    return new InputError(
        "'%s' with these settings is not made on a device: expected IRON with adapted lambda and"
            + " InnerMethod.linearized or InnerMethod.relaxed, AdamW, SGD or Muon, each with"
            + " Batches.fullEpochs and without noise",
        method.name());
  }

  /** Returns the rows of a batch. */
  static int rows(Batches batches, Method method) {
    return switch (batches) {
      case Batches.FullEpochs full -> full.size();
      default -> throw refused(method);
    };
  }

  /** Returns new floats that are part of the state. */
  final Buffer kept(long length) {
    Buffer made = buffers.floats(length);
    state.add(made);
    return made;
  }

  /** Work that is recorded once it has been done. */
  final class StepGraph {
    private final Runnable body;
    private boolean warm;
    private Device.Recording recording;

    StepGraph(Runnable body) {
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

  /** Waits for the work so far and returns a scalar, by its slot in {@link Scalars}. */
  public final double scalar(int slot) {
    return doubles(scalars.part(slot, 1))[0];
  }

  /** Waits for the work so far and returns all scalars. */
  final double[] scalars() {
    return doubles(scalars);
  }

  /** Queues some steps; returns before they are done. */
  public final void queue(int steps) {
    for (int i = 0; i < steps; i++) {
      queue();
    }
  }

  private void queue() {
    iterate = null;
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

  @Override
  public abstract StepReport advance();

  /** Returns all work of a step that looks at everything, and of one that does not, for timing. */
  public abstract List<Runnable> bodies();

  /** Renews what steps keep for long and renew by themselves, for timing. */
  public void renew() {}

  final void gather() {
    network.gather();
    device.launch(Kernel.COUNT, 1, scalars, network.rows, 1.0, averaging.eta(), averaging.least());
  }

  @Override
  public final long step() {
    return k;
  }

  /** Waits and returns the iterate: the average of the points, or the present one without any. */
  @Override
  public final double[] x() {
    if (iterate == null) {
      iterate = averaging.equals(Averaging.NONE) ? point() : average();
    }
    return iterate;
  }

  /** Waits and returns the present point, as the core has it. */
  public final double[] point() {
    return network.shape.unpack(floats(x));
  }

  /** Waits and returns the average of the points. */
  public final double[] average() {
    return network.shape.unpack(floats(average));
  }

  private float[] floats(Buffer from) {
    float[] out = new float[(int) from.length()];
    device.download(from, out);
    return out;
  }

  private double[] doubles(Buffer from) {
    double[] out = new double[(int) from.length()];
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
  @Override
  public final void save(DataOutput out) throws IOException {
    out.writeLong(k);
    out.writeBoolean(look);
    for (Buffer part : state) {
      if (part.kind() == Buffer.Kind.DOUBLE) {
        for (double number : doubles(part)) {
          out.writeDouble(number);
        }
      } else {
        for (float number : floats(part)) {
          out.writeFloat(number);
        }
      }
    }
  }

  /** Goes on from what {@link #save} of a training with the same settings wrote. */
  @Override
  public void restore(DataInput in) throws IOException {
    k = in.readLong();
    look = in.readBoolean();
    epoch = -1;
    iterate = null;
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
