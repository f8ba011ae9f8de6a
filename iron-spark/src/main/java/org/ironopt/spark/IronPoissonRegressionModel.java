package org.ironopt.spark;

import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.util.MLReader;
import org.ironopt.linalg.Functions;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/** Means of counts, the exponentials of linear predictions. */
public final class IronPoissonRegressionModel
    extends IronRegressionModel<IronPoissonRegressionModel> {
  private static final long serialVersionUID = 1L;

  IronPoissonRegressionModel(String uid, Model model, IronSummary summary) {
    super(uid, model, summary);
  }

  /** Returns a model without coefficients, for Spark Connect to look at. */
  public IronPoissonRegressionModel() {
    this("", StoredMetadata.empty(ModelKind.POISSON), null);
  }

  @Override
  public IronPoissonRegressionModel self() {
    return this;
  }

  @Override
  IronPoissonRegressionModel again(Model model, IronSummary summary) {
    return new IronPoissonRegressionModel(uid(), model, summary);
  }

  @Override
  public double predict(Vector features) {
    return Functions.exp(linear(features));
  }

  /** Returns what reads the models that {@code write} wrote. */
  public static MLReader<IronPoissonRegressionModel> read() {
    return StoredMetadata.reader(
        IronPoissonRegressionModel.class,
        s -> new IronPoissonRegressionModel(s.uid(), s.model(ModelKind.POISSON), null));
  }

  public static IronPoissonRegressionModel load(String path) {
    return read().load(path);
  }
}
