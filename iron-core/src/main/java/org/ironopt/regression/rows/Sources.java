package org.ironopt.regression.rows;

import org.ironopt.data.Dataset;
import org.ironopt.linalg.Require;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.LinearTerms;
import org.ironopt.regression.Loss;
import org.ironopt.regression.Precision;
import org.ironopt.regression.Selection;

/** From a data set to the terms of an objective. */
public final class Sources {
  private Sources() {}

  public static LinearTerms terms(
      Dataset data, double[] targets, Loss loss, double reg, Intercept intercept) {
    double mean = data.totalWeight() / data.rows();
    if (!(mean > 0)) {
      throw new IllegalArgumentException("all weights are zero, expected one above zero");
    }
    return new LinearTerms(
        data.features(),
        targets,
        data.weights().orElse(null),
        mean,
        loss,
        Require.nonNegative("reg", reg),
        intercept,
        Precision.DOUBLE,
        new Workspaces());
  }

  public static Selection rows(Dataset data) {
    return data.whole() ? Selection.all(data.rows()) : Selection.stored(data.positions());
  }
}
