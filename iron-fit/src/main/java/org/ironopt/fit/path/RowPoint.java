package org.ironopt.fit.path;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelKind;

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

  /** Means of the fit on the free columns alone, once known. */
  private double[][] alone;

  private int[] free;

  RowPoint(Columns x, RowLoss rows, Penalty penalty, Rounding rounding) {
    super(penalty, rounding, rows.outputs * x.count);
    this.x = x;
    this.rows = rows;
    int k = rows.outputs;
    eta = new double[k][x.stride];
    base = new double[k][x.stride];
    residual = new double[k][x.stride];
    moved = new double[k][x.stride];
  }

  /** Keeps the means of the last point, at which only free variables are not zero. */
  void keepAlone() {
    alone = Arrays.stream(rows.p).map(double[]::clone).toArray(double[][]::new);
  }

  @Override
  void look(double[] v) {
    free = IntStream.range(0, v.length).filter(j -> exact[j]).toArray();
    double[] held = v.clone();
    for (int j : free) {
      held[j] = 0;
    }
    for (int c = 0; c < base.length; c++) {
      Arrays.fill(base[c], 0);
      x.add(held, c * x.count, base[c]);
    }
    loss = evaluate(v);
    double[] alpha = newton();
    double[] before = new double[free.length];
    for (int k = 0; k < NEWTON_STEPS && gain(alpha) > SETTLED * loss; k++) {
      double last = loss;
      boolean inside = true;
      for (int i = 0; i < free.length; i++) {
        int j = free[i];
        before[i] = v[j];
        v[j] -= alpha[i];
        inside &= v[j] >= penalty.lo[j] && v[j] <= penalty.hi[j];
      }
      loss = inside ? evaluate(v) : Double.NaN;
      if (!(loss < last)) {
        for (int i = 0; i < free.length; i++) {
          v[free[i]] = before[i];
        }
        loss = evaluate(v);
        alpha = newton();
        break;
      }
      alpha = newton();
    }
    balance(alpha);
    for (int c = 0; c < eta.length; c++) {
      x.dots(residual[c], slopes, c * x.count);
    }
  }

  private double evaluate(double[] v) {
    double[] part = new double[v.length];
    for (int j : free) {
      part[j] = v[j];
    }
    for (int c = 0; c < eta.length; c++) {
      Vectors.copy(base[c], eta[c]);
      x.add(part, c * x.count, eta[c]);
    }
    return rows.at(eta);
  }

  private double[] rho = new double[0];
  private Gram curvature;

  /** Returns the Newton step in the free variables, up to its sign. */
  private double[] newton() {
    curvature = new Gram(x, rows);
    curvature.renew();
    curvature.track(free, free.length);
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
      double[] wide = new double[slopes.length];
      for (int i = 0; i < free.length; i++) {
        wide[free[i]] = a[i];
      }
      double[][] along = new double[eta.length][x.stride];
      for (int c = 0; c < eta.length; c++) {
        x.add(wide, c * x.count, along[c]);
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
    return loss + (rows.kind == ModelKind.POISSON ? rows.magnitude() : 0);
  }
}
