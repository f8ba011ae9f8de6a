package org.ironopt.fit.path;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.ironopt.linalg.Vectors;

/**
 * A point that is seen through the rows. With the free columns Z its dual means are {@code p - V Z
 * (Z' Omega V Z)^-1 Z' Omega (p - y)}, V the derivative of p, mixed with those of the fit on Z
 * alone where that leaves the means that there are.
 */
final class RowPoint extends DualPoint {
  private final Columns x;
  private final RowLoss rows;
  private final double[][] eta;
  private final double[][] base;
  private final double[][] residual;
  private final double[][] moved;
  private final double[][] along;

  /** Some columns of an output and their coefficients, on the way to {@link Columns#add}. */
  private final int[] some;

  private final double[] weight;

  /** Means of the fit on the free columns alone, once known. */
  private double[][] alone;

  private int[] free;

  /** A shorter part of a Newton step is not tried. */
  private static final double SHORTEST = 1e-6;

  RowPoint(Columns x, RowLoss rows, Penalty penalty, Rounding rounding) {
    super(penalty, rounding, rows.outputs * x.count);
    this.x = x;
    this.rows = rows;
    int k = rows.outputs;
    eta = new double[k][x.stride];
    base = new double[k][x.stride];
    residual = new double[k][x.stride];
    moved = new double[k][x.stride];
    along = new double[k][x.stride];
    some = new int[x.count];
    weight = new double[x.count];
  }

  /** Keeps the means of the last point, at which only free variables are not zero. */
  void keepAlone() {
    alone = Arrays.stream(rows.p).map(double[]::clone).toArray(double[][]::new);
  }

  @Override
  void look(double[] v) {
    free = free();
    for (int c = 0; c < base.length; c++) {
      System.arraycopy(v, c * x.count, weight, 0, x.count);
      for (int j : free) {
        if (j / x.count == c) {
          weight[j % x.count] = 0;
        }
      }
      int n = Support.of(weight, some);
      for (int k = 0; k < n; k++) {
        weight[k] = weight[some[k]];
      }
      Arrays.fill(base[c], 0);
      x.add(some, n, weight, base[c]);
    }
    loss = evaluate(v);
    double[] alpha = newton();
    double[] before = new double[free.length];
    for (int k = 0; k < NEWTON_STEPS && gain(alpha) > SETTLED * loss; k++) {
      double last = loss;
      for (int i = 0; i < free.length; i++) {
        before[i] = v[free[i]];
      }
      Room room = room(v, free, alpha);
      if (room.part() < 1 && tried(v, before, alpha, room.part()) <= last) {
        stop(v, room);
        look(v);
        return;
      }
      // A long step in exponentials may lead far up.
      double part = Math.min(1, 0.5 * room.part());
      while (!(tried(v, before, alpha, part) < last) && part > SHORTEST) {
        part /= 2;
      }
      if (!(loss < last)) {
        tried(v, before, alpha, 0);
        alpha = newton();
        break;
      }
      alpha = newton();
    }
    balance(polished(v, alpha));
    for (int c = 0; c < eta.length; c++) {
      x.dots(residual[c], slopes, c * x.count);
    }
  }

  /** Goes a part of a step from where the free variables were, and returns the loss there. */
  private double tried(double[] v, double[] before, double[] alpha, double part) {
    for (int i = 0; i < free.length; i++) {
      v[free[i]] = before[i] - part * alpha[i];
    }
    loss = evaluate(v);
    return loss;
  }

  /**
   * Makes a last step that the loss is too coarse to show: what free columns still have of a slope
   * enters those of all others as it is. Returns the step that would follow.
   */
  private double[] polished(double[] v, double[] alpha) {
    double size = gain(alpha);
    boolean small = size > 0 && size <= SETTLED * loss;
    if (!small || room(v, free, alpha).part() < 1) {
      return alpha;
    }
    double[] next = v.clone();
    for (int i = 0; i < free.length; i++) {
      next[free[i]] -= alpha[i];
    }
    Vectors.copy(next, v);
    loss = evaluate(v);
    return newton();
  }

  private double evaluate(double[] v) {
    for (int c = 0; c < eta.length; c++) {
      Vectors.copy(base[c], eta[c]);
      addFree(i -> v[free[i]], c, eta[c]);
    }
    return rows.at(eta);
  }

  /** Adds what the free columns of an output predict with coefficients by their place. */
  private void addFree(IntToDoubleFunction of, int c, double[] to) {
    int n = 0;
    for (int i = 0; i < free.length; i++) {
      if (free[i] / x.count == c) {
        some[n] = free[i] % x.count;
        weight[n++] = of.applyAsDouble(i);
      }
    }
    x.add(some, n, weight, to);
  }

  private double[] rho = new double[0];
  private Gram curvature;
  private int[] curved = {-1};

  /** Returns the Newton step in the free variables, up to its sign. */
  private double[] newton() {
    // Columns of least squares have the same products everywhere.
    if (!rows.quadratic() || !Arrays.equals(curved, free)) {
      curvature = new Gram(x, rows);
      curvature.renew();
      curvature.track(free, free.length);
      curved = free;
    }
    rho = slopes(rows.r);
    return solve(curvature, rho);
  }

  private double[] slopes(double[][] r) {
    double[] all = new double[free.length];
    for (int i = 0; i < free.length; i++) {
      int[] one = {free[i] % x.count};
      x.dots(one, 1, r[free[i] / x.count], all, new int[] {i});
    }
    return all;
  }

  private double gain(double[] alpha) {
    return alpha.length == 0 ? 0 : 0.5 * Vectors.dot(alpha, rho);
  }

  /** Moves the means so that the free columns have no slope, twice for its rounding. */
  private void balance(double[] alpha) {
    for (int c = 0; c < eta.length; c++) {
      Vectors.copy(rows.r[c], residual[c]);
      Arrays.fill(moved[c], 0);
    }
    double[] a = alpha;
    for (int k = 0; k < 2 && free.length > 0; k++) {
      double[] step = a;
      for (int c = 0; c < eta.length; c++) {
        Arrays.fill(along[c], 0);
        addFree(i -> step[i], c, along[c]);
      }
      rows.subtractCurved(along, moved, residual);
      a = solve(curvature, slopes(residual));
    }
    double t = rows.outside(moved, alone);
    if (t > 0) {
      rows.mix(t, alone, moved, residual);
    }
  }

  @Override
  double size(double[] v) {
    return rows.size(residual);
  }

  @Override
  double divergence(double scale) {
    return rows.divergence(moved, scale);
  }

  @Override
  double magnitude() {
    return loss + (rows.deviance() ? rows.magnitude() : 0);
  }
}
