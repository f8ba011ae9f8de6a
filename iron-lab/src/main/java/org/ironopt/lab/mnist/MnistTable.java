package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.statistics.Sample;

/** Table 1 of the paper with our numbers, for the page and as Markdown, CSV and LaTeX. */
final class MnistTable {
  private static final List<String> HEADER =
      List.of(
          "b",
          "method",
          "test accuracy",
          "paper",
          "seconds",
          "paper, s",
          "passes",
          "gradients",
          "Hessian products");

  private final MnistResults results;

  MnistTable(MnistResults results) {
    this.results = results;
  }

  TextTable table() {
    List<List<String>> rows = new ArrayList<>();
    for (Series s : results.series()) {
      rows.add(row(s));
    }
    String caption =
        String.format(
            Locale.ROOT,
            "Table 1: test accuracy after %d epochs, mean ± standard deviation over %d seeds; for"
                + " each batch size the best tuned method is bold and the second underlined. Work"
                + " is per run; a pass is a gradient or a Hessian product on as many rows as there"
                + " are. Seconds are this machine's.",
            results.setup.epochs,
            results.setup.seeds.length);
    Map<String, String> files = new LinkedHashMap<>();
    files.put("table1.md", markdown(caption, rows));
    files.put("table1.csv", csv());
    files.put("table1.tex", latex(rows));
    return new TextTable(caption, HEADER, rows, files);
  }

  private List<String> row(Series s) {
    Configuration c = s.configuration();
    Optional<PaperTable.Row> paper =
        PaperTable.row(c.rival(), c.batch()).filter(r -> r.step() == c.step());
    return List.of(
        Integer.toString(c.batch()),
        name(c),
        marked(s),
        paper.map(r -> r.accuracies().text(4)).orElse(""),
        s.seconds().map(t -> t.text(2)).orElse("–"),
        paper.map(r -> r.times().text(2)).orElse(""),
        Numbers.text(s.last("passes").mean(), 4),
        String.format(Locale.ROOT, "%.0f", s.last("gradients").mean()),
        String.format(Locale.ROOT, "%.0f", s.last("products").mean()));
  }

  static String name(Configuration c) {
    String step = c.rival().symbol + " = " + Numbers.text(c.step());
    return c.rival().title + " (" + step + (c.tuned() ? ")" : ", the paper's)");
  }

  private String marked(Series s) {
    String text = s.accuracy().text(4);
    if (!s.configuration().tuned()) {
      return text;
    }
    return switch (rank(s)) {
      case 0 -> "**" + text + "**";
      case 1 -> "__" + text + "__";
      default -> text;
    };
  }

  /** Returns the place of a tuned method at its batch size, from 0. */
  private int rank(Series s) {
    return ranked(results, s.configuration().batch()).indexOf(s);
  }

  /** Returns the tuned methods of a batch size, the most accurate first. */
  static List<Series> ranked(MnistResults results, int batch) {
    return results.series(batch).stream()
        .filter(s -> s.configuration().tuned())
        .sorted(Comparator.comparingDouble(s -> -s.accuracy().mean()))
        .toList();
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
    StringBuilder out =
        new StringBuilder(
            "batch,method,step,tuned,accuracy,accuracy_std,paper_accuracy,paper_accuracy_std,"
                + "seconds,seconds_std,paper_seconds,paper_seconds_std,passes,gradients,products,"
                + "newton_steps,cg_steps\n");
    for (Series s : results.series()) {
      Configuration c = s.configuration();
      out.append(c.batch()).append(',').append(c.rival().label).append(',').append(c.step());
      out.append(',').append(c.tuned());
      cells(out, s.accuracy());
      Optional<PaperTable.Row> paper =
          PaperTable.row(c.rival(), c.batch()).filter(r -> r.step() == c.step());
      cells(out, paper.map(PaperTable.Row::accuracies).orElse(null));
      cells(out, s.seconds().orElse(null));
      cells(out, paper.map(PaperTable.Row::times).orElse(null));
      for (String column : List.of("passes", "gradients", "products", "newton_steps", "cg_steps")) {
        out.append(',').append(s.last(column).mean());
      }
      out.append('\n');
    }
    return out.toString();
  }

  private static void cells(StringBuilder out, Sample spread) {
    out.append(',').append(spread == null ? "" : spread.mean());
    out.append(',').append(spread == null ? "" : spread.deviation());
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
}
