package org.ironopt.cli.fit;

import java.util.OptionalInt;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.model.LossComparison;

/**
 * Which rows a fit does not learn from, and what they are for.
 *
 * @param validation share of the rows that are measured only
 * @param byDefault whether nobody asked for that share, so that few rows may go without
 * @param earlyStopping share of the rows whose loss ends the fit
 * @param patience steps or epochs that this loss may stay above its smallest value, if another
 *     number than the library's
 * @param folds that the model is scored by; 0 for none
 */
public record HeldOut(
    double validation, boolean byDefault, double earlyStopping, OptionalInt patience, int folds) {
  /** Returns how many rows are measured only. */
  int validationRows(Dataset data) {
    int rows = Split.share(data, validation);
    return byDefault && rows < LossComparison.FEWEST ? 0 : rows;
  }

  /** Returns how many rows end the fit. */
  int stoppingRows(Dataset data) {
    return Split.share(data, earlyStopping);
  }
}
