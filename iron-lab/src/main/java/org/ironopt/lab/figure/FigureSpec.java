package org.ironopt.lab.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Dash;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * A figure as a declaration: columns of result tables against columns, bands and reference lines.
 * {@code id}, {@code caption}, {@code columns} (panels in a row), {@code paper}, {@code chief} and
 * {@code shared} are those of a {@link Figure}. Each {@code [[…panel]]} has {@code title}, the axes
 * {@code x} and {@code y}, such as {@code "log step α"}, their ends {@code x_range} and {@code
 * y_range} ({@code auto} for what fits), {@code zoom} (a point around which an inset shows the last
 * cloud) and its {@code layers}, back to front. Axes that all panels share stand in the figure, and
 * so do the keys of a panel that is the only one:
 *
 * <pre>
 * line|errors|band|cloud|points TABLE.COLUMN against COLUMN, STYLE: legend
 * level|mark VALUE, STYLE: legend              a horizontal, a vertical line
 * contours TABLE at LEVELS, STYLE: legend      level lines of z over the grid of x and y
 * each TABLE: LAYER; LAYER                     one, or several, for each row of a table, such as
 *                                              {@code t_{part}}
 * each TABLE where COLUMN is X and …: LAYER    for the rows with these numbers
 * </pre>
 *
 * A style is words: a colour, {@code broad}, {@code dashed} or {@code dotted}, a marker; {@code
 * ramp} takes a colour for each row, {@code marked} a marker, {@code layered} draws the last row
 * first, broad, and others on top of it so that all can be seen. {@code each = "TABLE"} makes a
 * panel of each row. Numbers are names of values, and {@code {name}} in a text stands for one. What
 * is not there is not drawn, and a panel that has nothing to draw is left out.
 */
public final class FigureSpec {
  private static final Pattern EACH = Pattern.compile("each (\\S+?)(?: where (.+?))?: (.+)");
  private static final Pattern LAYER =
      Pattern.compile(
          "(?<kind>line|errors|band|cloud|points|level|mark|contours) (?<y>\\S+?)"
              + "(?: (?:against|at) (?<x>\\S+?))?, (?<style>[a-z0-9_ ]+)(?:: (?<name>.*))?");

  /** From the bottom up. */
  private static final List<Dash> LAYERED =
      List.of(Dash.BROAD, Dash.DASHED, Dash.DOTTED, Dash.SOLID);

  private static final List<String> KEYS =
      List.of("layers", "title", "x", "y", "x_range", "y_range", "zoom");

  private final TomlSection figure;
  private final TomlSection panel;
  private final ResultTables values;

  private FigureSpec(TomlSection figure, TomlSection panel, ResultTables values) {
    this.figure = figure;
    this.panel = panel;
    this.values = values;
  }

  /** A panel with the inset that it may get once its axes are known. */
  private record Draft(Panel panel, Optional<double[]> zoom) {
    Panel zoomed(Panel scaled) {
      return zoom.map(z -> scaled.zoomOn(z[0], z[1])).orElse(scaled);
    }
  }

  /** Returns the figure that a table of a file declares; empty if it has no panel. */
  public static Optional<Figure> read(TomlSection section, ResultTables values) {
    List<Draft> drafts = new ArrayList<>();
    List<TomlSection> panels = section.sections("panel");
    for (TomlSection panel : panels.isEmpty() ? List.of(section) : panels) {
      String each = panel.text("each", "");
      if (each.isEmpty()) {
        new FigureSpec(section, panel, values).draft().ifPresent(drafts::add);
      }
      for (int i = 0; i < size(values, each); i++) {
        new FigureSpec(section, panel, values.within(each, i)).draft().ifPresent(drafts::add);
      }
      KEYS.forEach(panel::has);
    }
    panels.forEach(TomlSection::close);
    List.of("x", "y").forEach(section::has);
    Figure figure =
        new Figure(
            values.fill(section.text("id")),
            values.fill(section.text("caption")),
            section.whole("columns", 1, columns(drafts.size())),
            drafts.stream().map(Draft::panel).toList(),
            section.text("paper", ""),
            section.flag("chief", false));
    Figure scaled = section.flag("shared", false) ? figure.shared() : figure;
    section.close();
    Iterator<Draft> zooms = drafts.iterator();
    return drafts.isEmpty()
        ? Optional.empty()
        : Optional.of(scaled.each(panel -> zooms.next().zoomed(panel)));
  }

  /** Returns how many panels stand in a row, if nothing is said of it. */
  private static int columns(int panels) {
    return panels == 4 ? 2 : Math.clamp(panels, 1, 3);
  }

  private static int size(ResultTables values, String table) {
    return values.rows(table).map(Rows::size).orElse(0);
  }

  private Optional<Draft> draft() {
    List<Layer> layers =
        panel.texts("layers").orElse(List.of()).stream().flatMap(this::layers).toList();
    if (layers.stream().allMatch(Layer.Reference.class::isInstance)) {
      return Optional.empty();
    }
    String title = values.fill(panel.text("title", ""));
    return Optional.of(
        new Draft(
            new Panel(title, axis("x"), axis("y"), layers),
            panel.texts("zoom").map(this::numbers)));
  }

