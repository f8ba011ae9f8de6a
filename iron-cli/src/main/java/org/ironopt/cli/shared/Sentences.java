package org.ironopt.cli.shared;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.io.internal.Numbers;

/** Sentences as lines for a terminal. */
public final class Sentences {
  private static final int WIDTH = 100;

  private Sentences() {}

  /** Returns each sentence on lines of its own, none longer than 100 characters. */
  public static List<String> lines(List<String> sentences) {
    return sentences.stream().flatMap(text -> wrapped("", text, WIDTH).stream()).toList();
  }

  /** Returns rows of a label and a text, labels in a column of so many characters. */
  public static List<String> labelled(List<List<String>> rows, int column, int width) {
    String label = "%-" + column + "s ";
    return rows.stream()
        .flatMap(row -> wrapped(Numbers.format(label, row.get(0)), row.get(1), width).stream())
        .toList();
  }

  /**
   * Returns a label and a text in lines of at most so many characters; a longer word has a line of
   * its own. Further lines stand below the text.
   */
  public static List<String> wrapped(String label, String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(label);
    for (String word : text.split(" ")) {
      boolean first = line.length() == label.length();
      if (!first && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.replace(0, line.length(), " ".repeat(label.length()));
        first = true;
      }
      line.append(first ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
