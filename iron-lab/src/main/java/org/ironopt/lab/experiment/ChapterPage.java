package org.ironopt.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureSpec;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Criterion;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * The page of a chapter: {@code page.toml} beside its classes, filled with its values. {@code
 * title} and {@code summary} are followed by tables {@code [[section]]}, each with {@code heading},
 * {@code text} (a paragraph or a list of them; {@code each TABLE:} makes one of each row), figures
 * {@code [[section.figure]]} ({@link FigureSpec}) and tables {@code [[section.table]]}. A table has
 * a {@code caption}, {@code rows} (the result table that it shows) and {@code columns}, each a head
 * and what stands below it: {@code "λ | {lambda:4}"}, or {@code each TABLE:} and such a pair;
 * {@code file} names files that hold it as CSV and LaTeX. A section is left out where {@code
 * provided}, a criterion, is not met, a paragraph where nothing is left of it, a table that has no
 * rows.
 */
public final class ChapterPage {
  private static final String NAME = "page.toml";
  private static final Pattern EACH = Pattern.compile("each (\\S+): (.+)");

  private ChapterPage() {}

  /**
   * Judges the claims of the chapter that a class belongs to, if they can be, and fills its page.
   */
  public static ChapterReport report(Class<?> chapter, ResultTables values, boolean judged) {
    List<Claim> claims = judged ? Ledger.judge(chapter, values) : List.of();
    TomlSection root =
        TomlSection.beside(chapter, NAME)
            .orElseThrow(
                () -> new IllegalStateException("no " + NAME + " beside " + chapter.getName()));
    List<Section> sections = new ArrayList<>();
    for (TomlSection section : root.sections("section")) {
      if (provided(section, values)) {
        sections.add(section(section, values));
        section.close();
      }
    }
    ChapterReport report =
        new ChapterReport(root.text("title"), values.fill(root.text("summary")), sections, claims);
    root.close();
    return report;
  }

  private static boolean provided(TomlSection section, ResultTables values) {
    String sentence = section.text("provided", "");
    return sentence.isEmpty()
        || Criterion.parse(sentence).judge(values).verdict() == Verdict.REPRODUCED;
  }

  private static Section section(TomlSection section, ResultTables values) {
    List<Figure> figures = new ArrayList<>();
    for (TomlSection figure : section.sections("figure")) {
      FigureSpec.read(figure, values).ifPresent(figures::add);
    }
    List<TextTable> tables = new ArrayList<>();
    for (TomlSection table : section.sections("table")) {
      TextTable filled = table(table, values);
      if (!filled.rows().isEmpty()) {
        tables.add(filled);
      }
    }
    return new Section(
        section.text("heading"),
        section.textOrList("text").stream()
            .flatMap(paragraph -> each(paragraph, values))
            .map(values::fill)
            .filter(paragraph -> !paragraph.isBlank())
            .toList(),
        figures,
        tables);
  }

  private static TextTable table(TomlSection section, ResultTables values) {
    String caption = values.fill(section.text("caption"));
    if (section.has("lines")) {
      List<List<String>> lines =
          section.texts("lines").orElseThrow().stream()
              .map(line -> List.of(values.fill(line).split(" \\| ")))
              .toList();
      List<String> heads = section.texts("columns").orElse(List.of());
      section.close();
      return new TextTable(caption, heads, lines);
    }
    String rows = section.text("rows");
    List<String[]> columns =
        section.texts("columns").orElse(List.of()).stream()
            .flatMap(column -> each(column, values))
            .map(column -> column.split(" \\| ", 2))
            .toList();
    List<List<String>> cells = new ArrayList<>();
    for (int i = 0; i < values.rows(rows).map(Rows::size).orElse(0); i++) {
      ResultTables row = values.within(rows, i);
      cells.add(columns.stream().map(column -> row.fill(column[1])).toList());
    }
    String file = section.text("file", "");
    section.close();
    TextTable table =
        new TextTable(caption, columns.stream().map(column -> column[0]).toList(), cells);
    return file.isEmpty() ? table : TableFiles.with(file, table);
  }

  /** Returns a text, or one for each row of the table that it names. */
  private static Stream<String> each(String text, ResultTables values) {
    Matcher each = EACH.matcher(text);
    return each.matches()
        ? IntStream.range(0, values.rows(each.group(1)).map(Rows::size).orElse(0))
            .mapToObj(i -> values.within(each.group(1), i).fill(each.group(2)))
        : Stream.of(text);
  }
}
