package org.ironopt.lab.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A label with sub- and superscripts, written {@code 10^{-1}} and {@code x_{1}}: broken into runs
 * of plain text with their size and baseline shift.
 */
final class RichText {
  private static final double SCRIPT = 0.72;
  private static final double RAISE = 0.38;
  private static final double LOWER = 0.22;
  private static final Pattern SCRIPTS = Pattern.compile("[\\^_]\\{([^}]*)}");

  private record Run(String text, double size, double shift) {}

  private final List<Run> runs = new ArrayList<>();

  RichText(String source, double size) {
    int at = 0;
    for (MatchResult script : SCRIPTS.matcher(source).results().toList()) {
      runs.add(new Run(source.substring(at, script.start()), size, 0));
      double shift = source.charAt(script.start()) == '^' ? -RAISE : LOWER;
      runs.add(new Run(script.group(1), size * SCRIPT, shift * size));
      at = script.end();
    }
    runs.add(new Run(source.substring(at), size, 0));
    // A script may be empty, what is between two of them need not be said.
    runs.removeIf(run -> run.shift == 0 && run.text.isEmpty());
  }

  double width() {
    double width = 0;
    for (Run run : runs) {
      width += Typeface.SANS.width(run.text, run.size);
    }
    return width;
  }

  /** Draws along a baseline turned by {@code degrees} (0 or 90) against the clock. */
  void draw(Canvas canvas, double x, double y, Canvas.Anchor anchor, double degrees, int color) {
    double along =
        switch (anchor) {
          case START -> 0;
          case MIDDLE -> -width() / 2;
          case END -> -width();
        };
    double cos = degrees == 0 ? 1 : 0;
    double sin = degrees == 0 ? 0 : 1;
    for (Run run : runs) {
      double px = x + cos * along + sin * run.shift;
      double py = y - sin * along + cos * run.shift;
      canvas.text(run.text, px, py, run.size, degrees, color);
      along += Typeface.SANS.width(run.text, run.size);
    }
  }
}
