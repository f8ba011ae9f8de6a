package org.ironopt.gpu.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Answer;
import org.ironopt.fit.Part;
import org.ironopt.fit.Parts;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceException;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;
import org.ironopt.model.ModelKind;

/**
 * The rows of a fit on a device, in double: {@code Fit.of(kind, parts)} is the core's fit with the
 * core's certificate, and only what reads the rows is done here. A point takes two products with
 * the rows, one with all of them for the predictions and one for the gradient; between them each
 * row looks at its loss.
 */
public final class DeviceParts implements Parts, AutoCloseable {
  /** Parameters up to which each evaluation brings the Hessian: a product for all of them. */
  private static final int MATRIX_PARAMETERS = 2048;

  /** Numbers of the rows that are uploaded, or scaled for a Hessian, at a time. */
  private static final int PIECE = 1 << 24;

  private static final int SCALARS = 6;
  private static final int LINE = SCALARS + 2;

  private final Device device;
  private final ModelKind kind;
  private final int rows;
  private final int stride;
  private final int outputs;
  private final Answer.Moments moments;
  private final List<Buffer> owned = new ArrayList<>();
  private Matrix x;
  private Buffer y;
  private Buffer omega;
  private Buffer w;
  private Buffer z;
  private Buffer slopes;
  private Buffer kept;
  private Buffer inverses;
  private Buffer lines;
  private Buffer sums;
  private Buffer scaled;

  /** The last point, its lines of sums and its gradient. */
  private double[] last = new double[0];

  private double[] line = new double[0];
  private double[] gradient = new double[0];

