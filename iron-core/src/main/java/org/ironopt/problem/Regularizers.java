package org.ironopt.problem;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/** The functions behind the factory methods of {@link Regularizer}. */
final class Regularizers {
  /** A projected point may lie outside its set by this, relative to its size. */
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
    return Vectors.sum(Arrays.stream(x).map(Math::abs).toArray());
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
      Require.that(low <= high, "the box is from %s to %s, expected low <= high", low, high);
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

  /** The indicator of {@code <a, x> <= b}; outside, the projection goes straight along a. */
  static final class HalfSpace implements Regularizer {
    private final double[] a;
    private final double b;
    private final double square;

    HalfSpace(double[] a, double b) {
      this.a = Require.finite("a", a).clone();
      this.b = Require.finite("b", b);
      square = Require.positive("|a|^2", Vectors.dot(a, a));
    }

    private double excess(double[] x) {
      return Vectors.dot(a, Require.length("x", a.length, x)) - b;
    }

    @Override
    public double value(double[] x) {
      double size = Math.abs(b) + Math.sqrt(square) * Vectors.norm(x);
      return excess(x) <= ROUNDING * size ? 0 : Double.POSITIVE_INFINITY;
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      Vectors.add(u, -Math.max(0, excess(u)) / square, a, x);
    }

    /** Outside, {@code J = I - aa'/|a|^2}. */
    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      double along = excess(u) > 0 ? Vectors.dot(a, v) / square : 0;
      Vectors.add(v, -along, a, jv);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof HalfSpace h && h.b == b && Arrays.equals(h.a, a);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(a) + Double.hashCode(b);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "HalfSpace[a=%s, b=%s]", Arrays.toString(a), b);
    }
  }

  /** A function of some of the coordinates, summed over parts; the other coordinates are free. */
  private interface OnParts extends Regularizer {
    /** Returns the function of one part. */
    Regularizer r();

    /** Returns the number of parts. */
    int parts();

    /** Returns the coordinates of part k of a vector of length n. */
    int[] part(int k, int n);

    @Override
    default double value(double[] x) {
      double sum = 0;
      for (int k = 0; k < parts(); k++) {
        sum += r().value(gather(x, part(k, x.length)));
      }
      return sum;
    }

    @Override
    default void prox(double t, double[] u, double[] x) {
      check(t, u, x);
      Vectors.copy(u, x);
      for (int k = 0; k < parts(); k++) {
        int[] at = part(k, u.length);
        double[] part = gather(u, at);
        r().prox(t, part, part);
        scatter(part, at, x);
      }
    }

    @Override
    default void jacobian(double t, double[] u, double[] v, double[] jv) {
      check(t, u, v, jv);
      Vectors.copy(v, jv);
      for (int k = 0; k < parts(); k++) {
        int[] at = part(k, u.length);
        double[] part = gather(v, at);
        r().jacobian(t, gather(u, at), part, part);
        scatter(part, at, jv);
      }
    }

    private static double[] gather(double[] x, int[] at) {
      double[] part = new double[at.length];
      for (int i = 0; i < at.length; i++) {
        part[i] = x[at[i]];
      }
      return part;
    }

    private static void scatter(double[] part, int[] at, double[] x) {
      for (int i = 0; i < at.length; i++) {
        x[at[i]] = part[i];
      }
    }
  }

  /** {@code weight sum_g |x_g|}: in each group the norm's proximal map, which keeps or drops it. */
  record GroupLasso(double weight, List<List<Integer>> groups) implements OnParts {
    GroupLasso {
      Set<Integer> seen = new HashSet<>();
      for (int i : groups.stream().flatMap(List::stream).toList()) {
        Require.that(
            i >= 0 && seen.add(i),
            "coordinate %d of a group, expected numbers >= 0, each in one group",
            i);
      }
    }

    @Override
    public Regularizer r() {
      return new L2(weight);
    }

    @Override
    public int parts() {
      return groups.size();
    }

    @Override
    public int[] part(int k, int n) {
      return groups.get(k).stream().mapToInt(i -> i).toArray();
    }
  }

  /** Some coordinates, given in ascending order, are left alone. */
  record Except(Regularizer r, List<Integer> free) implements OnParts {
    Except {
      Require.atLeast("free coordinate", 0, free.getFirst());
    }

    @Override
    public int parts() {
      return 1;
    }

    @Override
    public int[] part(int k, int n) {
      Require.that(
          free.getLast() < n, "free coordinate %d, expected 0 to %d", free.getLast(), n - 1);
      int[] rest = new int[n - free.size()];
      int skipped = 0;
      for (int i = 0; i < n; i++) {
        if (skipped < free.size() && free.get(skipped) == i) {
          skipped++;
        } else {
          rest[i - skipped] = i;
        }
      }
      return rest;
    }
  }

  /** The sum of r over members, coordinate i of member j at {@code i * members + j}. */
  record EnsembleRegularizer(Regularizer r, int members) implements OnParts {
    @Override
    public int parts() {
      return members;
    }

    @Override
    public int[] part(int j, int n) {
      int[] at = new int[n / members];
      Arrays.setAll(at, i -> i * members + j);
      return at;
    }
  }
}
