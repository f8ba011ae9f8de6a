package org.ironopt.fit.path;

import java.util.Arrays;
import org.ironopt.linalg.kernel.Kernels;

/**
 * Minimises a quadratic model of the mean loss plus the penalty over tracked variables: coordinate
 * descent finds which are zero, a solve with the factor of those that are not then ends it. The
 * factor may be of an earlier matrix nearby; it is the preconditioner of conjugate gradients.
 */
final class QuadraticModel {
  private static final Kernels K = Kernels.get();
  private static final int SWEEPS = 4;
  private static final int SOLVES = 60;

  /** Sweeps in the time of a solve with a factor. */
  private static final double PRODUCTS = 1.5;

  /** Cost of a new column of a factor over the square of its size. */
  private static final double FACTORED = 0.25;

  private static final int ROUNDS = 500;

  /** A slope below this part of its terms is rounding. */
  private static final double FLAT = 1e-13;

  private static final double SMALL = 1e-8;

  /** More variables than this are preconditioned by their diagonal. */
  private static final int LARGEST = 4000;

  private final Gram gram;
  private final Penalty penalty;
  private final SupportFactor factor = new SupportFactor();

  /** Values by variable. */
  private final double[] v;

  /** Minus the slopes of the loss, by place. */
  double[] c = new double[0];

  private boolean[] used = new boolean[0];
  private double factoredRidge;
  private double[] inner = new double[0];
  private int[] support = new int[0];

  /** Places whose columns depend on those of the factor. */
  private int[] dependent = new int[0];

  private int dependents;
  long updates;

  /** Multiplications of sweeps since the factor was empty. */
  private double spent;

  QuadraticModel(Gram gram, Penalty penalty, double[] v) {
    this.gram = gram;
    this.penalty = penalty;
    this.v = v;
  }

  /** Must be called when the matrix was made anew. */
  void clear() {
    spent = 0;
    factor.clear();
  }

  /** Makes room for all tracked variables. */
  void grow() {
    if (c.length < gram.size) {
      int room = gram.g.length;
      c = Arrays.copyOf(c, room);
      used = new boolean[room];
      inner = new double[room];
      support = new int[room];
      dependent = new int[room];
    }
  }

  /**
   * Minimises until no move of a sweep changes a slope by more than a target.
   *
   * @param set places of the variables that may move
   */
  void minimise(int[] set, int n, double target, Runnable check) {
    for (int round = 0; round < ROUNDS; round++) {
      check.run();
      double moved = sweep(set, n);
      int k = 0;
      boolean sweeping = true;
      while (moved > target && sweeping) {
        double last = moved;
        int count = active(set, n);
        moved = sweep(support, count);
        sweeping = ++k < SWEEPS || sweepsPay(count, n, moved / last, target / moved);
      }
      if (moved <= target) {
        if (k == 0 || settled(set, n, target)) {
          return;
        }
        continue;
      }
      int solves = 0;
      while (solves++ < SOLVES && solve(set, n)) {
        check.run();
      }
    }
  }

  /**
   * Returns whether sweeps over the support, with those since the factor was empty, cost less than
   * to make it that of the support.
   *
   * @param rate what the last sweep left of the moves
   * @param left what may be left of them
   */
  private boolean sweepsPay(int count, int n, double rate, double left) {
    double sweep = (double) count * n;
    spent += sweep;
    if (!(rate < 1)) {
      return false;
    }
    Arrays.fill(used, 0, gram.size, false);
    for (int k = 0; k < factor.size; k++) {
      used[factor.order[k]] = true;
    }
    long missing = 0;
    for (int k = 0; k < count; k++) {
      missing += used[support[k]] ? 0 : 1;
    }
    double sweeps = left >= 1 ? 0 : StrictMath.log(left) / StrictMath.log(rate);
    return spent + sweeps * sweep < FACTORED * missing * count * count + PRODUCTS * sweep;
  }

