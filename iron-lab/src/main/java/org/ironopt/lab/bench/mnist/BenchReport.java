package org.ironopt.lab.bench.mnist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.file.AtomicFiles;
import org.ironopt.lab.report.HtmlPage;

/** Figures, tables and a page of a benchmark, and every look at every run as CSV. */
final class BenchReport {
  private static final String NAME = "bench-mnist";

  private static final List<String> TUNING =
      List.of(
          "Settings are tried on five sixths of the rows and with two other seeds of which the"
              + " worse counts, by products to each objective; AdamW has a setting for each"
              + " objective, IRON and the controls one for all. On fewer rows the minimum is lower,"
              + " so the objectives are moved by the difference.",
          "One rule for all: the step is first searched alone at batches of 128 from its published"
              + " default (IRON's α = 1 as in the paper, AdamW's η = 0.001, 1 for the explicit"
              + " controls) by factors of 4 and then of 2; then "
              + Tuning.GRID
              + " settings around it are tried: batches of 64, 128 and 256 with steps in"
              + " proportion to them, in factors of √2, and four lengths of the decay, of the life"
              + " of a curvature or of a snapshot. All that was tried is in tuning.csv.",
          "What this rule does not choose was chosen once for all by looking at runs on MNIST: the"
              + " weights of the average (t^{6}, every fourth iterate), the same for IRON, SAGA and"
              + " AdamW (E), and the lengths of the grid.");

  private BenchReport() {}

  /** Writes {@code bench-mnist/report.html} with all that belongs to it; returns the page. */
  static Path write(Outcome o, Path out, String command, List<List<String>> machine)
      throws IOException {
    Path folder = out.resolve(NAME);
    Files.createDirectories(folder.resolve("figures"));
    List<Figure> figures = new BenchFigures(o).all();
    for (Figure figure : figures) {
      for (Map.Entry<String, byte[]> file : FigureFiles.render(figure).entrySet()) {
        AtomicFiles.write(folder.resolve("figures").resolve(file.getKey()), file.getValue());
      }
    }
    AtomicFiles.write(folder.resolve("checks.csv"), csv(o));
    AtomicFiles.write(folder.resolve("tuning.csv"), trials(o));
    List<Story.Section> sections =
        List.of(
            new Story.Section(
                "Seconds to an objective",
                List.of(
                    o.goal().words(),
                    "Only the steps are on the clock, which starts warm; finding the mean for"
                        + " centring is charged to those who centre. Lagged curvature keeps the"
                        + " scalar of the conjugate gradient step for some steps; it is then no"
                        + " longer that step. The row of one CG step computes it always."),
                figures.subList(0, 2),
                BenchTables.race(o)),
            new Story.Section(
                "How settings were chosen",
                TUNING,
                figures.subList(2, figures.size()),
                BenchTables.tuning(o)),
            new Story.Section("The price of a step", List.of(), List.of(), BenchTables.price(o)),
            new Story.Section(
                "What it ran on",
                List.of("Every look at every run is in checks.csv."),
                List.of(),
                List.of(new Story.TextTable("", List.of("", ""), machine))));
    Path page = folder.resolve("report.html");
    String text =
        HtmlPage.render(
            "The implicit step at the price of an explicit one",
            "Training seconds to a full training objective of softmax regression, in one warm"
                + " process, the contenders in turns.",
            sections,
            command,
            "figures");
    AtomicFiles.write(page, text);
    return page;
  }

  private static String trials(Outcome o) {
    StringBuilder text = new StringBuilder("method,batch,step,number");
    for (double objective : o.goal().objectives()) {
      text.append(",cost to ").append(objective);
    }
    text.append('\n');
    o.trials()
        .forEach(
            (family, trials) -> {
              for (Tuning.Trial trial : trials) {
                Config c = trial.config();
                text.append(family.id).append(',').append(c.batch()).append(',');
                text.append(c.step()).append(',').append(c.number());
                for (int i = 0; i < trial.costs().length; i++) {
                  text.append(',');
                  if (trial.reached(i)) {
                    text.append(String.format(Locale.ROOT, "%.4f", trial.costs()[i]));
                  }
                }
                text.append('\n');
              }
            });
    return text.toString();
  }

  private static String csv(Outcome o) {
    StringBuilder text =
        new StringBuilder(
            "method,batch,step,number,seed,seconds,epochs,products,gradients,cg,objective,accuracy\n");
    o.tracks()
        .forEach(
            (config, tracks) ->
                tracks.forEach(
                    track ->
                        track.checks().forEach(c -> text.append(line(config, track.seed(), c)))));
    return text.toString();
  }

  private static String line(Config config, long seed, Check c) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%s,%d,%d,%.6f,%.4f,%.4f,%d,%d,%.8f,%.4f%n",
        config.family().id,
        config.batch(),
        config.step(),
        config.number(),
        seed,
        c.seconds(),
        c.epochs(),
        c.products(),
        c.gradients(),
        c.cgSteps(),
        c.objective(),
        c.accuracy());
  }
}
