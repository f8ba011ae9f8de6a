package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.cli.Cli;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Paths from a file to a chosen model, as a user types them. */
class PathCommandTest {
  /** Orthogonal columns of ones and minus ones: a path of them is known in closed form. */
  private static final int[][] SIGNS = {
    {1, 1, 1},
    {1, 1, -1},
    {1, -1, 1},
    {1, -1, -1},
    {-1, 1, 1},
    {-1, 1, -1},
    {-1, -1, 1},
    {-1, -1, -1}
  };

  private static final double[] Y = {3, 2.5, 1, -0.5, 0.25, 1, -2, -1.25};

  @TempDir private Path folder;
  private Path signs;
  private Path noisy;

  @BeforeEach
  void writeData() throws IOException {
    StringBuilder text = new StringBuilder("a,b,c,y\n");
    for (int i = 0; i < Y.length; i++) {
      text.append(String.format("%d,%d,%d,", SIGNS[i][0], SIGNS[i][1], SIGNS[i][2]));
      text.append(Y[i]).append('\n');
    }
    signs = Files.writeString(folder.resolve("signs.csv"), text);
    SplittableRandom random = new SplittableRandom(5);
    text = new StringBuilder("\"u,v\",p=q,<b>z</b>,kind,y\n");
    for (int i = 0; i < 120; i++) {
      double u = random.nextGaussian();
      String kind = List.of("red", "green", "blue").get(random.nextInt(3));
      double y = 2 * u + (kind.equals("red") ? 1 : 0) + random.nextGaussian();
      text.append(
          String.format(
              Locale.ROOT,
              "%.4f,%.4f,%.4f,%s,%.4f%n",
              u,
              random.nextGaussian(),
              random.nextGaussian(),
              kind,
              y));
    }
    noisy = Files.writeString(folder.resolve("noisy.csv"), text);
  }

