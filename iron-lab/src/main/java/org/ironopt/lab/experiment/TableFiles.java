package org.ironopt.lab.experiment;

import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.file.CsvFile;

/** A table of a page as CSV and LaTeX; rows that begin alike stay together. */
final class TableFiles {
  private TableFiles() {}

  /** Returns the table with files of that name. */
  static TextTable with(String name, TextTable table) {
    return new TextTable(
        table.caption(),
        table.header(),
        table.rows(),
        Map.of(name + ".csv", csv(table), name + ".tex", latex(table)));
  }

  private static String csv(TextTable table) {
    StringWriter out = new StringWriter();
    var csv = CsvFile.writer().bufferSize(0).build((Writer) out);
    csv.writeRecord(table.header());
    table.rows().forEach(row -> csv.writeRecord(row.stream().map(TableFiles::plain).toList()));
    return out.toString();
  }

  private static String plain(String cell) {
    return cell.replaceAll("\\*\\*|__", "");
  }

  private static String latex(TextTable table) {
    StringBuilder out = new StringBuilder("% needs \\usepackage{booktabs}\n\\begin{tabular}{");
    out.append("l".repeat(table.header().size())).append("}\n\\toprule\n");
    List<String> before = table.header();
    out.append(tex(before)).append("\\midrule\n");
    for (List<String> row : table.rows()) {
      boolean other = before != table.header() && !before.getFirst().equals(row.getFirst());
      out.append(other ? "\\midrule\n" : "").append(tex(row));
      before = row;
    }
    return out.append("\\bottomrule\n\\end{tabular}\n").toString();
  }

  private static String tex(List<String> row) {
    return String.join(" & ", row)
            .replaceAll("\\*\\*(.+?)\\*\\*", "\\\\textbf{$1}")
            .replaceAll("__(.+?)__", "\\\\underline{$1}")
            .replace("±", "$\\pm$")
            .replace("α", "$\\alpha$")
            .replace("η", "$\\eta$")
            .replace("–", "--")
        + " \\\\\n";
  }
}
