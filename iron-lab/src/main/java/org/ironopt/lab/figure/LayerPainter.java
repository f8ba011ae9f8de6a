package org.ironopt.lab.figure;

import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/** Draws the layers of a panel. Points that an axis cannot show interrupt a curve. */
final class LayerPainter {
  private static final double MARKER = 1.9;

  /** Of level lines in gray, which are the ground of a panel. */
  private static final double GROUND = 0.35;

  private static final double CELLS_PER_POINT = 1.1;
  private static final double FAINTEST = 0.42;
  private static final double STRONGEST = 0.95;
  private static final int MOST_HINTS = 120;

  private final Canvas canvas;
  private final AxisScale sx;
  private final AxisScale sy;
  private final Canvas.Box box;

  LayerPainter(Canvas canvas, AxisScale sx, AxisScale sy, Canvas.Box box) {
    this.canvas = canvas;
    this.sx = sx;
    this.sy = sy;
    this.box = box;
  }

  void paint(Layer layer) {
    switch (layer) {
      case Layer.Line l -> line(l);
      case Layer.Band b -> band(b);
      case Layer.Errors e -> errors(e);
      case Layer.Intervals i -> intervals(i);
      case Layer.Reference r -> reference(r);
      case Layer.Cloud c -> cloud(c);
      case Layer.Points p -> marks(p.name(), p.x(), p.y(), p.style(), 2.6, true);
      case Layer.Contours c -> contours(c);
    }
  }

  private void line(Layer.Line line) {
    LayerStyle style = line.style();
    if (style.dash() != LayerStyle.Dash.NONE) {
      curve(line.x(), line.y(), style.color().rgb, style.width(), style.dash().pattern);
    }
    marks(line.name(), line.x(), line.y(), style, MARKER, false);
  }

  private void curve(double[] x, double[] y, int color, double width, double @Nullable [] dash) {
    double[] px = new double[x.length];
    double[] py = new double[x.length];
    int count = 0;
    for (int i = 0; i <= x.length; i++) {
      if (i < x.length && drawable(x[i], y[i])) {
        px[count] = sx.at(x[i]);
        py[count++] = sy.at(y[i]);
      } else {
        if (count > 1) {
          canvas.stroke(px, py, count, color, width, dash);
        }
        count = 0;
      }
    }
  }

  /** Draws markers; all of them have hints, or of those with a name as many as are not too many. */
  private void marks(
      String name, double[] x, double[] y, LayerStyle style, double radius, boolean allHints) {
    int every = Math.max(1, x.length / MOST_HINTS);
    for (int i = 0; i < x.length; i++) {
      if (drawable(x[i], y[i])) {
        double px = sx.at(x[i]);
        double py = sy.at(y[i]);
        style.marker().draw(canvas, px, py, radius, style.color().rgb);
        if (allHints || i % every == 0 && !name.isEmpty()) {
          canvas.hint(px, py, 4, name + ": " + sx.text(x[i]) + ", " + sy.text(y[i]));
        }
      }
    }
  }

  private boolean drawable(double x, double y) {
    return sx.drawable(x) && sy.drawable(y);
  }

  private void band(Layer.Band band) {
    int n = band.x().length;
    double[] px = new double[2 * n];
    double[] py = new double[2 * n];
    int count = 0;
    // Along the upper edge and back along the lower one.
    for (int k = 0; k < 2 * n; k++) {
      int i = k < n ? k : 2 * n - 1 - k;
      if (drawable(band.x()[i], band.high()[i])) {
        double low = sy.drawable(band.low()[i]) ? band.low()[i] : sy.low();
        px[count] = sx.at(band.x()[i]);
        py[count++] = sy.at(k < n ? band.high()[i] : low);
      }
    }
    if (count > 0) {
      canvas.fill(px, py, count, band.style().color().rgb, 0.22);
    }
  }

