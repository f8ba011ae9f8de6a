package org.ironopt.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.ironopt.data.Dataset;
import org.ironopt.data.Folds;
import org.ironopt.linalg.internal.Require;
import org.ironopt.random.internal.TailProbability;
import org.ironopt.regression.internal.RowWeights;

/** How well a model predicts the targets of some rows. A row of weight two counts as two rows. */
public sealed interface Evaluation permits ClassEvaluation, NumberEvaluation {
  /** Returns the measures that fit the model; the rows have its columns and its classes. */
  static Evaluation of(Model model, Dataset data) {
    return of(model, data, DecisionRule.likeliest(Math.max(1, model.classes().size())));
  }

  /** The same where classes are named by a decision of the user's; numbers need none. */
  static Evaluation of(Model model, Dataset data, DecisionRule decision) {
    Dataset rows = RowWeights.inRange(data);
    if (!model.kind().classes()) {
      return NumberEvaluation.of(model, rows);
    }
    Require.that(
        data.classNames().equals(model.classes()),
        "the data has the classes %s, the model %s",
        data.classNames(),
        model.classes());
    Require.sameLength(
        "classes", model.classes().size(), "weights of classes", decision.weights().length);
    return ClassEvaluation.of(model, rows, decision);
  }

  /** Returns the number of rows. */
  int rows();

  /** Returns the measures by name, with their baselines. */
  SequencedMap<String, Double> measures();

  /**
   * Rows whose predicted probability lies in one interval.
   *
   * @param low lower end
   * @param high upper end
   * @param weight of the rows
   * @param predicted mean predicted probability, NaN without rows
   * @param observed share of rows for which it came true, NaN without rows
   */
  record Bin(double low, double high, double weight, double predicted, double observed) {}

  /** Returns the bins that hold rows. */
  static List<Bin> filled(List<Bin> bins) {
    return bins.stream().filter(bin -> bin.weight() > 0).toList();
  }

  /**
   * Measures of models on held-out rows by k-fold cross-validation. Each fold is measured by a
   * model of the other rows. The models share most of their rows, so the spread over the folds
   * shows how much a measure varies; it is no standard error of its mean (Bengio and Grandvalet,
   * 2004).
   *
   * @param folds the measures on each fold
   */
  record FoldScores(List<Evaluation> folds) {
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

  /**
   * Two models on the same rows: the log loss of classes, or the mean square error of numbers. The
   * standard error is that of the differences row by row, which is much smaller than that of either
   * loss.
   *
   * @param first mean loss of the first model
   * @param second mean loss of the second one
   * @param error standard error of {@code second - first}; NaN for a single row
   * @param rows that were compared; of weights that differ, as many as say as much
   */
  record LossComparison(double first, double second, double error, double rows) {
    /** Level of the test. */
    private static final double LEVEL = 0.05;

    /** Fewer rows judge nothing: the mean of their differences is far from normal. */
    public static final int FEWEST = 10;

    /** Compares two models of one kind on rows that neither has learnt from. */
    public static LossComparison of(Model first, Model second, Dataset data) {
      if (first.kind() != second.kind()) {
        throw new IllegalArgumentException(
            "a " + first.kind().word() + " model and a " + second.kind().word() + " one");
      }
      Dataset rows = RowWeights.inRange(data);
      double[] a = losses(first, rows);
      double[] b = losses(second, rows);
      double total = rows.totalWeight();
      double meanA = 0;
      double meanB = 0;
      for (int i = 0; i < a.length; i++) {
        double share = rows.weight(i) / total;
        meanA = Math.fma(share, a[i], meanA);
        meanB = Math.fma(share, b[i], meanB);
      }
      double squares = 0;
      double shares = 0;
      for (int i = 0; i < a.length; i++) {
        double share = rows.weight(i) / total;
        double off = share * (b[i] - a[i] - (meanB - meanA));
        squares = Math.fma(off, off, squares);
        shares = Math.fma(share, share, shares);
      }
      // Of n rows with weights that differ, 1/shares are as good as equal ones.
      return new LossComparison(meanA, meanB, Math.sqrt(squares / (1 - shares)), 1 / shares);
    }

    private static double[] losses(Model model, Dataset data) {
      double[] losses = new double[data.rows()];
      double[] numbers = model.kind().classes() ? losses : model.predictions(data);
      for (int i = 0; i < losses.length; i++) {
        double miss = model.kind().classes() ? 0 : numbers[i] - data.target(i);
        losses[i] = model.kind().classes() ? ClassEvaluation.loss(model, data, i) : miss * miss;
      }
      return losses;
    }

    /** Returns by how much the first loss is smaller. */
    public double gain() {
      return second - first;
    }

    /** Returns whether there are enough rows to judge. */
    public boolean judges() {
      return rows >= FEWEST - 1e-9;
    }

    /**
     * Returns the one-sided p-value of "the first model is not better": of Student's t of the
     * differences row by row; NaN if the rows are too few to judge.
     */
    public double p() {
      if (!judges()) {
        return Double.NaN;
      }
      if (error == 0) {
        return gain() > 0 ? 0 : 1;
      }
      double tail = 0.5 * TailProbability.probability(gain() / error, rows - 1);
      return gain() > 0 ? tail : 1 - tail;
    }

    /** Returns whether the first model is better by more than chance, at a level of 5 %. */
    public boolean firstWins() {
      return p() <= LEVEL;
    }
  }
}