  /**
   * Takes rows to a device.
   *
   * @param intercept whether there is a constant that is not penalised
   */
  public DeviceParts(Device device, ModelKind kind, boolean intercept, Dataset data) {
    this.device = device;
    this.kind = kind;
    Dataset counted = counted(data);
    Answer.Moments m = (Answer.Moments) Part.of(kind, intercept, counted).answer(new Ask.Moments());
    rows = counted.rows();
    stride = counted.columns() + (intercept ? 1 : 0);
    outputs = kind == ModelKind.SOFTMAX ? m.targets().length : 1;
    // Nobody says in which order a product on a device adds; one behind another is the worst.
    moments =
        new Answer.Moments(
            m.rows(),
            m.weight(),
            m.stored(),
            rows + 2,
            m.targets(),
            m.counts(),
            m.mean(),
            m.squares(),
            m.tilt());
    try {
      place(counted);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns rows that count, as stored ones. */
  private static Dataset counted(Dataset data) {
    int[] some = IntStream.range(0, data.rows()).filter(i -> data.weight(i) > 0).toArray();
    if (data.whole() && some.length == data.rows()) {
      return data;
    }
    int d = data.columns();
    if ((long) some.length * d > Integer.MAX_VALUE - 8) {
      throw new DeviceException(
          some.length + " rows of " + d + " numbers are more than an array holds: fit on the host");
    }
    double[] numbers = new double[some.length * d];
    for (int i = 0; i < some.length; i++) {
      data.features().copyRow(data.position(some[i]), numbers, i * d);
    }
    DenseFeatures features = new DenseFeatures(some.length, d, numbers);
    Dataset copy =
        data.classes() > 0
            ? Dataset.classification(
                features, Arrays.stream(some).map(data::label).toArray(), data.classNames())
            : Dataset.regression(features, Arrays.stream(some).mapToDouble(data::target).toArray());
    return copy.weighted(Arrays.stream(some).mapToDouble(data::weight).toArray());
  }

  private Buffer doubles(long length) {
    Buffer made = device.doubles(length);
    owned.add(made);
    return made;
  }

  private void place(Dataset data) {
    x = Matrix.of(doubles((long) rows * stride), rows, stride);
    y = doubles(rows);
    omega = doubles(rows);
    w = doubles((long) outputs * stride);
    z = doubles((long) rows * outputs);
    slopes = doubles((long) rows * outputs);
    kept = doubles((long) rows * outputs);
    inverses = doubles(outputs > 1 ? 2L * rows * outputs : 1);
    lines = doubles((long) LINE * Kernel.blocks(rows));
    sums = doubles(Math.max((long) outputs * (outputs + 3), Math.max(2, (long) stride * outputs)));
    int piece = Math.clamp(PIECE / stride, 1, rows);
    scaled = doubles(Math.max((long) piece * stride, (long) rows * (outputs > 1 ? outputs : 0)));
    for (int from = 0; from < rows; from += piece) {
      int count = Math.min(piece, rows - from);
      double[] numbers = new double[count * stride];
      for (int i = 0; i < count; i++) {
        data.features().copyRow(data.position(from + i), numbers, i * stride);
        if (stride > data.columns()) {
          numbers[i * stride + stride - 1] = 1;
        }
      }
      device.upload(numbers, x.data().part((long) from * stride, numbers.length));
    }
    double[] column = new double[rows];
    Arrays.setAll(column, i -> kind.classes() ? data.label(i) : data.target(i));
    device.upload(column, y);
    Arrays.setAll(column, data::weight);
    device.upload(column, omega);
  }

  @Override
  public boolean matrixPays(int parameters) {
    return outputs == 1 && parameters <= MATRIX_PARAMETERS;
  }

  @Override
  public Answer ask(Ask ask) {
    return switch (ask) {
      case Ask.Moments m -> moments;
      case Ask.Point p -> point(p.w(), p.matrix());
      case Ask.Product p -> product(p.w(), p.v());
      case Ask.Moved m -> moved(m);
    };
  }

  private Matrix perRow(Buffer numbers) {
    return Matrix.of(numbers, rows, outputs);
  }

  /** Queues: z = X v' for the outputs of v. */
  private void predict(double[] v) {
    device.upload(v, w);
    device.multiply(1, x, Matrix.of(w, outputs, stride).transpose(), 0, perRow(z));
  }

  /** Waits and returns d' X for numbers d of the rows. */
  private double[] collect(Buffer d) {
    Buffer out = sums.part(0, (long) outputs * stride);
    device.multiply(1, perRow(d).transpose(), x, 0, Matrix.of(out, outputs, stride));
    double[] collected = new double[outputs * stride];
    device.download(out, collected);
    return collected;
  }

  private int code() {
    return switch (kind) {
      case LOGISTIC -> 0;
      case RIDGE -> 1;
      case SOFTMAX -> 2;
      case POISSON -> 3;
    };
  }

  private void move(double[] point) {
    if (Arrays.equals(point, last)) {
      return;
    }
    last = new double[0];
    predict(point);
    int blocks = Kernel.blocks(rows);
    device.launch(
        Kernel.ROW_LINK,
        blocks,
        z,
        y,
        omega,
        slopes,
        kept,
        inverses,
        lines,
        (long) rows,
        outputs,
        code());
    line = lines(blocks, SCALARS, 2);
    gradient = collect(slopes);
    last = point.clone();
  }

  /** Waits and returns lines added up, but of the last numbers of each the smallest. */
  private double[] lines(int count, int added, int least) {
    int width = added + least;
    double[] all = new double[count * width];
    device.download(lines.part(0, all.length), all);
    double[] out = Arrays.copyOf(all, width);
    for (int i = width; i < all.length; i++) {
      int k = i % width;
      out[k] = k < added ? out[k] + all[i] : Math.min(out[k], all[i]);
    }
    return out;
  }

  private Answer point(double[] at, boolean matrix) {
    move(at);
    double[] scalars =
        switch (kind) {
          case LOGISTIC -> Arrays.copyOf(line, SCALARS);
          case SOFTMAX -> classes();
          case RIDGE -> Arrays.copyOf(line, 1);
          case POISSON -> Arrays.copyOf(line, 4);
        };
    return new Answer.Sums(
        scalars,
        Arrays.copyOfRange(line, SCALARS, LINE),
        at.length,
        null,
        gradient.clone(),
        matrix ? hessian() : new double[0]);
  }

  /** Returns the loss, the sums of inverse probabilities and the Hessian of the intercepts. */
  private double[] classes() {
    int k = outputs;
    Matrix weights = Matrix.of(omega, 1, rows);
    Buffer inverse = sums.part(0, 2L * k);
    Buffer mean = sums.part(2L * k, k);
    Buffer moment = sums.part(3L * k, (long) k * k);
    device.multiply(1, weights, Matrix.of(inverses, rows, 2 * k), 0, Matrix.of(inverse, 1, 2 * k));
    device.multiply(1, weights, perRow(kept), 0, Matrix.of(mean, 1, k));
    device.launch(
        Kernel.SCALE_ROWS, Kernel.blocks((long) rows * k), kept, omega, scaled, 0L, (long) rows, k);
    Matrix rooted = Matrix.of(scaled.part(0, (long) rows * k), rows, k);
    device.multiply(1, rooted.transpose(), rooted, 0, Matrix.of(moment, k, k));
    double[] all = new double[3 * k + k * k];
    device.download(sums.part(0, all.length), all);
    double[] out = new double[1 + 2 * k + k * k];
    out[0] = line[0];
    System.arraycopy(all, 0, out, 1, 2 * k);
    for (int c = 0; c < k; c++) {
      for (int e = 0; e < k; e++) {
        out[1 + 2 * k + c * k + e] = (c == e ? all[2 * k + c] : 0) - all[3 * k + c * k + e];
      }
    }
    return out;
  }

  /** Returns the lower half of the sum of the Hessians of the rows. */
  private double[] hessian() {
    if (outputs > 1) {
      throw new IllegalArgumentException("the Hessian of one output is formed, not of " + outputs);
    }
    int piece = Math.clamp(PIECE / stride, 1, rows);
    Buffer to = device.doubles((long) stride * stride);
    try {
      for (int from = 0; from < rows; from += piece) {
        int count = Math.min(piece, rows - from);
        long numbers = (long) count * stride;
        device.launch(
            Kernel.SCALE_ROWS,
            Kernel.blocks(numbers),
            x.data(),
            kept,
            scaled,
            (long) from,
            (long) count,
            stride);
        Matrix part = Matrix.of(scaled.part(0, numbers), count, stride);
        device.multiply(1, part.transpose(), part, from > 0 ? 1 : 0, Matrix.of(to, stride, stride));
      }
      double[] all = new double[stride * stride];
      device.download(to, all);
      double[] lower = new double[stride * (stride + 1) / 2];
      for (int i = 0; i < stride; i++) {
        System.arraycopy(all, i * stride, lower, i * (i + 1) / 2, i + 1);
      }
      return lower;
    } finally {
      device.free(to);
    }
  }

  private Answer product(double[] at, double[] v) {
    move(at);
    predict(v);
    device.launch(
        Kernel.ROW_CURVE, Kernel.blocks(rows), kept, omega, z, (long) rows, outputs, code());
    double[] none = new double[0];
    return new Answer.Sums(none, none, v.length, null, collect(z), none);
  }

  private Answer moved(Ask.Moved ask) {
    move(ask.w());
    Buffer mixed = sums.part(0, ask.mixed().length);
    device.upload(ask.mixed(), mixed);
    int blocks = Kernel.blocks(rows);
    device.launch(
        Kernel.ROW_MOVED,
        blocks,
        slopes,
        kept,
        y,
        omega,
        mixed,
        lines,
        (long) rows,
        outputs,
        code(),
        ask.tau(),
        ask.t());
    double[] found = lines(blocks, 1, 1);
    double[] none = new double[0];
    return new Answer.Sums(new double[] {found[0]}, new double[] {found[1]}, 0, null, none, none);
  }

  @Override
  public void close() {
    owned.forEach(device::free);
    owned.clear();
  }
}
