package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.lab.InputError;
import org.ironopt.random.Streams;

/**
 * The rows dealt out, class by class, in the order of a seeded permutation. The only row of a class
 * is never left out: without it the class could not be fitted.
 */
final class Folds {
  private static final int FOLDS = 5;

  private final Dataset data;
  private final List<int[]> parts;

  Folds(Dataset data, long seed) {
    this.data = data;
    int[] order = new Streams(seed).stream("folds").permutation(0, data.rows());
    int[] weighing = new int[Math.max(1, data.classes())];
    for (int row : order) {
      weighing[group(row)] += data.weight(row) > 0 ? 1 : 0;
    }
    List<Integer> rows = new ArrayList<>();
    for (int c = 0; c < weighing.length; c++) {
      for (int row : order) {
        boolean only = data.classes() > 0 && weighing[c] == 1 && data.weight(row) > 0;
        if (group(row) == c && !only) {
          rows.add(row);
        }
      }
    }
    int folds = Math.min(FOLDS, rows.size());
    if (folds < 2) {
      throw new InputError(
          "cross-validation needs rows to leave out, and no class has two: give --reg a number");
    }
    List<List<Integer>> dealt = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      dealt.add(new ArrayList<>());
    }
    for (int k = 0; k < rows.size(); k++) {
      dealt.get(k % folds).add(rows.get(k));
    }
    parts = dealt.stream().map(p -> p.stream().mapToInt(i -> i).toArray()).toList();
  }

  private int group(int row) {
    return data.classes() == 0 ? 0 : data.label(row);
  }

  int count() {
    return parts.size();
  }

  /** Returns the rows that are left out of a fold's fits. */
  Dataset out(int fold) {
    return data.subset(parts.get(fold));
  }

  /** Returns the rows that a fold's fits learn from. */
  Dataset in(int fold) {
    boolean[] out = new boolean[data.rows()];
    for (int row : parts.get(fold)) {
      out[row] = true;
    }
    return data.subset(IntStream.range(0, out.length).filter(row -> !out[row]).toArray());
  }
}
