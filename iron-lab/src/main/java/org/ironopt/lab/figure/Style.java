package org.ironopt.lab.figure;

/**
 * How a layer looks.
 *
 * @param color one of the colour-blind-safe palette
 * @param dash solid, dashed or dotted
 * @param marker marker shape
 */
public record Style(Color color, Dash dash, Marker marker) {
  /** The palette of Okabe and Ito, safe for colour-blind eyes, and gray. */
  public enum Color {
    BLACK(0x000000),
    ORANGE(0xE69F00),
    SKY(0x56B4E9),
    GREEN(0x009E73),
    YELLOW(0xD9C800),
    BLUE(0x0072B2),
    VERMILION(0xD55E00),
    PURPLE(0xCC79A7),
    GRAY(0x8A8A8A);

    final int rgb;

    Color(int rgb) {
      this.rgb = rgb;
    }
  }

  /** Line dash. */
  public enum Dash {
    SOLID(null),
    DASHED(new double[] {4, 2.2}),
    DOTTED(new double[] {1.1, 1.8}),
    /** No line, only markers. */
    NONE(null);

    /** Lengths of dash and gap in points; null for a solid line. */
    final double[] pattern;

    Dash(double[] pattern) {
      this.pattern = pattern;
    }
  }

  /** Marker shape. */
  public enum Marker {
    NONE,
    CIRCLE,
    SQUARE,
    TRIANGLE,
    STAR,
    CROSS;

    void draw(Canvas canvas, double x, double y, double radius, int color) {
      switch (this) {
        case NONE -> {}
        case CIRCLE -> polygon(canvas, x, y, radius, radius, 16, 0, color);
        case SQUARE -> polygon(canvas, x, y, radius * 1.2, radius * 1.2, 4, Math.PI / 4, color);
        case TRIANGLE -> polygon(canvas, x, y, radius * 1.3, radius * 1.3, 3, Math.PI / 2, color);
        case STAR -> polygon(canvas, x, y, radius * 1.9, radius * 0.75, 10, Math.PI / 2, color);
        case CROSS -> {
          double d = radius * 0.9;
          canvas.line(x - d, y - d, x + d, y + d, color, 1.1, null);
          canvas.line(x - d, y + d, x + d, y - d, color, 1.1, null);
        }
      }
    }

    /** Fills a polygon whose corners alternate between two radii. */
    private static void polygon(
        Canvas canvas,
        double x,
        double y,
        double outer,
        double inner,
        int corners,
        double turn,
        int color) {
      double[] px = new double[corners];
      double[] py = new double[corners];
      for (int k = 0; k < corners; k++) {
        double angle = turn + 2 * Math.PI * k / corners;
        double radius = k % 2 == 0 ? outer : inner;
        px[k] = x + radius * Math.cos(angle);
        py[k] = y - radius * Math.sin(angle);
      }
      canvas.fill(px, py, corners, color, 1);
    }
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
