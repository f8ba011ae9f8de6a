package org.ironopt.data;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset.Preprocessing;
import org.ironopt.linalg.internal.Require;
import org.ironopt.random.RandomStreams;

/**
 * Rows divided into folds of about the same size, each of which is left out in turn while the
 * others are learned from: class by class, in the order of a seeded permutation. The only row of a
 * class is never left out, since without it the class could not be learned.
 */
public final class Folds {
  private final Dataset data;
  private final List<int[]> parts;
  private final Preprocessing preprocessing;

  private Folds(Dataset data, List<int[]> parts, Preprocessing preprocessing) {
    this.data = data;
    this.parts = parts;
    this.preprocessing = preprocessing;
  }

  /** Deals rows into the given number of folds, or into fewer if there are fewer rows to deal. */
  public static Folds stratified(Dataset data, long seed, int folds) {
    Require.atLeast("folds", 2, folds);
    List<Integer> rows =
        dealt(data, new RandomStreams(seed).stream("folds").permutation(0, data.rows()));
    int count = Math.min(folds, rows.size());
    List<int[]> parts = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      int fold = f;
      parts.add(
          IntStream.range(0, rows.size()).filter(k -> k % count == fold).map(rows::get).toArray());
    }
    return new Folds(data, List.copyOf(parts), Preprocessing.NONE);
  }

  /** Returns the same folds, for each of which the other rows are preprocessed on their own. */
  public Folds preprocessed(Preprocessing preprocessing) {
    return new Folds(data, parts, preprocessing);
  }

  /** Returns the rows that may be left out, class by class. */
  private static List<Integer> dealt(Dataset data, int[] order) {
    int[] weighing = new int[Math.max(1, data.classes())];
    for (int row : order) {
      weighing[group(data, row)] += data.weight(row) > 0 ? 1 : 0;
    }
    List<Integer> rows = new ArrayList<>();
    for (int c = 0; c < weighing.length; c++) {
      for (int row : order) {
        boolean only = data.classes() > 0 && weighing[c] == 1 && data.weight(row) > 0;
        if (group(data, row) == c && !only) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static int group(Dataset data, int row) {
    return data.classes() == 0 ? 0 : data.label(row);
  }

  /** Returns how many folds there are. */
  public int count() {
    return parts.size();
  }

  /** Returns the rows of a fold, which are left out. */
  public Dataset out(int fold) {
    return preprocessed(fold).subset(left(fold));
  }

  /** Returns all other rows, which are learned from. */
  public Dataset in(int fold) {
    return preprocessed(fold).subset(others(fold));
  }

  private Dataset preprocessed(int fold) {
    return preprocessing.apply(data, data.subset(others(fold)).positions());
  }

  private int[] left(int fold) {
    return parts.get(Require.index("fold", fold, parts.size()));
  }

  private int[] others(int fold) {
    boolean[] out = new boolean[data.rows()];
    for (int row : left(fold)) {
      out[row] = true;
    }
    return IntStream.range(0, out.length).filter(row -> !out[row]).toArray();
  }
}
