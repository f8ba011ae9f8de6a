package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.random.Streams;

/** The rows dealt out, class by class, in the order of a seeded permutation. */
final class Folds {
  private static final int FOLDS = 5;

  private final Dataset data;
  private final List<int[]> parts;

  Folds(Dataset data, long seed) {
    this.data = data;
    int folds = Math.min(FOLDS, data.rows());
    int[] order = new Streams(seed).stream("folds").permutation(0, data.rows());
    List<List<Integer>> dealt = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      dealt.add(new ArrayList<>());
    }
    int classes = Math.max(1, data.classes());
    int next = 0;
    for (int c = 0; c < classes; c++) {
      for (int row : order) {
        if (data.classes() == 0 || data.label(row) == c) {
          dealt.get(next++ % folds).add(row);
        }
      }
    }
    parts = dealt.stream().map(p -> p.stream().mapToInt(i -> i).toArray()).toList();
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
    return data.subset(
        IntStream.range(0, count())
            .filter(other -> other != fold)
            .flatMap(other -> IntStream.of(parts.get(other)))
            .sorted()
            .toArray());
  }
}
