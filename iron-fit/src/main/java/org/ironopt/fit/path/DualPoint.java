package org.ironopt.fit.path;

import java.util.Arrays;

/**
 * A point, and a feasible point of the dual problem beside it that bounds how far the objective is
 * above its minimum:
 *
 * <pre>
 *   sum_i omega_i D(p'_i | p_i) + sum_j [ penalty(v_j) + penalty*(-z_j) + z_j v_j ],
 *   z = U' omega (p' - y),
 * </pre>
 *
 * D the divergence of the loss, p' means for which the slopes of the free columns, those that
 * nothing holds, are zero. Where a slope is larger than a kink without ridge and bound allows,
 * {@code p' - y} is scaled towards zero. What rounding can do is added.
 */
abstract class DualPoint {
  static final int NEWTON_STEPS = 20;

  /** Newton steps in the free variables end where they gain less than this part of the loss. */
  static final double SETTLED = 1e-13;

  /** A slope of so many rounding errors is one. */
  private static final double ROUNDED = 64;

  final Penalty penalty;
  final int count;
  final boolean[] exact;
  final double[] slopes;
  double loss;

  private final Rounding rounding;
  final double[] error;
  private double[] v;

  /** Variables that are not zero. */
  final int[] used;

  int uses;

  /**
   * Variables, the exact ones aside, that are not zero or whose slopes may be above their kinks.
   */
  private final int[] live;

  /**
   * Sizes of rounding.
   *
   * @param column length of each column before centering, over its spread
   * @param sums relative error of a sum over the rows
   * @param dots relative error of a prediction
   * @param curvature largest second derivative of the loss
   */
  record Rounding(double[] column, double sums, double dots, double curvature) {}

  DualPoint(Penalty penalty, Rounding rounding, int variables) {
    this.penalty = penalty;
    this.rounding = rounding;
    count = rounding.column.length;
    exact = new boolean[variables];
    slopes = new double[variables];
    error = new double[variables];
    used = new int[variables];
    live = new int[variables];
  }

  /** Moves the free variables of v to where they are best, and looks at the point. */
  void at(double[] v) {
    this.v = v;
    for (int j = 0; j < v.length; j++) {
      boolean inside = v[j] > penalty.lo[j] && v[j] < penalty.hi[j];
      boolean open =
          penalty.lo[j] == Double.NEGATIVE_INFINITY || penalty.hi[j] == Double.POSITIVE_INFINITY;
      exact[j] = penalty.free(j) || penalty.factor[j] == 0 && inside && open && v[j] != 0;
    }
    look(v);
    uses = Support.of(v, used);
    double size = size(v);
    for (int from = 0; from < error.length; from += count) {
      for (int j = 0; j < count; j++) {
        error[from + j] = rounding.sums * rounding.column[j] * size;
      }
    }
  }

  /** Returns the mean loss and the penalty as it is. */
  final double value() {
    return loss + penalty.value(v, used, uses);
  }

  /** Returns the exact variables. */
  final int[] free() {
    int[] free = new int[16];
    int n = 0;
    for (int j = 0; j < exact.length; j++) {
      if (exact[j]) {
        free = n < free.length ? free : Arrays.copyOf(free, 2 * n);
        free[n++] = j;
      }
    }
    return Arrays.copyOf(free, n);
  }

  abstract void look(double[] v);

  /**
   * How far free variables can go along a step.
   *
   * @param part of the step up to the first bound, infinite if there is none on the way
   * @param variable that comes to it
   * @param bound the bound
   */
  record Room(double part, int variable, double bound) {}

  /** Returns how much of the step {@code v -= alpha} the bounds leave room for. */
  final Room room(double[] v, int[] free, double[] alpha) {
    Room room = new Room(Double.POSITIVE_INFINITY, -1, 0);
    for (int i = 0; i < free.length; i++) {
      int j = free[i];
      double bound = alpha[i] > 0 ? penalty.lo[j] : penalty.hi[j];
      double part = alpha[i] != 0 ? (v[j] - bound) / alpha[i] : Double.POSITIVE_INFINITY;
      room = part < room.part ? new Room(part, j, bound) : room;
    }
    return room;
  }

  /** Leaves a variable at its bound, where its slope need not be zero. */
  final void stop(double[] v, Room room) {
    v[room.variable] = room.bound;
    exact[room.variable] = false;
  }

  /** Returns a bound on the size of the derivatives of the loss, that of their parts included. */
  abstract double size(double[] v);

  /** Returns the divergence if p' - y is multiplied by a factor. */
  abstract double divergence(double scale);

  /** Returns the size of what the loss is a sum of. */
  abstract double magnitude();

  /** Returns the bound for the penalty as it is. */
  double gap() {
    double floor = rounding.sums * magnitude() + predictions();
    if (!balanced()) {
      return floor + value();
    }
    int n = live();
    Penalty.Parts parts = penalty.parts(slopes, error, live, n);
    double best = bound(parts.strict(), n, value());
    return floor + (parts.all() < parts.strict() ? bound(parts.all(), n, best) : best);
  }

  /**
   * Returns whether the exact variables have no slope: rows without curvature, such as those that a
   * loss of classes is sure of, cannot take it from them.
   */
  private boolean balanced() {
    for (int j = 0; j < exact.length; j++) {
      if (exact[j] && !(Math.abs(slopes[j]) <= ROUNDED * error[j])) {
        return false;
      }
    }
    return true;
  }

  private int live() {
    int n = 0;
    for (int j = 0; j < v.length; j++) {
      boolean idle = v[j] == 0 & Math.abs(slopes[j]) + error[j] <= penalty.kink(j);
      live[n] = j;
      n += idle | exact[j] ? 0 : 1;
    }
    return n;
  }

  /** Returns the bound for slopes times a part, or a known one that is smaller. */
  private double bound(double part, int n, double known) {
    double bracket = penalty.bracket(v, slopes, part, error, live, n);
    return bracket < known ? Math.min(known, bracket + divergence(part)) : known;
  }

  private double predictions() {
    double sum = 0;
    int k = 0;
    for (int from = 0; from < v.length; from += count) {
      double error = 0;
      for (; k < uses && used[k] < from + count; k++) {
        error += Math.abs(v[used[k]]) * rounding.column[used[k] - from];
      }
      error *= rounding.dots;
      sum = Math.fma(error, error, sum);
    }
    return 0.5 * rounding.curvature * sum;
  }

  /** Solves with the products of the exact variables; dependent ones stay. */
  static double[] solve(Gram gram, double[] rho) {
    SupportFactor factor = new SupportFactor();
    for (int k = 0; k < gram.size; k++) {
      if (gram.g[k][k] > 0) {
        factor.append(k, gram.g[k], gram.g[k][k]);
      }
    }
    double[] b = new double[factor.size];
    Arrays.setAll(b, k -> rho[factor.order[k]]);
    factor.solve(b);
    double[] all = new double[gram.size];
    for (int k = 0; k < b.length; k++) {
      all[factor.order[k]] = b[k];
    }
    return all;
  }
}