  /**
   * Lets a variable whose column depends on those of the factor replace some of them: the
   * predictions hardly change along {@code (-G_SS^-1 G_Sa, 1)}, but the penalty does. Goes down to
   * the minimum, or to the first zero or bound; returns whether it came to one.
   */
  private boolean exchange(int a) {
    int size = factor.size;
    int[] at = Arrays.copyOf(factor.order, size + 1);
    at[size] = a;
    double[] d = new double[size + 1];
    double[] own = new double[size];
    for (int k = 0; k < size; k++) {
      own[k] = -gram.g[a][at[k]];
    }
    factor.solve(own);
    double part = SMALL * Math.max(1, K.maxAbs(own, 0, size));
    for (int k = 0; k < size; k++) {
      // Columns that take no part have nothing but rounding here.
      d[k] = Math.abs(own[k]) > part ? own[k] : 0;
    }
    d[size] = 1;
    double[] gd = new double[gram.size];
    double slope = 0;
    double terms = 0;
    for (int k = 0; k <= size; k++) {
      int j = gram.variable[at[k]];
      K.axpy(d[k], gram.g[at[k]], 0, gd, 0, gram.size);
      double kink = penalty.kink(j) * Math.signum(v[j]);
      slope = Math.fma(d[k], Math.fma(penalty.ridge(j), v[j], kink - c[at[k]]), slope);
      terms += Math.abs(d[k]) * (Math.abs(c[at[k]]) + penalty.kink(j));
    }
    if (!(Math.abs(slope) > FLAT * terms)) {
      return false;
    }
    double turn = slope > 0 ? -1 : 1;
    double curvature = 0;
    double most = Double.POSITIVE_INFINITY;
    for (int k = 0; k <= size; k++) {
      int j = gram.variable[at[k]];
      d[k] *= turn;
      curvature += d[k] * Math.fma(penalty.ridge(j), d[k], turn * gd[at[k]]);
      double end = end(j, d[k]);
      most = end == Double.POSITIVE_INFINITY ? most : Math.min(most, (end - v[j]) / d[k]);
    }
    double best = curvature > 0 ? Math.abs(slope) / curvature : Double.POSITIVE_INFINITY;
    double t = Math.min(best, most);
    // Without a kink or bound on the way the slope is rounding too.
    if (most == Double.POSITIVE_INFINITY || t == 0) {
      return false;
    }
    for (int k = 0; k <= size; k++) {
      int j = gram.variable[at[k]];
      double end = end(j, d[k]);
      boolean there = end != Double.POSITIVE_INFINITY && (end - v[j]) / d[k] <= t;
      v[j] = there ? end : Math.fma(t, d[k], v[j]);
    }
    K.axpy(-t * turn, gd, 0, c, 0, gram.size);
    updates += size;
    return t == most;
  }

  /** Returns the zero or bound in a direction, infinite if there is none. */
  private double end(int j, double d) {
    if (penalty.kink(j) > 0 && v[j] * d < 0) {
      return 0;
    }
    double bound = d > 0 ? penalty.hi[j] : penalty.lo[j];
    return d == 0 || Double.isInfinite(bound) ? Double.POSITIVE_INFINITY : bound;
  }

  private int active(int[] set, int n) {
    int count = 0;
    for (int k = 0; k < n; k++) {
      int j = gram.variable[set[k]];
      if (v[j] != 0 || penalty.kink(j) == 0) {
        support[count++] = set[k];
      }
    }
    return count;
  }

  /** Returns whether no move of a sweep would change a slope by more than a target. */
  private boolean settled(int[] set, int n, double target) {
    for (int k = 0; k < n; k++) {
      int a = set[k];
      int j = gram.variable[a];
      double curvature = gram.g[a][a];
      double u = Math.fma(curvature, v[j], c[a]);
      if (curvature > 0 && Math.abs(penalty.prox(j, u, curvature) - v[j]) * curvature > target) {
        return false;
      }
    }
    return true;
  }

  /** Goes to a point near by. */
  void begin(int[] set, double[] start) {
    for (int a : set) {
      int j = gram.variable[a];
      if (start[j] != v[j]) {
        K.axpy(v[j] - start[j], gram.g[a], 0, c, 0, gram.size);
        v[j] = start[j];
        updates++;
      }
    }
  }

  private double sweep(int[] set, int n) {
    double moved = 0;
    for (int k = 0; k < n; k++) {
      int a = set[k];
      int j = gram.variable[a];
      double[] row = gram.g[a];
      double curvature = row[a];
      if (!(curvature > 0)) {
        continue;
      }
      double next = penalty.prox(j, Math.fma(curvature, v[j], c[a]), curvature);
      double step = next - v[j];
      if (step != 0) {
        K.axpy(-step, row, 0, c, 0, gram.size);
        v[j] = next;
        moved = Math.max(moved, Math.abs(step) * curvature);
        updates++;
      }
    }
    return moved;
  }

  /** Makes the factor that of the variables that are free to move, without dependent ones. */
  private void synchronise(int[] set, int n) {
    if (factor.size > 0 && penalty.reg < 0.5 * factoredRidge) {
      factor.clear();
    }
    if (factor.size == 0) {
      factoredRidge = penalty.reg;
    }
    Arrays.fill(used, 0, gram.size, false);
    int count = active(set, n);
    dependents = 0;
    for (int k = 0; k < count; k++) {
      int j = gram.variable[support[k]];
      used[support[k]] = v[j] > penalty.lo[j] && v[j] < penalty.hi[j];
    }
    for (int k = factor.size - 1; k >= 0; k--) {
      if (!used[factor.order[k]]) {
        factor.remove(k);
      }
    }
    for (int k = 0; k < factor.size; k++) {
      used[factor.order[k]] = false;
    }
    for (int k = 0; k < count && factor.size < LARGEST; k++) {
      int a = support[k];
      if (used[a] && gram.g[a][a] > 0) {
        boolean own = factor.append(a, gram.g[a], gram.g[a][a] + penalty.ridge(gram.variable[a]));
        if (!own) {
          dependent[dependents++] = a;
        }
      }
    }
  }

