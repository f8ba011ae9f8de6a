package org.ironopt.lab.figure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class FigureTest {
  private static final Figure EVERYTHING = everything();

  @Test
  void svgIsWellFormedAndStaysInsideItsFrame() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(FigureFiles.svg(EVERYTHING))));
    String[] box = svg.getDocumentElement().getAttribute("viewBox").split(" ");
    var texts = svg.getElementsByTagName("text");
    assertTrue(texts.getLength() > 20);
    for (int i = 0; i < texts.getLength(); i++) {
      var text = (org.w3c.dom.Element) texts.item(i);
      double x = Double.parseDouble(text.getAttribute("x"));
      double y = Double.parseDouble(text.getAttribute("y"));
      double size = Double.parseDouble(text.getAttribute("font-size"));
      double width = Typeface.SANS.width(text.getTextContent(), size);
      boolean upright = text.getAttribute("transform").isEmpty();
      assertTrue(
          x >= 0 && (upright ? x + width : x) <= Double.parseDouble(box[2]), text::getTextContent);
      assertTrue(
          y <= Double.parseDouble(box[3]) && (upright ? y - size : y - width) >= 0,
          text::getTextContent);
    }
  }

  @Test
  void everyFormatIsWrittenAndReadable() throws Exception {
    Map<String, byte[]> files = FigureFiles.render(EVERYTHING);
    assertEquals(
        List.of("everything.svg", "everything.pdf", "everything.png", "everything.csv"),
        List.copyOf(files.keySet()));
    BufferedImage png = ImageIO.read(new ByteArrayInputStream(files.get("everything.png")));
    assertEquals(1500, png.getWidth());
    try (var pdf = Loader.loadPDF(files.get("everything.pdf"))) {
      String text = new PDFTextStripper().getText(pdf);
      assertTrue(text.contains("exact") && text.contains("step length α"), text);
    }
    Path target = Files.createDirectories(Path.of("target", "figures"));
    for (var file : files.entrySet()) {
      Files.write(target.resolve(file.getKey()), file.getValue());
    }
  }

  @Test
  void renderingTwiceGivesTheSameBytes() throws Exception {
    Map<String, byte[]> first = FigureFiles.render(EVERYTHING);
    Map<String, byte[]> second = FigureFiles.render(EVERYTHING);
    first.forEach((name, bytes) -> assertArrayEquals(bytes, second.get(name), name));
  }

  @Test
  void twentyThousandPointsStayASmallFile() throws Exception {
    double[] x = new double[20_000];
    double[] y = new double[20_000];
    RandomStream stream = new RandomStreams(3).stream("cloud");
    stream.normals(0, 0, 1, x, 0, x.length);
    stream.normals(1, 0, 1, y, 0, y.length);
    LayerStyle style = LayerStyle.line(LayerStyle.Color.ORANGE);
    Figure figure =
        new Figure(
            "cloud",
            "A cloud.",
            1,
            List.of(
                new Panel(
                    "",
                    Axis.linear("x_{1}"),
                    Axis.linear("x_{2}"),
                    List.of(new Layer.Cloud("final", x, y, style)))));
    Map<String, byte[]> files = FigureFiles.render(figure);
    assertTrue(files.get("cloud.svg").length < 120_000, files.get("cloud.svg").length + " bytes");
    assertTrue(files.get("cloud.pdf").length < 150_000, files.get("cloud.pdf").length + " bytes");
    List<String> csv = new String(files.get("cloud.csv"), StandardCharsets.UTF_8).lines().toList();
    int each = (x.length + 1999) / 2000;
    assertEquals(1 + x.length / each, csv.size());
    assertEquals(
        String.format(
            Locale.ROOT, "\"panel 1\",\"final\",cloud: 1 point of %d,%s,%s,,", each, x[0], y[0]),
        csv.get(1));
  }

  /** A process that is told to end draws to the end, and leaves no file behind. */
  @Test
  void picturesNeedNoTemporaryFile(@TempDir Path folder) throws Exception {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    ImageIO.setCacheDirectory(gone.toFile());
    try {
      Files.delete(gone);
      byte[] png = FigureFiles.render(EVERYTHING).get(EVERYTHING.id() + ".png");
      assertEquals(
          PngCanvas.render(EVERYTHING).getWidth(),
          ImageIO.read(new MemoryCacheImageInputStream(new ByteArrayInputStream(png))).getWidth());
    } finally {
      ImageIO.setCacheDirectory(null);
    }
  }

  @Test
  void csvHoldsEveryPointWithAllItsDigits() {
    String csv =
        new String(
            FigureFiles.csv(EVERYTHING).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    assertTrue(csv.startsWith("panel,layer,kind,x,y,low,high\n"));
    assertTrue(csv.contains("\"curves\",\"exact\",line,0.1,"), csv);
    assertTrue(csv.contains("reference,,2.111111,"));
  }

  @Test
  void valuesThatALogAxisCannotShowInterruptACurve() {
    double[] x = {1, 10, 100, 1000};
    double[] y = {1, 0, 2, 3};
    Figure figure =
        new Figure(
            "gap",
            "",
            1,
            List.of(
                new Panel(
                    "",
                    Axis.log("x"),
                    Axis.log("y"),
                    List.of(new Layer.Line("a", x, y, LayerStyle.line(LayerStyle.Color.BLUE))))));
    String svg = FigureFiles.svg(figure);
    assertFalse(svg.contains("NaN") || svg.contains("Infinity"));
  }

  @Test
  void ticksAreRoundAndInside() {
    AxisScale linear = new AxisScale(false, -0.3, 7.2, 0, 100);
    assertEquals(
        List.of("0", "2", "4", "6"), linear.ticks(5).stream().map(AxisScale.Tick::label).toList());
    AxisScale log = new AxisScale(true, 0.1, 1e4, 0, 100);
    assertEquals(
        List.of("0.1", "1", "10", "100", "1000", "10000"),
        log.ticks(6).stream().map(AxisScale.Tick::label).filter(l -> !l.isEmpty()).toList());
    for (double v : new double[] {0.1, 3, 1e4}) {
      assertEquals(v, log.value(log.at(v)), 1e-12 * v);
    }
  }

  @Test
  void aLogarithmicAxisDoesNotMixPlainNumbersAndPowers() {
    assertEquals(List.of("50", "100", "200", "500"), labels(new AxisScale(true, 40, 700, 0, 100)));
    assertEquals(
        List.of("10^{−8}", "10^{−6}", "10^{−4}", "10^{−2}", "1"),
        labels(new AxisScale(true, 1e-9, 5, 0, 100)));
  }

  private static List<String> labels(AxisScale scale) {
    return scale.ticks(6).stream()
        .sorted(Comparator.comparingDouble(AxisScale.Tick::value))
        .map(AxisScale.Tick::label)
        .filter(l -> !l.isEmpty())
        .toList();
  }

  @Test
  void axesOfOneLabelShareTheirEnds() {
    LayerStyle blue = LayerStyle.line(LayerStyle.Color.BLUE);
    double[] x = {0, 1};
    Figure figure =
        new Figure(
                "shared",
                "",
                new Panel(
                    "a",
                    Axis.linear("k"),
                    Axis.log("error"),
                    new Layer.Line("l", x, new double[] {1, 10}, blue)),
                new Panel(
                    "b",
                    Axis.linear("k"),
                    Axis.log("error"),
                    new Layer.Line("l", x, new double[] {1e-4, 1e-3}, blue)),
                new Panel(
                    "c",
                    Axis.linear("k"),
                    Axis.log("other"),
                    new Layer.Line("l", x, new double[] {1, 2}, blue)))
            .shared();
    assertEquals(figure.panels().get(0).y(), figure.panels().get(1).y());
    assertTrue(figure.panels().get(0).y().low() < 1e-4, figure::toString);
    assertTrue(figure.panels().get(0).y().high() > 10, figure::toString);
    assertTrue(figure.panels().get(2).y().high() < 10, figure::toString);
  }

  @Test
  void anInsetIsDrawnWhereACloudIsSmallAndNowhereElse() {
    Axis axis = Axis.linear("x").between(-10, 10);
    Layer cloud =
        new Layer.Cloud(
            "final",
            new double[] {-0.1, 0.1},
            new double[] {0.1, -0.1},
            LayerStyle.line(LayerStyle.Color.BLUE));
    Panel panel = new Panel("", axis, axis, cloud);
    assertEquals(panel, panel.zoomOn(0, 0, 2, 2));
    assertEquals(30, panel.zoomOn(0, 0, 0.1, 0.1).zoom().orElseThrow().factor());
    String svg = FigureFiles.svg(new Figure("inset", "", panel.zoomOn(0, 0, 0.1, 0.1)));
    assertTrue(svg.contains("× 30"), svg);
    assertEquals(3, svg.split("<image ", -1).length, "the cloud is drawn twice");
    assertEquals(
        FigureFiles.csv(new Figure("inset", "", panel)),
        FigureFiles.csv(new Figure("inset", "", panel.zoomOn(0, 0, 0.1, 0.1))));
  }

  @Test
  void paleCurvesHaveOneNameInTheLegendAndTheirOwnInTheCsv() {
    double[] x = {1, 2};
    Figure figure =
        new Figure(
            "pale",
            "",
            new Panel(
                "",
                Axis.linear("x"),
                Axis.linear("y"),
                new Layer.Line("chosen", x, x, LayerStyle.line(LayerStyle.Color.BLUE)),
                new Layer.Line("first", x, x, LayerStyle.pale()),
                new Layer.Line("second", x, x, LayerStyle.pale())));
    String svg = FigureFiles.svg(figure);
    assertEquals(2, svg.split(">others<", -1).length, svg);
    assertFalse(svg.contains(">first<"), svg);
    assertTrue(svg.contains("<title>second: "), svg);
    assertTrue(svg.indexOf("#c9cdd1") < svg.lastIndexOf("#0072b2"), "pale curves are below");
    assertTrue(FigureFiles.csv(figure).contains("\"first\""));
  }

  @Test
  void theLevelLineOfACircleIsOneCircle() {
    double[] grid = new double[61];
    for (int i = 0; i < grid.length; i++) {
      grid[i] = -1.5 + 0.05 * i;
    }
    double[][] z = new double[61][61];
    for (int r = 0; r < 61; r++) {
      for (int c = 0; c < 61; c++) {
        z[r][c] = grid[r] * grid[r] + grid[c] * grid[c];
      }
    }
    double[] length = new double[1];
    int[] lines = new int[1];
    Contouring.trace(
        grid,
        grid,
        z,
        1,
        (x, y) -> {
          lines[0]++;
          for (int i = 0; i + 1 < x.length; i++) {
            assertEquals(1, Math.hypot(x[i], y[i]), 1e-3);
            length[0] += Math.hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
          }
        });
    assertEquals(1, lines[0]);
    assertEquals(2 * Math.PI, length[0], 5e-3);
  }

  @Test
  void widthsAreThoseOfTheFont() {
    for (int c :
        IntStream.concat(IntStream.rangeClosed(' ', '~'), IntStream.of('−', 'α')).toArray()) {
      assertEquals(
          Typeface.fontAdvance(c),
          Typeface.SANS.width(Character.toString(c), 2048),
          () -> "character " + c);
    }
  }

  @Test
  void theFontCoversTheSymbolsWeUse() {
    for (int c : "αβγδεκλμξρστφΣΔ∞‖·×±≤≥−√²³¹→".codePoints().toArray()) {
      assertTrue(Typeface.SANS.covers(c), () -> "no glyph for " + Character.toString(c));
    }
  }

  private static Figure everything() {
    double[] x = new double[21];
    double[] exact = new double[21];
    double[] low = new double[21];
    double[] high = new double[21];
    for (int i = 0; i < x.length; i++) {
      x[i] = 0.1 * Math.pow(10, 0.25 * i);
      exact[i] = 2.1 * x[i] / (1 + x[i]);
      low[i] = exact[i] * 0.9;
      high[i] = exact[i] * 1.1;
    }
    x[0] = 0.1;
    LayerStyle blue = LayerStyle.line(LayerStyle.Color.BLUE);
    List<Layer> curves = new ArrayList<>();
    curves.add(new Layer.Band("95 % band", x, low, high, blue));
    curves.add(new Layer.Line("exact", x, exact, blue));
    curves.add(
        new Layer.Errors(
            "Monte Carlo",
            x,
            exact,
            low,
            high,
            LayerStyle.line(LayerStyle.Color.VERMILION).marked(LayerStyle.Marker.CIRCLE)));
    curves.add(
        new Layer.Reference(
            "C_{quad}", true, 2.111111, LayerStyle.line(LayerStyle.Color.BLACK).dashed()));
    double[] cx = new double[5000];
    double[] cy = new double[5000];
    RandomStream stream = new RandomStreams(1).stream("demo");
    stream.normals(0, 0, 1, cx, 0, cx.length);
    stream.normals(1, 0, 1, cy, 0, cy.length);
    double[] grid = new double[41];
    double[][] z = new double[41][41];
    for (int i = 0; i < 41; i++) {
      grid[i] = -4 + 0.2 * i;
    }
    for (int r = 0; r < 41; r++) {
      for (int c = 0; c < 41; c++) {
        z[r][c] = grid[r] * grid[r] + 2 * grid[c] * grid[c];
      }
    }
    List<Layer> cloud =
        List.of(
            new Layer.Contours(
                "level lines of f",
                grid,
                grid,
                z,
                new double[] {1, 4, 9, 16},
                LayerStyle.line(LayerStyle.Color.GRAY)),
            new Layer.Cloud("final", cx, cy, LayerStyle.line(LayerStyle.Color.ORANGE)),
            new Layer.Points(
                "x*",
                new double[] {0},
                new double[] {0},
                LayerStyle.line(LayerStyle.Color.BLACK).marked(LayerStyle.Marker.STAR)));
    return new Figure(
        "everything",
        "Every kind of layer.",
        2,
        List.of(
            new Panel("curves", Axis.log("step length α"), Axis.log("α·MSE_{∞}"), curves),
            new Panel("cloud", Axis.linear("x_{1}"), Axis.linear("x_{2}"), cloud)));
  }
}