  private static Cli path(Path data, String... more) {
    List<String> args = new ArrayList<>(List.of("path", data.toString(), "--target", "y"));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  /** Soft thresholds of the least-squares coefficients, shrunk and clipped. */
  private static double exact(int column, double lambda, double mix, double factor, double upper) {
    double z = 0;
    for (int i = 0; i < Y.length; i++) {
      z += SIGNS[i][column] * Y[i] / Y.length;
    }
    double w = Math.signum(z) * Math.max(0, Math.abs(z) - lambda * mix * factor);
    return Math.min(upper, w / (1 + lambda * (1 - mix) * factor));
  }

  @ParameterizedTest
  @CsvSource({"1,1,inf", "0.5,1,inf", "0,1,inf", "1,0,inf", "0.5,2,0.3", "1,1,0.3"})
  void orthogonalColumnsHaveThePathOfTheTextbook(double mix, double factor, String upper)
      throws IOException {
    double most = upper.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(upper);
    Path out = folder.resolve("m.json");
    for (double lambda : new double[] {0.7, 0.2, 0.05}) {
      List<String> more =
          new ArrayList<>(List.of("--grid", "0.7,0.2,0.05", "--folds", "0", "--json"));
      more.addAll(List.of("--mix", "" + mix, "--factors", "a=" + factor, "--tolerance", "1e-13"));
      more.addAll(List.of("--at", "" + lambda, "--out", out.toString(), "--model", "ridge"));
      if (Double.isFinite(most)) {
        more.addAll(List.of("--upper", "a=" + most));
      }
      Cli run = path(signs, more.toArray(String[]::new));
      assertEquals(0, run.code(), run.err());
      Model model = ModelFile.read(out);
      int used = 0;
      for (int j = 0; j < 3; j++) {
        double w = exact(j, lambda, mix, j == 0 ? factor : 1, j == 0 ? most : Double.MAX_VALUE);
        assertEquals(w, model.weights()[0][j], 1e-6, "column " + j + " at " + lambda);
        used += w != 0 ? 1 : 0;
      }
      JsonNode chosen = run.json().get("chosen");
      assertEquals(lambda, chosen.get("lambda").asDouble());
      assertEquals(used, chosen.get("coefficients").size());
      JsonNode point = run.json().get("points").get(chosen.get("point").asInt());
      assertEquals(used, point.get("columns").asInt());
      assertTrue(point.get("gap").asDouble() <= 1e-13);
    }
  }

  /** The two choices follow from the points that are printed. */
  @Test
  void minimumAndOneStandardErrorAreThoseOfTheTable() throws IOException {
    Path out = folder.resolve("m.json");
    Cli run = path(noisy, "--json", "--at", "1se", "--out", out.toString());
    assertEquals(0, run.code(), run.err());
    List<JsonNode> points = run.json().get("points").valueStream().toList();
    JsonNode least =
        points.stream().min(Comparator.comparingDouble(p -> p.get("loss").asDouble())).get();
    assertEquals(least.get("lambda"), run.json().get("minimum"));
    double limit = least.get("loss").asDouble() + least.get("error").asDouble();
    int one =
        IntStream.range(0, points.size())
            .filter(k -> points.get(k).get("loss").asDouble() <= limit)
            .findFirst()
            .getAsInt();
    assertEquals(points.get(one).get("lambda"), run.json().get("oneStandardError"));
    assertEquals(one, run.json().get("chosen").get("point").asInt());
    assertTrue(run.json().get("oneStandardError").asDouble() > least.get("lambda").asDouble());
    Model model = ModelFile.read(out);
    assertEquals(points.get(one).get("lambda").asDouble(), model.training().get("l1"));
    Cli scored = Cli.run("evaluate", out.toString(), noisy.toString(), "--json");
    double rmse = scored.json().get("rmse").asDouble();
    double explained = 1 - rmse * rmse / 2 / run.json().get("nullLoss").asDouble();
    assertEquals(points.get(one).get("explained").asDouble(), explained, 1e-9);
  }

  @Test
  void namesMayHaveCommasSignsAndMarkup() throws IOException {
    Path out = folder.resolve("m.json");
    Cli run =
        path(
            noisy,
            "--factors",
            "u,v=0",
            "--factors",
            "p=q=0,kind=0",
            "--out",
            out.toString(),
            "--grid",
            "1e9",
            "--at",
            "1e9",
            "--folds",
            "0");
    assertEquals(0, run.code(), run.err());
    List<String> used = new ArrayList<>();
    Model model = ModelFile.read(out);
    for (int j = 0; j < model.columns().size(); j++) {
      if (model.weights()[0][j] != 0) {
        used.add(model.columns().get(j));
      }
    }
    assertEquals(List.of("u,v", "p=q", "kind=green", "kind=red"), used, "the free columns");
    assertEquals(0, path(noisy, "--points", "5", "--out", out.toString()).code());
    String page = Files.readString(folder.resolve("m.html"));
    assertFalse(page.contains("<b>z"), "a name is text");
    assertTrue(page.contains("&lt;b&gt;z&lt;/b&gt;"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--grid 0.1,0.2 | --grid",
        "--grid 0.1,0.1 | --grid",
        "--grid -1 | --grid",
        "--lower 0.5 | --lower",
        "--upper a=-1 | --upper",
        "--factors a=0,b=0,c=0 | --factors",
        "--factors nothing=1 | nothing",
        "--factors a=-1 | --factors",
        "--factors a | --factors",
        "--mix 2 | --mix",
        "--ratio 1 | --ratio",
        "--points 0 | --points",
        "--most-explained 0 | --most-explained",
        "--least-growth -1 | --least-growth",
        "--max-columns 0 | --max-columns",
        "--time-limit 0 | --time-limit",
        "--points 3 --grid 1 | --points",
        "--folds 1 | --folds",
        "--folds 9 | --folds",
        "--folds 0 --at min | --at",
        "--at best | --at",
        "--nonnegative --lower 0 | --nonnegative",
        "--spark local[1] | --spark",
        "--resume | --resume",
        "--model logistic | logistic"
      })
  void badInputIsOneLineThatNamesIt(String options, String named) {
    Cli run = path(signs, options.split(" "));
    assertEquals(2, run.code(), run.out());
    assertEquals("", run.out());
    List<String> lines = run.err().lines().toList();
    assertEquals(1, lines.size(), run.err());
    assertTrue(lines.getFirst().startsWith("iron path: "), run.err());
    assertTrue(lines.getFirst().contains(named), run.err());
  }

  @Test
  void constantColumnsAreLeftOutAndNothingElseIsNoPath() throws IOException {
    Path mixed = Files.writeString(folder.resolve("m.csv"), "k,x,y\n4,1,1\n4,2,3\n4,3,2\n4,5,6\n");
    Cli run = path(mixed, "--folds", "0", "--json", "--at", "1e-9");
    assertEquals(0, run.code(), run.err());
    JsonNode used = run.json().get("chosen").get("coefficients");
    assertEquals(1, used.size());
    assertEquals("x", used.get(0).get("column").asString());
    Path flat = Files.writeString(folder.resolve("f.csv"), "k,y\n4,1\n4,2\n4,3\n4,7\n");
    Cli none = path(flat, "--folds", "0");
    assertEquals(2, none.code(), none.out());
    assertEquals(1, none.err().lines().filter(line -> line.startsWith("iron path: ")).count());
  }

  @Test
  void interruptedItPrintsWhatIsFinishedAndWritesNoModel() {
    Path out = folder.resolve("m.json");
    // The first point may be shown by a worker.
    Thread caller = Thread.currentThread();
    Cli run =
        Cli.run(
            "data: ",
            caller::interrupt,
            "path",
            noisy.toString(),
            "--target",
            "y",
            "--out",
            out.toString());
    assertEquals(130, run.code(), run.err());
    assertTrue(run.out().contains("Interrupted after "), run.out());
    assertFalse(Files.exists(out));
    assertTrue(Files.exists(folder.resolve("m.json.checkpoint")));
    Cli rest = path(noisy, "--out", out.toString(), "--resume", "--json");
    assertEquals(0, rest.code(), rest.err());
    assertFalse(Files.exists(folder.resolve("m.json.checkpoint")));
    Cli whole = path(noisy, "--json");
    assertEquals(whole.json().get("points"), rest.json().get("points"));
    assertEquals(whole.json().get("chosen"), rest.json().get("chosen"));
  }

  /** What cannot fit into the memory, a matrix for three classes, is refused before the work. */
  @Test
  void aPathThatNeedsTooMuchMemoryIsOneLine() throws IOException {
    int columns = (int) Math.sqrt(Runtime.getRuntime().maxMemory() / 8.0);
    String rows = "0 1:1\n0 2:1\n1 3:1\n1 4:1\n2 5:1\n2 %d:1\n".formatted(columns);
    Path wide = Files.writeString(folder.resolve("wide.svm"), rows);
    Cli run =
        Cli.run(
            "path", wide.toString(), "--model", "softmax", "--mix", "0", "--folds", "0", "--quiet");
    assertEquals(2, run.code(), run.err());
    String line = run.err().lines().reduce((_, last) -> last).orElseThrow();
    assertTrue(line.matches("iron path: .*wide.svm: a path needs about .* --mix above 0.*"), line);
  }

  @Test
  void pathsThatEndEarlySayWhy() {
    Cli few = path(noisy, "--max-columns", "1", "--folds", "0", "--json");
    assertTrue(few.json().get("end").asString().contains("asked for are at most 1"));
    Cli some = path(noisy, "--most-explained", "0.2", "--folds", "0", "--json");
    assertTrue(some.json().get("end").asString().contains("more than 0.2 of the deviance"));
    Cli flat = path(noisy, "--least-growth", "0.1", "--folds", "0", "--json");
    assertTrue(flat.json().get("end").asString().contains("less than 0.1 of itself"));
  }

  /** A path says of exposures what a fit says: as text, in JSON and on the page. */
  @Test
  void exposuresAreARemark() throws IOException {
    StringBuilder text = new StringBuilder("a,days,y\n");
    for (int i = 0; i < 40; i++) {
      text.append(i % 7).append(',').append(1 + i % 3).append(',').append(i % 5).append('\n');
    }
    Path counts = Files.writeString(folder.resolve("counts.csv"), text);
    Path out = folder.resolve("m.json");
    String[] options = {"--model", "poisson", "--exposure", "days", "--out", out.toString()};
    String sentence = "exposure: 'days' is no feature";
    Cli path = path(counts, options);
    assertTrue(path.err().contains(sentence), path.err());
    String page = Files.readString(folder.resolve("m.html"));
    assertTrue(page.replace("&#39;", "'").contains(sentence), page);
    List<JsonNode> remarks = new ArrayList<>();
    for (String command : List.of("fit", "path")) {
      List<String> args = new ArrayList<>(List.of(command, counts.toString(), "--target", "y"));
      args.addAll(List.of(options));
      args.add("--json");
      JsonNode json = Cli.run(args.toArray(String[]::new)).json();
      json.get("remarks")
          .valueStream()
          .filter(r -> r.get("kind").asString().equals("exposure"))
          .forEach(remarks::add);
      assertTrue(json.get("notes").toString().contains(sentence), command);
    }
    assertEquals(2, remarks.size());
    assertEquals(remarks.getFirst(), remarks.getLast());
  }

  @Test
  void aLimitOfTimeKeepsFinishedPoints() {
    Cli run = path(noisy, "--time-limit", "1e-9", "--json");
    assertEquals(1, run.code(), run.err());
    assertEquals("time-limit", run.json().get("ending").asString());
    assertTrue(run.json().get("chosen").isNull());
  }
}
