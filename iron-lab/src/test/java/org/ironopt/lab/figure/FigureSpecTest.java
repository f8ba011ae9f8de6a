package org.ironopt.lab.figure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ironopt.io.InputError;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Dash;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.junit.jupiter.api.Test;

/** A declaration becomes the layers it names. */
class FigureSpecTest {
  private static ResultTables values() {
    ResultTables values = new ResultTables();
    values.put("c", 3);
    values.absent("later", "not run");
    values
        .table("t", 2)
        .labelled(i -> "row " + i)
        .with("x", i -> i + 1)
        .with("left", i -> -i)
        .means("y", i -> new ConfidenceInterval(10 * i, 1, 10 * i - 2, 10 * i + 2, 9));
    values.table("part_1", 1).with("x", i -> 5).with("y", i -> 6);
    values.table("part_2", 1).with("x", i -> 7).with("y", i -> 8);
    values.table("levels", 2).with("z", i -> i);
    values.table("grid", 6).with("x", i -> i % 3).with("y", i -> i / 3).with("z", i -> 10 * i);
    return values;
  }

  private static Optional<Figure> figure(String more, String layers) {
    String toml =
        "id = \"f\"\ncaption = \"{c} curves\"\n[[panel]]\nx = \"log step\"\ny = \"y_{k}\"\n"
            + more
            + "\nlayers = ["
            + layers
            + "]\n";
    return FigureSpec.read(TomlSection.parse(Path.of("page.toml"), toml), values());
  }

  private static List<Layer> layers(String layers) {
    return figure("", layers).orElseThrow().panels().getFirst().layers();
  }

  @Test
  void columnsAgainstColumns() {
    List<Layer> layers =
        layers(
            "'line t.y against x, blue dashed circle: a, b', 'errors t.y against t.x, green',"
                + " 'band t.y against x, gray', 'level c, black', 'mark -1.5, black: at'");
    Layer.Line line = assertInstanceOf(Layer.Line.class, layers.get(0));
    assertEquals("a, b", line.name());
    assertEquals(new LayerStyle(Color.BLUE, Dash.DASHED, Marker.CIRCLE), line.style());
    assertArrayEquals(new double[] {1, 2}, line.x());
    assertArrayEquals(new double[] {0, 10}, line.y());
    assertArrayEquals(new double[] {-2, 8}, ((Layer.Errors) layers.get(1)).low());
    assertArrayEquals(new double[] {2, 12}, ((Layer.Band) layers.get(2)).high());
    assertEquals(new Layer.Reference("", true, 3, LayerStyle.line(Color.BLACK)), layers.get(3));
    assertEquals(
        new Layer.Reference("at", false, -1.5, LayerStyle.line(Color.BLACK)), layers.get(4));
    Figure figure = figure("", "'line t.y against x, blue'").orElseThrow();
    assertEquals("3 curves", figure.caption());
    assertEquals(Axis.log("step"), figure.panels().getFirst().x());
    assertEquals(Axis.linear("y_{k}"), figure.panels().getFirst().y());
  }

  @Test
  void contoursAreAGrid() {
    Layer.Contours z = (Layer.Contours) layers("'contours grid at levels.z, gray: f'").getFirst();
    assertArrayEquals(new double[] {0, 1, 2}, z.x());
    assertArrayEquals(new double[] {0, 1}, z.y());
    assertArrayEquals(new double[] {30, 40, 50}, z.z()[1]);
    assertArrayEquals(new double[] {0, 1}, z.levels());
  }

  @Test
  void aLayerOrAPanelForEachRow() {
    List<Layer> lines = layers("'each t: line part_{part}.y against x, ramp layered: {label}'");
    assertEquals(List.of("row 1", "row 0"), lines.stream().map(Layer::name).toList());
    assertEquals(Dash.BROAD, lines.getFirst().style().dash());
    assertEquals(Color.ramp(1, 2), lines.getFirst().style().color());
    assertEquals(Dash.DASHED, lines.getLast().style().dash());
    List<Layer> pairs =
        layers("'each t: level y, blue; line part_{part}.y against x, green: {label}'");
    assertEquals(List.of("", "row 0", "", "row 1"), pairs.stream().map(Layer::name).toList());
    Figure panels =
        figure(
                "each = \"t\"\ntitle = \"{label}\"\nx_range = [\"left\", \"9\"]",
                "'points part_{part}.y against x, blue'")
            .orElseThrow();
    assertEquals(List.of("row 0", "row 1"), panels.panels().stream().map(Panel::title).toList());
    assertEquals(-1, panels.panels().getLast().x().low());
    assertEquals(9, panels.panels().getLast().x().high());
    assertEquals(2, panels.columns());
  }

  @Test
  void aPanelNamesTheTableOfItsLayers() {
    Figure panels =
        figure("each = \"t\"", "'each part_{part}: line t.y against t.x, blue: {x}'").orElseThrow();
    assertEquals(
        List.of("5", "7"),
        panels.panels().stream().map(panel -> panel.layers().getFirst().name()).toList());
  }

  @Test
  void theFigureHasTheKeysOfItsOnlyPanelAndSharedAxes() {
    String head = "id = \"f\"\ncaption = \"c\"\nx = \"log step\"\ny = \"share\"\n";
    String layers = "layers = ['line t.y against x, blue']\n";
    Panel only = read(head + "title = \"{c}\"\n" + layers).panels().getFirst();
    assertEquals(List.of("3", Axis.log("step")), List.of(only.title(), only.x()));
    String panel = "[[panel]]\n" + layers;
    List<Panel> both = read(head + panel + panel + "y = \"error\"\n").panels();
    assertEquals(List.of("share", "error"), both.stream().map(each -> each.y().label()).toList());
    assertEquals(Axis.log("step"), both.getLast().x());
    assertThrows(InputError.class, () -> read(head + "titel = \"t\"\n" + layers));
    assertThrows(InputError.class, () -> read(head.replace("y = ", "z = ") + panel));
  }

  private static Figure read(String toml) {
    return FigureSpec.read(TomlSection.parse(Path.of("page.toml"), toml), values()).orElseThrow();
  }

  @Test
  void whatIsAbsentIsNotDrawn() {
    assertEquals(1, layers("'line later.y against x, blue', 'line t.y against x, blue'").size());
    assertTrue(figure("", "'line later.y against x, blue', 'level c, black'").isEmpty());
  }

  @Test
  void whatIsUnknownIsNamed() {
    refused("'lines t.y against x, blue' is no layer", "'lines t.y against x, blue'");
    refused("unknown style 'pink'", "'line t.y against x, pink'");
    refused("needs 'u.y', which is not measured", "'line u.y against x, blue'");
    refused("needs 't.z', which is not measured", "'line t.z against x, blue'");
    refused("needs 't.z', which is not measured", "'line t.y against z, blue'");
  }

  private static void refused(String reason, String layers) {
    InputError error = assertThrows(InputError.class, () -> figure("", layers));
    assertTrue(error.getMessage().contains(reason), error.getMessage());
  }
}
