package org.ironopt.lab.bench.mnist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.folder.AtomicFiles;
import org.ironopt.lab.report.Chapter;
import org.ironopt.lab.report.HtmlReport;

/** Figures, tables and a page of a benchmark, and every look at every run as CSV. */
final class BenchReport {
  private static final String NAME = "bench-mnist";

  private BenchReport() {}

  /** Writes {@code bench-mnist.html} and the folder of the same name; returns the page. */
  static Path write(Outcome o, Path out, String command, List<List<String>> machine)
      throws IOException {
    Path folder = out.resolve(NAME).resolve("figures");
    Files.createDirectories(folder);
    List<Figure> figures = List.of(objective(o), accuracy(o), steps(o));
    for (Figure figure : figures) {
      for (Map.Entry<String, byte[]> file : FigureFiles.render(figure).entrySet()) {
        AtomicFiles.write(folder.resolve(file.getKey()), file.getValue());
      }
    }
    AtomicFiles.write(out.resolve(NAME).resolve("checks.csv"), csv(o));
    Story.Section section =
        new Story.Section(
            "What was measured",
            List.of(
                "Only the steps are on the clock, which starts warm; finding the mean for centring"
                    + " is charged to those who centre. Each method had the same number of settings"
                    + " to choose from, on five sixths of the rows and with another seed, by its"
                    + " products to each objective; AdamW has a setting for each objective, IRON"
                    + " and the controls one for all.",
                "Lagged curvature keeps the scalar of the conjugate gradient step for some steps;"
                    + " it is then no longer that step. The row of one CG step computes it"
                    + " always."),
            figures,
            BenchTables.of(o));
    Story story =
        new Story(
            "The implicit step at the price of an explicit one",
            "Training seconds to a full training objective, softmax regression.",
            List.of(section),
            List.of());
    Chapter chapter = new Chapter(NAME, story, command, settings(o), machine, List.of());
    Path page = out.resolve(NAME + ".html");
    AtomicFiles.write(page, HtmlReport.render(List.of(chapter)));
    return page;
  }

  private static String settings(Outcome o) {
    StringBuilder text = new StringBuilder();
    o.chosen()
        .forEach(
            (family, configs) -> {
              for (int i = 0; i < configs.size(); i++) {
                text.append(family.id)
                    .append(" to ")
                    .append(String.format(Locale.ROOT, "%.4f", o.objectives()[i]))
                    .append(": ")
                    .append(configs.get(i).words())
                    .append('\n');
              }
            });
    return text.toString();
  }

  private static Figure objective(Outcome o) {
    double last = o.objectives()[o.objectives().length - 1];
    double first = o.objectives()[0];
    Axis y = Axis.linear("full training objective").between(0.995 * last, 1.12 * first);
    return new Figure(
        "bench-objective",
        "Full training objective against seconds on the clock and against products with all rows:"
            + " the settings tuned for the last objective, first seed.",
        2,
        List.of(
            panel(o, "seconds", Check::seconds, y, Check::objective, true),
            panel(o, "products with all rows", Check::products, y, Check::objective, true)));
  }

  private static Figure accuracy(Outcome o) {
    Axis y = Axis.linear("test accuracy");
    return new Figure(
        "bench-accuracy",
        "Test accuracy of the same runs.",
        2,
        List.of(
            panel(o, "seconds", Check::seconds, y, Check::accuracy, false),
            panel(o, "products with all rows", Check::products, y, Check::accuracy, false)));
  }

  private static Panel panel(
      Outcome o,
      String label,
      ToDoubleFunction<Check> x,
      Axis y,
      ToDoubleFunction<Check> value,
      boolean targets) {
    List<Layer> layers = new ArrayList<>();
    for (double objective : targets ? o.objectives() : new double[0]) {
      layers.add(new Layer.Reference("", true, objective, Style.line(Style.Color.GRAY).dotted()));
    }
    o.chosen()
        .forEach(
            (family, configs) -> {
              List<Check> checks = o.tracks().get(configs.getLast()).getFirst().checks();
              layers.add(
                  new Layer.Line(
                      family.label,
                      checks.stream().mapToDouble(x).toArray(),
                      checks.stream().mapToDouble(value).toArray(),
                      style(family)));
            });
    return new Panel("", Axis.log(label), y, layers);
  }

  private static Figure steps(Outcome o) {
    List<Layer> layers = new ArrayList<>();
    for (StepRange r : o.ranges()) {
      double[] x = new double[r.steps().length];
      double[] y = new double[x.length];
      int count = 0;
      for (int i = 0; i < x.length; i++) {
        if (r.products()[i] < Double.POSITIVE_INFINITY) {
          x[count] = r.steps()[i] / r.config().step();
          y[count++] = r.products()[i];
        }
      }
      layers.add(
          new Layer.Line(
              r.config().family().label,
              java.util.Arrays.copyOf(x, count),
              java.util.Arrays.copyOf(y, count),
              style(r.config().family()).marked(Style.Marker.CIRCLE)));
    }
    return new Figure(
        "bench-steps",
        "Products to the middle objective against the step, relative to the tuned one. A missing"
            + " point was not reached, or needed more than half as much again as the best.",
        1,
        List.of(
            new Panel(
                "", Axis.log("step / tuned step"), Axis.log("products with all rows"), layers)));
  }

  private static Style style(Family family) {
    return switch (family) {
      case IRON -> Style.line(Style.Color.VERMILION);
      case IRON_CG -> Style.line(Style.Color.ORANGE);
      case CONSTANT -> Style.line(Style.Color.GRAY);
      case DECAY -> Style.line(Style.Color.SKY);
      case AVERAGED -> Style.line(Style.Color.BLUE);
      case SAGA -> Style.line(Style.Color.GREEN).dashed();
      case SVRG -> Style.line(Style.Color.PURPLE).dashed();
    };
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
