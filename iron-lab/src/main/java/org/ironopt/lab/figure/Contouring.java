package org.ironopt.lab.figure;

/** Level lines of a sampled function, by marching squares with linear interpolation. */
final class Contouring {
  /** Receives one straight piece of a level line, in the coordinates of the grid. */
  interface Segment {
    void between(double x0, double y0, double x1, double y1);
  }

  private Contouring() {}

  static void trace(double[] x, double[] y, double[][] z, double level, Segment out) {
    double[] px = new double[4];
    double[] py = new double[4];
    for (int r = 0; r + 1 < y.length; r++) {
      for (int c = 0; c + 1 < x.length; c++) {
        int crossings = 0;
        for (int edge = 0; edge < 4; edge++) {
          int r0 = r + (edge == 2 || edge == 3 ? 1 : 0);
          int c0 = c + (edge == 1 || edge == 2 ? 1 : 0);
          int next = (edge + 1) % 4;
          int r1 = r + (next == 2 || next == 3 ? 1 : 0);
          int c1 = c + (next == 1 || next == 2 ? 1 : 0);
          double a = z[r0][c0] - level;
          double b = z[r1][c1] - level;
          if (a < 0 != b < 0) {
            double t = a / (a - b);
            px[crossings] = x[c0] + t * (x[c1] - x[c0]);
            py[crossings] = y[r0] + t * (y[r1] - y[r0]);
            crossings++;
          }
        }
        for (int k = 0; k + 1 < crossings; k += 2) {
          out.between(px[k], py[k], px[k + 1], py[k + 1]);
        }
      }
    }
  }
}
