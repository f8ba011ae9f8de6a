import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.Panel;

/**
 * Makes what the documentation shows: {@code build/docs} writes the page of commands and the
 * figures of pages; {@code build/docs command-line} and {@code build/docs figures [NAME]} write a
 * part of it. Figures are cut from the pages that commands make, or drawn from a table of
 * measurements beside them.
 */
final class Docs {
  private static final Pattern COMMAND = Pattern.compile("(?m)^  (\\w+) {2,}\\S");

  private static final LayerStyle.Color[] COLORS = {
    LayerStyle.Color.BLUE,
    LayerStyle.Color.VERMILION,
    LayerStyle.Color.GREEN,
    LayerStyle.Color.PURPLE
  };

  private final Path root;
  private final Path work;

  private Docs(Path root, Path work) {
    this.root = root;
    this.work = work;
  }

  static void main(String[] args) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("iron-docs");
    try {
      Docs docs = new Docs(Path.of(args[0]), work);
      String part = args.length > 1 ? args[1] : "all";
      if (Set.of("all", "command-line").contains(part)) {
        docs.commandLine();
      }
      if (Set.of("all", "figures").contains(part)) {
        docs.figures(args.length > 2 ? args[2] : "");
      }
    } finally {
      try (Stream<Path> files = Files.walk(work)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void commandLine() throws IOException, InterruptedException {
    StringBuilder page =
        new StringBuilder(
            """
            <!-- Made by build/docs command-line. Do not edit. -->
            # Command line

            Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 ended without
            its goal, 2 bad input, 3 a defect of IRON, 130 interrupted, 143 terminated.

            """);
    String top = iron("--help");
    section(page, "iron", top);
    List<String> commands = COMMAND.matcher(top).results().map(m -> m.group(1)).toList();
    for (String command : commands) {
      String help = iron("help", command);
      section(page, "iron " + command, help);
      int inner = help.indexOf("\nCommands:\n");
      if (inner > 0) {
        for (String name :
            COMMAND.matcher(help.substring(inner)).results().map(m -> m.group(1)).toList()) {
          section(page, "iron " + command + " " + name, iron("help", command, name));
        }
      }
    }
    section(page, "Methods", iron("help", "methods"));
    Files.writeString(
        root.resolve("docs/reference/command-line.md"), page.toString().strip() + "\n");
  }

  private static void section(StringBuilder page, String title, String help) {
    page.append("## ").append(title).append("\n\n```text\n").append(help.stripTrailing());
    page.append("\n```\n\n");
  }

  /** What makes a figure. */
  private interface Maker {
    String svg() throws IOException, InterruptedException;
  }

  private void figures(String only) throws IOException, InterruptedException {
    Map<String, Maker> figures = new LinkedHashMap<>();
    figures.put(
        "fit-coefficients",
        () ->
            figure(
                "m.html",
                "coefficients",
                "fit",
                root + "/examples/people.csv",
                "--target",
                "bought",
                "--out",
                "m.json"));
    figures.put(
        "path-coefficients",
        () ->
            figure(
                "p.html",
                "coefficients",
                "path",
                root + "/examples/people.csv",
                "--target",
                "bought",
                "--out",
                "p.json"));
    figures.put(
        "curve-decay",
        () -> {
          Files.writeString(work.resolve("decay.csv"), block("fit-a-curve.md", "csv decay.csv"));
          return figure(
              "c.html",
              "curve",
              "curve",
              "decay.csv",
              "--model",
              "c = a*exp(-k*t) + c0",
              "--start",
              "a=1,k=0.1,c0=0",
              "--out",
              "c.json");
        });
    figures.put(
        "quadratic-scaled-mse",
        () -> run("quadratic-scaled-mse.svg", "reproduce", "quadratic", "--out", "runs"));
    figures.put(
        "compare-own",
        () ->
            stacked(
                run(
                    "own-curves-passes.csv",
                    "compare",
                    root + "/examples/own.toml",
                    "--class-path",
                    root + "/examples/OwnMethod.java",
                    "--out",
                    "compared"),
                "compare-own",
                "Relative suboptimality of three methods against passes, on two problems.",
                Axis.linear("passes over the data"),
                Axis.log("(F − F*) / (F_{0} − F*)")));
    for (String name : List.of("plateaus", "radius", "tails", "averages", "convex")) {
      String file = "family-" + name;
      figures.put(file, () -> run(file + ".svg", "reproduce", "family", "--out", "family"));
    }
    figures.put(
        "family-ball",
        () ->
            stacked(
                run("family-ball.csv", "reproduce", "family", "--out", "family"),
                "family-ball",
                "Largest distance within k steps beside the ball, and a Hill plot of SGD.",
                Axis.log("steps k"),
                Axis.log("largest |x|"),
                Axis.log("share of the values in the tail"),
                Axis.linear("estimate of 1/κ")));
    figures.put("gpu-autoencoder", () -> measured("gpu-autoencoder", "seconds", "loss"));
    figures.put("spark-race", () -> measured("spark-race", "relative gap", "seconds"));
    for (Map.Entry<String, Maker> figure : figures.entrySet()) {
      if (figure.getKey().contains(only)) {
        Files.writeString(
            root.resolve("docs/figures/" + figure.getKey() + ".svg"), figure.getValue().svg());
      }
    }
  }

  /** Runs a command and cuts a figure from the page that it writes. */
  private String figure(String page, String id, String... command)
      throws IOException, InterruptedException {
    iron(command);
    String html = Files.readString(work.resolve(page));
    int start = html.indexOf("<svg", html.indexOf("<figure id=\"" + id + "\">"));
    if (start < 0) {
      throw new IOException(page + " has no figure " + id);
    }
    return html.substring(start, html.indexOf("</svg>", start) + 6) + "\n";
  }

  /** Runs a command and returns a file of the folder that it leaves. */
  private String run(String file, String... command) throws IOException, InterruptedException {
    iron(command);
    try (Stream<Path> files = Files.walk(work)) {
      return Files.readString(
          files
              .filter(path -> path.endsWith(file))
              .findFirst()
              .orElseThrow(() -> new IOException(String.join(" ", command) + " wrote no " + file)));
    }
  }

  /**
   * Draws the panels of a figure again from its CSV file, one below the other, so that a narrow
   * screen shows them as large as a wide one.
   *
   * @param axes x and y of each panel, or of all
   */
  private static String stacked(String csv, String id, String caption, Axis... axes) {
    Map<String, Map<String, List<NamedCsvRecord>>> panels = new LinkedHashMap<>();
    Map<String, LayerStyle.Color> colors = new LinkedHashMap<>();
    for (NamedCsvRecord row : CsvReader.builder().ofNamedCsvRecord(csv)) {
      String layer = row.getField("layer");
      panels
          .computeIfAbsent(row.getField("panel"), _ -> new LinkedHashMap<>())
          .computeIfAbsent(layer, _ -> new ArrayList<>())
          .add(row);
      if (!row.getField("kind").equals("reference")) {
        colors.putIfAbsent(layer, COLORS[colors.size() % COLORS.length]);
      }
    }
    List<Panel> drawn = new ArrayList<>();
    panels.forEach(
        (title, layers) -> {
          int first = 2 * drawn.size() % axes.length;
          List<Layer> all = new ArrayList<>();
          layers.forEach((name, rows) -> all.add(layer(name, rows, colors.get(name))));
          drawn.add(new Panel(title, axes[first], axes[first + 1], all));
        });
    return FigureFiles.svg(new Figure(id, caption, 1, drawn));
  }

  private static Layer layer(String name, List<NamedCsvRecord> rows, LayerStyle.Color color) {
    String kind = rows.getFirst().getField("kind");
    if (kind.equals("reference")) {
      LayerStyle dashed =
          new LayerStyle(LayerStyle.Color.GRAY, LayerStyle.Dash.DASHED, LayerStyle.Marker.NONE);
      return new Layer.Reference(name, true, column(rows, "y")[0], dashed);
    }
    double[] x = column(rows, "x");
    double[] y = column(rows, "y");
    if (kind.equals("line")) {
      return new Layer.Line(
          name, x, y, new LayerStyle(color, LayerStyle.Dash.SOLID, LayerStyle.Marker.NONE));
    }
    LayerStyle points = new LayerStyle(color, LayerStyle.Dash.SOLID, LayerStyle.Marker.CIRCLE);
    return new Layer.Errors(name, x, y, column(rows, "low"), column(rows, "high"), points);
  }

  private static double[] column(List<NamedCsvRecord> rows, String name) {
    return rows.stream().mapToDouble(row -> Double.parseDouble(row.getField(name))).toArray();
  }

  /** Draws curves of a table with the columns series, x and y. */
  private String measured(String name, String x, String y) throws IOException {
    Map<String, List<double[]>> series = new LinkedHashMap<>();
    List<String> rows = Files.readAllLines(root.resolve("docs/figures/" + name + ".csv"));
    for (String row : rows.subList(1, rows.size())) {
      String[] fields = row.split(",");
      series
          .computeIfAbsent(fields[0], _ -> new ArrayList<>())
          .add(new double[] {Double.parseDouble(fields[1]), Double.parseDouble(fields[2])});
    }
    List<Layer> layers = new ArrayList<>();
    series.forEach(
        (label, points) ->
            layers.add(
                new Layer.Line(
                    label,
                    points.stream().mapToDouble(p -> p[0]).toArray(),
                    points.stream().mapToDouble(p -> p[1]).toArray(),
                    new LayerStyle(
                        COLORS[layers.size()], LayerStyle.Dash.SOLID, LayerStyle.Marker.CIRCLE))));
    Panel panel = new Panel("", Axis.log(x), Axis.linear(y), layers);
    return FigureFiles.svg(new Figure(name, name, panel));
  }

  private String block(String page, String head) throws IOException {
    String text = Files.readString(root.resolve("docs/tutorials").resolve(page));
    int start = text.indexOf("```" + head + "\n") + head.length() + 4;
    return text.substring(start, text.indexOf("```", start));
  }

  private String iron(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(root.resolve("iron").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("COLUMNS", "100");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
    }
    return out;
  }
}
