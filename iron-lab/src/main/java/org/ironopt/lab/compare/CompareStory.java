package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.figure.Figure;

/** The chapter of a comparison. */
final class CompareStory {
  private final CompareExperiment experiment;
  private final Findings findings;
  private final CompareFigures figures;

  CompareStory(CompareExperiment experiment, Results results) {
    this.experiment = experiment;
    findings = new Findings(experiment, results);
    figures = new CompareFigures(experiment, findings, results);
  }

  Story tell() {
    CompareConfig c = experiment.config();
    List<Section> sections = new ArrayList<>();
    List<String> protocol = new ArrayList<>();
    protocol.add(
        "Every method starts at the same point, sees the terms in the same order (per batch size"
            + " and"
            + " seed), and chooses its step from its grid by one run of "
            + Numbers.text(c.tuning().passes())
            + " passes per step, judged on"
            + " held-out data where there are any. The runs shown have other seeds. F is evaluated"
            + " and the JVM is warmed up outside the clock; counts come from a run with counters,"
            + " seconds from one without.");
    if (findings.missing > 0) {
      protocol.add(findings.missing + " cells have not been run.");
    }
    sections.add(
        new Section(
            "Which method is best where",
            List.of(Advice.sentence(findings)),
            List.of(),
            List.of(best(), chosen())));
    List<Figure> curves = new ArrayList<>();
    for (Curve.Axis axis : Curve.Axis.values()) {
      figures.curves(axis).ifPresent(curves::add);
    }
    sections.add(new Section("Curves", protocol, curves, List.of(csv())));
    sections.add(
        new Section("Performance profiles", List.of(), List.of(figures.profiles()), List.of()));
    sections.add(
        new Section(
            "Sensitivity to the step", List.of(), List.of(figures.sensitivity()), List.of()));
    figures
        .spread()
        .ifPresent(
            figure ->
                sections.add(
                    new Section(
                        "Stationary spread",
                        List.of(
                            "The two noise models give opposite answers: center noise is scaled"
                                + " with the step, and the spread of IRON falls like 1/α; gradient"
                                + " noise is not, and the spread grows, for implicit methods to"
                                + " σ²tr(A⁻²), for explicit ones without bound."),
                        List.of(figure),
                        List.of())));
    sections.addAll(obstacles());
    return new Story(
        c.title(),
        String.format(
            Locale.ROOT,
            "%d problems, %d methods, %d steps each, %d seeds, %s passes.",
            c.problems().size(),
            c.methods().size(),
            c.steps().length,
            c.seeds(),
            Numbers.text(c.budget().passes())),
        sections,
        List.of());
  }

  /** Returns the lines that are printed: the table of winners and the sentence. */
  List<String> summary() {
    List<String> lines = new ArrayList<>();
    TextTable table = best();
    List<List<String>> rows = new ArrayList<>();
    rows.add(table.header());
    rows.addAll(table.rows());
    int[] width = new int[table.header().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < width.length; i++) {
        width[i] = Math.max(width[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < width.length; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(width[i] - cell.length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add("");
    lines.add(Advice.sentence(findings));
    return lines;
  }

  private TextTable best() {
    List<List<String>> rows = new ArrayList<>();
    for (Findings.Field field : findings.fields) {
      for (double target : Findings.TARGETS) {
        Optional<Findings.Line> passes = field.best(Curve.Axis.PASSES, target);
        if (passes.isEmpty()) {
          continue;
        }
        rows.add(
            List.of(
                field.named().name(),
                Numbers.text(target),
                winner(passes, Curve.Axis.PASSES, target),
                winner(field.best(Curve.Axis.SECONDS, target), Curve.Axis.SECONDS, target),
                iron(field, target)));
      }
    }
    return new TextTable(
        "The cheapest method to reach (F − F*) ≤ target · (F_{0} − F*), median over the seeds.",
        List.of("problem", "target", "fewest passes", "least time", "IRON"), rows);
  }

  private static String winner(Optional<Findings.Line> line, Curve.Axis axis, double target) {
    return line.map(
            l ->
                l.method().name()
                    + " "
                    + Numbers.text(Curve.cost(l.curves(), axis, target), 3)
                    + (axis == Curve.Axis.SECONDS ? " s" : ""))
        .orElse("–");
  }

  private static String iron(Findings.Field field, double target) {
    if (field.iron().isEmpty()) {
      return field.obstacles().containsKey(Findings.IRON) ? "does not apply" : "not compared";
    }
    Findings.Line passes = Findings.Field.cheapest(field.iron(), Curve.Axis.PASSES, target);
    Findings.Line seconds = Findings.Field.cheapest(field.iron(), Curve.Axis.SECONDS, target);
    double least = Curve.cost(passes.curves(), Curve.Axis.PASSES, target);
    double fastest = Curve.cost(seconds.curves(), Curve.Axis.SECONDS, target);
    return Double.isInfinite(least)
        ? "not reached"
        : Numbers.text(least, 3) + " passes, " + Numbers.text(fastest, 3) + " s";
  }

  private TextTable chosen() {
    List<List<String>> rows = new ArrayList<>();
    for (Entry method : experiment.config().methods()) {
      List<String> row = new ArrayList<>();
      row.add(method.name());
      for (Findings.Field field : findings.fields) {
        row.add(
            field
                .line(method.name())
                .map(l -> Double.isNaN(l.step()) ? "all failed" : Numbers.text(l.step(), 3))
                .orElse("–"));
      }
      rows.add(row);
    }
    List<String> header = new ArrayList<>();
    header.add("method");
    findings.fields.forEach(f -> header.add(f.named().name()));
    return new TextTable("Steps that validation chose.", header, rows);
  }

  private TextTable csv() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(experiment.name() + "-benchopt.csv", BenchoptCsv.write(findings));
    return new TextTable(
        "All measured points, with benchopt's column names.", List.of(), List.of(), files);
  }

  private List<Section> obstacles() {
    List<List<String>> rows = new ArrayList<>();
    for (Findings.Field field : findings.fields) {
      field
          .obstacles()
          .forEach((method, reason) -> rows.add(List.of(field.named().name(), method, reason)));
    }
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Section(
                "Left out",
                List.of(),
                List.of(),
                List.of(
                    new TextTable(
                        "Methods that do not apply to a problem.",
                        List.of("problem", "method", "reason"),
                        rows))));
  }
}
