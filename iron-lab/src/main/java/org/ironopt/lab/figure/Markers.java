package org.ironopt.lab.figure;

/** The shapes of data points, as filled polygons. */
final class Markers {
  private Markers() {}

  static void draw(
      Canvas canvas, Style.Marker marker, double x, double y, double radius, int color) {
    switch (marker) {
      case NONE -> {}
      case CIRCLE -> polygon(canvas, x, y, radius, radius, 16, 0, color);
      case SQUARE -> polygon(canvas, x, y, radius * 1.2, radius * 1.2, 4, Math.PI / 4, color);
      case TRIANGLE -> polygon(canvas, x, y, radius * 1.3, radius * 1.3, 3, Math.PI / 2, color);
      case STAR -> polygon(canvas, x, y, radius * 1.9, radius * 0.75, 10, Math.PI / 2, color);
      case CROSS -> {
        double d = radius * 0.9;
        canvas.stroke(
            new double[] {x - d, x + d}, new double[] {y - d, y + d}, 2, color, 1.1, null);
        canvas.stroke(
            new double[] {x - d, x + d}, new double[] {y + d, y - d}, 2, color, 1.1, null);
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
