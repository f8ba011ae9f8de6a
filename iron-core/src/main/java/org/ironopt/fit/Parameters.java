package org.ironopt.fit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.ironopt.data.TableSchema;
import org.ironopt.linalg.Require;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/** Between the vector of all parameters of an objective and a model. */
final class Parameters {
  private Parameters() {}

  static Model model(
      ModelKind kind,
      List<String> columns,
      List<String> classes,
      double[] w,
      boolean intercept,
      Optional<TableSchema> table,
      SequencedMap<String, Object> training) {
    int d = columns.size();
    int stride = d + (intercept ? 1 : 0);
    double[][] weights = new double[w.length / stride][];
    double[] intercepts = new double[weights.length];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = Arrays.copyOfRange(w, c * stride, c * stride + d);
      intercepts[c] = intercept ? w[c * stride + d] : 0;
    }
    return new Model(kind, columns, classes, weights, intercepts, table, training);
  }

  /** Returns the vector of a model that fits the data. */
  static double[] of(
      Model model, ModelKind kind, List<String> columns, List<String> classes, boolean intercept) {
    if (model.kind() != kind) {
      throw new IllegalArgumentException(
          "the model to start from is " + model.kind().word() + ", expected " + kind.word());
    }
    if (!model.linear()) {
      throw new IllegalArgumentException(
          "the model to start from is a network, expected a linear one");
    }
    if (!model.classes().equals(classes)) {
      throw new IllegalArgumentException(
          "the model to start from has the classes "
              + model.classes()
              + ", the data has "
              + classes);
    }
    Require.sameLength(
        "columns of the model", model.columns().size(), "columns of the data", columns.size());
    if (!model.columns().equals(columns)) {
      int j = 0;
      while (model.columns().get(j).equals(columns.get(j))) {
        j++;
      }
      throw new IllegalArgumentException(
          "column "
              + (j + 1)
              + " of the model to start from is '"
              + model.columns().get(j)
              + "', of the data '"
              + columns.get(j)
              + "'");
    }
    int d = columns.size();
    int stride = d + (intercept ? 1 : 0);
    double[] w = new double[model.outputs() * stride];
    for (int c = 0; c < model.outputs(); c++) {
      System.arraycopy(model.weights()[c], 0, w, c * stride, d);
      if (intercept) {
        w[c * stride + d] = model.intercepts()[c];
      }
    }
    return w;
  }
}
