package org.ironopt.model;

import java.util.List;
import java.util.SequencedMap;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.internal.Require;
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
}
