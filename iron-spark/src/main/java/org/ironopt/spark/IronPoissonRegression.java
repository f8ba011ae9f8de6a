package org.ironopt.spark;

import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.ironopt.model.ModelKind;

/**
 * Counts, {@code mean (exp(z) - y z) + penalty} with {@code z = x.w + b}, to a proven gap: half the
 * Poisson deviance, but for a constant.
 */
public final class IronPoissonRegression
    extends IronRegressor<IronPoissonRegression, IronPoissonRegressionModel> {
  private static final long serialVersionUID = 1L;

  public IronPoissonRegression() {
    this(Identifiable$.MODULE$.randomUID("ironPoisson"));
  }

  public IronPoissonRegression(String uid) {
    super(uid);
  }

  @Override
  public IronPoissonRegression self() {
    return this;
  }

  @Override
  public IronPoissonRegressionModel train(Dataset<?> data) {
    DataFrameFit t =
        DataFrameFit.of(ModelKind.POISSON, data, getLabelCol(), getFeaturesCol(), this);
    return new IronPoissonRegressionModel(uid(), t.model(), t.summary());
  }

  /** Returns what reads the estimators that {@code write} wrote. */
  public static MLReader<IronPoissonRegression> read() {
    return StoredMetadata.reader(
        IronPoissonRegression.class, s -> new IronPoissonRegression(s.uid()));
  }

  public static IronPoissonRegression load(String path) {
    return read().load(path);
  }
}
