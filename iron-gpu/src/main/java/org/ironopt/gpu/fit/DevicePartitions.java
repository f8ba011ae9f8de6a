package org.ironopt.gpu.fit;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.partition.BregmanDivergence;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.fit.partition.TargetSums;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.io.InputError;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.ModelKind;

/**
 * The rows of a fit on a device, in double: {@code Fit.of(kind, parts)} is the core's fit with the
 * core's certificate, and only what reads the rows is done here. Models of one output and up to 256
 * columns read the rows once for value and gradient; others twice, for the predictions and for the
 * gradient. With several outputs the Hessian is not formed, only multiplied with: its {@code K (K +
 * 1)/2} blocks would be as many products of all columns with all columns, more than the products
 * with vectors that a whole fit takes.
 */
public final class DevicePartitions implements Partitions, AutoCloseable {
  /** Parameters up to which each evaluation brings the Hessian: a product for all of them. */
  private static final int MATRIX_PARAMETERS = 2048;

  /** The number that kernels know squares by. */
  private static final int SQUARES = 1;

  private final ModelKind kind;
  private final DeviceRows rows;
  private final PartialSums.Moments moments;

  /** The last point, its lines of sums and its gradient. */
  private double[] last = new double[0];

  private double[] line = new double[0];
  private double[] gradient = new double[0];

  private DevicePartitions(ModelKind kind, DeviceRows rows, PartialSums.Moments moments) {
    this.kind = kind;
    this.rows = rows;
    this.moments = moments;
  }

  /**
   * Takes rows to a device.
   *
   * @param intercept whether there is a constant that is not penalised
   */
  public static DevicePartitions of(
      Device device, ModelKind kind, boolean intercept, Dataset data) {
    Dataset counted = counted(data);
    PartialSums.Moments m =
        (PartialSums.Moments) Partition.of(kind, intercept, counted).answer(new Query.Moments());
    int stride = counted.columns() + (intercept ? 1 : 0);
    int outputs = kind == ModelKind.SOFTMAX ? m.rows().targets().length : 1;
    DeviceRows rows = new DeviceRows(device, counted.rows(), stride, outputs);
    try {
      place(rows, kind, counted);
    } catch (RuntimeException e) {
      rows.close();
      throw e;
    }
    // Nobody says in which order a product on a device adds; one behind another is the worst.
    return new DevicePartitions(
        kind,
        rows,
        new PartialSums.Moments(
            m.rows().additions(counted.rows() + 2), m.stored(), m.mean(), m.squares(), m.tilt()));
  }

  /**
   * Takes rows of two classes that lie on the device, one after the other, the last number of each
   * a 1; they stay the caller's. Their columns should not have means that are large beside their
   * spreads, which would lose digits here.
   *
   * @param y 0 or 1 for each row
   * @param stride numbers of a row, with the 1
   */
  public static DevicePartitions logistic(Device device, Buffer x, Buffer y, int stride) {
    Require.that(
        stride >= 2 && stride <= DeviceRows.ONE_PASS && x.length() == y.length() * stride,
        "%d numbers and %d classes with %d numbers a row, expected 2 to %d that fit",
        x.length(),
        y.length(),
        stride,
        DeviceRows.ONE_PASS);
    DeviceRows rows = new DeviceRows(device, Math.toIntExact(y.length()), stride, 1, x, y);
    try {
      return new DevicePartitions(ModelKind.LOGISTIC, rows, measured(rows));
    } catch (RuntimeException e) {
      rows.close();
      throw e;
    }
  }

  /** Returns the moments of rows that were made on the device. */
  private static PartialSums.Moments measured(DeviceRows r) {
    int n = r.rows;
    int d = r.stride - 1;
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    r.device.upload(ones, r.omega);
    r.device.upload(ones, r.kept);
    r.point(new double[r.stride]);
    // The gradient of squares at w = 0 is minus the sum of the rows, each times its target.
    r.predictAndSum(r.kept, SQUARES);
    double[] all = r.summed();
    r.predictAndSum(r.y, SQUARES);
    double[] second = r.summed();
    double[] gram = r.hessian();
    double[] mean = new double[d];
    double[] squares = new double[d];
    double[][] tilt = new double[2][d];
    for (int j = 0; j < d; j++) {
      mean[j] = -all[j] / n;
      squares[j] = Math.fma(-n * mean[j], mean[j], gram[j * (j + 1) / 2 + j]);
      tilt[1][j] = Math.fma(second[d], mean[j], -second[j]);
      tilt[0][j] = -tilt[1][j];
    }
    double[] targets = {n + second[d], -second[d]};
    TargetSums sums = new TargetSums(n, n, n + 2, targets, new double[3]);
    return new PartialSums.Moments(sums, (long) n * d, mean, squares, tilt);
  }

