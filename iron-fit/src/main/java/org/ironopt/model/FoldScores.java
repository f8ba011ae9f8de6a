package org.ironopt.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.ironopt.data.Dataset;
import org.ironopt.data.Folds;

/**
 * Measures of models on held-out rows by k-fold cross-validation. Each fold is measured by a model
 * of the other rows. The models share most of their rows, so the spread over the folds shows how
 * much a measure varies; it is no standard error of its mean (Bengio and Grandvalet, 2004).
 *
 * @param folds the measures on each fold
 */
public record FoldScores(List<Evaluation> folds) {
  /**
   * A measure over the folds.
   *
   * @param mean over the folds, all of the same weight
   * @param deviation standard deviation over the folds
   */
  public record Spread(double mean, double deviation) {
    private static Spread of(List<Double> values) {
      double mean = 0;
      for (double value : values) {
        mean += value / values.size();
      }
      double squares = 0;
      for (double value : values) {
        squares += (value - mean) * (value - mean);
      }
      return new Spread(mean, Math.sqrt(squares / (values.size() - 1)));
    }
  }

  /** Learns a model for each fold and measures it there. */
  public static FoldScores of(Folds folds, Function<Dataset, Model> learn) {
    List<Evaluation> all = new ArrayList<>();
    for (int fold = 0; fold < folds.count(); fold++) {
      all.add(Evaluation.of(learn.apply(folds.in(fold)), folds.out(fold)));
    }
    return new FoldScores(List.copyOf(all));
  }

  /**
   * Returns the measures by name. One that a fold lacks, such as the AUC where a class is absent,
   * is NaN; one that no fold has is left out.
   */
  public SequencedMap<String, Spread> measures() {
    SequencedMap<String, Spread> spreads = new LinkedHashMap<>();
    for (String name : folds.getFirst().measures().keySet()) {
      List<Double> values = folds.stream().map(fold -> fold.measures().get(name)).toList();
      if (!values.stream().allMatch(value -> value.isNaN())) {
        spreads.put(name, Spread.of(values));
      }
    }
    return spreads;
  }
}
