package org.ironopt.lab.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The legend above the panels: every named layer once, in rows that fit the width. */
final class Legend {
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
        String name = name(layer);
        if (!name.isEmpty()) {
          named.putIfAbsent(name, layer);
        }
      }
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
            .draw(canvas, x + SAMPLE + 4, y, Canvas.Anchor.START, 0, Palette.INK);
        x += entry.width + GAP;
      }
      y += ROW;
    }
  }

  private static void sample(Canvas canvas, Layer layer, double x, double y) {
    Style style = style(layer);
    int color = Palette.rgb(style.color());
    if (layer instanceof Layer.Band || layer instanceof Layer.Cloud) {
      double opacity = layer instanceof Layer.Band ? 0.3 : 0.8;
      double[] px = {x + 2, x + SAMPLE - 2, x + SAMPLE - 2, x + 2};
      double[] py = {y - 3, y - 3, y + 3, y + 3};
      canvas.fill(px, py, 4, color, opacity);
      return;
    }
    boolean dots = layer instanceof Layer.Points || layer instanceof Layer.Errors;
    if (!dots && style.dash() != Style.Dash.NONE) {
      canvas.stroke(
          new double[] {x, x + SAMPLE},
          new double[] {y, y},
          2,
          color,
          Palette.CURVE,
          Palette.dashes(style.dash()));
    }
    Markers.draw(canvas, style.marker(), x + SAMPLE / 2, y, 2.2, color);
  }

  private static String name(Layer layer) {
    return switch (layer) {
      case Layer.Line l -> l.name();
      case Layer.Band b -> b.name();
      case Layer.Errors e -> e.name();
      case Layer.Reference r -> r.name();
      case Layer.Cloud c -> c.name();
      case Layer.Points p -> p.name();
      case Layer.Contours c -> c.name();
      case Layer.Note _ -> "";
    };
  }

  private static Style style(Layer layer) {
    return switch (layer) {
      case Layer.Line l -> l.style();
      case Layer.Band b -> b.style();
      case Layer.Errors e -> e.style();
      case Layer.Reference r -> r.style();
      case Layer.Cloud c -> c.style();
      case Layer.Points p -> p.style();
      case Layer.Contours c -> c.style();
      case Layer.Note _ -> Style.line(Style.Color.BLACK);
    };
  }
}
