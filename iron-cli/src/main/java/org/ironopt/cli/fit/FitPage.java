package org.ironopt.cli.fit;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ironopt.data.Dataset;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.Inference;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.report.HtmlPage;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.FoldScores;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/** The page beside a model: what was fitted, how it ended, how good it is. */
final class FitPage {
  private static final int COEFFICIENTS = 30;
  private static final int PRINTED_CLASSES = 20;

  private FitPage() {}

  static String render(String title, FitReport report) {
    FitResult result = report.result();
    List<Story.Section> sections = new ArrayList<>();
    Figure convergence =
        report.network().isPresent()
            ? FitFigures.epochs(report.network().get())
            : FitFigures.convergence(result.history(), report.settings().tolerance);
    sections.add(
        new Story.Section("The fit", FitOutcome.sentence(result.method()) + ".", convergence)
            .with(new Story.TextTable("", List.of("", ""), report.rows())));
    report.path().ifPresent(p -> sections.add(path(report.kind(), p)));
    if (report.quality().isPresent()) {
      FitReport.Quality q = report.quality().get();
      TrainingSplit rows = report.parts();
      Story.Section training = quality("Training", result.model(), rows.train(), q.training());
      sections.add(report.honest().map(line -> noted(training, line)).orElse(training));
      q.stopping()
          .map(s -> quality("Early-stopping", result.model(), rows.stopping().orElseThrow(), s))
          .ifPresent(sections::add);
      q.validation()
          .map(v -> quality("Validation", result.model(), rows.validation().orElseThrow(), v))
          .ifPresent(sections::add);
      q.folds().map(FitPage::folds).ifPresent(sections::add);
    }
    if (report.network().isEmpty()) {
      sections.add(
          coefficients(report.inference().orElseGet(() -> Coefficients.of(result.model()))));
    }
    if (!report.notes().isEmpty()) {
      List<List<String>> notes = report.notes().stream().map(List::of).toList();
      Story.TextTable table = new Story.TextTable("", List.of(""), notes);
      sections.add(new Story.Section("Decisions", List.of(), List.of(), List.of(table)));
    }
    return HtmlPage.render(title, report.conclusion().paragraph(), sections, report.command());
  }

  private static Story.Section path(ModelKind kind, CrossValidation.Found path) {
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
    return new Story.Section("The penalty", text, FitFigures.path(path)).with(table("", rows));
  }

  private static Story.Section noted(Story.Section section, String line) {
    List<String> text = new ArrayList<>(section.text());
    text.add(FitOutcome.sentence(line) + ".");
    return new Story.Section(section.heading(), text, section.figures(), section.tables());
  }

  private static Story.Section folds(FoldScores scores) {
    String text =
        "Each fold is measured by a model of the other rows. The spread over the folds is no"
            + " standard error of the mean, since these models share most of their rows.";
    return new Story.Section("Folds", text).with(table("", ModelMeasures.table(scores)));
  }

  private static Story.Section quality(
      String which, Model model, Dataset rows, Evaluation evaluation) {
    List<Story.TextTable> tables = new ArrayList<>();
    if (evaluation instanceof ClassEvaluation e) {
      if (e.classes().size() <= PRINTED_CLASSES) {
        tables.add(
            table(
                FitOutcome.sentence(ModelMeasures.confusionTitle(e)), ModelMeasures.confusion(e)));
        tables.add(table("By class", ModelMeasures.byClass(e)));
      }
      tables.add(table("Calibration", ModelMeasures.calibration(e)));
    }
    String id = which.toLowerCase(Locale.ROOT);
    return new Story.Section(
        which + " rows",
        List.of(ModelMeasures.line(evaluation) + "."),
        List.of(FitFigures.quality(id, model, rows, evaluation)),
        tables);
  }

  private static Story.TextTable table(String title, List<List<String>> rows) {
    return new Story.TextTable(title, rows.getFirst(), rows.subList(1, rows.size()));
  }

  private static Story.Section coefficients(Inference inference) {
    String text = "In the units of the file" + Coefficients.heading(inference, COEFFICIENTS) + ".";
    String errors = inference.note().isEmpty() ? "" : " Errors: " + inference.note() + ".";
    return new Story.Section("Coefficients", text + errors)
        .with(table("", Coefficients.table(inference, COEFFICIENTS)));
  }
}
