package org.ironopt.lab.figure;

import java.util.Locale;

/** Draws the layers of a panel. Points that an axis cannot show interrupt a curve. */
final class LayerPainter {
  private static final double MARKER = 1.9;
  private static final double CELLS_PER_POINT = 1.1;
  private static final int MOST_HINTS = 120;

  private final Canvas canvas;
  private final Scale sx;
  private final Scale sy;
  private final Box box;

  LayerPainter(Canvas canvas, Scale sx, Scale sy, Box box) {
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
      case Layer.Reference r -> reference(r);
      case Layer.Cloud c -> cloud(c);
      case Layer.Points p -> points(p);
      case Layer.Contours c -> contours(c);
      case Layer.Note n when !sx.drawable(n.x()) || !sy.drawable(n.y()) -> {}
      case Layer.Note n ->
          new RichText(n.text(), PanelPainter.TICK)
              .draw(canvas, sx.at(n.x()), sy.at(n.y()), Canvas.Anchor.START, 0, Palette.INK);
    }
  }

  private void line(Layer.Line line) {
    int color = Palette.rgb(line.style().color());
    if (line.style().dash() != Style.Dash.NONE) {
      curve(line.x(), line.y(), color, Palette.CURVE, Palette.dashes(line.style().dash()));
    }
    marks(line.name(), line.x(), line.y(), line.style().marker(), color);
  }

  private void curve(double[] x, double[] y, int color, double width, double[] dash) {
    double[] px = new double[x.length];
    double[] py = new double[x.length];
    int count = 0;
    for (int i = 0; i <= x.length; i++) {
      if (i < x.length && sx.drawable(x[i]) && sy.drawable(y[i])) {
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

  private void marks(String name, double[] x, double[] y, Style.Marker marker, int color) {
    int every = Math.max(1, x.length / MOST_HINTS);
    for (int i = 0; i < x.length; i++) {
      if (sx.drawable(x[i]) && sy.drawable(y[i])) {
        double px = sx.at(x[i]);
        double py = sy.at(y[i]);
        Markers.draw(canvas, marker, px, py, MARKER, color);
        if (i % every == 0 && !name.isEmpty()) {
          canvas.hint(px, py, 4, name + ": " + number(x[i]) + ", " + number(y[i]));
        }
      }
    }
  }

  private void band(Layer.Band band) {
    int n = band.x().length;
    double[] px = new double[2 * n];
    double[] py = new double[2 * n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (sx.drawable(band.x()[i]) && sy.drawable(band.high()[i])) {
        px[count] = sx.at(band.x()[i]);
        py[count++] = sy.at(band.high()[i]);
      }
    }
    for (int i = n - 1; i >= 0; i--) {
      if (sx.drawable(band.x()[i]) && sy.drawable(band.high()[i])) {
        double low = sy.drawable(band.low()[i]) ? band.low()[i] : sy.low();
        px[count] = sx.at(band.x()[i]);
        py[count++] = sy.at(low);
      }
    }
    if (count > 0) {
      canvas.fill(px, py, count, Palette.rgb(band.style().color()), 0.22);
    }
  }

  private void errors(Layer.Errors errors) {
    int color = Palette.rgb(errors.style().color());
    for (int i = 0; i < errors.x().length; i++) {
      if (sx.drawable(errors.x()[i]) && sy.drawable(errors.high()[i])) {
        double x = sx.at(errors.x()[i]);
        double low = sy.drawable(errors.low()[i]) ? errors.low()[i] : sy.low();
        vertical(x, sy.at(low), sy.at(errors.high()[i]), color);
      }
    }
    marks(errors.name(), errors.x(), errors.y(), errors.style().marker(), color);
  }

  private void vertical(double x, double y0, double y1, int color) {
    canvas.stroke(new double[] {x, x}, new double[] {y0, y1}, 2, color, 0.8, null);
    for (double y : new double[] {y0, y1}) {
      canvas.stroke(new double[] {x - 1.8, x + 1.8}, new double[] {y, y}, 2, color, 0.8, null);
    }
  }

  private void reference(Layer.Reference line) {
    if (!(line.horizontal() ? sy : sx).drawable(line.at())) {
      return;
    }
    int color = Palette.rgb(line.style().color());
    double[] dash = Palette.dashes(line.style().dash());
    if (line.horizontal()) {
      double y = sy.at(line.at());
      canvas.stroke(new double[] {box.x(), box.right()}, new double[] {y, y}, 2, color, 0.9, dash);
    } else {
      double x = sx.at(line.at());
      canvas.stroke(new double[] {x, x}, new double[] {box.y(), box.bottom()}, 2, color, 0.9, dash);
    }
  }

  private void cloud(Layer.Cloud cloud) {
    int cells = (int) Math.round(box.width() * CELLS_PER_POINT);
    int rows = (int) Math.round(cells * box.height() / box.width());
    int color = Palette.rgb(cloud.style().color());
    int[] argb = Density.image(sx, sy, cloud.x(), cloud.y(), box, cells, color);
    canvas.image(argb, cells, rows, box.x(), box.y(), box.width(), box.height());
  }

  private void points(Layer.Points points) {
    int color = Palette.rgb(points.style().color());
    for (int i = 0; i < points.x().length; i++) {
      if (sx.drawable(points.x()[i]) && sy.drawable(points.y()[i])) {
        double px = sx.at(points.x()[i]);
        double py = sy.at(points.y()[i]);
        Markers.draw(canvas, points.style().marker(), px, py, 2.6, color);
        canvas.hint(
            px, py, 4, points.name() + ": " + number(points.x()[i]) + ", " + number(points.y()[i]));
      }
    }
  }

  private void contours(Layer.Contours contours) {
    int color = Palette.rgb(contours.style().color());
    for (double level : contours.levels()) {
      Contouring.trace(
          contours.x(),
          contours.y(),
          contours.z(),
          level,
          (x, y) -> curve(x, y, color, Palette.CONTOUR, null));
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.5g", value);
  }
}
