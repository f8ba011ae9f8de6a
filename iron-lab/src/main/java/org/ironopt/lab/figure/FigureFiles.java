package org.ironopt.lab.figure;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.ironopt.lab.file.CsvFile;
import org.jspecify.annotations.Nullable;

/** Renders a figure to every format. */
public final class FigureFiles {
  private static final int MOST_CLOUD_POINTS = 2_000;

  /** Names are quoted wherever they stand, so that a column looks the same in every row. */
  private static final QuoteStrategy NAMES =
      new QuoteStrategy() {
        @Override
        public boolean quoteEmpty(int line, int field) {
          return field < 2;
        }

        @Override
        public boolean quoteValue(int line, int field, String value) {
          return field < 2 && line > 1;
        }
      };

  private FigureFiles() {}

  /** Returns the SVG text, for files and for pages that embed it. */
  public static String svg(Figure figure) {
    return SvgCanvas.render(figure);
  }

  /** Returns the contents of {@code id.svg}, {@code id.pdf}, {@code id.png} and {@code id.csv}. */
  public static Map<String, byte[]> render(Figure figure) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(figure.id() + ".svg", svg(figure).getBytes(StandardCharsets.UTF_8));
    files.put(figure.id() + ".pdf", PdfCanvas.render(figure));
    files.put(figure.id() + ".png", PngCanvas.file(PngCanvas.render(figure)));
    files.put(figure.id() + ".csv", csv(figure).getBytes(StandardCharsets.UTF_8));
    return files;
  }

  /**
   * Returns the numbers of a figure as CSV, one row per point: panel, layer, kind, x, y, low, high.
   * Of a large cloud every so many points are there, and the kind says so.
   */
  static String csv(Figure figure) {
    StringWriter out = new StringWriter();
    CsvWriter csv = CsvFile.writer().bufferSize(0).quoteStrategy(NAMES).build((Writer) out);
    csv.writeRecord("panel", "layer", "kind", "x", "y", "low", "high");
    for (int p = 0; p < figure.panels().size(); p++) {
      Panel panel = figure.panels().get(p);
      String title = panel.title().isEmpty() ? "panel " + (p + 1) : panel.title();
      panel.layers().forEach(layer -> add(csv, title, layer));
    }
    return out.toString();
  }

  private static void add(CsvWriter csv, String panel, Layer layer) {
    switch (layer) {
      case Layer.Line l -> rows(csv, panel, l.name(), "line", l.x(), l.y(), null, null);
      case Layer.Band b -> rows(csv, panel, b.name(), "band", b.x(), null, b.low(), b.high());
      case Layer.Errors e ->
          rows(csv, panel, e.name(), "interval", e.x(), e.y(), e.low(), e.high());
      case Layer.Intervals i ->
          rows(csv, panel, i.name(), "interval", i.x(), i.y(), i.low(), i.high());
      case Layer.Cloud c -> {
        int each = (c.x().length + MOST_CLOUD_POINTS - 1) / MOST_CLOUD_POINTS;
        String kind = each <= 1 ? "cloud" : "cloud: 1 point of " + each;
        rows(csv, panel, c.name(), kind, thinned(c.x(), each), thinned(c.y(), each), null, null);
      }
      case Layer.Points p -> rows(csv, panel, p.name(), "point", p.x(), p.y(), null, null);
      case Layer.Reference r -> {
        double[] at = {r.at()};
        double @Nullable [] x = r.horizontal() ? null : at;
        rows(csv, panel, r.name(), "reference", x, x == null ? at : null, null, null);
      }
      case Layer.Contours c -> {
        for (int row = 0; row < c.y().length; row++) {
          double[] y = new double[c.x().length];
          Arrays.fill(y, c.y()[row]);
          rows(csv, panel, c.name(), "grid", c.x(), y, c.z()[row], null);
        }
      }
    }
  }

  @SuppressWarnings("NullAway")
  private static void rows(
      CsvWriter csv,
      String panel,
      String name,
      String kind,
      double @Nullable [] x,
      double @Nullable [] y,
      double @Nullable [] low,
      double @Nullable [] high) {
    int count = x == null ? y.length : x.length;
    for (int i = 0; i < count; i++) {
      csv.writeRecord(panel, name, kind, text(x, i), text(y, i), text(low, i), text(high, i));
    }
  }

  private static String text(double @Nullable [] column, int i) {
    return column == null ? "" : Double.toString(column[i]);
  }

  private static double[] thinned(double[] x, int each) {
    return each <= 1
        ? x
        : IntStream.range(0, x.length / each).mapToDouble(i -> x[i * each]).toArray();
  }
}
