package org.ironopt.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.ArgSort;
import org.ironopt.random.internal.TailProbability;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.GammaLoss;
import org.ironopt.regression.internal.HuberLoss;
import org.ironopt.regression.internal.NegativeBinomialLoss;

/**
 * Measures of predicted numbers.
 *
 * @param rows number of rows
 * @param r2 one minus the mean square error over that of the mean, NaN if all targets are equal
 * @param rmse root of the mean square error
 * @param mae mean absolute error
 * @param baselineRmse root of the mean square error of predicting the mean for every row
 * @param baselineMae mean absolute error of predicting the mean for every row
 * @param deviance mean of {@code 2 (y log(y / m) - y + m)} of a Poisson model with predictions m,
 *     {@code 2 (y / m - 1 - log(y / m))} of a gamma model, {@code 2 (y log(y / m) - (y + theta)
 *     log((y + theta) / (m + theta)))} of a negative binomial one, and of twice the loss of a Huber
 *     model; NaN for others
 * @param baselineDeviance the same for one mean or rate for all rows
 * @param predicted prediction for each row
 * @param actual target of each row
 * @param weights weight of each row
 */
public record NumberEvaluation(
    int rows,
    double r2,
    double rmse,
    double mae,
    double baselineRmse,
    double baselineMae,
    double deviance,
    double baselineDeviance,
    double[] predicted,
    double[] actual,
    double[] weights)
    implements Evaluation {
  @Override
  public SequencedMap<String, Double> measures() {
    SequencedMap<String, Double> all = new LinkedHashMap<>();
    all.put("r2", r2);
    all.put("rmse", rmse);
    all.put("baselineRmse", baselineRmse);
    all.put("mae", mae);
    all.put("baselineMae", baselineMae);
    all.put("deviance", deviance);
    all.put("baselineDeviance", baselineDeviance);
    return all;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d rows, r2 %.6g, rmse %.6g, mae %.6g", rows, r2, rmse, mae);
  }

  /** Returns what is left of each row: actual less predicted. */
  public double[] residuals() {
    double[] rest = new double[rows];
    Arrays.setAll(rest, i -> actual[i] - predicted[i]);
    return rest;
  }

  /**
   * Returns the rows by prediction in bins of about the same weight, with the mean prediction and
   * the mean target of each. Rows of equal predictions are in the same bin.
   */
  public List<Bin> calibration(int bins) {
    double[][] sums = new double[bins][5];
    int[] order = ArgSort.ascending(predicted);
    for (Tie tie : ties(predicted, weights, order)) {
      double[] bin = sums[(int) (bins * tie.rank)];
      bin[3] = bin[0] == 0 ? tie.value : bin[3];
      bin[4] = tie.value;
      for (int k = tie.from; k < tie.to; k++) {
        double weight = weights[order[k]];
        bin[0] += weight;
        bin[1] = Math.fma(weight, predicted[order[k]], bin[1]);
        bin[2] = Math.fma(weight, actual[order[k]], bin[2]);
      }
    }
    return Evaluation.filled(
        Arrays.stream(sums)
            .map(bin -> new Bin(bin[3], bin[4], bin[0], bin[1] / bin[0], bin[2] / bin[0]))
            .toList());
  }

  /**
   * Returns how many rows have the counts 0 to {@code most}, by weight, and how many a Poisson law
   * with the predicted means expects: {@code {observed, expected}}.
   */
  public double[][] frequencies(int most) {
    double[][] counts = new double[2][most + 1];
    for (int i = 0; i < rows; i++) {
      if (actual[i] <= most) {
        counts[0][(int) actual[i]] += weights[i];
      }
      double term = weights[i] * Functions.exp(-predicted[i]);
      for (int k = 0; k <= most; k++) {
        counts[1][k] += term;
        term *= predicted[i] / (k + 1);
      }
    }
    return counts;
  }

  /**
   * Returns the quantiles of the normal law and the values that stand there, for a plot of one
   * against the other: value i is at the probability of half its weight and all of what is smaller.
   * Equal values are one point.
   *
   * @param most points that are returned, the ends among them
   * @return {@code {quantiles, values}}
   */
  public static double[][] normalQuantiles(double[] values, double[] weights, int most) {
    List<Tie> all = ties(values, weights, ArgSort.ascending(values));
    int count = Math.min(most, all.size());
    double[][] points = new double[2][count];
    for (int k = 0; k < count; k++) {
      Tie tie = all.get((int) (k * (all.size() - 1L) / Math.max(1, count - 1)));
      double tail = 2 * Math.min(tie.rank, 1 - tie.rank);
      double size = tail < 1 ? TailProbability.quantile(tail, Double.POSITIVE_INFINITY) : 0;
      points[0][k] = tie.rank < 0.5 ? -size : size;
      points[1][k] = tie.value;
    }
    return points;
  }

  /** Equal values, from one place of the order to another; the rank is that of their middle. */
  private record Tie(double value, int from, int to, double rank) {}

  private static List<Tie> ties(double[] values, double[] weights, int[] order) {
    double total = 0;
    for (int i : order) {
      total += weights[i];
    }
    List<Tie> ties = new ArrayList<>();
    double below = 0;
    for (int from = 0, to; from < order.length; from = to) {
      double own = 0;
      for (to = from; to < order.length && values[order[to]] == values[order[from]]; to++) {
        own += weights[order[to]];
      }
      if (own > 0) {
        ties.add(new Tie(values[order[from]], from, to, (below + 0.5 * own) / total));
      }
      below += own;
    }
    return ties;
  }

  static NumberEvaluation of(Model model, Dataset data) {
    double[] predicted = model.predictions(data);
    double[] actual = new double[predicted.length];
    double[] weights = new double[predicted.length];
    Arrays.setAll(weights, data::weight);
    double total = data.totalWeight();
    double mean = 0;
    double exposure = 0;
    for (int i = 0; i < actual.length; i++) {
      actual[i] = data.target(i);
      mean = Math.fma(data.weight(i) / total, actual[i], mean);
      exposure = Math.fma(data.weight(i) / total, data.exposure(i), exposure);
    }
    double squares = 0;
    double spread = 0;
    double absolute = 0;
    double far = 0;
    double deviance = 0;
    double even = 0;
    UnitDeviance unit = UnitDeviance.of(model);
    for (int i = 0; i < actual.length; i++) {
      double share = data.weight(i) / total;
      double error = predicted[i] - actual[i];
      squares = Math.fma(share * error, error, squares);
      absolute = Math.fma(share, Math.abs(error), absolute);
      far = Math.fma(share, Math.abs(actual[i] - mean), far);
      deviance = Math.fma(share, unit.of(actual[i], predicted[i]), deviance);
      even = Math.fma(share, unit.of(actual[i], data.exposure(i) * mean / exposure), even);
      spread = Math.fma(share * (actual[i] - mean), actual[i] - mean, spread);
    }
    double r2 = spread > 0 ? 1 - squares / spread : Double.NaN;
    double rmse = Math.sqrt(squares);
    double apart = Math.sqrt(spread);
    return new NumberEvaluation(
        actual.length, r2, rmse, absolute, apart, far, deviance, even, predicted, actual, weights);
  }

  /** The deviance of a row with target y and prediction m; NaN if the model has none. */
  private interface UnitDeviance {
    double of(double y, double m);

    static UnitDeviance of(Model model) {
      double shape = model.shape().orElse(Double.NaN);
      boolean known = shape > 0;
      return switch (model.kind()) {
        case POISSON -> NumberEvaluation::poisson;
        case GAMMA -> family(new GammaLoss());
        case NEGBIN -> known ? family(new NegativeBinomialLoss(shape)) : (y, m) -> Double.NaN;
        case HUBER -> known ? family(new HuberLoss(shape)) : (y, m) -> Double.NaN;
        default -> (y, m) -> Double.NaN;
      };
    }

    private static UnitDeviance family(FamilyLoss loss) {
      return (y, m) ->
          loss.takes(y) ? 2 * loss.excess(y, loss.linked(m) - loss.anchor(y)) : Double.NaN;
    }
  }

  private static double poisson(double y, double m) {
    return 2 * ((y > 0 ? y * (Functions.log(y) - Functions.log(m)) : 0) - y + m);
  }
}
