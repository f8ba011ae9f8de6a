package org.ironopt.lab.figure;

/**
 * What a figure is drawn with: a handful of primitives in points (1/72 inch), y downwards. Colours
 * are {@code 0xRRGGBB}. A path is a list of polylines.
 */
interface Canvas {
  /** Where a text sits relative to its point. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** Strokes a polyline; {@code dash} is null for a solid line. */
  void stroke(double[] x, double[] y, int count, int color, double width, double[] dash);

  /** Fills a polygon with the given opacity. */
  void fill(double[] x, double[] y, int count, int color, double opacity);

  /** Writes one run of text in the figure's font, turned by {@code degrees} against the clock. */
  void text(String text, double x, double y, double size, double degrees, int color);

  /** Draws an image of ARGB pixels over a rectangle. */
  void image(int[] argb, int width, int height, double x, double y, double w, double h);

  /** Adds an invisible disc that tells its text when pointed at, where the format can. */
  default void hint(double x, double y, double radius, String text) {}

  /** Starts clipping to a rectangle, until {@link #unclip}. */
  void clip(double x, double y, double w, double h);

  /** Ends the clipping. */
  void unclip();
}
