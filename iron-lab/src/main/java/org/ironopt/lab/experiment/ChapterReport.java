package org.ironopt.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.ledger.Claim;

/**
 * What an experiment shows, for the report.
 *
 * @param title heading
 * @param summary one or two plain sentences
 * @param sections in reading order
 * @param claims entries of the ledger, with computed verdicts
 */
public record ChapterReport(
    String title, String summary, List<Section> sections, List<Claim> claims) {
  /**
   * A part of the report.
   *
   * @param heading its heading
   * @param text paragraphs in plain words
   * @param figures figures, each with its data
   * @param tables tables, already formatted
   */
  public record Section(
      String heading, List<String> text, List<Figure> figures, List<TextTable> tables) {
    /** A paragraph with its figures. */
    public Section(String heading, String text, Figure... figures) {
      this(heading, List.of(text), List.of(figures), List.of());
    }

    /** Returns the section with a table below its figures. */
    public Section with(TextTable table) {
      List<TextTable> all = new ArrayList<>(tables);
      all.add(table);
      return new Section(heading, text, figures, all);
    }
  }

  /**
   * A table of formatted cells.
   *
   * @param caption what it shows
   * @param header column heads
   * @param rows cells; {@code **best**} is bold and {@code __second__} underlined
   * @param files the table in other forms, by file name
   */
  public record TextTable(
      String caption, List<String> header, List<List<String>> rows, Map<String, String> files) {
    /** A table that is only shown. */
    public TextTable(String caption, List<String> header, List<List<String>> rows) {
      this(caption, header, rows, Map.of());
    }

    /** A table to which rows are added; column heads have {@code " | "} between them. */
    public TextTable(String caption, String header) {
      this(caption, List.of(header.split(" \\| ")), new ArrayList<>());
    }

    /** Adds a row and returns this; numbers are shown with six digits. */
    public TextTable row(Object... cells) {
      rows.add(
          Stream.of(cells)
              .map(c -> c instanceof Double d ? Numbers.text(d) : c.toString())
              .toList());
      return this;
    }
  }
}
