package org.ironopt.lab.figure;

/** Draws one panel: frame, ticks, labels, then its layers back to front. */
final class PanelPainter {
  static final double LABEL = 8;
  static final double TICK = 7;
  private static final double TICK_LENGTH = 2.6;
  private static final int GRID = 0xE3E3E3;
  private static final double THIN = 0.5;

  private final Canvas canvas;
  private final Panel panel;
  private final Canvas.Box box;
  private final Scale sx;
  private final Scale sy;

  PanelPainter(Canvas canvas, Panel panel, Canvas.Box box) {
    this.canvas = canvas;
    this.panel = panel;
    this.box = box;
    this.sx = Scale.horizontal(panel, box.x(), box.right());
    this.sy = Scale.vertical(panel, box.bottom(), box.y());
  }

  void paint() {
    grid();
    canvas.clip(box);
    LayerPainter layers = new LayerPainter(canvas, sx, sy, box);
    panel.layers().forEach(layers::paint);
    canvas.unclip();
    frame();
    labels();
  }

  private void grid() {
    for (Scale.Tick tick : sx.ticks(6)) {
      if (!tick.label().isEmpty()) {
        line(sx.at(tick.value()), box.y(), sx.at(tick.value()), box.bottom(), GRID);
      }
    }
    for (Scale.Tick tick : sy.ticks(6)) {
      if (!tick.label().isEmpty()) {
        line(box.x(), sy.at(tick.value()), box.right(), sy.at(tick.value()), GRID);
      }
    }
  }

  private void frame() {
    line(box.x(), box.y(), box.right(), box.y(), Canvas.INK);
    line(box.x(), box.bottom(), box.right(), box.bottom(), Canvas.INK);
    line(box.x(), box.y(), box.x(), box.bottom(), Canvas.INK);
    line(box.right(), box.y(), box.right(), box.bottom(), Canvas.INK);
    for (Scale.Tick tick : sx.ticks(6)) {
      double x = sx.at(tick.value());
      double length = tick.label().isEmpty() ? TICK_LENGTH / 2 : TICK_LENGTH;
      line(x, box.bottom(), x, box.bottom() - length, Canvas.INK);
      write(tick.label(), TICK, x, box.bottom() + TICK + 2, Canvas.Anchor.MIDDLE, 0);
    }
    for (Scale.Tick tick : sy.ticks(6)) {
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

  private static double widestTick(Scale scale) {
    return scale.ticks(6).stream()
        .mapToDouble(tick -> new RichText(tick.label(), TICK).width())
        .max()
        .orElse(0);
  }

  /** Returns how much room the y labels of a panel need on its left. */
  static double leftRoom(Panel panel, double height) {
    return widestTick(Scale.vertical(panel, height, 0)) + (panel.y().label().isEmpty() ? 6 : 18);
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
