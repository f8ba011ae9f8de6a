package org.ironopt.cli.render;

import static org.ironopt.cli.render.FitOutcome.sentence;
import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ironopt.cli.render.FitReport.Quality;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Inference;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.report.HtmlPage;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Evaluation.FoldScores;
import org.ironopt.model.ModelKind;
import org.ironopt.model.NumberEvaluation;

/**
 * The page beside a model: first what the model says and how good it is, then what was decided
 * about the columns, then how it was computed and proven.
 */
final class FitPage {
  private static final int COEFFICIENTS = 30;
  private static final int PRINTED_CLASSES = 20;

  /** The baseline of each measure. */
  private static final Map<String, String> BASELINES =
      Map.of(
          "accuracy", "baseline",
          "logLoss", "baselineLogLoss",
          "prAuc", "prevalence",
          "rmse", "baselineRmse",
          "mae", "baselineMae",
          "deviance", "baselineDeviance");

  private FitPage() {}

  static String render(String title, FitReport report) {
    return HtmlPage.render(title, lead(report), sections(report), report.command());
  }

  /** Returns the sections in reading order. */
  static List<Section> sections(FitReport report) {
    return Stream.of(
            report.quality().map(quality -> measures(report, quality)),
            report.network().isPresent()
                ? Optional.<Section>empty()
                : Optional.of(coefficients(report)),
            report.path().map(path -> penalty(report.kind(), path)),
            report.quality().map(quality -> predictions(report, quality)),
            decisions(report.remarks()),
            Optional.of(computation(report)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Says in a few words what was fitted and how good it is. */
  private static String lead(FitReport report) {
    String model = sentence(report.rows().getFirst().get(1));
    String fitted = filled("%s, learnt from %s rows.", model, report.learnt());
    String quality = report.quality().map(q -> " " + quality(q)).orElse("");
    String linear =
        report
            .network()
            .filter(NetworkResult::judged)
            .map(n -> n.beatsLinear() ? " It beats" : " It does not beat")
            .map(words -> words + " the linear model there.")
            .orElse("");
    String ending = report.conclusion().success() ? "" : " " + report.conclusion().paragraph();
    return fitted + quality + linear + ending;
  }

  private static String quality(Quality quality) {
    boolean held = quality.validation().isPresent();
    boolean folds = !held && quality.folds().isPresent();
    String rows = held ? "held-out rows" : folds ? "rows of each fold left out" : "training rows";
    ToDoubleFunction<String> measure =
        name ->
            folds
                ? quality.folds().get().measures().get(name).mean()
                : quality.shown().measures().get(name);
    return switch (quality.shown()) {
      case ClassEvaluation _ ->
          filled(
              "It names the right class in %s %% of the %s; always naming the most frequent class"
                  + " does so in %s %%.",
              Numbers.text(100 * measure.applyAsDouble("accuracy"), 3),
              rows,
              Numbers.text(100 * measure.applyAsDouble("baseline"), 3));
      case NumberEvaluation _ ->
          filled(
              "Its root mean square error on the %s is %s; that of the mean is %s.",
              rows,
              Numbers.text(measure.applyAsDouble("rmse"), 4),
              Numbers.text(measure.applyAsDouble("baselineRmse"), 4));
    };
  }

  private static Section measures(FitReport report, Quality quality) {
    List<String> text = new ArrayList<>();
    report.honest().ifPresent(line -> text.add(sentence(line) + "."));
    List<TextTable> tables = new ArrayList<>(List.of(table("", table(report, quality))));
    if (quality.folds().isPresent()) {
      text.add(
          "Each fold is measured by a model of the other rows. The spread over the folds is no"
              + " standard error of the mean, since these models share most of their rows.");
      tables.add(table("Each fold", ModelMeasures.table(quality.folds().get())));
    }
    return new Section("Measures", text, List.of(), tables);
  }

  /** Returns the measures, a line each, with a column for each kind of rows. */
  static List<List<String>> table(FitReport report, Quality quality) {
    Evaluation shown = quality.shown();
    List<String> head = new ArrayList<>(List.of("measure"));
    List<Function<String, String>> columns = new ArrayList<>();
    List<String> rows = new ArrayList<>(List.of("rows"));
    Map<String, Optional<Evaluation>> kinds = new LinkedHashMap<>();
    kinds.put("training", Optional.of(quality.training()));
    kinds.put("early stopping", quality.stopping());
    kinds.put("held out", quality.validation());
    kinds.put("linear model, same rows", linear(report, quality));
    kinds.forEach(
        (name, some) ->
            some.ifPresent(
                evaluation -> {
                  head.add(name);
                  rows.add(String.valueOf(evaluation.rows()));
                  columns.add(measure -> Numbers.text(evaluation.measures().get(measure), 5));
                }));
    quality
        .folds()
        .ifPresent(
            folds -> {
              head.add(folds.folds().size() + " folds");
              rows.add("");
              columns.add(measure -> spread(folds, measure));
            });
    head.add("baseline");
    rows.add("");
    columns.add(
        measure ->
            Optional.ofNullable(BASELINES.get(measure))
                .map(name -> shown.measures().get(name))
                .filter(value -> !value.isNaN())
                .map(value -> Numbers.text(value, 5))
                .orElse(""));
    List<List<String>> table = new ArrayList<>(List.of(head, rows));
    shown.measures().keySet().stream()
        .filter(ModelMeasures.LABELS::containsKey)
        .filter(measure -> !shown.measures().get(measure).isNaN())
        .map(
            measure ->
                Stream.concat(
                        Stream.of(ModelMeasures.LABELS.get(measure)),
                        columns.stream().map(column -> column.apply(measure)))
                    .toList())
        .forEach(table::add);
    return table;
  }

  private static String spread(FoldScores folds, String measure) {
    FoldScores.Spread spread = folds.measures().get(measure);
    return spread == null
        ? ""
        : filled("%s ± %s", Numbers.text(spread.mean(), 5), Numbers.text(spread.deviation(), 2));
  }

  /** Returns how the linear model beside a network does on the rows that are shown. */
  private static Optional<Evaluation> linear(FitReport report, Quality quality) {
    return report
        .network()
        .filter(_ -> quality.validation().isPresent())
        .map(n -> Evaluation.of(n.linear().model(), report.parts().validation().orElseThrow()));
  }

  private static Section coefficients(FitReport report) {
    Inference inference =
        report.inference().orElseGet(() -> Coefficients.of(report.result().model()));
    List<String> text = new ArrayList<>();
    text.add("In the units of the file" + Coefficients.heading(inference, COEFFICIENTS) + ".");
    Coefficients.note(inference).ifPresent(note -> text.add("Errors: " + note + "."));
    Coefficients.remarks(inference).forEach(line -> text.add(sentence(line) + "."));
    return new Section(
        "Coefficients",
        text,
        FitFigures.coefficients(inference, COEFFICIENTS),
        List.of(table("", Coefficients.table(inference, COEFFICIENTS))));
  }

  private static Section penalty(ModelKind kind, CrossValidation.Found path) {
    List<List<String>> rows =
        new ColumnLayout<CrossValidation.Point>()
            .text("R", p -> Numbers.text(p.reg()) + (p == path.best() ? " (chosen)" : ""))
            .number("R1", CrossValidation.Point::l1)
            .number("loss on rows left out", CrossValidation.Point::loss)
            .number("error", 2, CrossValidation.Point::error)
            .number("training", CrossValidation.Point::training)
            .number("largest certified gap", 2, CrossValidation.Point::gap)
            .number("coefficients not zero", 3, CrossValidation.Point::used)
            .table(path.points());
    String chosen = filled("R = %s, R1 = %s", path.best().reg(), path.best().l1());
    String text =
        chosen + " was chosen by cross-validation: " + FitReport.loss(kind, path.best()) + ".";
    return new Section("Penalty", text, FitFigures.path(path)).with(table("", rows));
  }

  private static Section predictions(FitReport report, Quality quality) {
    List<PredictionFigures.Measured> parts = new ArrayList<>();
    TrainingSplit rows = report.parts();
    var model = report.result().model();
    parts.add(new PredictionFigures.Measured("training", model, rows.train(), quality.training()));
    quality
        .validation()
        .ifPresent(
            e ->
                parts.add(
                    new PredictionFigures.Measured(
                        "held out", model, rows.validation().orElseThrow(), e)));
    List<TextTable> tables = new ArrayList<>();
    String where = " on the " + parts.getLast().name() + " rows";
    if (quality.shown() instanceof ClassEvaluation e && e.classes().size() <= PRINTED_CLASSES) {
      String confusion = sentence(ModelMeasures.confusionTitle(e)) + where;
      tables.add(table(confusion, ModelMeasures.confusion(e)));
      tables.add(table("By class" + where, ModelMeasures.byClass(e)));
    }
    return new Section("Predictions", List.of(), PredictionFigures.predictions(parts), tables);
  }

  /** Returns the decisions and remarks, if there are any. */
  static Optional<Section> decisions(List<Remark> remarks) {
    List<List<String>> rows = Remark.texts(remarks).stream().map(List::of).toList();
    return remarks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Section("Decisions", List.of(), List.of(), List.of())
                .with(new TextTable("", List.of(""), rows)));
  }

  private static Section computation(FitReport report) {
    List<Figure> history =
        report
            .network()
            .map(n -> List.of(FitFigures.epochs(n)))
            .orElseGet(
                () ->
                    FitFigures.convergence(report.result().history(), report.asked().tolerance()));
    return new Section(
        report.network().isPresent() ? "Computation" : "Computation and proof",
        List.of(report.conclusion().paragraph()),
        history,
        List.of(new TextTable("", List.of("", ""), report.rows())));
  }

  static TextTable table(String title, List<List<String>> rows) {
    return new TextTable(title, rows.getFirst(), rows.subList(1, rows.size()));
  }
}
