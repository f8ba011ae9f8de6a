package org.ironopt.lab.figure;

import java.util.List;

/**
 * One pair of axes and what is drawn on it, back to front.
 *
 * @param title short title, may be empty
 * @param x horizontal axis
 * @param y vertical axis
 * @param layers what is drawn
 */
public record Panel(String title, Axis x, Axis y, List<Layer> layers) {
  /** A panel of layers that are all known. */
  public Panel(String title, Axis x, Axis y, Layer... layers) {
    this(title, x, y, List.of(layers));
  }
}
