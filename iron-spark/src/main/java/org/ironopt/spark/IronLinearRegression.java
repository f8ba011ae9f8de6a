package org.ironopt.spark;

import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.ironopt.model.ModelKind;

/**
 * Least squares with a penalty, {@code mean (y - x.w - b)^2 / 2 + penalty}, to a proven gap. The
 * labels are taken as they are; {@code spark.ml} divides them by their spread, which changes what
 * {@code regParam} means there.
 */
public final class IronLinearRegression
    extends IronRegressor<IronLinearRegression, IronLinearRegressionModel> {
  private static final long serialVersionUID = 1L;

  public IronLinearRegression() {
    this(Identifiable$.MODULE$.randomUID("ironLinReg"));
  }

  public IronLinearRegression(String uid) {
    super(uid);
  }

  @Override
  public IronLinearRegression self() {
    return this;
  }

  @Override
  public IronLinearRegressionModel train(Dataset<?> data) {
    DataFrameFit t = DataFrameFit.of(ModelKind.RIDGE, data, getLabelCol(), getFeaturesCol(), this);
    return new IronLinearRegressionModel(uid(), t.model(), t.summary());
  }

  /** Returns what reads the estimators that {@code write} wrote. */
  public static MLReader<IronLinearRegression> read() {
    return StoredMetadata.reader(
        IronLinearRegression.class, s -> new IronLinearRegression(s.uid()));
  }

  public static IronLinearRegression load(String path) {
    return read().load(path);
  }
}
