package org.ironopt.spark;

import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.util.MLReader;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/** Numbers by least squares. */
public final class IronLinearRegressionModel
    extends IronRegressionModel<IronLinearRegressionModel> {
  private static final long serialVersionUID = 1L;

  IronLinearRegressionModel(String uid, Model model, IronSummary summary) {
    super(uid, model, summary);
  }

  /** Returns a model without coefficients, for Spark Connect to look at. */
  public IronLinearRegressionModel() {
    this("", StoredMetadata.empty(ModelKind.RIDGE), null);
  }

  @Override
  public IronLinearRegressionModel self() {
    return this;
  }

  @Override
  IronLinearRegressionModel again(Model model, IronSummary summary) {
    return new IronLinearRegressionModel(uid(), model, summary);
  }

  @Override
  public double predict(Vector features) {
    return linear(features);
  }

  /** Returns what reads the models that {@code write} wrote. */
  public static MLReader<IronLinearRegressionModel> read() {
    return StoredMetadata.reader(
        IronLinearRegressionModel.class,
        s -> new IronLinearRegressionModel(s.uid(), s.model(ModelKind.RIDGE), null));
  }

  public static IronLinearRegressionModel load(String path) {
    return read().load(path);
  }
}
