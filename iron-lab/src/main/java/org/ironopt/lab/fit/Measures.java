package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.lab.Aligned;
import org.ironopt.lab.Members;
import org.ironopt.lab.Numbers;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.NumberEvaluation;

/** The measures of a model as text, each beside that of a model that knows nothing. */
public final class Measures {
  /** A confusion matrix of more classes is not printed. */
  private static final int PRINTED = 12;

  private Measures() {}

  /** Returns the measures in one line. */
  public static String line(Evaluation evaluation) {
    return switch (evaluation) {
      case NumberEvaluation e ->
          String.format(
              Locale.ROOT,
              "R2 %s against the mean, RMSE %s (mean: %s), mean absolute error %s (mean: %s)%s (%d"
                  + " rows)",
              Numbers.text(e.r2()),
              Numbers.text(e.rmse()),
              Numbers.text(e.baselineRmse()),
              Numbers.text(e.mae()),
              Numbers.text(e.baselineMae()),
              Double.isNaN(e.deviance())
                  ? ""
                  : ", deviance "
                      + Numbers.text(e.deviance())
                      + " (one rate: "
                      + Numbers.text(e.baselineDeviance())
                      + ")",
              e.rows());
      case ClassEvaluation e ->
          String.format(
              Locale.ROOT,
              "accuracy %s (baseline %s), log loss %s (baseline %s), ROC-AUC %s, PR-AUC %s%s,"
                  + " calibration error %s (%d rows)",
              Numbers.text(e.accuracy()),
              Numbers.text(e.baseline()),
              Numbers.text(e.logLoss()),
              Numbers.text(e.baselineLogLoss()),
              Numbers.text(e.auc()),
              Numbers.text(e.prAuc()),
              Double.isNaN(e.prevalence())
                  ? ""
                  : " (prevalence " + Numbers.text(e.prevalence()) + ")",
              Numbers.text(e.calibrationError(), 3),
              e.rows());
    };
  }

  /** Returns confusion, classes and calibration as lines of text; none for numbers. */
  public static List<String> tables(Evaluation evaluation, String where) {
    List<String> lines = new ArrayList<>();
    if (evaluation instanceof ClassEvaluation e) {
      if (e.classes().size() <= PRINTED) {
        lines.add("");
        lines.add(confusionTitle(e) + where);
        lines.addAll(indented(confusion(e)));
        lines.add("");
        lines.add("by class" + where);
        lines.addAll(indented(byClass(e)));
      }
      lines.add("");
      lines.add("calibration" + where);
      lines.addAll(indented(calibration(e)));
    }
    return lines;
  }

  static String confusionTitle(ClassEvaluation e) {
    String threshold =
        Double.isNaN(e.threshold()) ? "" : ", threshold " + Numbers.text(e.threshold());
    return "confusion (rows: true class, columns: predicted" + threshold + ")";
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

  static List<List<String>> byClass(ClassEvaluation e) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("class", "share", "precision", "recall", "F1", "ROC-AUC", "PR-AUC"));
    for (ClassEvaluation.OneClass c : e.byClass()) {
      rows.add(
          List.of(
              c.name(),
              Numbers.text(c.prevalence(), 4),
              Numbers.text(c.precision(), 4),
              Numbers.text(c.recall(), 4),
              Numbers.text(c.f1(), 4),
              Numbers.text(c.auc(), 4),
              Numbers.text(c.prAuc(), 4)));
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

  /** Returns the main measures for a model file. */
  static Map<String, Object> map(FitReport.Quality quality) {
    Map<String, Object> map = Members.of("training", map(quality.training()));
    quality.validation().ifPresent(v -> map.put("validation", map(v)));
    return map;
  }

  private static Map<String, Object> map(Evaluation evaluation) {
    return switch (evaluation) {
      case ClassEvaluation e ->
          Members.known(
              "rows", (long) e.rows(),
              "accuracy", e.accuracy(),
              "baseline", e.baseline(),
              "logLoss", e.logLoss(),
              "baselineLogLoss", e.baselineLogLoss(),
              "auc", e.auc(),
              "prAuc", e.prAuc(),
              "prevalence", e.prevalence(),
              "calibrationError", e.calibrationError());
      case NumberEvaluation e ->
          Members.known(
              "rows", (long) e.rows(),
              "r2", e.r2(),
              "rmse", e.rmse(),
              "baselineRmse", e.baselineRmse(),
              "mae", e.mae(),
              "baselineMae", e.baselineMae(),
              "deviance", e.deviance(),
              "baselineDeviance", e.baselineDeviance());
    };
  }
}
