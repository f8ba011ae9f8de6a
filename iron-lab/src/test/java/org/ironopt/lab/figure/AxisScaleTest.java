package org.ironopt.lab.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

/** Figures of numbers at the ends of what a double can hold. */
class AxisScaleTest {
  private static final double[] EXTREMES = {
    Double.MIN_VALUE,
    1e-300,
    1e-8,
    1,
    1e8,
    1e300,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    -1,
    0,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  private static Panel panel(Axis axis, double a, double b) {
    double[] x = {a, b};
    return new Panel(
        "", axis, axis, List.of(new Layer.Line("", x, x, LayerStyle.line(LayerStyle.Color.BLACK))));
  }

  private static void check(Axis axis, double a, double b) {
    AxisScale scale = AxisScale.vertical(panel(axis, a, b), 100, 0);
    List<AxisScale.Tick> ticks = scale.ticks(6);
    String what = axis + " " + a + " " + b;
    assertTrue(ticks.size() < 1000, what);
    assertTrue(scale.low() < scale.high() && Double.isFinite(scale.high() - scale.low()), what);
    for (double value : EXTREMES) {
      if (scale.drawable(value)) {
        assertTrue(Float.isFinite((float) scale.at(value)), what + " at " + value);
      }
    }
    for (AxisScale.Tick tick : ticks) {
      assertTrue(tick.label().length() < 30, what + " " + tick);
    }
  }

  @Test
  void ticksAreFewForAnyTwoNumbers() {
    for (double a : EXTREMES) {
      for (double b : EXTREMES) {
        for (boolean log : new boolean[] {false, true}) {
          check(new Axis("", log, Double.NaN, Double.NaN), a, b);
          check(new Axis("", log, a, b), 1, 2);
        }
      }
    }
  }

  @Test
  void anOrdinaryAxisIsAsBefore() {
    List<AxisScale.Tick> ticks = AxisScale.vertical(panel(Axis.log(""), 1e-3, 10), 100, 0).ticks(6);
    List<String> labels =
        ticks.stream().map(AxisScale.Tick::label).filter(l -> !l.isEmpty()).toList();
    assertEquals(List.of("0.001", "0.01", "0.1", "1", "10"), labels);
  }

  @Test
  void everyFormatIsWrittenWhateverTheNumbersAndNames() throws Exception {
    double[] far = {Double.MIN_VALUE, 1e-300, 1, 1e300, Double.MAX_VALUE};
    double[] bad = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1, 0};
    LayerStyle style = LayerStyle.line(LayerStyle.Color.BLACK);
    List<Layer> layers =
        List.of(
            new Layer.Line("方法 <&>", far, far, style),
            new Layer.Line("line", far, bad, style),
            new Layer.Band("band", bad, bad, bad, style),
            new Layer.Errors("errors", far, bad, bad, bad, style),
            new Layer.Reference("reference", true, Double.NaN, style),
            new Layer.Reference("reference", false, Double.POSITIVE_INFINITY, style),
            new Layer.Cloud("cloud", far, bad, style),
            new Layer.Points("points", bad, far, style));
    List<Panel> panels =
        List.of(
            new Panel("log", Axis.log("x"), Axis.log("y"), layers),
            new Panel("linear", Axis.linear("x"), Axis.linear("y"), layers),
            new Panel("fixed", Axis.linear("x").between(0, 1e-9), Axis.log("y"), layers));
    Map<String, byte[]> files = FigureFiles.render(new Figure("far", "caption", 3, panels));
    try (var pdf = Loader.loadPDF(files.get("far.pdf"))) {
      String text = new PDFTextStripper().getText(pdf);
      assertTrue(text.contains("?? <&>"), text);
    }
    String svg = new String(files.get("far.svg"), StandardCharsets.UTF_8);
    assertTrue(svg.contains("方法 &lt;&amp;&gt;") && !svg.contains("NaN"), svg);
  }
}
