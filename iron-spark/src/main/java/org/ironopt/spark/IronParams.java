package org.ironopt.spark;

import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.ironopt.linalg.internal.Require;

/**
 * The parameters of a fit, under the names that {@code spark.ml} uses. The objective is {@code mean
 * loss + regParam ((1 - elasticNetParam) / 2 |w|^2 + elasticNetParam |w|_1)}, with w the
 * coefficients of scaled columns if {@code standardization} is on; the spread of a column is that
 * of the rows themselves (divided by n, where {@code spark.ml} divides by n - 1).
 *
 * @param <T> the estimator or model
 */
public interface IronParams<T extends IronParams<T>> extends Params {
  /** The parameters, made before the object: its parents look at them while they are built. */
  record ParamSet(
      String uid,
      DoubleParam regParam,
      DoubleParam elasticNetParam,
      BooleanParam fitIntercept,
      BooleanParam standardization,
      DoubleParam tol,
      IntParam maxIter,
      IntParam aggregationDepth,
      Param<String> weightCol,
      Param<String> solver)
      implements java.io.Serializable {
    static ParamSet of(String uid) {
      return new ParamSet(
          uid,
          new DoubleParam(uid, "regParam", "factor of the penalty (>= 0)", ParamValidators.gtEq(0)),
          new DoubleParam(
              uid,
              "elasticNetParam",
              "part of the penalty that is |w|_1, in [0, 1]; the rest is |w|^2 / 2",
              ParamValidators.inRange(0, 1)),
          new BooleanParam(uid, "fitIntercept", "whether there is a constant term"),
          new BooleanParam(
              uid, "standardization", "whether the penalty acts on coefficients of scaled columns"),
          new DoubleParam(
              uid,
              "tol",
              "relative gap to the optimum that is proven before the fit ends (> 0)",
              ParamValidators.gt(0)),
          new IntParam(uid, "maxIter", "steps at most (>= 0)", ParamValidators.gtEq(0)),
          new IntParam(
              uid,
              "aggregationDepth",
              "levels of the tree in which large sums are added up (>= 1); 1 for none",
              ParamValidators.gtEq(1)),
          new Param<>(
              uid, "weightCol", "column of the weights of the rows; all 1 if it is not set"),
          new Param<>(
              uid,
              "solver",
              "auto | gram | cg: by cost, with the Hessian in each pass, or by products with it",
              ParamValidators.inArray(new String[] {"auto", "gram", "cg"})));
    }
  }

  /** Returns the parameters. */
  ParamSet own();

  /** Returns this. */
  T self();

  @Override
  default String uid() {
    return own().uid;
  }

  /** Sets what holds until something else is set. */
  default void defaults() {
    setDefault(regParam(), 0.0);
    setDefault(elasticNetParam(), 0.0);
    setDefault(fitIntercept(), true);
    setDefault(standardization(), true);
    setDefault(tol(), 1e-6);
    setDefault(maxIter(), 100);
    setDefault(aggregationDepth(), 2);
    setDefault(solver(), "auto");
  }

  /** Refuses a column of weights that is missing or holds no numbers, before any job. */
  default void checkWeights(StructType schema) {
    weightColumn()
        .ifPresent(
            name -> {
              List<String> names = List.of(schema.fieldNames());
              Require.that(
                  names.contains(name),
                  "there is no column '%s' (weightCol), the columns are %s",
                  name,
                  String.join(", ", names));
              DataType type = schema.apply(name).dataType();
              Require.that(
                  type instanceof NumericType,
                  "the column '%s' (weightCol) is of type %s, expected numbers",
                  name,
                  type.simpleString());
            });
  }

  /** Returns the column of weights, if there is one. */
  default Optional<String> weightColumn() {
    return isDefined(weightCol()) && !getWeightCol().isEmpty()
        ? Optional.of(getWeightCol())
        : Optional.empty();
  }

  /** Factor of the penalty, 0. */
  default DoubleParam regParam() {
    return own().regParam;
  }

  default double getRegParam() {
    return (double) getOrDefault(regParam());
  }

  default T setRegParam(double value) {
    set(regParam(), value);
    return self();
  }

  /** Part of the penalty that is |w|_1, 0. */
  default DoubleParam elasticNetParam() {
    return own().elasticNetParam;
  }

  default double getElasticNetParam() {
    return (double) getOrDefault(elasticNetParam());
  }

  default T setElasticNetParam(double value) {
    set(elasticNetParam(), value);
    return self();
  }

  /** Whether there is a constant term, true. */
  default BooleanParam fitIntercept() {
    return own().fitIntercept;
  }

  default boolean getFitIntercept() {
    return (boolean) getOrDefault(fitIntercept());
  }

  default T setFitIntercept(boolean value) {
    set(fitIntercept(), value);
    return self();
  }

  /** Whether the penalty acts on coefficients of scaled columns, true. */
  default BooleanParam standardization() {
    return own().standardization;
  }

  default boolean getStandardization() {
    return (boolean) getOrDefault(standardization());
  }

  default T setStandardization(boolean value) {
    set(standardization(), value);
    return self();
  }

  /** Relative gap to the optimum that is proven before the fit ends, 1e-6. */
  default DoubleParam tol() {
    return own().tol;
  }

  default double getTol() {
    return (double) getOrDefault(tol());
  }

  default T setTol(double value) {
    set(tol(), value);
    return self();
  }

  /** Steps at most, 100. */
  default IntParam maxIter() {
    return own().maxIter;
  }

  default int getMaxIter() {
    return (int) getOrDefault(maxIter());
  }

  default T setMaxIter(int value) {
    set(maxIter(), value);
    return self();
  }

  /** Levels of the tree in which large sums are added up, 2. */
  default IntParam aggregationDepth() {
    return own().aggregationDepth;
  }

  default int getAggregationDepth() {
    return (int) getOrDefault(aggregationDepth());
  }

  default T setAggregationDepth(int value) {
    set(aggregationDepth(), value);
    return self();
  }

  /** Column of the weights of the rows, not set. */
  default Param<String> weightCol() {
    return own().weightCol;
  }

  default String getWeightCol() {
    return getOrDefault(weightCol());
  }

  default T setWeightCol(String value) {
    set(weightCol(), value);
    return self();
  }

  /** How steps are solved: auto. */
  default Param<String> solver() {
    return own().solver;
  }

  default String getSolver() {
    return getOrDefault(solver());
  }

  default T setSolver(String value) {
    set(solver(), value);
    return self();
  }
}
