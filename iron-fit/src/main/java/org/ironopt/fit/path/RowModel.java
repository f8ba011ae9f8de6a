package org.ironopt.fit.path;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.kernel.Kernels;

/**
 * Minimises the quadratic model of the mean loss plus the penalty like {@link QuadraticModel}, but
 * with the rows in place of products of columns with one another: for many columns, and for columns
 * with few elements. Conjugate gradients without a factor end what many sweeps would be needed for.
 */
final class RowModel {
  private static final Kernels K = Kernels.get();
  private static final int ROUNDS = 500;

  /** Part of the last move that conjugate gradients leave: the support may change before less. */
  private static final double LEFT = 0.1;

  /** Sweeps before a solve is thought of, and sweeps in the time of one. */
  private static final int SWEEPS = 2;

  private static final int WORTH = 10;

  /** A variable that moves by less than this part of the target waits for a sweep over all. */
  private static final double HARDLY = 0.1;

  /** Most conjugate gradient steps of a solve. */
  private static final int STEPS = 30;

  private final Columns x;
  private final RowLoss loss;
  private final Penalty penalty;
  private final double[] v;
  private final double[] z;
  private Columns.Along along;
  private double[] h = new double[0];

  /** Variables that moved in the last sweep, and how many there are. */
  private final int[] movers;

  private int moving;

  /** What a direction predicts. */
  private double[] predicted = new double[0];

  /** Places 0, 1, ... */
  private final int[] places;

  long updates;

  /**
   * Takes live values and slopes by variable.
   *
   * @param z slopes of the loss where a model begins
   */
  RowModel(Columns x, RowLoss loss, Penalty penalty, double[] v, double[] z) {
    this.x = x;
    this.loss = loss;
    this.penalty = penalty;
    this.v = v;
    this.z = z;
    movers = new int[v.length];
    places = IntStream.range(0, v.length).toArray();
  }

  /**
   * Minimises the model around v from a point near by until no move of a sweep changes a slope by
   * more than a target.
   */
  void minimise(int[] set, double[] start, double target, Runnable check) {
    // Columns of least squares have the same curvature everywhere.
    if (along == null || !loss.quadratic()) {
      double[] roots = loss.roots()[0];
      h = new double[roots.length];
      predicted = new double[roots.length];
      Vectors.multiply(roots, roots, h);
      along = x.along(h);
    }
    along.prepare(set);
    double[] way = new double[set.length];
    for (int k = 0; k < set.length; k++) {
      way[k] = start[set[k]] - v[set[k]];
    }
    int[] at = support(way, set);
    move(at, IntStream.of(at).mapToDouble(j -> start[j]).toArray());
    for (int round = 0; round < ROUNDS; round++) {
      check.run();
      double moved = sweep(set, set.length, target);
      if (moved <= target) {
        return;
      }
      double rate = 0;
      for (int k = 0; moved > target && (k < SWEEPS || near(rate, target / moved)); k++) {
        double last = moved;
        moved = sweep(movers, moving, target);
        rate = moved / last;
        check.run();
      }
      if (moved > target) {
        solve(support(set), Math.max(target, LEFT * moved));
      }
    }
  }

  private static boolean near(double rate, double left) {
    return rate < 1 && StrictMath.log(left) > WORTH * StrictMath.log(rate);
  }

  private int[] support(int[] set) {
    double[] size = new double[set.length];
    for (int k = 0; k < size.length; k++) {
      size[k] = penalty.kink(set[k]) == 0 ? 1 : v[set[k]];
    }
    return support(size, set);
  }

  /** Returns the elements of a set in places where a vector is not zero. */
  private static int[] support(double[] x, int[] set) {
    int[] at = Support.of(x);
    for (int k = 0; k < at.length; k++) {
      at[k] = set[at[k]];
    }
    return at;
  }

  /** Moves variables to values, all at once. */
  private void move(int[] at, double[] to) {
    double[] way = new double[at.length];
    for (int k = 0; k < at.length; k++) {
      way[k] = to[k] - v[at[k]];
      v[at[k]] = to[k];
    }
    Arrays.fill(predicted, 0);
    x.add(at, at.length, way, predicted);
    along.add(predicted);
    updates += at.length;
  }

  private double slope(int j) {
    return z[j] + along.dot(j);
  }