  private Axis axis(String key) {
    String text = values.fill((panel.has(key) ? panel : figure).text(key));
    Axis axis = text.startsWith("log ") ? Axis.log(text.substring(4)) : Axis.linear(text);
    return panel
        .texts(key + "_range")
        .map(this::numbers)
        .map(ends -> axis.between(ends[0], ends[1]))
        .orElse(axis);
  }

  private double[] numbers(List<String> names) {
    return names.stream().mapToDouble(name -> number("axes", name)).toArray();
  }

  /** Returns a number that is written down or the value of a name. */
  private double number(String user, String name) {
    return name.equals("auto")
        ? Double.NaN
        : Character.isLetter(name.charAt(0))
            ? column(user, name).means()[0]
            : Double.parseDouble(name);
  }

  private Column column(String user, String name) {
    return values
        .find(name)
        .orElseThrow(
            () ->
                panel.error(
                    "layers", "'" + user + "' needs '" + name + "', which is not measured"));
  }

  private Stream<Layer> layers(String text) {
    Matcher each = EACH.matcher(text);
    if (!each.matches()) {
      return layer(text, 0, 1).stream();
    }
    String table = values.fill(each.group(1));
    String conditions = values.fill(Optional.ofNullable(each.group(2)).orElse(""));
    int rows = size(values, table);
    return IntStream.range(0, rows)
        .map(i -> text.contains("layered") ? rows - 1 - i : i)
        .boxed()
        .flatMap(
            i -> {
              FigureSpec row = new FigureSpec(figure, panel, values.within(table, i));
              return Stream.of(each.group(3).split("; "))
                  .filter(layer -> row.meets(conditions))
                  .flatMap(layer -> row.layer(layer, i, rows).stream());
            });
  }

  /** Returns whether a row has the numbers that are asked for, if any are. */
  private boolean meets(String conditions) {
    return conditions.isEmpty()
        || Stream.of(conditions.split(" and "))
            .map(condition -> condition.split(" is "))
            .allMatch(is -> number(conditions, is[0]) == number(conditions, is[1]));
  }

  private Optional<Layer> layer(String text, int row, int rows) {
    Matcher m = LAYER.matcher(values.fill(text));
    if (!m.matches()) {
      throw panel.error("layers", "'" + text + "' is no layer");
    }
    String y = m.group("y");
    String kind = m.group("kind");
    String name = Optional.ofNullable(m.group("name")).orElse("");
    LayerStyle style = style(m.group("style"), row, rows);
    if (values.absence(y).isPresent()) {
      return Optional.empty();
    }
    if (m.group("x") == null) {
      double at = number(text, y);
      return Optional.of(new Layer.Reference(name, kind.equals("level"), at, style))
          .filter(layer -> !Double.isNaN(at))
          .map(Layer.class::cast);
    }
    if (kind.equals("contours")) {
      return Optional.of(contours(name, y, column(text, m.group("x")).means(), style));
    }
    Column column = column(text, y);
    String beside = m.group("x").contains(".") ? "" : y.substring(0, y.indexOf('.') + 1);
    double[] x = column(text, beside + m.group("x")).means();
    double[] means = column.means();
    return Arrays.stream(means).allMatch(Double::isNaN)
        ? Optional.empty()
        : Optional.of(
            switch (kind) {
              case "line" -> new Layer.Line(name, x, means, style);
              case "errors" -> new Layer.Errors(name, x, means, column.low(), column.high(), style);
              case "band" -> new Layer.Band(name, x, column.low(), column.high(), style);
              case "cloud" -> new Layer.Cloud(name, x, means, style);
              default -> new Layer.Points(name, x, means, style);
            });
  }

  private Layer contours(String name, String table, double[] levels, LayerStyle style) {
    double[] all = values.column(table + ".z").means();
    double[] x = Arrays.stream(values.column(table + ".x").means()).distinct().toArray();
    double[] y = Arrays.stream(values.column(table + ".y").means()).distinct().toArray();
    double[][] z = new double[y.length][];
    Arrays.setAll(z, r -> Arrays.copyOfRange(all, r * x.length, (r + 1) * x.length));
    return new Layer.Contours(name, x, y, z, levels, style);
  }

  private LayerStyle style(String words, int row, int rows) {
    LayerStyle style = LayerStyle.line(Color.BLACK);
    for (String word : words.split(" ")) {
      style =
          switch (word) {
            case "marked" -> style.marked(Marker.values()[1 + row % (Marker.values().length - 1)]);
            case "ramp" -> new LayerStyle(Color.ramp(row, rows), style.dash(), style.marker());
            case "layered" -> {
              int onTop = Math.min(rows - 1 - row, LAYERED.size() - 1);
              yield new LayerStyle(style.color(), LAYERED.get(onTop), style.marker());
            }
            default -> with(style, word);
          };
    }
    return style;
  }

  private LayerStyle with(LayerStyle style, String word) {
    return named(Color.values(), word)
        .map(color -> new LayerStyle(color, style.dash(), style.marker()))
        .or(
            () ->
                named(Dash.values(), word)
                    .map(dash -> new LayerStyle(style.color(), dash, style.marker())))
        .or(() -> named(Marker.values(), word).map(style::marked))
        .orElseThrow(() -> panel.error("layers", "unknown style '" + word + "'"));
  }

  private static <E extends Enum<E>> Optional<E> named(E[] constants, String word) {
    return Arrays.stream(constants)
        .filter(c -> c.name().equals(word.toUpperCase(Locale.ROOT)))
        .findFirst();
  }
}
