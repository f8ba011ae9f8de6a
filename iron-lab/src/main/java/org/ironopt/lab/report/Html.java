package org.ironopt.lab.report;

import java.util.List;

/** A page under construction; every text that comes from outside is escaped. */
final class Html {
  private static final int SHORT = 56;

  private final StringBuilder out = new StringBuilder();

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
   * Adds a table; the first column is left-aligned, numbers to the right. One without heads holds
   * words, and all of it is left-aligned.
   */
  Html table(String caption, List<String> header, List<List<String>> rows) {
    boolean words = header.stream().allMatch(String::isEmpty);
    out.append("<div class=\"scroll\"><table").append(words ? " class=\"words\">" : ">");
    if (!caption.isEmpty()) {
      // A short caption above a narrow table would break after every word.
      out.append(caption.length() < SHORT ? "<caption class=\"short\">" : "<caption>");
      out.append(rich(caption)).append("</caption>");
    }
    if (!words) {
      out.append("<thead><tr>");
      header.forEach(h -> out.append("<th>").append(rich(h)).append("</th>"));
      out.append("</tr></thead>");
    }
    out.append("<tbody>\n");
    for (List<String> row : rows) {
      out.append("<tr>");
      row.forEach(cell -> out.append("<td>").append(rich(cell)).append("</td>"));
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n");
    return this;
  }

  /** Escapes, then sets {@code x_{1}}, {@code 10^{-1}}, {@code **bold**}, {@code __line__}. */
  private static String rich(String text) {
    return escape(text)
        .replaceAll("_\\{([^}]*)}", "<sub>$1</sub>")
        .replaceAll("\\^\\{([^}]*)}", "<sup>$1</sup>")
        .replace(" ± ", "&nbsp;±&nbsp;")
        .replaceAll("\\*\\*(.+?)\\*\\*", "<b>$1</b>")
        .replaceAll("__(.+?)__", "<u>$1</u>");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
