package org.ironopt.lab.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ironopt.io.InputError;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Dash;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * A figure as a declaration: columns of result tables against columns, bands and reference lines.
 * {@code id}, {@code caption}, {@code columns} (panels in a row), {@code paper}, {@code chief} and
 * {@code shared} are those of a {@link Figure}. Each {@code [[…panel]]} has {@code title}, the axes
 * {@code x} and {@code y}, such as {@code "log step α"}, their ends {@code x_range} and {@code
 * y_range}, {@code zoom} (a point and how far to either side of it an inset should reach) and its
 * {@code layers}, back to front:
 *
 * <pre>
 * line|errors|band|cloud|points TABLE.COLUMN against COLUMN, STYLE: legend
 * level|mark VALUE, STYLE: legend              a horizontal, a vertical line
 * contours TABLE at LEVELS, STYLE: legend      level lines of z over the grid of x and y
 * each TABLE: LAYER                            one for each row of a table
 * </pre>
 *
 * A style is words: a colour, {@code broad}, {@code dashed} or {@code dotted}, a marker; {@code
 * ramp} takes a colour for each row, {@code layered} draws the last row first, broad, and others on
 * top of it so that all can be seen. {@code each = "TABLE"} makes a panel of each row. Numbers are
 * names of values, and {@code {name}} in a text stands for one. What is not there is not drawn, and
 * a panel that has nothing to draw is left out.
 */
public final class FigureSpec {
  private static final Pattern EACH = Pattern.compile("each (\\S+): (.+)");
  private static final Pattern LAYER =
      Pattern.compile(
          "(?<kind>line|errors|band|cloud|points|level|mark|contours) (?<y>\\S+?)"
              + "(?: (?:against|at) (?<x>\\S+?))?, (?<style>[a-z ]+)(?:: (?<name>.*))?");

  private final TomlSection section;

  private FigureSpec(TomlSection section) {
    this.section = section;
  }

  /** A panel with the inset that it may get once its axes are known. */
  private record Draft(Panel panel, Optional<double[]> zoom) {
    Panel zoomed(Panel scaled) {
      return zoom.map(z -> scaled.zoomOn(z[0], z[1], z[2], z[3])).orElse(scaled);
    }
  }

  /** Returns the figure that a table of a file declares; empty if it has no panel. */
  public static Optional<Figure> read(TomlSection section, ResultTables values) {
    Optional<Figure> figure = new FigureSpec(section).figure(values);
    section.close();
    return figure;
  }

