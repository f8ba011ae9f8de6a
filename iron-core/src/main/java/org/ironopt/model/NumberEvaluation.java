package org.ironopt.model;

import java.util.Locale;
import org.ironopt.data.Dataset;

/**
 * How well numbers are predicted.
 *
 * @param rows number of rows
 * @param r2 one minus the mean square error over that of the mean, NaN if all targets are equal
 * @param rmse root of the mean square error
 * @param mae mean absolute error
 * @param predicted prediction for each row
 * @param actual target of each row
 */
public record NumberEvaluation(
    int rows, double r2, double rmse, double mae, double[] predicted, double[] actual)
    implements Evaluation {
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d rows, r2 %.6g, rmse %.6g, mae %.6g", rows, r2, rmse, mae);
  }

  static NumberEvaluation of(Model model, Dataset data) {
    double[] predicted = model.predictions(data);
    double[] actual = new double[predicted.length];
    double total = data.totalWeight();
    double mean = 0;
    for (int i = 0; i < actual.length; i++) {
      actual[i] = data.target(i);
      mean = Math.fma(data.weight(i) / total, actual[i], mean);
    }
    double squares = 0;
    double spread = 0;
    double absolute = 0;
    for (int i = 0; i < actual.length; i++) {
      double share = data.weight(i) / total;
      double error = predicted[i] - actual[i];
      squares = Math.fma(share * error, error, squares);
      absolute = Math.fma(share, Math.abs(error), absolute);
      spread = Math.fma(share * (actual[i] - mean), actual[i] - mean, spread);
    }
    double r2 = spread > 0 ? 1 - squares / spread : Double.NaN;
    return new NumberEvaluation(actual.length, r2, Math.sqrt(squares), absolute, predicted, actual);
  }
}
