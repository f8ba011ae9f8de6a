package org.ironopt.lab.figure;

/**
 * A cloud of points as a small transparent image: each cell is as opaque as the logarithm of how
 * many points fall into it, so twenty thousand points cost a few kilobytes and dense cores stay
 * distinguishable from thin tails.
 */
final class Density {
  private static final double FAINTEST = 0.42;
  private static final double STRONGEST = 0.95;

  private Density() {}

  static int[] image(Scale sx, Scale sy, double[] x, double[] y, Box box, int cells, int color) {
    int rows = (int) Math.round(cells * box.height() / box.width());
    int[] count = new int[cells * rows];
    int most = 1;
    for (int i = 0; i < x.length; i++) {
      if (!sx.drawable(x[i]) || !sy.drawable(y[i])) {
        continue;
      }
      int c = (int) Math.floor((sx.at(x[i]) - box.x()) / box.width() * cells);
      int r = (int) Math.floor((sy.at(y[i]) - box.y()) / box.height() * rows);
      if (c >= 0 && c < cells && r >= 0 && r < rows) {
        most = Math.max(most, ++count[r * cells + c]);
      }
    }
    int[] argb = new int[count.length];
    for (int i = 0; i < count.length; i++) {
      if (count[i] > 0) {
        double t = most == 1 ? 1 : Math.log(count[i]) / Math.log(most);
        int opacity = (int) Math.round(255 * (FAINTEST + t * (STRONGEST - FAINTEST)));
        argb[i] = opacity << 24 | color;
      }
    }
    return argb;
  }
}
