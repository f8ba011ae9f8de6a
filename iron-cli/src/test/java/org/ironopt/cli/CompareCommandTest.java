package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ironopt.io.internal.Sha256;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {
  private static final String HEAD =
      """
      steps = [0.1, 1, 10]
      tuning_passes = 3
      passes = 6
      warm_up = 0
      points = 6
      seeds = 2
      """;

  private static final String PROBLEM =
      """
      [[problem]]
      name = "logistic"
      rows = 60
      columns = 3
      """;

  private static final String METHODS =
      """
      [[method]]
      name = "sgd"
      [[method]]
      name = "iron"
      batch = 5
      [[method]]
      name = "snspp"
      """;

  private static final String COMPOSITE =
      """
      [[problem]]
      name = "lasso-logistic"
      rows = 60
      columns = 4
      """;

  private static final String SPREAD =
      """
      [spread]
      eigenvalues = [1, 3]
      steps = [0.1, 1]
      members = 200
      """;

  @TempDir Path folder;

  private Path config(String text) throws IOException {
    return Files.writeString(folder.resolve("small.toml"), text);
  }

  private Cli run(String text, String out, String... more) throws IOException {
    List<String> args =
        Stream.concat(
                Stream.of(
                    "compare", config(text).toString(), "--out", folder.resolve(out).toString()),
                Stream.of(more))
            .toList();
    return Cli.run(args.toArray(String[]::new));
  }

  /** Everything but what the clock said: cells, not manifests. */
  private Map<String, String> hashes(String out) throws IOException {
    Map<String, String> hashes = new TreeMap<>();
    Path root = folder.resolve(out).resolve("small");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString();
        if (name.endsWith("result.json") || name.endsWith("trace.csv")) {
          hashes.put(name, Sha256.of(Files.readAllBytes(file)));
        }
      }
    }
    return hashes;
  }

  @Test
  void runsReportsAndVerifies() throws IOException {
    Cli run = run(HEAD + PROBLEM + COMPOSITE + METHODS + SPREAD, "a");
    assertEquals(0, run.code(), run.err());
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.getFirst().startsWith("problem"), run.out());
    assertTrue(run.out().contains("lasso-logistic (it takes no regularizer)"), run.out());
    assertEquals(folder.resolve("a").resolve("report.html").toString(), lines.getLast());
    String page = Files.readString(folder.resolve("a/report.html"));
    for (String part :
        List.of("small-curves-passes", "small-sensitivity", "small-profiles", "small-spread")) {
      assertTrue(page.contains(part), part);
      assertTrue(Files.exists(folder.resolve("a/small/figures/" + part + ".png")), part);
    }
    List<String> csv = Files.readAllLines(folder.resolve("a/small/tables/small-benchopt.csv"));
    assertEquals(
        "objective_name,data_name,dataset_name,solver_name,p_solver_step,idx_rep,stop_val,time,"
            + "objective_value,objective_relative,passes,gradients,products,prox_calls",
        csv.getFirst());
    assertTrue(csv.get(1).startsWith("F,logistic,logistic,sgd,"), csv.get(1));
    Cli verify = Cli.run("verify", folder.resolve("a").toString());
    assertEquals(0, verify.code(), verify.out() + verify.err());
    assertTrue(verify.out().endsWith(" cells bit-identical, 0 different\n"), verify.out());
    assertEquals(0, Cli.run("report", folder.resolve("a").toString()).code());
  }

  /** Neither threads nor another method change a run; finished cells are kept. */
  @Test
  void resultsDependOnNothingElse() throws IOException {
    String more = METHODS + "[[method]]\nname = \"adamw\"\n";
    int before = Parallel.threads();
    try {
      assertEquals(0, run(HEAD + PROBLEM + METHODS, "one", "--threads", "1").code());
      Map<String, String> first = hashes("one");
      Cli again = run(HEAD + PROBLEM + more, "one", "--threads", "1");
      assertEquals(0, again.code());
      assertTrue(!again.err().contains("run-logistic-sgd"), again.err());
      Map<String, String> both = hashes("one");
      assertTrue(both.size() > first.size());
      assertTrue(both.entrySet().containsAll(first.entrySet()));
      assertEquals(0, run(HEAD + PROBLEM + more, "two", "--threads", "2").code());
      assertEquals(both, hashes("two"));
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void ownMethodAndProblem() throws IOException {
    Path examples = Path.of(System.getProperty("basedir", "."), "..", "examples").normalize();
    Cli run =
        Cli.run(
            "compare",
            examples.resolve("own.toml").toString(),
            "--scale",
            "smoke",
            "--class-path",
            examples.resolve("OwnMethod.java").toString(),
            "--out",
            folder.toString());
    assertEquals(0, run.code(), run.err());
    String csv = Files.readString(folder.resolve("own/tables/own-benchopt.csv"));
    assertTrue(csv.contains("F,valley,valley,own,"), csv);
    assertTrue(csv.contains("F,logistic,logistic,own,"), csv);
  }

  /** f = x^2/2 down to x = 1, below which it throws; the others go on. */
  private static final String CLIFF =
      """
      import org.ironopt.problem.Objective;

      public final class Cliff implements Objective {
        @Override
        public int dimension() {
          return 1;
        }

        @Override
        public double value(double[] x) {
          require(x[0]);
          return x[0] * x[0] / 2;
        }

        @Override
        public void gradient(double[] x, double[] gradient) {
          require(x[0]);
          gradient[0] = x[0];
        }

        private static void require(double x) {
          if (x < 1) {
            throw new IllegalStateException("below one");
          }
        }
      }
      """;

  private static final String ON_THE_CLIFF =
      """
      [[problem]]
      name = "cliff"
      kind = "Cliff"
      start = 3
      [[method]]
      name = "star"
      kind = "sppm-star"
      batch = 0
      """;

  @Test
  void anObjectiveThatThrowsEndsItsRunsOnly() throws IOException {
    Path own = Files.writeString(folder.resolve("Cliff.java"), CLIFF);
    String text = HEAD + PROBLEM + METHODS + ON_THE_CLIFF;
    Cli run = run(text, "a", "--class-path", own.toString());
    assertEquals(0, run.code(), run.err());
    // Of the steps 0.1, 1 and 10 the gradient method falls at the last two; the minimum that the
    // other method asks for is where its search fell, at the start.
    assertEquals(4.5 * Math.pow(0.9, 12), last("F,cliff,cliff,sgd,0.1,"), 1e-14);
    assertEquals(4.5, last("F,cliff,cliff,star,0.1,"));
    assertTrue(last("F,logistic,logistic,sgd,") < Math.log(2));
  }

  /** Returns the last value of F in the rows of the table that start so. */
  private double last(String start) throws IOException {
    Path table = folder.resolve("a/small/tables/small-benchopt.csv");
    String row =
        Files.readAllLines(table).stream().filter(l -> l.startsWith(start)).toList().getLast();
    return Double.parseDouble(row.split(",")[8]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          :8:1: 'logistik' is neither a problem nor a class on --class-path, did you mean 'logistic'?  | logistic         | logistik
          :12:1: 'sdg' is neither a method nor a class on --class-path, did you mean 'sgd'?            | "sgd"            | "sdg"
          :10:1: unknown key 'colums', did you mean 'columns'?                                         | columns          | colums
          :3:1: unknown key 'pases', did you mean 'passes'?                                            | passes = 6       | pases = 6
          :9:1: 'rows' is 0, expected at least 10                                                      | rows = 60        | rows = 0
          :9:1: 'rows' should be a whole number                                                        | rows = 60        | rows = "many"
          :1:1: 'steps' should be numbers > 0, such as "1e-3..1e3:13"                                  | [0.1, 1, 10]     | [0.1, -1]
          :1:1: '1..0' is not a range, expected from..to:count as in 0.1..1e4:6                        | [0.1, 1, 10]     | "1..0"
          :14:1: there are two methods named 'sgd', give one of them another 'name'                    | "iron"           | "sgd"
          """)
  void badConfigsAreNamedByLineAndColumn(String expected, String good, String bad)
      throws IOException {
    String text = (HEAD + PROBLEM + METHODS).replace(good, bad);
    Cli run = run(text, "a");
    assertEquals(2, run.code(), run.out() + run.err());
    assertEquals("iron compare: " + folder.resolve("small.toml") + expected + "\n", run.err());
  }

  @Test
  void otherMistakes() throws IOException {
    Cli none = Cli.run("compare", folder.resolve("none.toml").toString());
    assertEquals(2, none.code());
    assertTrue(
        none.err().endsWith("cannot be read; give a config such as compare/neighbours.toml\n"));
    Cli empty = run(HEAD + PROBLEM, "a");
    assertEquals(2, empty.code());
    assertTrue(empty.err().contains("there is no [[method]] in "), empty.err());
    Cli scale = run(HEAD + PROBLEM + METHODS, "a", "--scale", "large");
    assertEquals("iron compare: --scale is 'large', expected paper or smoke\n", scale.err());
    Cli path = run(HEAD + PROBLEM + METHODS, "a", "--class-path", "/nowhere.jar");
    assertEquals("iron compare: --class-path: /nowhere.jar is not there\n", path.err());
    Cli toml = run("steps = [1,\n[[problem]", "a");
    assertEquals(2, toml.code());
    assertTrue(toml.err().contains("small.toml:2:"), toml.err());
    Cli string = run(HEAD + PROBLEM + "[[method]]\nname = \"java.lang.String\"\n", "a");
    assertTrue(string.err().contains("does not implement org.ironopt.method.Method"), string.err());
  }
}
