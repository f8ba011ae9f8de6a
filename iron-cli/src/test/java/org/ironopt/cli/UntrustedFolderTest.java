package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.lab.folder.FolderLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Run folders and configs that came from somewhere else. */
class UntrustedFolderTest {
  private static final String RAN = "iron.test.ran";

  private static final String CONFIG =
      """
      steps = [1]
      tuning_passes = 1
      passes = 1
      warm_up = 0
      points = 2
      seeds = 1
      [[problem]]
      name = "logistic"
      rows = 40
      columns = 2
      [[method]]
      name = "METHOD"
      kind = "KIND"
      """;

  /** Says that it was initialised; the second class is no method. */
  private static final String SOURCE =
      """
      import org.ironopt.method.*;
      import org.ironopt.method.gradient.Sgd;
      import org.ironopt.problem.Objective;
      import org.ironopt.random.RandomStreams;
      public record Loaded(double step) implements Method {
        static { System.setProperty("iron.test.ran", "Loaded"); }
        public String name() { return "loaded"; }
        public String description() { return "loaded"; }
        public Stepper start(Objective f, double[] x, RandomStreams s) {
          return Sgd.step(step).start(f, x, s);
        }
      }
      class NoMethod {
        static { System.setProperty("iron.test.ran", "NoMethod"); }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  @AfterEach
  void forget() {
    System.clearProperty(RAN);
  }

  private Cli compare(String method, String kind, String... more) throws IOException {
    String text = CONFIG.replace("METHOD", method).replace("KIND", kind);
    Path config = Files.writeString(folder.resolve("c.toml"), text);
    return Cli.run(
        Stream.concat(
                Stream.of("compare", config.toString(), "--out", runs().toString(), "--quiet"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private Path runs() {
    return folder.resolve("runs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "verify"})
  void noCodeIsLoadedFromAPathInAFile(String command) throws IOException {
    String source = Files.writeString(folder.resolve("Loaded.java"), SOURCE).toString();
    Cli run = compare("own", "Loaded", "--class-path", source);
    assertEquals(0, run.code(), run.err());
    assertEquals("Loaded", System.getProperty(RAN));
    System.clearProperty(RAN);

    Cli refused = Cli.run(command, runs().toString());
    assertEquals(2, refused.code(), refused.out() + refused.err());
    assertNull(System.getProperty(RAN));
    assertEquals(
        ("iron " + command + ": " + runs().resolve("c"))
            + (" is passed over: it uses classes from --class-path " + source)
            + "; give --class-path again, no code is loaded from a path in a file\n",
        refused.err());

    Cli again = Cli.run(command, runs().toString(), "--class-path", source);
    assertEquals(0, again.code(), again.err());
    assertEquals("Loaded", System.getProperty(RAN));
  }

  @Test
  void aClassIsInitialisedOnlyIfItIsAMethod() throws IOException {
    String source = Files.writeString(folder.resolve("Loaded.java"), SOURCE).toString();
    Cli run = compare("own", "NoMethod", "--class-path", source);
    assertEquals(2, run.code());
    assertTrue(run.err().contains("NoMethod does not implement org.ironopt.method.Method"));
    assertNull(System.getProperty(RAN));
  }

  @Test
  void anyNameIsShownAndStaysInTheFolder() throws IOException {
    String name = "x/../../../escaped/y, 方法";
    Cli run = compare(name, "sgd");
    assertEquals(0, run.code(), run.err());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(
          List.of("c.toml", "runs"), files.map(f -> f.getFileName().toString()).sorted().toList());
    }
    List<String> csv = Files.readAllLines(runs().resolve("c/tables/c-benchopt.csv"));
    assertTrue(csv.get(1).startsWith("F,logistic,logistic,\"" + name + "\",1.0,0,"), csv.get(1));
    assertTrue(Files.readString(runs().resolve("report.html")).contains("方法"));
    Cli verify = Cli.run("verify", runs().toString());
    assertEquals(0, verify.code(), verify.err());
    assertTrue(verify.out().matches("(?s).*made by this code \\([0-9a-f]{12}\\): 3\n.*"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          :12:1: 'name' should be one line of at most 80 characters without control characters     | "METHOD"     | "a\\nb"
          :9:1: 'rows' is 2147483647, expected at most 10000000                                    | rows = 40    | rows = 2147483647
          :10:1: 'columns' is 2147483647, expected at most 10000                                   | columns = 2  | columns = 2147483647
          :10:1: 'rows' and 'columns' make 100000000000 entries, expected at most 134217728 in all | 40\\ncolumns = 2 | 10000000\\ncolumns = 10000
          :6:1: 'seeds' is 2147483647, expected at most 1000                                       | seeds = 1    | seeds = 2147483647
          :6:1: unknown key ''                                                                     | seeds = 1    | "" = 1
          """)
  void configsAreBounded(String expected, String good, String bad) throws IOException {
    String text = CONFIG.replace(good.replace("\\n", "\n"), bad.replace("40\\n", "40\n"));
    if (good.contains("\\n")) {
      text = CONFIG.replace(good.replace("\\n", "\n"), bad.replace("\\n", "\n"));
    }
    Path config = Files.writeString(folder.resolve("c.toml"), text.replace("KIND", "sgd"));
    Cli run = Cli.run("compare", config.toString(), "--out", runs().toString());
    assertEquals(2, run.code(), run.out() + run.err());
    assertTrue(run.err().startsWith("iron compare: " + config + expected), run.err());
    assertEquals(1, run.err().lines().count());
  }

  @Test
  void seedsOfSixtyFourBitsAreDifferentSeeds() throws IOException {
    Cli typed = Cli.run("reproduce", "quadratic", "--seed", "9007199254740993", "--print-config");
    assertTrue(typed.out().contains("seed = 9007199254740993\n"), typed.out() + typed.err());
    Cli last =
        Cli.run("reproduce", "quadratic", "--seed", "-9223372036854775808", "--print-config");
    assertTrue(last.out().contains("seed = -9223372036854775808\n"), last.out() + last.err());
    Cli more = Cli.run("reproduce", "quadratic", "--seed", "9223372036854775808", "--print-config");
    assertEquals(2, more.code());
    assertTrue(more.err().contains("'9223372036854775808' is not a whole number of 64 bits"));
    Cli list = Cli.run("reproduce", "mnist", "--run-seeds", "1,9007199254740993", "--print-config");
    assertEquals(2, list.code());
    assertTrue(list.err().contains("--run-seeds: '9007199254740993' is too long"), list.err());
  }

  @Test
  void aConfigNamedLikeAnExperimentIsRefused() throws IOException {
    String text = CONFIG.replace("METHOD", "sgd").replace("KIND", "sgd");
    Path config = Files.writeString(folder.resolve("quadratic.toml"), text);
    Cli run = Cli.run("compare", config.toString(), "--out", runs().toString());
    assertEquals(2, run.code());
    assertTrue(run.err().contains("has the name of an experiment of the paper"), run.err());
  }

  @Test
  void aReportWaitsForNobodyAndDisturbsNobody() throws IOException {
    assertEquals(0, compare("sgd", "sgd").code());
    try (FolderLock held = FolderLock.take(runs())) {
      Cli report = Cli.run("report", runs().toString());
      assertEquals(1, report.code());
      assertTrue(report.err().contains("is in use by another run (process "), report.err());
      assertTrue(held != null);
    }
    assertEquals(0, Cli.run("report", runs().toString()).code());
  }

  @Test
  void aStoredComparisonWithoutItsConfigIsPassedOver() throws IOException {
    Path stored = Files.createDirectories(runs().resolve("c")).resolve("config.toml");
    Files.writeString(
        stored, "compare = \"c\"\nfile = \"c\"\nscale = \"paper\"\nclass_path = \"\"\n");
    Cli report = Cli.run("report", runs().toString());
    assertEquals(2, report.code(), report.err());
    assertTrue(report.err().contains("the file has no 'config'"), report.err());
  }

  @ParameterizedTest
  @CsvSource({"quadratic, mu = -1.0", "c, 'compare = \"c\"\nfile = \"a\\u0000\"'"})
  void storedSettingsThatCannotBeAreOneLine(String name, String text) throws IOException {
    Path stored = Files.createDirectories(runs().resolve(name)).resolve("config.toml");
    Files.writeString(stored, text.replace("\\n", "\n"));
    Cli report = Cli.run("report", runs().toString());
    assertEquals(2, report.code(), report.err());
    assertTrue(report.err().contains(" is passed over: its settings are of another"), report.err());
    assertEquals(1, report.err().lines().count());
  }

  @Test
  void freshRunsAllCellsAgain() throws IOException {
    assertEquals(0, compare("sgd", "sgd").code());
    List<Path> before = results();
    Path changed = before.getFirst();
    var written = Files.getLastModifiedTime(changed).toMillis();
    Files.setLastModifiedTime(changed, java.nio.file.attribute.FileTime.fromMillis(1000));
    assertEquals(0, compare("sgd", "sgd").code());
    assertEquals(1000, Files.getLastModifiedTime(changed).toMillis());
    assertEquals(0, compare("sgd", "sgd", "--fresh").code());
    assertTrue(Files.getLastModifiedTime(changed).toMillis() >= written);
    assertEquals(before, results());
  }

  private List<Path> results() throws IOException {
    try (Stream<Path> files = Files.walk(runs())) {
      return files.filter(f -> f.endsWith("result.json")).sorted().toList();
    }
  }
}
