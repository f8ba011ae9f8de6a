package org.ironopt.gpu.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;

/**
 * Logistic or ridge regression on dense doubles that lie on a device, {@code F(w) = mean loss(<x_i,
 * w>, y_i) + reg/2 sum_j w_j^2}, the last column all ones and not penalised. Value and gradient are
 * one pass over the rows, the Hessian is a product of rows scaled by the roots of their curvature.
 * Steps are Newton's, the limit of IRON's for a growing alpha, halved until F falls.
 */
public final class DeviceRegression implements AutoCloseable {
  /** Columns at most, the one of ones included. */
  public static final int MOST_COLUMNS = 256;

  /** Numbers of the rows that are scaled at a time. */
  private static final long PIECE = 1L << 27;

  /** Rows that a block holds in registers at a time, and blocks that fill a large device. */
  private static final int ROWS_OF_A_BLOCK = 64;

  private static final int MOST_BLOCKS = 528;
  private static final int STEPS = 100;
  private static final int HALVINGS = 40;

  /** The loss of a row. */
  public enum Kind {
    /** {@code log(1 + exp(z)) - y z} with y 0 or 1. */
    LOGISTIC,
    /** {@code (z - y)^2 / 2}. */
    RIDGE
  }

  private final Device device;
  private final Kind kind;
  private final long rows;
  private final int columns;
  private final double reg;
  private final List<Buffer> owned = new ArrayList<>();
  private final Buffer x;
  private final Buffer y;
  private final Buffer w;
  private final Buffer kept;
  private final Buffer lines;
  private final Buffer sums;
  private final Buffer scaled;
  private final Buffer hessian;
  private final double[] means;
  private final double[] tilt;
  private final double meanSquare;
  private int passes;

