package org.ironopt.problem;

import java.util.List;
import java.util.Locale;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;

/** The functions behind the factory methods of {@link Regularizer}. */
final class Regularizers {
  /** A point on the boundary of a ball may lie outside it by rounding. */
  private static final double ROUNDING = 1e-12;

  private Regularizers() {}

  /** Checks the arguments of a proximal map. */
  static void check(double t, double[] u, double[] x) {
    Require.nonNegative("t", t);
    Require.sameLength("u", u.length, "x", x.length);
  }

  /** Checks the arguments of a Jacobian product. */
  static void check(double t, double[] u, double[] v, double[] jv) {
    check(t, u, jv);
    Require.sameLength("u", u.length, "v", v.length);
  }

  /** {@code sign(u) max(|u| - s, 0)}; NaN stays NaN. */
  private static double soft(double u, double s) {
    double rest = Math.abs(u) - s;
    return rest <= 0 ? 0 : Math.copySign(rest, u);
  }

  private static double absoluteSum(double[] x) {
    double[] absolute = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      absolute[i] = Math.abs(x[i]);
    }
    return Vectors.sum(absolute);
  }

  record None() implements Regularizer {
    @Override
    public double value(double[] x) {
      return 0;
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      Vectors.copy(u, x);
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      Vectors.copy(v, jv);
    }
  }

  record L1(double weight) implements Regularizer {
    @Override
    public double value(double[] x) {
      return weight * absoluteSum(x);
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      for (int i = 0; i < u.length; i++) {
        x[i] = soft(u[i], t * weight);
      }
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      for (int i = 0; i < u.length; i++) {
        jv[i] = Math.abs(u[i]) > t * weight ? v[i] : 0;
      }
    }
  }

  record SquaredL2(double weight) implements Regularizer {
    @Override
    public double value(double[] x) {
      return 0.5 * weight * Vectors.dot(x, x);
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      for (int i = 0; i < u.length; i++) {
        x[i] = u[i] / (1 + t * weight);
      }
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      prox(t, v, jv);
    }
  }

  record ElasticNet(double l1, double l2) implements Regularizer {
    @Override
    public double value(double[] x) {
      return Math.fma(0.5 * l2, Vectors.dot(x, x), l1 * absoluteSum(x));
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      for (int i = 0; i < u.length; i++) {
        x[i] = soft(u[i], t * l1) / (1 + t * l2);
      }
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      for (int i = 0; i < u.length; i++) {
        jv[i] = Math.abs(u[i]) > t * l1 ? v[i] / (1 + t * l2) : 0;
      }
    }
  }

  record L2(double weight) implements Regularizer {
    @Override
    public double value(double[] x) {
      return weight * Vectors.norm(x);
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      double norm = Vectors.norm(u);
      double shrink = norm <= t * weight ? 0 : 1 - t * weight / norm;
      for (int i = 0; i < u.length; i++) {
        x[i] = shrink * u[i] + 0.0; // a dropped coordinate is 0, not -0
      }
    }

    /** {@code J = (1 - s) I + s uu'/|u|^2} with {@code s = t weight / |u|} if that is below 1. */
    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      double norm = Vectors.norm(u);
      boolean shrunk = norm > t * weight;
      double s = shrunk ? t * weight / norm : 1;
      double along = shrunk ? s * (Vectors.dot(u, v) / norm) / norm : 0;
      for (int i = 0; i < u.length; i++) {
        jv[i] = Math.fma(along, u[i], (1 - s) * v[i]);
      }
    }
  }

  record Box(double low, double high) implements Regularizer {
    Box {
      if (!(low <= high)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT, "the box is from %s to %s, expected low <= high", low, high));
      }
    }

    @Override
    public double value(double[] x) {
      for (double xi : x) {
        if (!(xi >= low && xi <= high)) {
          return Double.POSITIVE_INFINITY;
        }
      }
      return 0;
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      for (int i = 0; i < u.length; i++) {
        x[i] = Math.max(low, Math.min(high, u[i]));
      }
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      for (int i = 0; i < u.length; i++) {
        jv[i] = u[i] > low && u[i] < high ? v[i] : 0;
      }
    }
  }

  record Ball(double radius) implements Regularizer {
    @Override
    public double value(double[] x) {
      return Vectors.norm(x) <= radius * (1 + ROUNDING) ? 0 : Double.POSITIVE_INFINITY;
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      double norm = Vectors.norm(u);
      double shrink = norm <= radius ? 1 : radius / norm;
      for (int i = 0; i < u.length; i++) {
        x[i] = shrink * u[i];
      }
    }

    /** Outside, {@code J = (radius / |u|) (I - uu'/|u|^2)}. */
    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      double norm = Vectors.norm(u);
      boolean outside = norm > radius;
      double shrink = outside ? radius / norm : 1;
      double along = outside ? -shrink * (Vectors.dot(u, v) / norm) / norm : 0;
      for (int i = 0; i < u.length; i++) {
        jv[i] = Math.fma(along, u[i], shrink * v[i]);
      }
    }
  }

  /** Some coordinates, given in ascending order, are left alone. */
  record Except(Regularizer r, List<Integer> free) implements Regularizer {
    Except {
      Require.atLeast("free coordinate", 0, free.getFirst());
    }

    @Override
    public double value(double[] x) {
      return r.value(packed(x));
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      double[] part = packed(u);
      r.prox(t, part, part);
      spread(part, u, x);
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      double[] part = packed(v);
      r.jacobian(t, packed(u), part, part);
      spread(part, v, jv);
    }

    private double[] packed(double[] x) {
      if (free.getLast() >= x.length) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT, "free coordinate %d, expected 0 to %d", free.getLast(), x.length - 1));
      }
      double[] part = new double[x.length - free.size()];
      int skipped = 0;
      for (int i = 0; i < x.length; i++) {
        if (isFree(i, skipped)) {
          skipped++;
        } else {
          part[i - skipped] = x[i];
        }
      }
      return part;
    }

    private void spread(double[] part, double[] rest, double[] x) {
      int skipped = 0;
      for (int i = 0; i < x.length; i++) {
        if (isFree(i, skipped)) {
          x[i] = rest[i];
          skipped++;
        } else {
          x[i] = part[i - skipped];
        }
      }
    }

    private boolean isFree(int i, int skipped) {
      return skipped < free.size() && free.get(skipped) == i;
    }
  }
}
