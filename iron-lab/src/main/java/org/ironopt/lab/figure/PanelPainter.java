package org.ironopt.lab.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Draws one panel: frame, ticks, labels, then its layers back to front. */
final class PanelPainter {
  static final double LABEL = 8;
  static final double TICK = 7;
  private static final double TICK_LENGTH = 2.6;
  private static final int GRID = 0xE3E3E3;
  private static final double THIN = 0.5;

  /** Size of an inset, as a share of the panel, and its distance from the frame. */
  static final double INSET = 0.4;

  private static final double INSET_GAP = 4;

  /** Corners that hide this share of the points more than another are as good as that one. */
  private static final double NEARLY = 0.15;

  private final Canvas canvas;
  private final Panel panel;
  private final Canvas.Box box;
  private final AxisScale sx;
  private final AxisScale sy;

  PanelPainter(Canvas canvas, Panel panel, Canvas.Box box) {
    this.canvas = canvas;
    this.panel = panel;
    this.box = box;
    this.sx = AxisScale.horizontal(panel, box.x(), box.right());
    this.sy = AxisScale.vertical(panel, box.bottom(), box.y());
  }

  void paint() {
    grid();
    layers(sx, sy, box);
    panel.zoom().ifPresent(this::inset);
    frame();
    labels();
  }

  private void layers(AxisScale x, AxisScale y, Canvas.Box where) {
    canvas.clip(where);
    LayerPainter layers = new LayerPainter(canvas, x, y, where);
    panel.layers().stream().filter(PanelPainter::pale).forEach(layers::paint);
    panel.layers().stream().filter(layer -> !pale(layer)).forEach(layers::paint);
    canvas.unclip();
  }

  private static boolean pale(Layer layer) {
    return layer.style().color() == LayerStyle.Color.PALE;
  }

  /**
   * Draws the inset in the corner farthest from what it enlarges, of those that are nearly empty.
   */
  private void inset(Panel.Zoom zoom) {
    double px = sx.at(zoom.x());
    double py = sy.at(zoom.y());
    Canvas.Box at = corner(px, py);
    double halfWidth = at.width() / zoom.factor() / 2;
    double halfHeight = at.height() / zoom.factor() / 2;
    Canvas.Box source =
        new Canvas.Box(px - halfWidth, py - halfHeight, 2 * halfWidth, 2 * halfHeight);
    outline(source);
    boolean below = at.y() > source.y();
    boolean besides = px < at.x() || px > at.right();
    // Lines between corners that see each other; the inset is drawn over the rest.
    boolean leftDown = besides ? at.x() > source.x() == below : below;
    boolean rightDown = besides ? !leftDown : below;
    line(source.x(), edge(source, leftDown), at.x(), edge(at, leftDown == besides));
    line(source.right(), edge(source, rightDown), at.right(), edge(at, rightDown == besides));
    canvas.fill(at, 0xFFFFFF, 1);
    layers(
        new AxisScale(false, sx.value(source.x()), sx.value(source.right()), at.x(), at.right()),
        new AxisScale(false, sy.value(source.bottom()), sy.value(source.y()), at.bottom(), at.y()),
        at);
    outline(at);
    String factor = "× " + Math.round(zoom.factor());
    double width = new RichText(factor, TICK).width() + 4;
    Canvas.Box under =
        new Canvas.Box(at.right() - width - 1, at.bottom() - TICK - 3, width, TICK + 2);
    canvas.fill(under, 0xFFFFFF, 1);
    write(factor, TICK, at.right() - 3, at.bottom() - 3, Canvas.Anchor.END, 0);
  }

  private static double edge(Canvas.Box of, boolean down) {
    return down ? of.bottom() : of.y();
  }

  private Canvas.Box corner(double px, double py) {
    double width = INSET * box.width();
    double height = INSET * box.height();
    List<Canvas.Box> corners = new ArrayList<>();
    for (double x : new double[] {box.x() + INSET_GAP, box.right() - width - INSET_GAP}) {
      for (double y : new double[] {box.bottom() - height - INSET_GAP, box.y() + INSET_GAP}) {
        corners.add(new Canvas.Box(x, y, width, height));
      }
    }
    long fewest = corners.stream().mapToLong(this::covered).min().orElse(0);
    double enough = fewest + NEARLY * covered(box);
    return corners.stream()
        .filter(corner -> covered(corner) <= enough)
        .max(
            Comparator.comparingDouble(
                corner -> Math.hypot(corner.x() + width / 2 - px, corner.y() + height / 2 - py)))
        .orElseThrow();
  }