  /**
   * Takes rows that lie on the device, one after the other, the last number of each a 1; they stay
   * the caller's.
   */
  public DeviceRegression(
      Device device, Kind kind, Buffer x, Buffer y, long rows, int columns, double reg) {
    Require.positive("reg", reg);
    if (columns < 2 || columns > MOST_COLUMNS) {
      throw new IllegalArgumentException(
          columns + " columns with that of ones, expected 2 to " + MOST_COLUMNS);
    }
    if (x.length() != rows * columns || y.length() != rows) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d numbers and %d targets, expected %d rows of %d numbers",
              x.length(),
              y.length(),
              rows,
              columns));
    }
    this.device = device;
    this.kind = kind;
    this.rows = rows;
    this.columns = columns;
    this.reg = reg;
    this.x = x;
    this.y = y;
    w = doubles(columns);
    kept = doubles(rows);
    lines = doubles((long) Kernel.MOST_BLOCKS * (columns + 2));
    sums = doubles(columns + 2L);
    scaled = doubles(Math.min(PIECE / columns, rows) * columns);
    hessian = doubles((long) columns * columns);
    // At w = 0 the derivatives are those of the targets and of a constant.
    double[] at = new double[columns];
    double[] zero = evaluate(at, false, 0, 0).gradient();
    double[] moments = secondMoments();
    means = Arrays.copyOfRange(moments, (columns - 1) * columns, columns * columns);
    double constant = kind == Kind.LOGISTIC ? 0.5 : 0;
    tilt = new double[columns];
    Arrays.setAll(tilt, j -> constant * means[j] - zero[j]);
    double trace = 0;
    for (int j = 0; j < columns; j++) {
      trace += moments[j * columns + j];
    }
    meanSquare = trace;
  }

  private Buffer doubles(long length) {
    Buffer made = device.doubles(length);
    owned.add(made);
    return made;
  }

  private Kernel kernel() {
    return columns <= 32
        ? Kernel.ROW_LOSSES_1
        : columns <= 64
            ? Kernel.ROW_LOSSES_2
            : columns <= 128 ? Kernel.ROW_LOSSES_4 : Kernel.ROW_LOSSES_8;
  }

  /** A point with F, its gradient and a divergence. */
  private record Point(double[] w, double value, double[] gradient, double divergence) {}

  /** Queues one pass over the rows. */
  public void pass() {
    pass(false, 0, 0);
  }

  private void pass(boolean keep, double t, double mixed) {
    int blocks = Math.clamp(rows / ROWS_OF_A_BLOCK, 1, MOST_BLOCKS);
    device.launch(
        kernel(),
        blocks,
        x,
        y,
        w,
        kept,
        lines,
        rows,
        columns,
        kind.ordinal(),
        keep ? 1 : 0,
        t,
        mixed);
    device.launch(Kernel.SUM_LINES, columns + 2, lines, sums, blocks, columns + 2);
    passes++;
  }

  private Point evaluate(double[] at, boolean keep, double t, double mixed) {
    device.upload(at, w);
    pass(keep, t, mixed);
    double[] out = new double[columns + 2];
    device.download(sums, out);
    double value = out[columns] / rows;
    double[] gradient = new double[columns];
    for (int j = 0; j < columns; j++) {
      gradient[j] = out[j] / rows;
      if (j < columns - 1) {
        gradient[j] = Math.fma(reg, at[j], gradient[j]);
        value = Math.fma(0.5 * reg * at[j], at[j], value);
      }
    }
    return new Point(at.clone(), value, gradient, out[columns + 1] / rows);
  }

  /** Waits and returns the Hessian of the kept curvatures, without the penalty. */
  private double[] gram() {
    long piece = scaled.length() / columns;
    Matrix to = Matrix.of(hessian, columns, columns);
    for (long at = 0; at < rows; at += piece) {
      int count = (int) Math.min(piece, rows - at);
      long numbers = (long) count * columns;
      device.launch(
          Kernel.SCALE_ROWS, Kernel.blocks(numbers), x, kept, scaled, at, (long) count, columns);
      Matrix part = Matrix.of(scaled.part(0, numbers), count, columns);
      device.multiply(1.0 / rows, part.transpose(), part, at > 0 ? 1 : 0, to);
    }
    passes++;
    double[] out = new double[columns * columns];
    device.download(hessian, out);
    return out;
  }

  /** Waits and returns the second moments of the columns. */
  private double[] secondMoments() {
    double[] ones = new double[(int) Math.min(rows, 1 << 20)];
    Arrays.fill(ones, 1);
    for (long at = 0; at < rows; at += ones.length) {
      int count = (int) Math.min(ones.length, rows - at);
      device.upload(count == ones.length ? ones : Arrays.copyOf(ones, count), kept.part(at, count));
    }
    return gram();
  }

  /**
   * A fit.
   *
   * @param w coefficients, the constant last
   * @param value F there
   * @param gap proven bound on F less its minimum, relative to the least minimum it allows
   * @param certified whether the tolerance was reached
   * @param steps Newton steps
   * @param passes over the rows
   */
  public record Result(
      double[] w, double value, double gap, boolean certified, int steps, int passes) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "F %.12g, relative gap %.2g (%s), %d steps, %d passes",
          value,
          gap,
          certified ? "certified" : "not reached",
          steps,
          passes);
    }
  }

  /** Fits from zero until the relative gap is proven, or nothing improves. */
  public Result fit(double tolerance) {
    Require.positive("tolerance", tolerance);
    Point at = evaluate(new double[columns], true, 0, 0);
    double gap = Double.POSITIVE_INFINITY;
    int steps = 0;
    while (steps < STEPS) {
      gap = gap(at);
      if (gap <= tolerance) {
        break;
      }
      Point next = step(at);
      if (next == null) {
        break;
      }
      at = next;
      steps++;
    }
    return new Result(at.w, at.value, gap, gap <= tolerance, steps, passes);
  }

  /** Returns a point with a smaller F along Newton's direction, null if there is none. */
  private Point step(Point at) {
    double[] h = gram();
    DenseMatrix matrix = DenseMatrix.zeros(columns, columns);
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < columns; j++) {
        matrix.set(i, j, h[i * columns + j] + (i == j && i < columns - 1 ? reg : 0));
      }
    }
    Cholesky cholesky = new Cholesky(columns);
    if (!cholesky.factor(matrix)) {
      return null;
    }
    double[] s = new double[columns];
    cholesky.solve(at.gradient, s);
    double t = 1;
    for (int k = 0; k < HALVINGS; k++, t /= 2) {
      double[] trial = at.w.clone();
      for (int j = 0; j < columns; j++) {
        trial[j] = Math.fma(-t, s[j], trial[j]);
      }
      Point next = evaluate(trial, true, 0, 0);
      // Where rounding hides a decrease of F, a smaller gradient tells.
      if (next.value < at.value
          || next.value <= at.value * (1 + 1e-14)
              && norm(next.gradient) < 0.5 * norm(at.gradient)) {
        return next;
      }
    }
    return null;
  }

  private static double norm(double[] v) {
    double sum = 0;
    for (double e : v) {
      sum = Math.fma(e, e, sum);
    }
    return Math.sqrt(sum);
  }

  /**
   * Returns the relative gap that a feasible dual point proves, as {@code fit.Certificate} does:
   * predictions p' that make the derivative by the constant vanish give {@code F - F* <= mean
   * D(p'|p) + |grad'|^2/(2 reg)}, grad' by the coefficients at p'. What rounding can do to the sums
   * is added: a sum of so many terms in a row has that many relative roundings at most.
   */
  private double gap(Point at) {
    double first = at.gradient[columns - 1];
    double[] slopes = Arrays.copyOf(at.gradient, columns - 1);
    double divergence = 0;
    if (kind == Kind.RIDGE) {
      divergence = 0.5 * first * first;
      for (int j = 0; j < slopes.length; j++) {
        slopes[j] = Math.fma(-first, means[j], slopes[j]);
      }
    } else {
      double share = tilt[columns - 1];
      double t = first > 0 ? first / (share + first) : first < 0 ? -first / (1 - share - first) : 0;
      double mixed = Math.max(0, t * share - (1 - t) * first);
      for (int j = 0; j < slopes.length; j++) {
        double ofLoss = Math.fma(-reg, at.w[j], slopes[j]);
        slopes[j] = slopes[j] - t * (ofLoss + tilt[j]) + mixed * means[j];
      }
      divergence = t > 0 ? Math.max(0, evaluate(at.w, false, t, mixed).divergence) : 0;
    }
    double unit = (rows / 1000.0 + 1100) * 0x1p-53;
    double error = unit * Math.sqrt(meanSquare * 2 * at.value);
    double root = (norm(slopes) + error) / Math.sqrt(2 * reg);
    double gap = (divergence + root * root + unit * at.value) * (1 + 1e-6);
    return gap < at.value ? gap / (at.value - gap) : Double.POSITIVE_INFINITY;
  }

  @Override
  public void close() {
    owned.forEach(device::free);
    owned.clear();
  }
}