  /**
   * Moves each of the first variables once, and notes which ones moved enough to be looked at again
   * before all others are. Returns the largest change of a slope.
   *
   * @param set may be the list of those
   */
  private double sweep(int[] set, int n, double target) {
    double moved = 0;
    moving = 0;
    for (int k = 0; k < n; k++) {
      int j = set[k];
      double curvature = along.curvature[j];
      if (!(curvature > 0)) {
        continue;
      }
      double next = penalty.prox(j, Math.fma(curvature, v[j], -slope(j)), curvature);
      double step = next - v[j];
      if (step != 0) {
        along.move(j, step);
        v[j] = next;
        double change = Math.abs(step) * curvature;
        moved = Math.max(moved, change);
        movers[moving] = j;
        moving += change > HARDLY * target ? 1 : 0;
        updates++;
      }
    }
    return moved;
  }

  /** Goes towards the minimiser with these signs. */
  private void solve(int[] support, double target) {
    int[] at =
        IntStream.of(support)
            .filter(j -> along.curvature[j] > 0 && v[j] > penalty.lo[j] && v[j] < penalty.hi[j])
            .toArray();
    double[] slopes = new double[at.length];
    for (int k = 0; k < at.length; k++) {
      int j = at[k];
      slopes[k] = slope(j) + penalty.ridge(j) * v[j] + penalty.kink(j) * Math.signum(v[j]);
    }
    double[] d = new double[at.length];
    conjugateGradients(at, slopes, 0.1 * target, d);
    double first = 1;
    double[] e = d.clone();
    for (int k = 0; k < at.length; k++) {
      double end = penalty.limit(at[k], v[at[k]], d[k]);
      if (end != Double.POSITIVE_INFINITY) {
        e[k] = end - v[at[k]];
        first = Math.min(first, e[k] / d[k]);
      }
    }
    // Along d the penalty has these slopes up to the first sign that changes.
    double part = falls(at, slopes, e) ? 1 : first;
    double[] step = part == 1 ? e : d;
    double[] to = new double[at.length];
    for (int k = 0; k < at.length; k++) {
      int j = at[k];
      double end = penalty.limit(j, v[j], d[k]);
      boolean stops = end != Double.POSITIVE_INFINITY && (part == 1 || (end - v[j]) / d[k] <= part);
      to[k] = stops ? end : v[j] + part * step[k];
    }
    move(at, to);
  }

  /** Returns whether a step, on which signs may become zero, makes the model smaller. */
  private boolean falls(int[] at, double[] slopes, double[] e) {
    double[] ge = times(at, e);
    double gain = 0;
    for (int k = 0; k < at.length; k++) {
      gain = Math.fma(e[k], Math.fma(0.5, ge[k], slopes[k]), gain);
    }
    return gain < 0;
  }

  private double[] times(int[] at, double[] p) {
    int n = at.length;
    Arrays.fill(predicted, 0);
    x.add(at, n, p, predicted);
    Vectors.multiply(h, predicted, predicted);
    double[] q = new double[n];
    x.dots(at, n, predicted, q, places);
    for (int k = 0; k < n; k++) {
      q[k] = Math.fma(penalty.ridge(at[k]), p[k], q[k]);
    }
    return q;
  }

  private void conjugateGradients(int[] at, double[] slopes, double goal, double[] d) {
    int n = at.length;
    double[] inverse = new double[n];
    double[] rest = new double[n];
    double[] scaled = new double[n];
    for (int k = 0; k < n; k++) {
      inverse[k] = 1 / (along.curvature[at[k]] + penalty.ridge(at[k]));
      rest[k] = -slopes[k];
    }
    Vectors.multiply(inverse, rest, scaled);
    double[] p = scaled.clone();
    double rz = K.dot(rest, 0, scaled, 0, n);
    for (int step = 0; step < STEPS && rz > 0 && K.maxAbs(rest, 0, n) > goal; step++) {
      double[] q = times(at, p);
      double curved = K.dot(p, 0, q, 0, n);
      if (!(curved > 0)) {
        return;
      }
      double alpha = rz / curved;
      K.axpy(alpha, p, 0, d, 0, n);
      K.axpy(-alpha, q, 0, rest, 0, n);
      Vectors.multiply(inverse, rest, scaled);
      double next = K.dot(rest, 0, scaled, 0, n);
      double beta = next / rz;
      rz = next;
      for (int k = 0; k < n; k++) {
        p[k] = Math.fma(beta, p[k], scaled[k]);
      }
    }
  }
}
