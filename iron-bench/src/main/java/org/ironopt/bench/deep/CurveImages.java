package org.ironopt.bench.deep;

import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Images of curves, made by seed: a quadratic Bezier curve with three random control points in a
 * frame of 28 x 28 pixels, so that six numbers make an image. Like the synthetic curves of G.
 * Hinton and R. Salakhutdinov, DOI 10.1126/science.1127647, whose own images these are not.
 */
final class CurveImages {
  private static final int SIDE = 28;
  private static final double MARGIN = 3;
  private static final int POINTS = 80;

  /** Half the width of the pen, in pixels. */
  private static final double WIDTH = .8;

  private static final int REACH = 3;

  private CurveImages() {}

  /** Returns so many images; rows of one seed do not depend on how many there are. */
  static Dataset of(int rows, long seed) {
    RandomStream stream = new RandomStreams(seed).stream("curves");
    float[] pixels = new float[rows * SIDE * SIDE];
    double[] p = new double[6];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < p.length; j++) {
        p[j] = MARGIN + (SIDE - 1 - 2 * MARGIN) * stream.uniform(i, j);
      }
      for (int k = 0; k <= POINTS; k++) {
        double t = (double) k / POINTS;
        double a = (1 - t) * (1 - t);
        double b = 2 * t * (1 - t);
        double c = t * t;
        double x = a * p[0] + b * p[2] + c * p[4];
        double y = a * p[1] + b * p[3] + c * p[5];
        dot(pixels, i * SIDE * SIDE, x, y);
      }
    }
    return Dataset.regression(new FloatFeatures(rows, SIDE * SIDE, pixels), new double[rows]);
  }

  /** Draws a blurred dot where there is less ink. */
  private static void dot(float[] pixels, int image, double x, double y) {
    int column = (int) x;
    int row = (int) y;
    for (int i = Math.max(0, row - REACH); i <= Math.min(SIDE - 1, row + REACH); i++) {
      for (int j = Math.max(0, column - REACH); j <= Math.min(SIDE - 1, column + REACH); j++) {
        double square = (x - j) * (x - j) + (y - i) * (y - i);
        float ink = (float) StrictMath.exp(-square / (2 * WIDTH * WIDTH));
        int at = image + i * SIDE + j;
        pixels[at] = Math.max(pixels[at], ink);
      }
    }
  }
}
