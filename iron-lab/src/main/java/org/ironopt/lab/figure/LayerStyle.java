package org.ironopt.lab.figure;

import org.jspecify.annotations.Nullable;

/**
 * How a layer looks.
 *
 * @param color one of the colour-blind-safe palette
 * @param dash solid, dashed or dotted
 * @param marker marker shape
 */
public record LayerStyle(Color color, Dash dash, Marker marker) {
  /** The palette of Okabe and Ito, safe for colour-blind eyes, grays and a ramp. */
  public enum Color {
    BLACK(0x000000),
    ORANGE(0xE69F00),
    SKY(0x56B4E9),
    GREEN(0x009E73),
    YELLOW(0xD9C800),
    BLUE(0x0072B2),
    VERMILION(0xD55E00),
    PURPLE(0xCC79A7),
    GRAY(0x8A8A8A),
    /** Of curves that are there to be compared with, under all others. */
    PALE(0xC9CDD1),
    /** Light to dark, for the values of a parameter in their order. */
    RAMP_1(0x86BC2B),
    RAMP_2(0x4AC16D),
    RAMP_3(0x1FA187),
    RAMP_4(0x277F8E),
    RAMP_5(0x365C8D),
    RAMP_6(0x46327E),
    RAMP_7(0x440154);

    private static final Color[] RAMP = {RAMP_1, RAMP_2, RAMP_3, RAMP_4, RAMP_5, RAMP_6, RAMP_7};

    /** Returns the colour of value {@code i} of {@code count} values in their order. */
    public static Color ramp(int i, int count) {
      return RAMP[count <= 1 ? 3 : Math.round((RAMP.length - 1f) * i / (count - 1))];
    }

    final int rgb;

    Color(int rgb) {
      this.rgb = rgb;
    }
  }

  /** Line dash. */
  public enum Dash {
    SOLID(null),
    /** Broad enough that a dashed curve on top of it leaves it visible. */
    BROAD(null),
    DASHED(new double[] {4, 2.2}),
    DOTTED(new double[] {1.1, 1.8}),
    /** No line, only markers. */
    NONE(null);

    /** Lengths of dash and gap in points; null for a solid line. */
    final double @Nullable [] pattern;

    Dash(double @Nullable [] pattern) {
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
    CROSS,
    /** Two hairlines that leave open what lies under their middle. */
    PLUS;

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
        case PLUS -> {
          double d = radius * 1.9;
          double open = radius * 0.6;
          canvas.line(x - d, y, x - open, y, color, 0.7, null);
          canvas.line(x + open, y, x + d, y, color, 0.7, null);
          canvas.line(x, y - d, x, y - open, color, 0.7, null);
          canvas.line(x, y + open, x, y + d, color, 0.7, null);
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

  public static LayerStyle line(Color color) {
    return new LayerStyle(color, Dash.SOLID, Marker.NONE);
  }

  /** Returns how a curve looks that is only there to be compared with. */
  public static LayerStyle pale() {
    return line(Color.PALE);
  }

  public LayerStyle dashed() {
    return new LayerStyle(color, Dash.DASHED, marker);
  }

  public LayerStyle dotted() {
    return new LayerStyle(color, Dash.DOTTED, marker);
  }

  /** Returns the width of a curve. */
  double width() {
    return dash == Dash.BROAD
        ? 2.6 * Canvas.CURVE
        : color == Color.PALE ? 0.7 * Canvas.CURVE : Canvas.CURVE;
  }

  public LayerStyle marked(Marker marker) {
    return new LayerStyle(color, dash, marker);
  }
}
