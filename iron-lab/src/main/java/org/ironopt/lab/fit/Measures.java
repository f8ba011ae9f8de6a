package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.Aligned;
import org.ironopt.lab.Numbers;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.NumberEvaluation;

/** The measures of a model as text. */
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
              "R2 %s, RMSE %s, mean absolute error %s (%d rows)",
              Numbers.text(e.r2()),
              Numbers.text(e.rmse()),
              Numbers.text(e.mae()),
              e.rows());
      case ClassEvaluation e ->
          String.format(
              Locale.ROOT,
              "accuracy %s, log loss %s, AUC %s, calibration error %s (%d rows)",
              Numbers.text(e.accuracy()),
              Numbers.text(e.logLoss()),
              Numbers.text(e.auc()),
              Numbers.text(e.calibrationError(), 3),
              e.rows());
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
