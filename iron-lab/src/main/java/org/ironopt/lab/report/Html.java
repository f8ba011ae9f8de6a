package org.ironopt.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.figure.Figure;

/** Builds a page; every text is escaped. */
final class Html {
  /** A short caption above a narrow table would break after every word. */
  private static final int SHORT = 72;

  private final StringBuilder out = new StringBuilder();

  /** Returns a page up to the paragraph that leads into it. */
  static Html page(String title, String lead) {
    return new Html()
        .raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw(HtmlPage.GENERATOR + "\n<title>" + escape(title) + "</title>\n")
        .raw("<link rel=\"icon\" href=\"data:,\">\n")
        .raw("<style>\n" + resource("report.css") + "</style></head><body>\n<header>\n")
        .element("h1", title)
        .element("p class=\"soft\"", lead);
  }

  /** Ends the page and returns it. */
  String end(String footer) {
    raw("</main>\n<footer><p class=\"soft\">" + footer + "</p></footer>\n")
        .raw("<div id=\"tip\" role=\"status\"></div>\n<script>\n" + resource("report.js"))
        .raw("</script></body></html>\n");
    return out.toString();
  }

  private static String resource(String name) {
    try (InputStream in = Html.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Adds markup as it is. */
  Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Adds an element with escaped text. */
  Html element(String tag, String text) {
    out.append('<').append(tag).append('>').append(rich(text)).append("</");
    out.append(tag.split(" ")[0]).append(">\n");
    return this;
  }

  /**
   * Adds a table; the first column and columns of words are left-aligned, numbers to the right. One
   * without heads holds words, and all of it is left-aligned.
   *
   * @param mark markup before the caption
   */
  Html table(String caption, List<String> header, List<List<String>> rows, String mark) {
    boolean words = header.stream().allMatch(String::isEmpty);
    out.append("<div class=\"scroll\"><table").append(words ? " class=\"words\">" : ">");
    if (!caption.isEmpty()) {
      out.append(caption.length() < SHORT ? "<caption class=\"short\">" : "<caption>");
      out.append(mark).append(mark.isEmpty() ? "" : " ");
      out.append(rich(caption)).append("</caption>");
    }
    if (!words) {
      out.append("<thead><tr>");
      cells("th", header, rows);
      out.append("</tr></thead>");
    }
    out.append("<tbody>\n");
    for (List<String> row : rows) {
      out.append("<tr>");
      cells("td", row, words ? List.of() : rows);
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n");
    return this;
  }

  private void cells(String tag, List<String> cells, List<List<String>> rows) {
    for (int j = 0; j < cells.size(); j++) {
      String start = j > 0 && words(rows, j) ? tag + " class=\"text\"" : tag;
      out.append("<" + start + ">").append(rich(cells.get(j))).append("</" + tag + ">");
    }
  }

  /**
   * Returns whether no cell of a column has a digit before its first letter, and one has a word.
   */
  private static boolean words(List<List<String>> rows, int column) {
    List<String> cells =
        rows.stream().filter(r -> r.size() > column).map(r -> r.get(column)).toList();
    return cells.stream().noneMatch(Html::isNumber)
        && cells.stream().anyMatch(cell -> cell.codePoints().anyMatch(Character::isLetter));
  }

  private static boolean isNumber(String cell) {
    return cell.codePoints().filter(Character::isLetterOrDigit).findFirst().stream()
        .anyMatch(Character::isDigit);
  }

  /**
   * Where a section stands.
   *
   * @param tag of its heading
   * @param figures folder of the files of each figure, seen from the page; empty if there are none
   * @param tables folder of the files of tables
   * @param svg draws a figure
   * @param label markup before the caption of a figure
   * @param mark markup before the caption of a table
   */
  record Layout(
      String tag,
      String figures,
      String tables,
      Function<Figure, String> svg,
      Function<Figure, String> label,
      String mark) {}

  /** Adds a section with its figures and tables. */
  void section(ChapterReport.Section section, Layout place) {
    element(place.tag, section.heading());
    section.text().forEach(paragraph -> element("p", paragraph));
    for (Figure figure : section.figures()) {
      raw("<figure id=\"" + figure.id() + "\"><div class=\"" + paper(figure) + "\">")
          .raw(place.svg.apply(figure))
          .raw("</div><figcaption>" + place.label.apply(figure) + rich(figure.caption()));
      if (!place.figures.isEmpty()) {
        String file = place.figures + "/" + figure.id() + ".";
        Stream<String> types = Stream.of("svg", "pdf", "png", "csv");
        raw(" " + links(file, types, type -> type.toUpperCase(Locale.ROOT)));
      }
      raw("</figcaption></figure>\n");
    }
    for (ChapterReport.TextTable table : section.tables()) {
      table(table.caption(), table.header(), table.rows(), place.mark);
      if (!table.files().isEmpty()) {
        raw("<p class=\"soft\">")
            .raw(links(place.tables + "/", table.files().keySet().stream(), n -> n) + "</p>\n");
      }
    }
  }

  /** Returns the classes of the sheet that a figure is drawn on. */
  static String paper(Figure figure) {
    return figure.columns() == 1 ? "paper column" : "paper";
  }

  private static String links(String start, Stream<String> ends, Function<String, String> shown) {
    return ends.map(end -> "<a href=\"" + start + end + "\">" + shown.apply(end) + "</a>")
        .collect(Collectors.joining(" · "));
  }

  /**
   * Escapes, then sets {@code x_{1}}, {@code x_k}, {@code 10^{-1}}, {@code **bold**}, {@code
   * __line__}.
   */
  static String rich(String text) {
    return escape(text)
        .replaceAll("(?<!\\w)(\\p{L})_(\\w)(?!\\w)", "$1<sub>$2</sub>")
        .replaceAll("_\\{([^}]*)}", "<sub>$1</sub>")
        .replaceAll("\\^\\{([^}]*)}", "<sup>$1</sup>")
        .replace(" ± ", "&nbsp;±&nbsp;")
        .replaceAll("\\*\\*(.+?)\\*\\*", "<b>$1</b>")
        .replaceAll("__(.+?)__", "<u>$1</u>");
  }
}
