package org.ironopt.cli.render;

import java.util.ArrayList;
import java.util.List;

/** Sentences as lines for a terminal. */
public final class Sentences {
  private static final int WIDTH = 100;

  private Sentences() {}

  /** Returns each sentence on lines of its own, none longer than 100 characters. */
  public static List<String> lines(List<String> sentences) {
    List<String> lines = new ArrayList<>();
    for (String sentence : sentences) {
      StringBuilder line = new StringBuilder();
      for (String word : sentence.split(" ")) {
        if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
          lines.add(line.toString());
          line.setLength(0);
        }
        line.append(line.isEmpty() ? "" : " ").append(word);
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
