package org.ironopt.spark;

import java.util.Optional;
import org.apache.spark.ml.classification.ProbabilisticClassificationModel;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.ironopt.linalg.Functions;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import scala.Tuple3;

/** Probabilities of classes. A binomial model has one row of coefficients, others one a class. */
public final class IronLogisticRegressionModel
    extends ProbabilisticClassificationModel<Vector, IronLogisticRegressionModel>
    implements IronParams<IronLogisticRegressionModel>, MLWritable {
  private static final long serialVersionUID = 1L;

  private final ParamSet own;
  private final double[][] weights;
  private final double[] intercepts;
  private final transient Model model;
  private final transient IronSummary summary;

  IronLogisticRegressionModel(String uid, Model model, IronSummary summary) {
    own = ParamSet.of(uid);
    this.model = model;
    this.summary = summary;
    weights = model.weights();
    intercepts = model.intercepts();
    super();
    defaults();
  }

  /** Returns a model without coefficients, for Spark Connect to look at. */
  public IronLogisticRegressionModel() {
    this("", StoredMetadata.empty(ModelKind.LOGISTIC), null);
  }

  @Override
  public ParamSet own() {
    return own;
  }

  @Override
  public IronLogisticRegressionModel self() {
    return this;
  }

  /** Returns the coefficients in the units of the columns, one row for each output. */
  public Matrix coefficientMatrix() {
    double[] rows = new double[weights.length * numFeatures()];
    for (int c = 0; c < weights.length; c++) {
      System.arraycopy(weights[c], 0, rows, c * numFeatures(), numFeatures());
    }
    return new DenseMatrix(weights.length, numFeatures(), rows, true);
  }

  public Vector interceptVector() {
    return Vectors.dense(intercepts.clone());
  }

  /** Returns the coefficients of the log-odds of class 1, of a binomial model. */
  public Vector coefficients() {
    requireBinomial("coefficientMatrix");
    return Vectors.dense(weights[0].clone());
  }

  /** Returns the intercept of the log-odds of class 1, of a binomial model. */
  public double intercept() {
    requireBinomial("interceptVector");
    return intercepts[0];
  }

  private void requireBinomial(String other) {
    if (weights.length > 1) {
      throw new IllegalStateException(
          "a multinomial model has " + weights.length + " rows of coefficients: use " + other);
    }
  }

  /** Returns the model as the library knows it, which has files of its own. */
  public Model model() {
    return model;
  }

  /** Returns how the fit went; a model that was loaded has forgotten it. */
  public Optional<IronSummary> summary() {
    return Optional.ofNullable(summary);
  }

  @Override
  public int numFeatures() {
    return weights[0].length;
  }

  @Override
  public int numClasses() {
    return Math.max(2, weights.length);
  }

  @Override
  public Vector predictRaw(Vector features) {
    if (weights.length == 1) {
      double z = LinearPrediction.predict(features, weights[0], intercepts[0]);
      return Vectors.dense(new double[] {-z, z});
    }
    double[] z = new double[weights.length];
    for (int c = 0; c < z.length; c++) {
      z[c] = LinearPrediction.predict(features, weights[c], intercepts[c]);
    }
    return Vectors.dense(z);
  }

  @Override
  public Vector raw2probabilityInPlace(Vector raw) {
    double[] z = ((DenseVector) raw).values();
    if (weights.length == 1) {
      z[0] = Functions.sigmoid(z[0]);
      z[1] = Functions.sigmoid(z[1]);
      return raw;
    }
    double top = Double.NEGATIVE_INFINITY;
    for (double value : z) {
      top = Math.max(top, value);
    }
    double sum = 0;
    for (int c = 0; c < z.length; c++) {
      z[c] = Functions.exp(z[c] - top);
      sum += z[c];
    }
    for (int c = 0; c < z.length; c++) {
      z[c] /= sum;
    }
    return raw;
  }

  /** Raw, since to Java the two parents promise tuples of different types. */
  @Override
  @SuppressWarnings({"rawtypes", "unchecked"})
  public Tuple3 findSummaryModel() {
    return new Tuple3(this, getProbabilityCol(), getPredictionCol());
  }

  @Override
  public IronLogisticRegressionModel copy(ParamMap extra) {
    IronLogisticRegressionModel copy =
        copyValues(new IronLogisticRegressionModel(uid(), model, summary), extra);
    copy.setParent(parent());
    return copy;
  }

  @Override
  public MLWriter write() {
    return new StoredMetadata.Writer(this, model);
  }

  /** Returns what reads the models that {@code write} wrote. */
  public static MLReader<IronLogisticRegressionModel> read() {
    return StoredMetadata.reader(
        IronLogisticRegressionModel.class,
        s -> new IronLogisticRegressionModel(s.uid(), s.model(ModelKind.LOGISTIC), null));
  }

  public static IronLogisticRegressionModel load(String path) {
    return read().load(path);
  }
}
