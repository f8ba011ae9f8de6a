package org.ironopt.lab.fit;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.data.Dataset;
import org.ironopt.learn.Model;
import org.ironopt.learn.ModelKind;
import org.ironopt.linalg.DenseMatrix;

/** What a model says about rows: a number, or a class and the probabilities of all. */
public final class Predictions {
  private final Model model;
  private final double[] numbers;
  private final DenseMatrix probabilities;

  public Predictions(Model model, Dataset data) {
    this.model = model;
    boolean ridge = model.kind() == ModelKind.RIDGE;
    numbers = ridge ? model.predictions(data) : null;
    probabilities = ridge ? null : model.probabilities(data);
  }

  /** Writes a header and a line for each row. */
  public void csv(Writer out) throws IOException {
    if (numbers != null) {
      out.write("prediction\n");
      for (double number : numbers) {
        out.write(number + "\n");
      }
      return;
    }
    StringBuilder line = new StringBuilder("prediction");
    for (String name : model.classes()) {
      line.append(',').append(quoted("p(" + name + ")"));
    }
    out.write(line.append('\n').toString());
    for (int i = 0; i < probabilities.rows(); i++) {
      line.setLength(0);
      line.append(quoted(predicted(i)));
      for (int c = 0; c < model.classes().size(); c++) {
        line.append(',').append(probabilities.get(i, c));
      }
      out.write(line.append('\n').toString());
    }
  }

  /** Returns the predictions, and for classes a list of probabilities for each row. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    if (numbers != null) {
      json.put("predictions", Arrays.stream(numbers).boxed().toList());
      return json;
    }
    List<String> names = new ArrayList<>();
    List<List<Double>> all = new ArrayList<>();
    for (int i = 0; i < probabilities.rows(); i++) {
      names.add(predicted(i));
      List<Double> row = new ArrayList<>();
      for (int c = 0; c < model.classes().size(); c++) {
        row.add(probabilities.get(i, c));
      }
      all.add(row);
    }
    json.put("classes", model.classes());
    json.put("predictions", names);
    json.put("probabilities", all);
    return json;
  }

  private String predicted(int i) {
    int best = 0;
    for (int c = 1; c < model.classes().size(); c++) {
      best = probabilities.get(i, c) > probabilities.get(i, best) ? c : best;
    }
    return model.classes().get(best);
  }

  private static String quoted(String text) {
    return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
