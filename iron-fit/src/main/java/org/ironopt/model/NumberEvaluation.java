package org.ironopt.model;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Functions;

/**
 * How well numbers are predicted.
 *
 * @param rows number of rows
 * @param r2 one minus the mean square error over that of the mean, NaN if all targets are equal
 * @param rmse root of the mean square error
 * @param mae mean absolute error
 * @param baselineRmse root of the mean square error of predicting the mean for every row
 * @param baselineMae mean absolute error of predicting the mean for every row
 * @param deviance mean of {@code 2 (y log(y / m) - y + m)} of a Poisson model with predictions m,
 *     NaN for other models
 * @param baselineDeviance the same for one rate for all rows
 * @param predicted prediction for each row
 * @param actual target of each row
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
    double[] actual)
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

  static NumberEvaluation of(Model model, Dataset data) {
    double[] predicted = model.predictions(data);
    double[] actual = new double[predicted.length];
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
    for (int i = 0; i < actual.length; i++) {
      double share = data.weight(i) / total;
      double error = predicted[i] - actual[i];
      squares = Math.fma(share * error, error, squares);
      absolute = Math.fma(share, Math.abs(error), absolute);
      far = Math.fma(share, Math.abs(actual[i] - mean), far);
      deviance = Math.fma(share, deviance(actual[i], predicted[i]), deviance);
      even = Math.fma(share, deviance(actual[i], data.exposure(i) * mean / exposure), even);
      spread = Math.fma(share * (actual[i] - mean), actual[i] - mean, spread);
    }
    double r2 = spread > 0 ? 1 - squares / spread : Double.NaN;
    boolean counts = model.kind() == ModelKind.POISSON;
    deviance = counts ? deviance : Double.NaN;
    even = counts ? even : Double.NaN;
    double rmse = Math.sqrt(squares);
    double apart = Math.sqrt(spread);
    return new NumberEvaluation(
        actual.length, r2, rmse, absolute, apart, far, deviance, even, predicted, actual);
  }

  private static double deviance(double y, double m) {
    return 2 * ((y > 0 ? y * (Functions.log(y) - Functions.log(m)) : 0) - y + m);
  }
}
