package org.ironopt.lab.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays out a figure: a legend on top, panels in a grid below. Widths are those of a journal: one
 * panel fits a column, two or three fit a page.
 */
final class FigurePainter {
  private static final double COLUMN = 300;
  private static final double PAGE = 500;
  private static final double GUTTER = 12;
  private static final double TITLE_ROOM = 14;
  private static final double AXIS_ROOM = 27;
  private static final double EDGE = 6;

  /** Height of a name beside an axis, and of each of the intervals that may stand there. */
  private static final double NAME = 11;

  private static final double INTERVAL = 4;

  private final Figure figure;
  private final double width;
  private final double panelHeight;
  private final double left;
  private final Legend legend;

  FigurePainter(Figure figure) {
    this.figure = figure;
    this.width = figure.columns() == 1 ? COLUMN : PAGE;
    double usual = figure.columns() == 1 ? 190 : figure.columns() == 2 ? 150 : 130;
    double named = figure.panels().stream().mapToDouble(FigurePainter::named).max().orElse(0);
    this.panelHeight = named > 0 ? named : usual;
    this.left =
        figure.panels().stream().mapToDouble(p -> PanelPainter.leftRoom(p, 150)).max().orElse(30);
    this.legend = new Legend(figure, width - 2 * EDGE);
  }

  /** Returns the height that the names of a vertical axis need, 0 without names. */
  private static double named(Panel panel) {
    int names = panel.y().names().size();
    long each = panel.layers().stream().filter(Layer.Intervals.class::isInstance).count();
    return names == 0 ? 0 : (names + 1) * Math.max(NAME, INTERVAL * each);
  }

  double width() {
    return width;
  }

  double height() {
    int rows = (figure.panels().size() + figure.columns() - 1) / figure.columns();
    return EDGE + legend.height() + rows * (TITLE_ROOM + panelHeight + AXIS_ROOM) + 2;
  }

  void paint(Canvas canvas) {
    canvas.fill(new Canvas.Box(0, 0, width, height()), 0xFFFFFF, 1);
    legend.paint(canvas, width, EDGE / 2);
    double cell = (width - EDGE - (figure.columns() - 1) * GUTTER) / figure.columns();
    for (int i = 0; i < figure.panels().size(); i++) {
      int row = i / figure.columns();
      int column = i % figure.columns();
      double x = column * (cell + GUTTER) + left;
      double y = EDGE + legend.height() + row * (TITLE_ROOM + panelHeight + AXIS_ROOM) + TITLE_ROOM;
      Canvas.Box box = new Canvas.Box(x, y, cell - left, panelHeight);
      new PanelPainter(canvas, figure.panels().get(i), box).paint();
    }
  }

  /** The legend above the panels: every named layer once, in rows that fit the width. */
  private static final class Legend {
    private static final double SIZE = 7.5;
    private static final double SAMPLE = 16;
    private static final double GAP = 14;
    private static final double ROW = 11;

    private record Entry(String name, Layer layer, double width) {}

    private final List<List<Entry>> rows = new ArrayList<>();

    Legend(Figure figure, double width) {
      Map<String, Layer> named = new LinkedHashMap<>();
      for (Panel panel : figure.panels()) {
        for (Layer layer : panel.layers()) {
          if (!layer.name().isEmpty()) {
            boolean pale = layer.style().color() == LayerStyle.Color.PALE;
            named.putIfAbsent(pale ? "others" : layer.name(), layer);
          }
        }
      }
      Layer others = named.remove("others");
      if (others != null) {
        named.put("others", others);
      }
      double used = Double.POSITIVE_INFINITY;
      for (Map.Entry<String, Layer> e : named.entrySet()) {
        double w = SAMPLE + 4 + new RichText(e.getKey(), SIZE).width();
        if (used + GAP + w > width) {
          rows.add(new ArrayList<>());
          used = -GAP;
        }
        rows.getLast().add(new Entry(e.getKey(), e.getValue(), w));
        used += GAP + w;
      }
    }

    double height() {
      return rows.isEmpty() ? 0 : rows.size() * ROW + 3;
    }

    void paint(Canvas canvas, double width, double top) {
      double y = top + ROW - 3;
      for (List<Entry> row : rows) {
        double total = (row.size() - 1) * GAP + row.stream().mapToDouble(Entry::width).sum();
        double x = (width - total) / 2;
        for (Entry entry : row) {
          sample(canvas, entry.layer, x, y - 2.6);
          new RichText(entry.name, SIZE)
              .draw(canvas, x + SAMPLE + 4, y, Canvas.Anchor.START, 0, Canvas.INK);
          x += entry.width + GAP;
        }
        y += ROW;
      }
    }

    private static void sample(Canvas canvas, Layer layer, double x, double y) {
      LayerStyle style = layer.style();
      int color = style.color().rgb;
      if (layer instanceof Layer.Band || layer instanceof Layer.Cloud) {
        double opacity = layer instanceof Layer.Band ? 0.3 : 0.8;
        double[] px = {x + 2, x + SAMPLE - 2, x + SAMPLE - 2, x + 2};
        double[] py = {y - 3, y - 3, y + 3, y + 3};
        canvas.fill(px, py, 4, color, opacity);
        return;
      }
      boolean dots =
          layer instanceof Layer.Points
              || layer instanceof Layer.Errors
              || layer instanceof Layer.Intervals;
      if (!dots && style.dash() != LayerStyle.Dash.NONE) {
        canvas.line(x, y, x + SAMPLE, y, color, style.width(), style.dash().pattern);
      }
      style.marker().draw(canvas, x + SAMPLE / 2, y, 2.2, color);
    }
  }
}