  private void errors(Layer.Errors errors) {
    int color = errors.style().color().rgb;
    for (int i = 0; i < errors.x().length; i++) {
      if (drawable(errors.x()[i], errors.high()[i])) {
        double x = sx.at(errors.x()[i]);
        double low = sy.drawable(errors.low()[i]) ? errors.low()[i] : sy.low();
        vertical(x, sy.at(low), sy.at(errors.high()[i]), color);
      }
    }
    marks(errors.name(), errors.x(), errors.y(), errors.style(), MARKER, false);
  }

  private void vertical(double x, double y0, double y1, int color) {
    canvas.line(x, y0, x, y1, color, 0.8, null);
    canvas.line(x - 1.8, y0, x + 1.8, y0, color, 0.8, null);
    canvas.line(x - 1.8, y1, x + 1.8, y1, color, 0.8, null);
  }

  private void intervals(Layer.Intervals intervals) {
    int color = intervals.style().color().rgb;
    for (int i = 0; i < intervals.x().length; i++) {
      if (drawable(intervals.low()[i], intervals.y()[i]) && sx.drawable(intervals.high()[i])) {
        double y = sy.at(intervals.y()[i]);
        canvas.line(sx.at(intervals.low()[i]), y, sx.at(intervals.high()[i]), y, color, 1.1, null);
      }
    }
    marks(intervals.name(), intervals.x(), intervals.y(), intervals.style(), MARKER, true);
  }

  private void reference(Layer.Reference line) {
    if (!(line.horizontal() ? sy : sx).drawable(line.at())) {
      return;
    }
    int color = line.style().color().rgb;
    double @Nullable [] dash = line.style().dash().pattern;
    if (line.horizontal()) {
      double y = sy.at(line.at());
      canvas.line(box.x(), y, box.right(), y, color, 0.9, dash);
    } else {
      double x = sx.at(line.at());
      canvas.line(x, box.y(), x, box.bottom(), color, 0.9, dash);
    }
  }

  /**
   * Draws a cloud as a small transparent image: each cell is as opaque as the logarithm of how many
   * points fall into it, so twenty thousand points cost a few kilobytes and dense cores stay
   * distinguishable from thin tails.
   */
  private void cloud(Layer.Cloud cloud) {
    int cells = (int) Math.round(box.width() * CELLS_PER_POINT);
    int rows = (int) Math.round(cells * box.height() / box.width());
    int[] count = new int[cells * rows];
    int most = 1;
    for (int i = 0; i < cloud.x().length; i++) {
      if (!drawable(cloud.x()[i], cloud.y()[i])) {
        continue;
      }
      int c = (int) Math.floor((sx.at(cloud.x()[i]) - box.x()) / box.width() * cells);
      int r = (int) Math.floor((sy.at(cloud.y()[i]) - box.y()) / box.height() * rows);
      if (c >= 0 && c < cells && r >= 0 && r < rows) {
        most = Math.max(most, ++count[r * cells + c]);
      }
    }
    BufferedImage image = new BufferedImage(cells, rows, BufferedImage.TYPE_INT_ARGB);
    for (int i = 0; i < count.length; i++) {
      if (count[i] > 0) {
        double t = most == 1 ? 1 : Math.log(count[i]) / Math.log(most);
        int opacity = (int) Math.round(255 * (FAINTEST + t * (STRONGEST - FAINTEST)));
        image.setRGB(i % cells, i / cells, opacity << 24 | cloud.style().color().rgb);
      }
    }
    canvas.image(image, box);
  }

  private void contours(Layer.Contours contours) {
    LayerStyle style = contours.style();
    double width = style.color() == LayerStyle.Color.GRAY ? GROUND : style.width();
    Contouring.Line line = (x, y) -> curve(x, y, style.color().rgb, width, null);
    for (double level : contours.levels()) {
      Contouring.trace(contours.x(), contours.y(), contours.z(), level, line);
    }
  }
}
