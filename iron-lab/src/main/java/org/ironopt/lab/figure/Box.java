package org.ironopt.lab.figure;

/**
 * A rectangle of the figure in points, y downwards.
 *
 * @param x left
 * @param y top
 * @param width extent to the right
 * @param height extent downwards
 */
record Box(double x, double y, double width, double height) {
  double right() {
    return x + width;
  }

  double bottom() {
    return y + height;
  }
}