  /** Goes to the minimiser with these signs, or until a sign changes; returns whether one did. */
  private boolean solve(int[] set, int n) {
    synchronise(set, n);
    int size = factor.size;
    int[] at = factor.order;
    if (size == 0) {
      return false;
    }
    for (int k = 0; k < dependents; k++) {
      if (exchange(dependent[k])) {
        return true;
      }
    }
    double[] rest = new double[size];
    for (int k = 0; k < size; k++) {
      int j = gram.variable[at[k]];
      double sign = v[j] != 0 ? Math.signum(v[j]) : 0;
      rest[k] = c[at[k]] - penalty.ridge(j) * v[j] - penalty.kink(j) * sign;
    }
    double[] d = new double[size];
    double[] gd = inner;
    Arrays.fill(gd, 0, gram.size, 0);
    conjugateGradients(rest, d, gd);
    return move(d, gd);
  }

  /** Solves for d with the matrix and the ridge, and leaves G d in gd. */
  private void conjugateGradients(double[] rest, double[] d, double[] gd) {
    int size = rest.length;
    int[] at = factor.order;
    double goal = 1e-9 * K.maxAbs(rest, 0, size);
    double[] z = rest.clone();
    factor.solve(z);
    double[] p = z.clone();
    double rz = K.dot(rest, 0, z, 0, size);
    double[] w = new double[gram.size];
    for (int k = 0; k < 30 && rz > 0; k++) {
      Arrays.fill(w, 0);
      for (int i = 0; i < size; i++) {
        K.axpy(p[i], gram.g[at[i]], 0, w, 0, gram.size);
      }
      double along = 0;
      for (int i = 0; i < size; i++) {
        along += p[i] * Math.fma(penalty.ridge(gram.variable[at[i]]), p[i], w[at[i]]);
      }
      if (!(along > 0)) {
        return;
      }
      double alpha = rz / along;
      K.axpy(alpha, p, 0, d, 0, size);
      K.axpy(alpha, w, 0, gd, 0, gram.size);
      for (int i = 0; i < size; i++) {
        double q = Math.fma(penalty.ridge(gram.variable[at[i]]), p[i], w[at[i]]);
        rest[i] = Math.fma(-alpha, q, rest[i]);
      }
      if (K.maxAbs(rest, 0, size) <= goal) {
        return;
      }
      z = rest.clone();
      factor.solve(z);
      double next = K.dot(rest, 0, z, 0, size);
      double beta = next / rz;
      rz = next;
      for (int i = 0; i < size; i++) {
        p[i] = Math.fma(beta, p[i], z[i]);
      }
    }
  }

  /** Goes along d, and where signs change to the zeros or, if that is no gain, to the first. */
  private boolean move(double[] d, double[] gd) {
    int[] at = factor.order;
    double first = 1;
    double[] limits = new double[d.length];
    boolean free = true;
    for (int k = 0; k < d.length; k++) {
      int j = gram.variable[at[k]];
      limits[k] = penalty.limit(j, v[j], d[k]);
      if (limits[k] != Double.POSITIVE_INFINITY) {
        first = Math.min(first, (limits[k] - v[j]) / d[k]);
        free = false;
      }
    }
    if (free) {
      apply(d, 1, gd);
      return false;
    }
    double[] e = d.clone();
    double[] ge = Arrays.copyOf(gd, gram.size);
    for (int k = 0; k < d.length; k++) {
      if (limits[k] != Double.POSITIVE_INFINITY) {
        e[k] = limits[k] - v[gram.variable[at[k]]];
        K.axpy(e[k] - d[k], gram.g[at[k]], 0, ge, 0, gram.size);
      }
    }
    double gain = 0;
    for (int k = 0; k < d.length; k++) {
      int j = gram.variable[at[k]];
      double kinks = penalty.kink(j) * (Math.abs(v[j] + e[k]) - Math.abs(v[j]));
      double slope = Math.fma(penalty.ridge(j), v[j], -c[at[k]]);
      gain += e[k] * (slope + 0.5 * Math.fma(penalty.ridge(j), e[k], ge[at[k]])) + kinks;
    }
    double[] start = new double[d.length];
    for (int k = 0; k < d.length; k++) {
      start[k] = v[gram.variable[at[k]]];
    }
    apply(gain < 0 ? e : d, gain < 0 ? 1 : first, gain < 0 ? ge : gd);
    for (int k = 0; k < d.length; k++) {
      boolean limited = limits[k] != Double.POSITIVE_INFINITY;
      if (limited && (gain < 0 || (limits[k] - start[k]) / d[k] <= first)) {
        v[gram.variable[at[k]]] = limits[k];
      }
    }
    return true;
  }

  private void apply(double[] d, double t, double[] gd) {
    for (int k = 0; k < d.length; k++) {
      v[gram.variable[factor.order[k]]] += t * d[k];
    }
    K.axpy(-t, gd, 0, c, 0, gram.size);
    updates += d.length;
  }
}
