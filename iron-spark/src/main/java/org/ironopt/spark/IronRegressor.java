package org.ironopt.spark;

import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.regression.Regressor;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.types.StructType;

/**
 * What the estimators of numbers share.
 *
 * @param <E> the estimator
 * @param <M> its model
 */
public abstract sealed class IronRegressor<
        E extends IronRegressor<E, M>, M extends IronRegressionModel<M>>
    extends Regressor<Vector, E, M> implements IronParams<E>, MLWritable
    permits IronLinearRegression, IronPoissonRegression {
  private static final long serialVersionUID = 1L;

  private final ParamSet own;

  IronRegressor(String uid) {
    own = ParamSet.of(uid);
    super();
    defaults();
  }

  @Override
  public final ParamSet own() {
    return own;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    checkWeights(schema);
    return super.transformSchema(schema);
  }

  @Override
  public E copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public MLWriter write() {
    return new StoredMetadata.Writer(this, null);
  }
}
