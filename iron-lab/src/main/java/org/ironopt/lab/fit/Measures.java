package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.Aligned;
import org.ironopt.lab.Numbers;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.NumberEvaluation;

/** The measures of a model as text and as members of a JSON object. */
public final class Measures {
  /** A confusion matrix of more classes is not printed. */
  private static final int PRINTED = 12;

  private Measures() {}

  /** Returns all measures by name. */
  public static Map<String, Object> json(Evaluation evaluation) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", evaluation.rows());
    switch (evaluation) {
      case NumberEvaluation e -> {
        json.put("r2", e.r2());
        json.put("rmse", e.rmse());
        json.put("mae", e.mae());
      }
      case ClassEvaluation e -> {
        json.put("classes", e.classes());
        json.put("accuracy", e.accuracy());
        json.put("logLoss", e.logLoss());
        json.put("auc", e.auc());
        json.put("confusion", rows(e.confusion()));
        List<Object> bins = new ArrayList<>();
        for (Evaluation.Bin bin : e.calibration()) {
          Map<String, Object> item = new LinkedHashMap<>();
          item.put("low", bin.low());
          item.put("high", bin.high());
          item.put("rows", bin.weight());
          item.put("predicted", bin.predicted());
          item.put("observed", bin.observed());
          bins.add(item);
        }
        json.put("calibration", bins);
        json.put("calibrationError", e.calibrationError());
      }
    }
    return json;
  }

  private static List<List<Double>> rows(double[][] matrix) {
    List<List<Double>> rows = new ArrayList<>();
    for (double[] row : matrix) {
      rows.add(Arrays.stream(row).boxed().toList());
    }
    return rows;
  }

  /** Returns the measures in one line. */
  public static String line(Evaluation evaluation) {
    return switch (evaluation) {
      case NumberEvaluation e ->
          "R2 "
              + Numbers.text(e.r2())
              + ", RMSE "
              + Numbers.text(e.rmse())
              + ", mean absolute error "
              + Numbers.text(e.mae())
              + " ("
              + e.rows()
              + " rows)";
      case ClassEvaluation e ->
          "accuracy "
              + Numbers.text(e.accuracy())
              + ", log loss "
              + Numbers.text(e.logLoss())
              + ", AUC "
              + Numbers.text(e.auc())
              + ", calibration error "
              + Numbers.text(e.calibrationError(), 3)
              + " ("
              + e.rows()
              + " rows)";
    };
  }

  /** Returns confusion and calibration as lines of text; none for numbers. */
  public static List<String> tables(Evaluation evaluation) {
    List<String> lines = new ArrayList<>();
    if (evaluation instanceof ClassEvaluation e) {
      if (e.classes().size() <= PRINTED) {
        lines.add("");
        lines.add("confusion (rows: true class, columns: predicted)");
        lines.addAll(indented(confusion(e)));
      }
      lines.add("");
      lines.add("calibration");
      lines.addAll(indented(calibration(e)));
    }
    return lines;
  }

  static List<List<String>> confusion(ClassEvaluation e) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(""));
    head.addAll(e.classes());
    rows.add(head);
    for (int c = 0; c < e.classes().size(); c++) {
      List<String> row = new ArrayList<>(List.of(e.classes().get(c)));
      for (double weight : e.confusion()[c]) {
        row.add(Numbers.text(weight));
      }
      rows.add(row);
    }
    return rows;
  }

  static List<List<String>> calibration(ClassEvaluation e) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("probability", "rows", "predicted", "observed"));
    for (Evaluation.Bin bin : Evaluation.filled(e.calibration())) {
      rows.add(
          List.of(
              Numbers.text(bin.low()) + "-" + Numbers.text(bin.high()),
              Numbers.text(bin.weight()),
              Numbers.text(bin.predicted(), 4),
              Numbers.text(bin.observed(), 4)));
    }
    return rows;
  }

  private static List<String> indented(List<List<String>> rows) {
    return Aligned.lines(rows).stream().map(line -> "  " + line).toList();
  }
}
