package org.ironopt.lab.figure;

/**
 * How a layer looks.
 *
 * @param color one of the colour-blind-safe palette
 * @param dash solid, dashed or dotted
 * @param marker marker shape
 */
public record Style(Color color, Dash dash, Marker marker) {
  /** The Okabe-Ito palette, and gray. */
  public enum Color {
    BLACK,
    ORANGE,
    SKY,
    GREEN,
    YELLOW,
    BLUE,
    VERMILION,
    PURPLE,
    GRAY
  }

  /** Line dash. */
  public enum Dash {
    SOLID,
    DASHED,
    DOTTED,
    NONE
  }

  /** Marker shape. */
  public enum Marker {
    NONE,
    CIRCLE,
    SQUARE,
    TRIANGLE,
    STAR,
    CROSS
  }

  public static Style line(Color color) {
    return new Style(color, Dash.SOLID, Marker.NONE);
  }

  public Style dashed() {
    return new Style(color, Dash.DASHED, marker);
  }

  public Style dotted() {
    return new Style(color, Dash.DOTTED, marker);
  }

  public Style marked(Marker marker) {
    return new Style(color, dash, marker);
  }
}
