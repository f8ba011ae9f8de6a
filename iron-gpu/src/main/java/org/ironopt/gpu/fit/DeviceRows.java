package org.ironopt.gpu.fit;

import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Buffers;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceMatrix;
import org.ironopt.gpu.Kernel;

/**
 * Rows on a device, in double, and what a fit computes of all of them: predictions, sums of rows,
 * products. Whoever makes it fills {@link #x}, {@link #y} and {@link #omega}.
 */
final class DeviceRows implements AutoCloseable {
  /** Columns that one pass over the rows can hold, rows that a block takes, and most blocks. */
  static final int ONE_PASS = 256;

  private static final int ROWS_OF_A_BLOCK = 64;
  private static final int MOST_BLOCKS = 528;

  /** Numbers of the rows that are uploaded at a time, and that are scaled for a Hessian. */
  private static final int PIECE = 1 << 24;

  private static final int SCALED = 1 << 27;

  /** Sums of a line of {@code row_link}, and its numbers of which the smallest counts. */
  static final int SCALARS = 6;

  static final int LINE = SCALARS + 2;

  final Device device;
  final int rows;
  final int stride;
  final int outputs;
  final DeviceMatrix x;
  final Buffer y;

  /** Weights of the rows. */
  final Buffer omega;

  /** Predictions, derivatives of the losses, second ones or probabilities, for each output. */
  final Buffer z;

  final Buffer slopes;
  final Buffer kept;

  /** Of probabilities, for each class those of its own rows, then those of all others. */
  final Buffer inverses;

  private final Buffers buffers;
  private final Buffer w;
  private final Buffer lines;
  private final Buffer totals;
  private final Buffer sums;
  private final Buffer scaled;

  /** The Hessian of one output, once it was asked for. */
  private Buffer gram;

