package org.ironopt.lab.figure;

import java.util.List;

/**
 * A figure: panels in a grid under one caption.
 *
 * @param id file name without ending
 * @param caption what it shows, in one or two sentences
 * @param columns panels per row
 * @param panels in reading order
 */
public record Figure(String id, String caption, int columns, List<Panel> panels) {
  /** A figure of panels that are all known, in as many columns. */
  public Figure(String id, String caption, Panel... panels) {
    this(id, caption, panels.length, List.of(panels));
  }
}