  /** Returns rows that count, as stored ones. */
  private static Dataset counted(Dataset data) {
    int[] some = IntStream.range(0, data.rows()).filter(i -> data.weight(i) > 0).toArray();
    if (data.whole() && some.length == data.rows()) {
      return data;
    }
    int d = data.columns();
    if ((long) some.length * d > Integer.MAX_VALUE - 8) {
      throw new InputError(
          "%d rows of %d numbers are more than an array holds: fit on the host", some.length, d);
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

  private static void place(DeviceRows to, ModelKind kind, Dataset data) {
    int stride = to.stride;
    for (int from = 0; from < to.rows; from += to.piece()) {
      int count = Math.min(to.piece(), to.rows - from);
      double[] numbers = new double[count * stride];
      for (int i = 0; i < count; i++) {
        data.features().copyRow(data.position(from + i), numbers, i * stride);
        if (stride > data.columns()) {
          numbers[i * stride + stride - 1] = 1;
        }
      }
      to.device.upload(numbers, to.x.data().part((long) from * stride, numbers.length));
    }
    double[] column = new double[to.rows];
    Arrays.setAll(column, i -> kind.classes() ? data.label(i) : data.target(i));
    to.device.upload(column, to.y);
    Arrays.setAll(column, data::weight);
    to.device.upload(column, to.omega);
  }

  @Override
  public boolean matrixPays(int parameters) {
    return rows.outputs == 1 && parameters <= MATRIX_PARAMETERS;
  }

  @Override
  public PartialSums answer(Query query) {
    return switch (query) {
      case Query.Moments m -> moments;
      case Query.Point p -> point(p.w(), p.matrix());
      case Query.Product p -> product(p.w(), p.v());
      case Query.Divergence d -> divergence(d);
      case Query.Loss l -> loss(l.w());
    };
  }

  /** Returns the number that kernels know the model by. */
  private int code() {
    return switch (kind) {
      case LOGISTIC -> 0;
      case RIDGE -> SQUARES;
      case SOFTMAX -> 2;
      case POISSON -> 3;
      case GAMMA, NEGBIN, HUBER -> throw new IllegalStateException("no kernel for " + kind);
    };
  }

  /** Queues the work for value and gradient at the point that the device has, to be timed. */
  public void queue() {
    if (rows.once()) {
      rows.predictAndSum(rows.y, code());
      rows.link(code());
    } else {
      rows.predict();
      rows.link(code());
      rows.sum(rows.slopes);
    }
  }

  private void move(double[] point) {
    if (Arrays.equals(point, last)) {
      return;
    }
    last = new double[0];
    rows.point(point);
    queue();
    line = rows.totals(DeviceRows.LINE);
    gradient = rows.summed();
    last = point.clone();
  }

  private PartialSums point(double[] at, boolean matrix) {
    int outputs = rows.outputs;
    Require.that(
        !matrix || outputs == 1, "the Hessian of one output is formed, not of %s", outputs);
    move(at);
    double[] scalars =
        switch (kind) {
          case LOGISTIC -> Arrays.copyOf(line, DeviceRows.SCALARS);
          case SOFTMAX -> classes();
          case RIDGE -> Arrays.copyOf(line, 1);
          case POISSON -> Arrays.copyOf(line, 4);
          case GAMMA, NEGBIN, HUBER -> throw new IllegalStateException("no sums of " + kind);
        };
    return new PartialSums.Sums(
        scalars,
        Arrays.copyOfRange(line, DeviceRows.SCALARS, DeviceRows.LINE),
        at.length,
        null,
        gradient.clone(),
        matrix ? rows.hessian() : new double[0]);
  }

  /** Returns the loss, the sums of inverse probabilities and the Hessian of the intercepts. */
  private double[] classes() {
    int k = rows.outputs;
    double[] all = rows.classes();
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

  private PartialSums product(double[] at, double[] v) {
    move(at);
    rows.point(v);
    rows.predict();
    rows.curve(code());
    rows.sum(rows.z);
    double[] none = new double[0];
    return new PartialSums.Sums(none, none, v.length, null, rows.summed(), none);
  }

  /** Returns the loss as it is: the device has no sums of two words, so its error is unknown. */
  private PartialSums loss(double[] at) {
    move(at);
    TargetSums all = moments.rows();
    return PartialSums.Sums.of(line[0] + all.counts()[0], all.weight(), Double.NaN);
  }

  private PartialSums divergence(Query.Divergence query) {
    move(query.w());
    BregmanDivergence moved = query.moved();
    double[] found = rows.moved(code(), moved.tau(), moved.t(), moved.mixed());
    // The device says whether all probabilities were large enough to count.
    return PartialSums.Sums.of(found[0], found[1] > 0 ? 0 : 1);
  }

  @Override
  public void close() {
    rows.close();
  }
}
