package org.ironopt.lab.fit;

import static org.ironopt.lab.Numbers.filled;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.Inference;
import org.ironopt.lab.Columns;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.report.HtmlPage;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;

/** The page beside a model: what was fitted, how it ended, how good it is. */
final class FitPage {
  private static final int COEFFICIENTS = 30;
  private static final int PRINTED_CLASSES = 20;

  private FitPage() {}

  static String render(String title, FitReport report) {
    FitResult result = report.result();
    List<Story.Section> sections = new ArrayList<>();
    sections.add(
        new Story.Section(
            "The fit",
            List.of(Conclusion.sentence(result.method()) + "."),
            List.of(
                report.network().isPresent()
                    ? FitFigures.epochs(report.network().get())
                    : FitFigures.convergence(result.history(), report.settings().tolerance())),
            List.of(new Story.TextTable("", List.of("", ""), report.rows()))));
    report.path().ifPresent(p -> sections.add(path(p)));
    report
        .quality()
        .ifPresent(
            q -> {
              Model model = result.model();
              Dataset train = report.split().train();
              sections.add(quality("Training rows", "training", model, train, q.training()));
              q.validation()
                  .ifPresent(
                      v ->
                          sections.add(
                              quality(
                                  "Validation rows",
                                  "validation",
                                  model,
                                  report.split().validation().orElseThrow(),
                                  v)));
            });
    if (report.network().isEmpty()) {
      sections.add(
          coefficients(report.inference().orElseGet(() -> Coefficients.of(result.model()))));
    }
    if (!report.notes().isEmpty()) {
      sections.add(
          new Story.Section(
              "Decisions",
              List.of(),
              List.of(),
              List.of(
                  new Story.TextTable(
                      "", List.of(""), report.notes().stream().map(List::of).toList()))));
    }
    return HtmlPage.render(title, report.conclusion().paragraph(), sections, report.command());
  }

  private static Story.Section path(CrossValidation.Found path) {
    List<List<String>> rows =
        new Columns<CrossValidation.Point>()
            .text("R", p -> Numbers.text(p.reg()) + (p == path.best() ? " (chosen)" : ""))
            .number("R1", CrossValidation.Point::l1)
            .number("loss on rows left out", CrossValidation.Point::loss)
            .number("error", 2, CrossValidation.Point::error)
            .number("training", CrossValidation.Point::training)
            .number("largest certified gap", 2, CrossValidation.Point::gap)
            .number("coefficients not zero", 3, CrossValidation.Point::used)
            .table(path.points());
    String chosen = filled("R = %s, R1 = %s", path.best().reg(), path.best().l1());
    return new Story.Section(
        "The penalty",
        List.of(chosen + " was chosen by cross-validation."),
        List.of(FitFigures.path(path)),
        List.of(table("", rows)));
  }

  private static Story.Section quality(
      String heading, String id, Model model, Dataset rows, Evaluation evaluation) {
    List<Story.TextTable> tables = new ArrayList<>();
    if (evaluation instanceof ClassEvaluation e) {
      if (e.classes().size() <= PRINTED_CLASSES) {
        tables.add(table(Conclusion.sentence(Measures.confusionTitle(e)), Measures.confusion(e)));
        tables.add(table("By class", Measures.byClass(e)));
      }
      tables.add(table("Calibration", Measures.calibration(e)));
    }
    return new Story.Section(
        heading,
        List.of(Measures.line(evaluation) + "."),
        List.of(FitFigures.quality(id, model, rows, evaluation)),
        tables);
  }

  private static Story.TextTable table(String title, List<List<String>> rows) {
    return new Story.TextTable(title, rows.getFirst(), rows.subList(1, rows.size()));
  }

  private static Story.Section coefficients(Inference inference) {
    return new Story.Section(
        "Coefficients",
        List.of(
            "In the units of the file"
                + Coefficients.heading(inference, COEFFICIENTS)
                + (inference.note().isEmpty() ? "." : ". Errors: " + inference.note() + ".")),
        List.of(),
        List.of(table("", Coefficients.table(inference, COEFFICIENTS))));
  }
}
