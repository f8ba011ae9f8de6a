package org.ironopt.problem;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import org.ironopt.linalg.Vectors;

/** {@code weight sum_g |x_g|}: in each group the norm's proximal map, which keeps or drops it. */
final class GroupLasso implements Regularizer {
  private final Regularizers.L2 norm;
  private final int[][] groups;

  GroupLasso(double weight, int[][] groups) {
    this.norm = new Regularizers.L2(weight);
    this.groups = Arrays.stream(groups).map(int[]::clone).toArray(int[][]::new);
    BitSet seen = new BitSet();
    for (int[] group : groups) {
      for (int i : group) {
        if (i < 0 || seen.get(i)) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "coordinate %d of a group, expected numbers >= 0, each in one group",
                  i));
        }
        seen.set(i);
      }
    }
  }

  @Override
  public double value(double[] x) {
    double sum = 0;
    for (int[] group : groups) {
      sum += norm.value(part(x, group));
    }
    return sum;
  }

  @Override
  public void prox(double t, double[] u, double[] x) {
    Regularizers.check(t, u, x);
    Vectors.copy(u, x);
    for (int[] group : groups) {
      double[] part = part(u, group);
      norm.prox(t, part, part);
      spread(part, group, x);
    }
  }

  @Override
  public void jacobian(double t, double[] u, double[] v, double[] jv) {
    Regularizers.check(t, u, v, jv);
    Vectors.copy(v, jv);
    for (int[] group : groups) {
      double[] part = part(v, group);
      norm.jacobian(t, part(u, group), part, part);
      spread(part, group, jv);
    }
  }

  private static double[] part(double[] x, int[] group) {
    double[] part = new double[group.length];
    for (int i = 0; i < group.length; i++) {
      part[i] = x[group[i]];
    }
    return part;
  }

  private static void spread(double[] part, int[] group, double[] x) {
    for (int i = 0; i < group.length; i++) {
      x[group[i]] = part[i];
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GroupLasso g
        && g.norm.equals(norm)
        && Arrays.deepEquals(g.groups, groups);
  }

  @Override
  public int hashCode() {
    return 31 * norm.hashCode() + Arrays.deepHashCode(groups);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "GroupLasso[weight=%s, groups=%s]",
        norm.weight(),
        Arrays.deepToString(groups));
  }
}
