package org.ironopt.spark;

import java.util.Optional;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.regression.RegressionModel;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.ironopt.model.Model;

/**
 * What the models of numbers share.
 *
 * @param <M> the model
 */
public abstract sealed class IronRegressionModel<M extends IronRegressionModel<M>>
    extends RegressionModel<Vector, M> implements IronParams<M>, MLWritable
    permits IronLinearRegressionModel, IronPoissonRegressionModel {
  private static final long serialVersionUID = 1L;

  private final ParamSet own;
  private final double[] weights;
  private final double intercept;
  private final transient Model model;
  private final transient IronSummary summary;

  IronRegressionModel(String uid, Model model, IronSummary summary) {
    own = ParamSet.of(uid);
    this.model = model;
    this.summary = summary;
    weights = model.weights()[0];
    intercept = model.intercepts()[0];
    super();
    defaults();
  }

  @Override
  public final ParamSet own() {
    return own;
  }

  /** Returns the coefficients, in the units of the columns. */
  public final Vector coefficients() {
    return Vectors.dense(weights);
  }

  public final double intercept() {
    return intercept;
  }

  /** Returns the model as the library knows it, which has files of its own. */
  public final Model model() {
    return model;
  }

  /** Returns how the fit went; a model that was loaded has forgotten it. */
  public final Optional<IronSummary> summary() {
    return Optional.ofNullable(summary);
  }

  @Override
  public final int numFeatures() {
    return weights.length;
  }

  final double linear(Vector x) {
    return LinearPrediction.predict(x, weights, intercept);
  }

  abstract M again(Model model, IronSummary summary);

  @Override
  public M copy(ParamMap extra) {
    M copy = copyValues(again(model, summary), extra);
    copy.setParent(parent());
    return copy;
  }

  @Override
  public MLWriter write() {
    return new StoredMetadata.Writer(this, model);
  }
}
