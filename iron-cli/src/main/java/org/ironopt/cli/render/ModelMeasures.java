package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Evaluation.FoldScores;
import org.ironopt.model.NumberEvaluation;

/** The measures of a model as text, each beside its baseline. */
public final class ModelMeasures {
  /** A confusion matrix of more classes is not printed. */
  private static final int PRINTED = 12;

  /** What measures are called for people. */
  static final Map<String, String> LABELS =
      Map.ofEntries(
          Map.entry("accuracy", "accuracy"),
          Map.entry("logLoss", "log loss"),
          Map.entry("auc", "ROC-AUC"),
          Map.entry("prAuc", "PR-AUC"),
          Map.entry("calibrationError", "calibration error"),
          Map.entry("r2", "R2"),
          Map.entry("rmse", "RMSE"),
          Map.entry("mae", "mean absolute error"),
          Map.entry("deviance", "deviance"));

  private ModelMeasures() {}

  /** Returns the measures in one line. */
  public static String line(Evaluation evaluation) {
    return switch (evaluation) {
      case NumberEvaluation e ->
          filled(
              "R2 %s against the mean, RMSE %s (mean: %s), mean absolute error %s (mean: %s)%s (%s"
                  + " rows)",
              e.r2(),
              e.rmse(),
              e.baselineRmse(),
              e.mae(),
              e.baselineMae(),
              Double.isNaN(e.deviance())
                  ? ""
                  : filled(", deviance %s (constant: %s)", e.deviance(), e.baselineDeviance()),
              e.rows());
      case ClassEvaluation e ->
          filled(
              "accuracy %s (baseline %s), log loss %s (baseline %s), ROC-AUC %s, PR-AUC %s%s,"
                  + " calibration error %s (%s rows)",
              e.accuracy(),
              e.baseline(),
              e.logLoss(),
              e.baselineLogLoss(),
              e.auc(),
              e.prAuc(),
              Double.isNaN(e.prevalence()) ? "" : filled(" (prevalence %s)", e.prevalence()),
              Numbers.text(e.calibrationError(), 3),
              e.rows());
    };
  }

  /** Returns confusion, classes and calibration as lines of text; none for numbers. */
  public static List<String> tables(Evaluation evaluation, String where) {
    List<String> lines = new ArrayList<>();
    if (evaluation instanceof ClassEvaluation e) {
      if (e.classes().size() <= PRINTED) {
        lines.addAll(titled(confusionTitle(e) + where, confusion(e)));
        lines.addAll(titled("by class" + where, byClass(e)));
      }
      lines.addAll(titled("calibration" + where, calibration(e)));
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
    return new ColumnLayout<ClassEvaluation.OneClass>()
        .text("class", ClassEvaluation.OneClass::name)
        .number("share", 4, ClassEvaluation.OneClass::prevalence)
        .number("precision", 4, ClassEvaluation.OneClass::precision)
        .number("recall", 4, ClassEvaluation.OneClass::recall)
        .number("F1", 4, ClassEvaluation.OneClass::f1)
        .number("ROC-AUC", 4, ClassEvaluation.OneClass::auc)
        .number("PR-AUC", 4, ClassEvaluation.OneClass::prAuc)
        .table(e.byClass());
  }

  static List<List<String>> calibration(ClassEvaluation e) {
    return new ColumnLayout<Evaluation.Bin>()
        .text("probability", bin -> filled("%s-%s", bin.low(), bin.high()))
        .number("rows", Evaluation.Bin::weight)
        .number("predicted", 4, Evaluation.Bin::predicted)
        .number("observed", 4, Evaluation.Bin::observed)
        .table(Evaluation.filled(e.calibration()));
  }

  private static List<String> titled(String title, List<List<String>> rows) {
    Stream<String> lines = ColumnLayout.aligned(rows).stream().map(line -> "  " + line);
    return Stream.concat(Stream.of("", title), lines).toList();
  }

  /** Returns the measures over folds in one line, without baselines. */
  static String line(FoldScores scores) {
    String measures =
        scores.measures().entrySet().stream()
            .filter(e -> LABELS.containsKey(e.getKey()))
            .map(
                e ->
                    filled(
                        "%s %s +- %s",
                        LABELS.get(e.getKey()),
                        e.getValue().mean(),
                        Numbers.text(e.getValue().deviation(), 2)))
            .collect(Collectors.joining(", "));
    return measures + " (mean and standard deviation over " + scores.folds().size() + " folds)";
  }

  /** Returns the measures over folds and in each of them. */
  static List<List<String>> table(FoldScores scores) {
    List<String> head = new ArrayList<>(List.of("measure", "mean", "standard deviation"));
    for (int fold = 1; fold <= scores.folds().size(); fold++) {
      head.add("fold " + fold);
    }
    List<List<String>> rows = new ArrayList<>(List.of(head));
    scores
        .measures()
        .forEach(
            (name, spread) -> {
              if (LABELS.containsKey(name)) {
                List<String> row = new ArrayList<>(List.of(LABELS.get(name)));
                row.add(Numbers.text(spread.mean()));
                row.add(Numbers.text(spread.deviation(), 2));
                scores.folds().forEach(f -> row.add(Numbers.text(f.measures().get(name), 4)));
                rows.add(row);
              }
            });
    return rows;
  }

  /** Returns the members of the JSON object. */
  static Map<String, Object> summary(FoldScores scores) {
    return JsonFields.of("count", scores.folds().size(), "measures", scores.measures());
  }

  /** Returns the main measures for a model file. */
  static Map<String, Object> map(FitReport.Quality quality) {
    Map<String, Object> map = JsonFields.of("training", map(quality.training()));
    quality.stopping().ifPresent(s -> map.put("earlyStopping", map(s)));
    quality.validation().ifPresent(v -> map.put("validation", map(v)));
    return map;
  }

  private static Map<String, Object> map(Evaluation evaluation) {
    Map<String, Object> map = JsonFields.of("rows", (long) evaluation.rows());
    evaluation.measures().forEach((name, value) -> map.putAll(JsonFields.known(name, value)));
    return map;
  }
}
