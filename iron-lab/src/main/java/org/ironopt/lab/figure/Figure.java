package org.ironopt.lab.figure;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A figure: panels in a grid under one caption.
 *
 * @param id file name without ending
 * @param caption what it shows, in one or two sentences
 * @param columns panels per row
 * @param panels in reading order
 * @param paper the figure of the paper that it answers to, such as {@code Figure 2}; else empty
 * @param chief whether it is one of the few that a summary shows
 */
public record Figure(
    String id, String caption, int columns, List<Panel> panels, String paper, boolean chief) {
  /** A figure that is not in the paper. */
  public Figure(String id, String caption, int columns, List<Panel> panels) {
    this(id, caption, columns, panels, "", false);
  }

  /** A figure of panels that are all known, in as many columns. */
  public Figure(String id, String caption, Panel... panels) {
    this(id, caption, panels.length, List.of(panels));
  }

  /** Returns this figure with every panel changed. */
  public Figure each(UnaryOperator<Panel> change) {
    return new Figure(id, caption, columns, panels.stream().map(change).toList(), paper, chief);
  }

  /**
   * Returns this figure with the same ends on axes of the same label, so that panels can be
   * compared by eye.
   */
  public Figure shared() {
    return each(
        panel -> {
          List<Panel> besides = panels.stream().filter(p -> p.x().equals(panel.x())).toList();
          List<Panel> above = panels.stream().filter(p -> p.y().equals(panel.y())).toList();
          return new Panel(
              panel.title(),
              AxisScale.fitted(panel.x(), besides, true),
              AxisScale.fitted(panel.y(), above, false),
              panel.layers(),
              panel.zoom());
        });
  }
}
