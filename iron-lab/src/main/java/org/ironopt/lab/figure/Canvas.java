package org.ironopt.lab.figure;

import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/**
 * What a figure is drawn with: a handful of primitives in points (1/72 inch), y downwards. Colours
 * are {@code 0xRRGGBB}. A path is a list of polylines.
 */
interface Canvas {
  /** Colour of frames and text. */
  int INK = 0x222222;

  /** Width of a curve. */
  double CURVE = 1.15;

  /** Where a text sits relative to its point. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** A rectangle, from its left upper corner. */
  record Box(double x, double y, double width, double height) {
    double right() {
      return x + width;
    }

    double bottom() {
      return y + height;
    }
  }

  /** Strokes a polyline; {@code dash} is null for a solid line. */
  void stroke(double[] x, double[] y, int count, int color, double width, double @Nullable [] dash);

  /** Strokes a straight line. */
  default void line(
      double x0,
      double y0,
      double x1,
      double y1,
      int color,
      double width,
      double @Nullable [] dash) {
    stroke(new double[] {x0, x1}, new double[] {y0, y1}, 2, color, width, dash);
  }

  /** Fills a polygon with the given opacity. */
  void fill(double[] x, double[] y, int count, int color, double opacity);

  /** Fills a rectangle with the given opacity. */
  default void fill(Box b, int color, double opacity) {
    double[] px = {b.x(), b.right(), b.right(), b.x()};
    double[] py = {b.y(), b.y(), b.bottom(), b.bottom()};
    fill(px, py, 4, color, opacity);
  }

  /** Writes one run of text in the figure's font, turned by {@code degrees} against the clock. */
  void text(String text, double x, double y, double size, double degrees, int color);

  /** Draws an image over a rectangle. */
  void image(BufferedImage image, Box box);

  /** Adds an invisible disc that shows its text when pointed at, where the format can. */
  default void hint(double x, double y, double radius, String text) {}

  /** Starts clipping to a rectangle, until {@link #unclip}. */
  void clip(Box box);

  /** Ends the clipping. */
  void unclip();
}
