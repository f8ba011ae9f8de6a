package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.file.CsvFile;
import org.ironopt.lab.mnist.MnistResults.Point;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.SampleSummary;

/** Table 1 of the paper with our numbers, and what is behind them. */
record MnistTables(MnistResults results, MnistSettings settings) {
  private static final List<String> HEADER =
      List.of(
          ("b | method | test accuracy | paper | seconds | paper, s | passes | gradients"
                  + " | Hessian products")
              .split(" \\| "));

  /** A step is as good as the best if its training objective is within this factor of it. */
  private static final double GOOD = 1.05;

  /** The validation accuracies of a method, by batch size and step. */
  TextTable grid(ComparedOptimizer rival) {
    double[] grid = settings.grid(rival);
    List<String> header = new ArrayList<>(List.of("b"));
    for (double step : grid) {
      header.add(rival.symbol + " = " + text(step));
    }
    List<List<String>> rows = new ArrayList<>();
    for (int batch : settings.batchSizes()) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(batch)));
      Optional<Double> chosen = results.chosen(rival, batch);
      for (double step : grid) {
        double accuracy = results.validationAccuracy(rival, step, batch);
        String text = Double.isNaN(accuracy) ? "–" : format("%.4f", accuracy);
        boolean best = chosen.filter(s -> s == step).isPresent();
        boolean paper = PaperTable.row(rival, batch).filter(r -> r.step() == step).isPresent();
        row.add((best ? "**" + text + "**" : text) + (paper ? " †" : ""));
      }
      rows.add(row);
    }
    return new TextTable(
        rival.title + ": validation accuracy; bold is chosen, † the paper's choice.", header, rows);
  }

  /** Table 1, for the page and as Markdown, CSV and LaTeX. */
  TextTable table1() {
    List<List<String>> rows = results.series.stream().map(this::row).toList();
    String caption =
        format(
            "Table 1: test accuracy after %s, mean ± standard deviation over %s; for"
                + " each batch size the best tuned method is bold and the second underlined. Work"
                + " is per run; a pass is a gradient or a Hessian product on as many rows as there"
                + " are. Seconds are this machine's.",
            Numbers.count(settings.epochs(), "epoch"),
            Numbers.count(settings.runSeeds().length, "seed"));
    Map<String, String> files = new LinkedHashMap<>();
    files.put("table1.md", markdown(caption, rows));
    files.put("table1.csv", csv());
    files.put("table1.tex", latex(rows));
    return new TextTable(caption, HEADER, rows, files);
  }

  private List<String> row(Series s) {
    Optional<PaperTable.Row> paper = s.run().paper();
    return List.of(
        Integer.toString(s.batch()),
        name(s),
        marked(s),
        paper.map(row -> row.accuracy().text(4)).orElse(""),
        s.seconds().map(t -> t.text(2)).orElse("–"),
        paper.map(row -> row.seconds().text(2)).orElse(""),
        text(s.last("passes").mean(), 4),
        format("%.0f", s.last("gradients").mean()),
        format("%.0f", s.last("products").mean()));
  }

  private static String name(Series s) {
    String step = s.rival().symbol + " = " + text(s.run().step());
    return s.rival().title + " (" + step + (s.tuned() ? ")" : ", the paper's)");
  }

  private String marked(Series s) {
    String text = s.accuracy().text(4);
    return switch (results.ranked(s.batch()).indexOf(s)) {
      case 0 -> "**" + text + "**";
      case 1 -> "__" + text + "__";
      default -> text;
    };
  }

  private static String markdown(String caption, List<List<String>> rows) {
    StringBuilder out = new StringBuilder(caption).append("\n\n");
    out.append("| ").append(String.join(" | ", HEADER)).append(" |\n");
    out.append("|").append("---|".repeat(HEADER.size())).append('\n');
    for (List<String> row : rows) {
      String line = String.join(" | ", row).replaceAll("__(.+?)__", "<u>$1</u>");
      out.append("| ").append(line).append(" |\n");
    }
    return out.toString();
  }

  private String csv() {
    List<String> work = List.of("passes", "gradients", "products", "newton_steps", "cg_steps");
    List<String> header = new ArrayList<>(List.of("batch", "method", "step", "tuned"));
    for (String name : List.of("accuracy", "paper_accuracy", "seconds", "paper_seconds")) {
      header.addAll(List.of(name, name + "_std"));
    }
    header.addAll(work);
    StringWriter out = new StringWriter();
    CsvWriter csv = CsvFile.writer().bufferSize(0).build((Writer) out);
    csv.writeRecord(header);
    for (Series s : results.series) {
      Optional<PaperTable.Row> paper = s.run().paper();
      List<Object> row =
          new ArrayList<>(List.of(s.batch(), s.rival().label, s.run().step(), s.tuned()));
      add(row, Optional.of(s.accuracy()));
      add(row, paper.map(PaperTable.Row::accuracy));
      add(row, s.seconds());
      add(row, paper.map(PaperTable.Row::seconds));
      work.forEach(column -> row.add(s.last(column).mean()));
      csv.writeRecord(row.stream().map(Object::toString).toList());
    }
    return out.toString();
  }

  private static void add(List<Object> row, Optional<SampleSummary> sample) {
    row.addAll(sample.<List<?>>map(s -> List.of(s.mean(), s.deviation())).orElse(List.of("", "")));
  }

  private static String latex(List<List<String>> rows) {
    StringBuilder out = new StringBuilder("% needs \\usepackage{booktabs}\n");
    out.append("\\begin{tabular}{rlccccrrr}\n\\toprule\n");
    out.append("$b$ & ").append(String.join(" & ", HEADER.subList(1, HEADER.size())));
    out.append(" \\\\\n\\midrule\n");
    String before = "";
    for (List<String> row : rows) {
      if (!before.isEmpty() && !before.equals(row.getFirst())) {
        out.append("\\midrule\n");
      }
      out.append(tex(String.join(" & ", row))).append(" \\\\\n");
      before = row.getFirst();
    }
    return out.append("\\bottomrule\n\\end{tabular}\n").toString();
  }

  private static String tex(String text) {
    return text.replaceAll("\\*\\*(.+?)\\*\\*", "\\\\textbf{$1}")
        .replaceAll("__(.+?)__", "\\\\underline{$1}")
        .replace("±", "$\\pm$")
        .replace("α", "$\\alpha$")
        .replace("η", "$\\eta$")
        .replace("–", "--");
  }

  /** The work of IRON's inner solves. */
  TextTable inner() {
    TextTable table =
        new TextTable(
            "Per step of IRON, means over run and seeds; failed solves per run.",
            "b | method | Newton steps | CG steps | gradients | Hessian products | failed");
    for (Series s : results.series) {
      if (s.rival() == ComparedOptimizer.IRON) {
        double steps = (double) results.stepsPerEpoch(s.batch()) * s.epochs();
        table.row(
            s.batch(),
            name(s),
            text(s.last("newton_steps").mean() / steps, 3),
            text(s.last("cg_steps").mean() / steps, 3),
            text(s.last("gradients").mean() / steps, 3),
            text(s.last("products").mean() / steps, 3),
            text(s.last("failed_solves").mean(), 3));
      }
    }
    return table;
  }

  /** What the same steps do to every method. */
  TextTable steps() {
    TextTable table =
        new TextTable(
            "Training objective over the steps; good steps are within 5 % of the method's best.",
            "method | best step | objective | test accuracy | good steps | worst finite objective"
                + " | finite");
    for (ComparedOptimizer rival : ComparedOptimizer.values()) {
      List<Point> points = results.points(rival);
      List<Point> finite = points.stream().filter(Point::finite).toList();
      if (!finite.isEmpty()) {
        Point best = finite.stream().min(Comparator.comparingDouble(Point::loss)).orElseThrow();
        double[] good =
            finite.stream()
                .filter(p -> p.loss() <= GOOD * best.loss())
                .mapToDouble(Point::step)
                .toArray();
        double worst = finite.stream().mapToDouble(Point::loss).max().orElseThrow();
        table.row(
            rival.title,
            best.step(),
            text(best.loss(), 4),
            text(best.accuracy(), 4),
            text(good[0]) + " to " + text(good[good.length - 1]),
            text(worst, 4),
            finite.size() + " of " + points.size());
      }
    }
    return table;
  }
}
