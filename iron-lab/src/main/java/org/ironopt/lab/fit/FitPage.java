package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.fit.FitResult;
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
            List.of(FitFigures.convergence(result.history(), report.settings().tolerance())),
            List.of(new Story.TextTable("", List.of("", ""), report.rows()))));
    report.path().ifPresent(p -> sections.add(path(p)));
    sections.add(quality("Training rows", "training", result.model(), report.split().train()));
    report
        .split()
        .validation()
        .ifPresent(
            rows -> sections.add(quality("Validation rows", "validation", result.model(), rows)));
    sections.add(coefficients(result.model()));
    return HtmlPage.render(title, report.conclusion().paragraph(), sections, report.command());
  }

  private static Story.Section path(RegPath path) {
    List<List<String>> rows = new ArrayList<>();
    for (RegPath.Point p : path.points()) {
      rows.add(
          List.of(
              Numbers.text(p.reg()) + (p == path.best() ? " (chosen)" : ""),
              Numbers.text(p.loss()),
              Numbers.text(p.error(), 2),
              Numbers.text(p.training())));
    }
    return new Story.Section(
        "The penalty",
        List.of("R = " + Numbers.text(path.best().reg()) + " was chosen by cross-validation."),
        List.of(FitFigures.path(path)),
        List.of(
            new Story.TextTable(
                "", List.of("R", "loss on rows left out", "error", "training"), rows)));
  }

  private static Story.Section quality(String heading, String id, Model model, Dataset rows) {
    Evaluation evaluation = Evaluation.of(model, rows);
    List<Story.TextTable> tables = new ArrayList<>();
    if (evaluation instanceof ClassEvaluation e && e.classes().size() <= PRINTED_CLASSES) {
      List<List<String>> confusion = Measures.confusion(e);
      tables.add(
          new Story.TextTable(
              "Confusion: true class in rows, predicted in columns",
              confusion.getFirst(),
              confusion.subList(1, confusion.size())));
    }
    return new Story.Section(
        heading,
        List.of(Measures.line(evaluation) + "."),
        List.of(FitFigures.quality(id, model, rows, evaluation)),
        tables);
  }

  private static Story.Section coefficients(Model model) {
    int columns = model.columns().size();
    List<Integer> largest =
        IntStream.range(0, columns)
            .boxed()
            .sorted(Comparator.comparingDouble(j -> -size(model, j)))
            .limit(COEFFICIENTS)
            .toList();
    boolean several = model.outputs() > 1;
    List<String> head = new ArrayList<>(List.of("column"));
    if (several) {
      head.addAll(model.classes().stream().limit(PRINTED_CLASSES).toList());
    } else {
      head.add("coefficient");
    }
    List<List<String>> rows = new ArrayList<>();
    for (int j : largest) {
      List<String> row = new ArrayList<>(List.of(model.columns().get(j)));
      for (int c = 0; c < Math.min(model.outputs(), PRINTED_CLASSES); c++) {
        row.add(Numbers.text(model.weights()[c][j], several ? 3 : 6));
      }
      rows.add(row);
    }
    List<String> constant = new ArrayList<>(List.of("(intercept)"));
    for (int c = 0; c < Math.min(model.outputs(), PRINTED_CLASSES); c++) {
      constant.add(Numbers.text(model.intercepts()[c], several ? 3 : 6));
    }
    rows.add(constant);
    String text =
        columns > COEFFICIENTS
            ? "In the units of the file; those of the "
                + COEFFICIENTS
                + " columns with the largest, of "
                + columns
                + "."
            : "In the units of the file.";
    return new Story.Section(
        "Coefficients", List.of(text), List.of(), List.of(new Story.TextTable("", head, rows)));
  }

  private static double size(Model model, int j) {
    double size = 0;
    for (double[] w : model.weights()) {
      size = Math.max(size, Math.abs(w[j]));
    }
    return size;
  }
}
