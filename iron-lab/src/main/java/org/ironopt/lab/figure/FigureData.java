package org.ironopt.lab.figure;

import java.util.stream.IntStream;

/**
 * The numbers behind a figure as CSV, one row per point: panel, layer, kind, x, y, low, high. Of a
 * large cloud every so many points are there, and the kind says so.
 */
final class FigureData {
  private static final int MOST_CLOUD_POINTS = 2_000;

  private final StringBuilder csv = new StringBuilder("panel,layer,kind,x,y,low,high\n");

  private FigureData() {}

  static String csv(Figure figure) {
    FigureData data = new FigureData();
    for (int p = 0; p < figure.panels().size(); p++) {
      Panel panel = figure.panels().get(p);
      String title = panel.title().isEmpty() ? "panel " + (p + 1) : panel.title();
      panel.layers().forEach(layer -> data.add(title, layer));
    }
    return data.csv.toString();
  }

  private void add(String panel, Layer layer) {
    switch (layer) {
      case Layer.Line l -> rows(panel, l.name(), "line", l.x(), l.y(), null, null);
      case Layer.Band b -> rows(panel, b.name(), "band", b.x(), null, b.low(), b.high());
      case Layer.Errors e -> rows(panel, e.name(), "interval", e.x(), e.y(), e.low(), e.high());
      case Layer.Cloud c -> {
        int each = (c.x().length + MOST_CLOUD_POINTS - 1) / MOST_CLOUD_POINTS;
        String kind = each <= 1 ? "cloud" : "cloud: 1 point of " + each;
        rows(panel, c.name(), kind, thinned(c.x(), each), thinned(c.y(), each), null, null);
      }
      case Layer.Points p -> rows(panel, p.name(), "point", p.x(), p.y(), null, null);
      case Layer.Reference r -> {
        double[] at = {r.at()};
        rows(
            panel,
            r.name(),
            "reference",
            r.horizontal() ? null : at,
            r.horizontal() ? at : null,
            null,
            null);
      }
      case Layer.Contours c -> {
        for (int row = 0; row < c.y().length; row++) {
          double[] y = new double[c.x().length];
          java.util.Arrays.fill(y, c.y()[row]);
          rows(panel, c.name(), "grid", c.x(), y, c.z()[row], null);
        }
      }
      case Layer.Note _ -> {}
    }
  }

  private void rows(
      String panel, String name, String kind, double[] x, double[] y, double[] low, double[] high) {
    int count = x == null ? y.length : x.length;
    for (int i = 0; i < count; i++) {
      csv.append(quote(panel)).append(',').append(quote(name)).append(',').append(kind);
      for (double[] column : new double[][] {x, y, low, high}) {
        csv.append(',');
        if (column != null) {
          csv.append(column[i]);
        }
      }
      csv.append('\n');
    }
  }

  private static double[] thinned(double[] x, int each) {
    return each <= 1
        ? x
        : IntStream.range(0, x.length / each).mapToDouble(i -> x[i * each]).toArray();
  }

  private static String quote(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
