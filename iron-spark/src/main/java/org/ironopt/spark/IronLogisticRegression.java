package org.ironopt.spark;

import org.apache.spark.ml.classification.ProbabilisticClassifier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Probabilities of two or more classes, {@code mean log-loss + penalty}, to a proven gap. Labels
 * are 0, 1, 2, ... With {@code family} {@code multinomial} each class has a linear output of its
 * own; {@code binomial} has one output for two classes; {@code auto} is binomial if no label is
 * above 1.
 */
public final class IronLogisticRegression
    extends ProbabilisticClassifier<Vector, IronLogisticRegression, IronLogisticRegressionModel>
    implements IronParams<IronLogisticRegression>, MLWritable {
  private static final long serialVersionUID = 1L;

  private final ParamSet own;
  private final Param<String> family;

  public IronLogisticRegression() {
    this(Identifiable$.MODULE$.randomUID("ironLogReg"));
  }

  public IronLogisticRegression(String uid) {
    own = ParamSet.of(uid);
    family =
        new Param<>(
            uid,
            "family",
            "auto | binomial | multinomial",
            ParamValidators.inArray(new String[] {"auto", "binomial", "multinomial"}));
    super();
    defaults();
    setDefault(family, "auto");
  }

  @Override
  public ParamSet own() {
    return own;
  }

  @Override
  public IronLogisticRegression self() {
    return this;
  }

  /** One output for two classes, or one for each class: auto. */
  public Param<String> family() {
    return family;
  }

  public String getFamily() {
    return getOrDefault(family);
  }

  public IronLogisticRegression setFamily(String value) {
    set(family, value);
    return this;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    checkWeights(schema);
    return super.transformSchema(schema);
  }

  @Override
  public IronLogisticRegressionModel train(Dataset<?> data) {
    DataFrameFit t =
        DataFrameFit.ofClasses(getFamily(), data, getLabelCol(), getFeaturesCol(), this);
    return new IronLogisticRegressionModel(uid(), t.model(), t.summary());
  }

  @Override
  public IronLogisticRegression copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public MLWriter write() {
    return new StoredMetadata.Writer(this, null);
  }

  /** Returns what reads the estimators that {@code write} wrote. */
  public static MLReader<IronLogisticRegression> read() {
    return StoredMetadata.reader(
        IronLogisticRegression.class, s -> new IronLogisticRegression(s.uid()));
  }

  public static IronLogisticRegression load(String path) {
    return read().load(path);
  }
}
