package org.ironopt.fit;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.RowWeights;

/**
 * What is fitted to which rows: everything that the optimum depends on, and nothing of how it is
 * found. Its parameters are one vector, for each output the coefficients of the columns and then
 * the intercept.
 *
 * @param kind of the model
 * @param shape the number that is part of it, see {@link ModelKind#shape}; NaN if none is
 * @param data the rows, with their own weights
 * @param columns names of the columns
 * @param reg factor of the quadratic penalty
 * @param l1 factor of the other one
 * @param scale whether the penalties act on coefficients of scaled columns
 * @param intercept whether there is a constant term
 * @param weighting of the classes
 */
record FitTask(
    ModelKind kind,
    double shape,
    FitData data,
    List<String> columns,
    double reg,
    double l1,
    boolean scale,
    boolean intercept,
    ClassWeighting weighting) {
  FitTask {
    String name = kind.shape().orElse("");
    Require.that(
        name.isEmpty() || shape > 0, "a %s model needs its %s: call shape", kind.word(), name);
  }

  /**
   * Weights of classes beside those of their rows.
   *
   * @param balanced whether all classes get the same weight
   * @param factors of the weights of named classes, 1 if not named
   */
  record ClassWeighting(boolean balanced, Map<String, Double> factors) {
    /** Returns whether rows keep their own weights. */
    boolean none() {
      return !balanced && factors.isEmpty();
    }
  }

  /** Refuses factors that are negative, or of classes that there are not. */
  static void requireClasses(Map<String, Double> factors, List<String> classes) {
    factors.forEach(
        (name, factor) -> {
          Require.nonNegative("the weight of class '" + name + "'", factor);
          Require.that(
              classes.contains(name), "there is no class '%s', the classes are %s", name, classes);
        });
  }

  /** Returns the rows with the weights that they have in the objective. */
  FitData weighed() {
    return data.weighed(weighting);
  }

  /** Returns the mean loss of such rows. */
  FitRows loss(FitData rows) {
    return rows.loss(shape, intercept);
  }

  /** Returns their mean loss, if they are on this machine. */
  LinearObjective loss(String what) {
    return loss(weighed().here(what));
  }

  /** Returns the mean loss of other rows. */
  LinearObjective loss(Dataset rows) {
    return LocalRows.of(kind, shape, rows, intercept).objective();
  }

  /** Returns the loss on rows that are not learnt from; their weights are made to fit. */
  LinearObjective otherLoss(Dataset rows) {
    return otherRows(rows).objective();
  }

  LocalRows otherRows(Dataset rows) {
    return LocalRows.of(kind, shape, RowWeights.inRange(rows.rates()), intercept);
  }

  /** Returns variables in which all columns have about one length, or refuses the data. */
  Coordinates coordinates(FitData rows, FitRows loss) {
    if (intercept || reg == 0 && l1 == 0) {
      UnfitDataException.requireMinimum(kind, loss.targets(), data.classNames());
    }
    ColumnMoments moments = rows.moments(scale);
    UnfitDataException.requireSquares(moments, columns);
    return Coordinates.of(moments, scale, loss.loss(), reg, intercept);
  }

  /** Returns the model of a vector of parameters. */
  Model model(double[] w, Optional<TableSchema> table, SequencedMap<String, Object> training) {
    int d = columns.size();
    int stride = d + (intercept ? 1 : 0);
    double[][] weights = new double[w.length / stride][];
    double[] intercepts = new double[weights.length];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = Arrays.copyOfRange(w, c * stride, c * stride + d);
      intercepts[c] = intercept ? w[c * stride + d] : 0;
    }
    List<String> classes = data.classNames();
    Optional<TableSchema> schema = table.map(t -> t.classes(classes));
    return new Model(kind, columns, classes, weights, intercepts, schema, training);
  }

  /** Returns the parameters of a model in some variables, or explains why it is none of these. */
  double[] theta(Model model, Coordinates x) {
    Require.that(
        model.kind() == kind,
        "the model to start from is %s, expected %s",
        model.kind().word(),
        kind.word());
    Require.that(model.linear(), "the model to start from is a network, expected a linear one");
    Require.that(
        model.classes().equals(data.classNames()),
        "the model to start from has the classes %s, the data has %s",
        model.classes(),
        data.classNames());
    List<String> its = model.columns();
    Require.sameLength("columns of the model", its.size(), "columns of the data", columns.size());
    for (int j = 0; j < columns.size(); j++) {
      Require.that(
          its.get(j).equals(columns.get(j)),
          "column %d of the model to start from is '%s', of the data '%s'",
          j + 1,
          its.get(j),
          columns.get(j));
    }
    double[] theta = new double[x.dimension()];
    x.reduce(vector(model, x), theta);
    return theta;
  }

  /** Returns the parameters of a model, in the order of some variables. */
  static double[] vector(Model model, Coordinates x) {
    double[] w = new double[x.dimension()];
    for (int c = 0; c < x.outputs(); c++) {
      System.arraycopy(model.weights()[c], 0, w, c * x.stride(), x.columns());
      if (x.intercept()) {
        w[c * x.stride() + x.columns()] = model.intercepts()[c];
      }
    }
    return w;
  }

  /** Returns all of it as files know it; a checkpoint must agree on it. */
  String id() {
    Map<String, Double> factors = weighting.factors();
    String weights = weighting.balanced() + (factors.isEmpty() ? "" : " " + factors);
    String word = kind.word() + kind.shape().map(name -> "; " + name + " " + shape).orElse("");
    return (word + "; reg " + reg + "; l1 " + l1 + "; scale " + scale)
        + ("; intercept " + intercept + "; balanced " + weights + "; rows " + data.rows());
  }

  /** Returns what the manifest of a model says of it, and of how it was found. */
  SequencedMap<String, Object> manifest(String hash, FitRun.FinalPoint found, long steps) {
    SequencedMap<String, Object> all = manifest(hash);
    Certificate.Bound bound = found.bound();
    all.put("objective", bound.value());
    all.put("gap", Double.isFinite(bound.relative()) ? bound.relative() : null);
    all.put("certificate", bound.kind().word());
    all.put("ending", found.ending().id());
    all.put("steps", steps);
    return all;
  }

  /** Returns what the manifest of a model says of it. */
  SequencedMap<String, Object> manifest(String hash) {
    SequencedMap<String, Object> all = new LinkedHashMap<>();
    all.put("data", hash);
    all.put("rows", data.rows());
    kind.shape().ifPresent(name -> all.put(name, shape));
    all.put("reg", reg);
    all.put("l1", l1);
    all.put("scaled", scale);
    all.put("intercept", intercept);
    all.put("balanced", weighting.balanced());
    if (!weighting.factors().isEmpty()) {
      all.put("classWeights", new LinkedHashMap<>(weighting.factors()));
    }
    return all;
  }
}
