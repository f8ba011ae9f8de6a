package org.ironopt.lab.experiment;

import java.util.List;
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
public record Story(String title, String summary, List<Section> sections, List<Claim> claims) {
  /**
   * A part of the story.
   *
   * @param heading its heading
   * @param text paragraphs in plain words
   * @param figures figures, each with its data
   * @param tables tables, already formatted
   */
  public record Section(
      String heading, List<String> text, List<Figure> figures, List<TextTable> tables) {}

  /**
   * A table of formatted cells.
   *
   * @param caption what it shows
   * @param header column heads
   * @param rows cells
   */
  public record TextTable(String caption, List<String> header, List<List<String>> rows) {}
}