  /** Returns how many points of clouds and marks an inset would hide. */
  private long covered(Canvas.Box corner) {
    long count = 0;
    for (Layer layer : panel.layers()) {
      count +=
          switch (layer) {
            case Layer.Cloud cloud -> covered(corner, cloud.x(), cloud.y());
            case Layer.Points points -> covered(corner, points.x(), points.y());
            default -> 0;
          };
    }
    return count;
  }

  private long covered(Canvas.Box corner, double[] x, double[] y) {
    return IntStream.range(0, x.length)
        .filter(i -> sx.drawable(x[i]) && sy.drawable(y[i]))
        .filter(i -> sx.at(x[i]) >= corner.x() && sx.at(x[i]) <= corner.right())
        .filter(i -> sy.at(y[i]) >= corner.y() && sy.at(y[i]) <= corner.bottom())
        .count();
  }

  private void outline(Canvas.Box b) {
    line(b.x(), b.y(), b.right(), b.y());
    line(b.x(), b.bottom(), b.right(), b.bottom());
    line(b.x(), b.y(), b.x(), b.bottom());
    line(b.right(), b.y(), b.right(), b.bottom());
  }

  private void line(double x0, double y0, double x1, double y1) {
    line(x0, y0, x1, y1, Canvas.INK);
  }

  private void grid() {
    for (AxisScale.Tick tick : sx.ticks(6)) {
      if (!tick.label().isEmpty()) {
        line(sx.at(tick.value()), box.y(), sx.at(tick.value()), box.bottom(), GRID);
      }
    }
    for (AxisScale.Tick tick : sy.ticks(6)) {
      if (!tick.label().isEmpty()) {
        line(box.x(), sy.at(tick.value()), box.right(), sy.at(tick.value()), GRID);
      }
    }
  }

  private void frame() {
    outline(box);
    for (AxisScale.Tick tick : sx.ticks(6)) {
      double x = sx.at(tick.value());
      double length = tick.label().isEmpty() ? TICK_LENGTH / 2 : TICK_LENGTH;
      line(x, box.bottom(), x, box.bottom() - length, Canvas.INK);
      write(tick.label(), TICK, x, box.bottom() + TICK + 2, Canvas.Anchor.MIDDLE, 0);
    }
    for (AxisScale.Tick tick : sy.ticks(6)) {
      double y = sy.at(tick.value());
      double length = tick.label().isEmpty() ? TICK_LENGTH / 2 : TICK_LENGTH;
      line(box.x(), y, box.x() + length, y, Canvas.INK);
      write(tick.label(), TICK, box.x() - 3, y + 0.36 * TICK, Canvas.Anchor.END, 0);
    }
  }

  private void labels() {
    double middle = box.x() + box.width() / 2;
    write(panel.title(), LABEL, middle, box.y() - 4, Canvas.Anchor.MIDDLE, 0);
    write(panel.x().label(), LABEL, middle, box.bottom() + 20, Canvas.Anchor.MIDDLE, 0);
    double y = box.y() + box.height() / 2;
    write(panel.y().label(), LABEL, box.x() - widestTick(sy) - 8, y, Canvas.Anchor.MIDDLE, 90);
  }

  private static double widestTick(AxisScale scale) {
    return scale.ticks(6).stream()
        .mapToDouble(tick -> new RichText(tick.label(), TICK).width())
        .max()
        .orElse(0);
  }

  /** Returns how much room the y labels of a panel need on its left. */
  static double leftRoom(Panel panel, double height) {
    return widestTick(AxisScale.vertical(panel, height, 0))
        + (panel.y().label().isEmpty() ? 6 : 18);
  }

  private void write(
      String text, double size, double x, double y, Canvas.Anchor anchor, double degrees) {
    if (!text.isEmpty()) {
      new RichText(text, size).draw(canvas, x, y, anchor, degrees, Canvas.INK);
    }
  }

  private void line(double x0, double y0, double x1, double y1, int color) {
    canvas.line(x0, y0, x1, y1, color, THIN, null);
  }
}