  /**
   * Makes room for rows.
   *
   * @param given rows and targets that lie on the device already and stay the caller's, or nothing
   */
  DeviceRows(Device device, int rows, int stride, int outputs, Buffer... given) {
    this.device = device;
    buffers = new Buffers(device);
    this.rows = rows;
    this.stride = stride;
    this.outputs = outputs;
    try {
      boolean own = given.length == 0;
      x = DeviceMatrix.of(own ? buffers.doubles((long) rows * stride) : given[0], rows, stride);
      y = own ? buffers.doubles(rows) : given[1];
      omega = buffers.doubles(rows);
      long each = (long) rows * outputs;
      w = buffers.doubles((long) outputs * stride);
      z = buffers.doubles(each);
      slopes = buffers.doubles(each);
      kept = buffers.doubles(each);
      inverses = buffers.doubles(outputs > 1 ? 2 * each : 1);
      lines =
          buffers.doubles(Math.max((long) LINE * Kernel.blocks(rows), (long) stride * blocks()));
      totals = buffers.doubles(LINE);
      sums = buffers.doubles(Math.max((long) outputs * (outputs + 3), (long) stride * outputs + 2));
      scaled = buffers.doubles(outputs > 1 ? each : (long) scaledRows() * stride);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns how many rows go to the device at a time. */
  int piece() {
    return Math.clamp(PIECE / stride, 1, rows);
  }

  private int scaledRows() {
    return Math.clamp(SCALED / stride, 1, rows);
  }

  private int blocks() {
    return Math.clamp(rows / ROWS_OF_A_BLOCK, 1, MOST_BLOCKS);
  }

  /** Whether predictions and gradient are one pass over the rows. */
  boolean once() {
    return outputs == 1 && stride <= ONE_PASS;
  }

  private DeviceMatrix perRow(Buffer numbers) {
    return DeviceMatrix.of(numbers, rows, outputs);
  }

  /** Takes a point to the device. */
  void point(double[] at) {
    device.upload(at, w);
  }

  /** Queues: the predictions at the point. */
  void predict() {
    device.multiply(1, x, DeviceMatrix.of(w, outputs, stride).transpose(), 0, perRow(z));
  }

  /** Queues: the predictions, and the sum of the rows times the derivatives of their losses. */
  void predictAndSum(Buffer targets, int loss) {
    Kernel narrow = stride <= 32 ? Kernel.ROW_SLOPES_1 : Kernel.ROW_SLOPES_2;
    Kernel wide = stride <= 128 ? Kernel.ROW_SLOPES_4 : Kernel.ROW_SLOPES_8;
    Kernel kernel = stride <= 64 ? narrow : wide;
    int blocks = blocks();
    device.launch(kernel, blocks, x.data(), targets, omega, w, z, lines, (long) rows, stride, loss);
    device.launch(Kernel.SUM_LINES, stride, lines, sums, blocks, stride, stride);
  }

  /** Queues: the sum of the rows times numbers d for each of them and each output. */
  void sum(Buffer d) {
    DeviceMatrix out = DeviceMatrix.of(sums.part(0, (long) outputs * stride), outputs, stride);
    device.multiply(1, perRow(d).transpose(), x, 0, out);
  }

  /** Waits and returns what was summed. */
  double[] summed() {
    double[] out = new double[outputs * stride];
    device.download(sums.part(0, out.length), out);
    return out;
  }

  /** Queues: losses, derivatives and what a certificate needs, of the predictions. */
  void link(int loss) {
    int blocks = Kernel.blocks(rows);
    long n = rows;
    device.launch(
        Kernel.ROW_LINK, blocks, z, y, omega, slopes, kept, inverses, lines, n, outputs, loss);
    device.launch(Kernel.SUM_LINES, LINE, lines, totals, blocks, LINE, SCALARS);
  }

  /** Waits and returns the totals of the last lines. */
  double[] totals(int count) {
    double[] out = new double[count];
    device.download(totals.part(0, count), out);
    return out;
  }

  /** Queues: predictions times the second derivatives of the losses. */
  void curve(int loss) {
    device.launch(
        Kernel.ROW_CURVE, Kernel.blocks(rows), kept, omega, z, (long) rows, outputs, loss);
  }

  /** Waits and returns the divergence of moved predictions, and whether none was too small. */
  double[] moved(int loss, double tau, double t, double[] mixed) {
    Buffer to = sums.part(0, mixed.length);
    device.upload(mixed, to);
    int blocks = Kernel.blocks(rows);
    long n = rows;
    device.launch(
        Kernel.ROW_MOVED, blocks, slopes, kept, y, omega, to, lines, n, outputs, loss, tau, t);
    device.launch(Kernel.SUM_LINES, 2, lines, totals, blocks, 2, 1);
    return totals(2);
  }

  /** Waits and returns the lower half of the sum of the Hessians of the rows, of one output. */
  double[] hessian() {
    if (gram == null) {
      gram = buffers.doubles((long) stride * stride);
    }
    DeviceMatrix to = DeviceMatrix.of(gram, stride, stride);
    int piece = scaledRows();
    for (long from = 0; from < rows; from += piece) {
      long count = Math.min(piece, rows - from);
      int blocks = Kernel.blocks(count * stride);
      device.launch(Kernel.SCALE_ROWS, blocks, x.data(), kept, scaled, from, count, stride);
      DeviceMatrix part = DeviceMatrix.of(scaled.part(0, count * stride), (int) count, stride);
      device.multiply(1, part.transpose(), part, from > 0 ? 1 : 0, to);
    }
    double[] all = new double[stride * stride];
    device.download(gram, all);
    double[] lower = new double[stride * (stride + 1) / 2];
    for (int i = 0; i < stride; i++) {
      System.arraycopy(all, i * stride, lower, i * (i + 1) / 2, i + 1);
    }
    return lower;
  }

  /**
   * Waits and returns sums over the rows for K classes: inverse probabilities (2 K), probabilities
   * (K), products of two probabilities (K x K).
   */
  double[] classes() {
    int k = outputs;
    DeviceMatrix weights = DeviceMatrix.of(omega, 1, rows);
    DeviceMatrix inverse = DeviceMatrix.of(sums.part(0, 2L * k), 1, 2 * k);
    DeviceMatrix mean = DeviceMatrix.of(sums.part(2L * k, k), 1, k);
    DeviceMatrix moment = DeviceMatrix.of(sums.part(3L * k, (long) k * k), k, k);
    device.multiply(1, weights, DeviceMatrix.of(inverses, rows, 2 * k), 0, inverse);
    device.multiply(1, weights, perRow(kept), 0, mean);
    long each = (long) rows * k;
    device.launch(Kernel.SCALE_ROWS, Kernel.blocks(each), kept, omega, scaled, 0L, (long) rows, k);
    DeviceMatrix rooted = DeviceMatrix.of(scaled.part(0, each), rows, k);
    device.multiply(1, rooted.transpose(), rooted, 0, moment);
    double[] all = new double[3 * k + k * k];
    device.download(sums.part(0, all.length), all);
    return all;
  }

  @Override
  public void close() {
    buffers.close();
  }
}