  private Optional<Figure> figure(ResultTables values) {
    List<Draft> drafts = new ArrayList<>();
    for (TomlSection panel : section.sections("panel")) {
      String each = panel.text("each", "");
      if (each.isEmpty()) {
        panel(panel, values).ifPresent(drafts::add);
      } else {
        for (int i = 0; i < values.rows(each).map(Rows::size).orElse(0); i++) {
          panel(panel, values.within(each, i)).ifPresent(drafts::add);
        }
      }
      panel.texts("layers");
      List.of("title", "x", "y").forEach(panel::has);
      List.of("x_range", "y_range", "zoom").forEach(panel::has);
      panel.close();
    }
    Figure figure =
        new Figure(
            section.text("id"),
            values.fill(section.text("caption")),
            section.whole("columns", 1, Math.max(1, drafts.size())),
            drafts.stream().map(Draft::panel).toList(),
            section.text("paper", ""),
            section.flag("chief", false));
    Figure scaled = section.flag("shared", false) ? figure.shared() : figure;
    List<Panel> panels = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      panels.add(drafts.get(i).zoomed(scaled.panels().get(i)));
    }
    return panels.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Figure(
                figure.id(),
                figure.caption(),
                figure.columns(),
                panels,
                figure.paper(),
                figure.chief()));
  }

  private static Optional<Draft> panel(TomlSection panel, ResultTables values) {
    List<Layer> layers = new ArrayList<>();
    boolean drawn = false;
    for (String text : panel.texts("layers").orElse(List.of())) {
      List<Layer> made = layers(panel, text, values);
      layers.addAll(made);
      drawn |= made.stream().anyMatch(layer -> !(layer instanceof Layer.Reference));
    }
    if (!drawn) {
      return Optional.empty();
    }
    Panel made =
        new Panel(
            values.fill(panel.text("title", "")),
            axis(panel, "x", values),
            axis(panel, "y", values),
            layers);
    return Optional.of(
        new Draft(made, panel.texts("zoom").map(names -> numbers(panel, names, values))));
  }

  private static Axis axis(TomlSection panel, String key, ResultTables values) {
    String text = values.fill(panel.text(key));
    Axis axis = text.startsWith("log ") ? Axis.log(text.substring(4)) : Axis.linear(text);
    return panel
        .texts(key + "_range")
        .map(ends -> numbers(panel, ends, values))
        .map(ends -> axis.between(ends[0], ends[1]))
        .orElse(axis);
  }

  private static double[] numbers(TomlSection panel, List<String> names, ResultTables values) {
    return names.stream().mapToDouble(name -> number(name, values)).toArray();
  }

  private static double number(String name, ResultTables values) {
    return Character.isLetter(name.charAt(0))
        ? values.column(name).means()[0]
        : Double.parseDouble(name);
  }

  private static List<Layer> layers(TomlSection panel, String text, ResultTables values) {
    Matcher each = EACH.matcher(text);
    if (!each.matches()) {
      return layer(panel, text, values, 0, 1).stream().toList();
    }
    int rows = values.rows(each.group(1)).map(Rows::size).orElse(0);
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int row = text.contains("layered") ? rows - 1 - i : i;
      layer(panel, each.group(2), values.within(each.group(1), row), row, rows)
          .ifPresent(layers::add);
    }
    return layers;
  }

  private static Optional<Layer> layer(
      TomlSection panel, String text, ResultTables values, int row, int rows) {
    Matcher m = LAYER.matcher(values.fill(text));
    if (!m.matches()) {
      throw panel.error("layers", "'" + text + "' is no layer");
    }
    String y = m.group("y");
    Style style = style(panel, m.group("style"), row, rows);
    String name = Optional.ofNullable(m.group("name")).orElse("");
    String kind = m.group("kind");
    boolean reference = kind.equals("level") || kind.equals("mark");
    if (reference && !Character.isLetter(y.charAt(0))) {
      double at = Double.parseDouble(y);
      return Optional.of(new Layer.Reference(name, kind.equals("level"), at, style));
    }
    if (values.rows(y).isEmpty() && values.find(y).isEmpty()) {
      if (values.absence(y).isEmpty()) {
        throw panel.error("layers", "'" + text + "' needs '" + y + "', which is not measured");
      }
      return Optional.empty();
    }
    if (reference) {
      double at = values.column(y).means()[0];
      return Double.isNaN(at)
          ? Optional.empty()
          : Optional.of(new Layer.Reference(name, kind.equals("level"), at, style));
    }
    if (kind.equals("contours")) {
      return Optional.of(contours(name, y, values.column(m.group("x")).means(), style, values));
    }
    Column column = values.column(y);
    if (column.size() == 0) {
      return Optional.empty();
    }
    String beside = m.group("x").contains(".") ? "" : y.substring(0, y.indexOf('.') + 1);
    double[] x = values.column(beside + m.group("x")).means();
    double[] means = column.means();
    return Optional.of(
        switch (kind) {
          case "line" -> new Layer.Line(name, x, means, style);
          case "errors" -> new Layer.Errors(name, x, means, column.low(), column.high(), style);
          case "band" -> new Layer.Band(name, x, column.low(), column.high(), style);
          case "cloud" -> new Layer.Cloud(name, x, means, style);
          default -> new Layer.Points(name, x, means, style);
        });
  }

  private static Layer contours(
      String name, String table, double[] levels, Style style, ResultTables values) {
    double[] all = values.column(table + ".z").means();
    double[] x = Arrays.stream(values.column(table + ".x").means()).distinct().toArray();
    double[] y = Arrays.stream(values.column(table + ".y").means()).distinct().toArray();
    double[][] z = new double[y.length][];
    Arrays.setAll(z, r -> Arrays.copyOfRange(all, r * x.length, (r + 1) * x.length));
    return new Layer.Contours(name, x, y, z, levels, style);
  }

  private static Style style(TomlSection panel, String words, int row, int rows) {
    Style style = Style.line(Color.BLACK);
    for (String word : words.split(" ")) {
      style =
          switch (word) {
            case "ramp" -> new Style(Color.ramp(row, rows), style.dash(), style.marker());
            case "layered" -> {
              Dash[] dashes = {Dash.BROAD, Dash.DASHED, Dash.DOTTED, Dash.SOLID};
              Dash dash = dashes[Math.min(rows - 1 - row, dashes.length - 1)];
              yield new Style(style.color(), dash, style.marker());
            }
            default -> with(panel, style, word.toUpperCase(Locale.ROOT));
          };
    }
    return style;
  }

  private static Style with(TomlSection panel, Style style, String word) {
    for (Color color : Color.values()) {
      if (color.name().equals(word)) {
        return new Style(color, style.dash(), style.marker());
      }
    }
    for (Dash dash : Dash.values()) {
      if (dash.name().equals(word)) {
        return new Style(style.color(), dash, style.marker());
      }
    }
    for (Marker marker : Marker.values()) {
      if (marker.name().equals(word)) {
        return style.marked(marker);
      }
    }
    InputError unknown =
        panel.error("layers", "unknown style '" + word.toLowerCase(Locale.ROOT) + "'");
    throw unknown;
  }
}
