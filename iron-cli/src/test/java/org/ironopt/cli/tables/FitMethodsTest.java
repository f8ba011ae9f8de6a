package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ironopt.cli.Cli;
import org.ironopt.lab.methods.MethodKind;
import org.ironopt.lab.methods.MethodKinds;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every word for a method fits a model, with a step of the user's or one that is found. */
class FitMethodsTest {
  private static final Set<String> FLOWS = Set.of("iron-snapshot", "iron-table", "prox-nag-gs");
  @TempDir private static Path folder;
  private static Path data;
  private static double start;

  @BeforeAll
  static void writeData() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 80; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      String label = a - b + random.nextGaussian() > 0 ? "1" : "-1";
      text.append(String.format(Locale.ROOT, "%s 1:%.4f 2:%.4f%n", label, a, 50 * b));
    }
    data = Files.writeString(folder.resolve("data.libsvm"), text);
    start = fit("--steps", "0").json().get("objective").asDouble();
  }

  private static Cli fit(String... more) {
    return run(Stream.concat(Stream.of("--json"), Arrays.stream(more)).toArray(String[]::new));
  }

  private static Cli run(String... more) {
    return Cli.run(
        Stream.concat(Stream.of("fit", data.toString()), Arrays.stream(more))
            .toArray(String[]::new));
  }

  /** Its model is that of absolute values, which no loss of a fit has. */
  static Stream<MethodKind> kinds() {
    return MethodKinds.all().stream().filter(kind -> !kind.word().equals("prox-linear"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyWordFits(MethodKind kind) {
    boolean own = kind.stepless() || kind.word().equals("iron");
    // A step of these is a time of the flow: three rounds of a few steps must last about one unit.
    String step = FLOWS.contains(kind.word()) ? "0.5" : "0.05";
    Cli run =
        own
            ? fit("--method", kind.word(), "--reg", "0.01", "--steps", "3")
            : fit("--method", kind.word(), "--reg", "0.01", "--steps", "3", "--step", step);
    assertTrue(run.code() <= 1, run.err());
    assertEquals(kind.word(), run.json().get("method").asString());
    assertEquals(own, run.json().get("step").isNull());
    assertTrue(run.json().get("objective").asDouble() < 0.99 * start, run.out());
  }

  /** A method that converges finds the optimum that IRON finds, with a step of the search. */
  @ParameterizedTest
  @CsvSource({"saga, ''", "prox-svrg, ''", "prox-svrg, 0.01", "snspp, 0.01", "svrp, ''"})
  void theOptimumIsTheSame(String word, String l1) {
    String penalty = l1.isEmpty() ? "0" : l1;
    String[] goal = {"--tolerance", "1e-7", "--reg", "0.01", "--l1", penalty};
    double best = fit(goal).json().get("objective").asDouble();
    String[] asked =
        Stream.concat(Stream.of("--method", word), Arrays.stream(goal)).toArray(String[]::new);
    Cli found = fit(asked);
    assertEquals(0, found.code(), found.out() + found.err());
    assertTrue(found.json().get("step").asDouble() > 0);
    assertEquals(best, found.json().get("objective").asDouble(), 2e-7 * best);
  }

  @Test
  void theStepIsFoundAndSaidAloud() {
    Cli run = run("--method", "saga", "--batch", "4", "--steps", "2", "--seed", "1");
    String said = "step: (\\S+), the best of \\d+ after 5 passes each over 80 rows \\(--step.*";
    String line = run.err().lines().filter(l -> l.matches(said)).findFirst().orElseThrow();
    String step = line.replaceAll(said, "$1");
    assertTrue(run.out().contains(" (saga, step " + step + ", 4 rows a step)"), run.out());
    Cli given =
        run("--method", "saga", "--batch", "4", "--steps", "2", "--seed", "1", "--step", step);
    String objective = given.out().lines().filter(l -> l.startsWith("objective")).findFirst().get();
    assertTrue(run.out().contains(objective), run.out());
  }

  @Test
  void aFoundStepIsFoundAgainOnResume() throws IOException {
    Path whole = folder.resolve("whole.json");
    Path parts = folder.resolve("parts.json");
    String[] goal = {"--method", "saga", "--tolerance", "1e-7", "--reg", "0.01", "--out"};
    assertEquals(0, run(with(goal, whole.toString())).code());
    assertEquals(1, run(with(goal, parts.toString(), "--steps", "2")).code());
    Cli rest = run(with(goal, parts.toString(), "--resume"));
    assertEquals(0, rest.code(), rest.err());
    assertArrayEquals(ModelFile.read(whole).weights()[0], ModelFile.read(parts).weights()[0], 0);
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(more)).toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --method sage                       | --method is 'sage', which is no method, did you mean 'saga'?
          --method saga --alpha 3             | --alpha does not apply to --method saga, use --step
          --method l-bfgs --alpha 3           | --alpha does not apply to --method l-bfgs, which finds its steps itself
          --method l-bfgs --step 3            | --step does not apply to --method l-bfgs, which finds its steps itself
          --step 3                            | --step does not apply to --method iron, which needs none; --alpha changes its first step
          --method cholesky --step 3          | --step does not apply to --method cholesky, which needs none; --alpha changes its first step
          --batch 3                           | --batch does not apply to --method iron, which chooses its rows itself
          --method sapa --batch 3             | --batch does not apply to --method sapa, whose steps see one row
          --method explicit-euler --batch 3   | --batch does not apply to --method explicit-euler, whose steps see all rows
          --method saga --step 0              | --step has the value 0, expected a number > 0
          --method saga --batch -1            | --batch has the value -1, expected a number >= 0
          --alpha -1                          | --alpha has the value -1, expected a number > 0
          """)
  void badOptionsAreOneLine(String options, String line) {
    Cli run = run(options.split(" "));
    assertEquals(2, run.code(), run.err());
    assertEquals("iron fit: " + line, run.err().lines().toList().getLast());
  }

  @Test
  void aMethodForOtherLossesSaysSo() {
    Cli run = run("--method", "prox-linear");
    assertEquals(2, run.code());
    String line =
        "iron fit: prox-linear needs terms |c_i(x)| (AbsoluteResiduals), got TransformedTerms";
    assertEquals(line, run.err().lines().toList().getLast());
  }

  @Test
  void penaltiesAreRefusedWithTheListOfThoseWhoTakeThem() {
    Cli run = run("--method", "saga", "--l1", "0.1");
    assertEquals(2, run.code());
    assertTrue(
        run.err()
            .startsWith(
                "iron fit: --l1 does not apply to --method saga, which takes no such penalty;"
                    + " leave --method out, or choose of prox-nag-gs, "),
        run.err());
  }

  @Test
  void anUnlikelyWordGetsTheWholeList() {
    Cli run = run("--method", "gradient-descent");
    assertEquals(2, run.code());
    assertEquals(1, run.err().lines().count());
    for (String word : List.of("iron", "cholesky", "saga", "prox-point")) {
      assertTrue(run.err().contains(" " + word), run.err());
    }
  }

  @Test
  void helpListsEveryWord() {
    String help = Cli.run("help", "methods").out();
    for (String word : MethodKinds.words()) {
      assertTrue(help.matches("(?s).*(^|[ ,\\n])" + word + "\\*?[ ,\\n].*"), word);
    }
    assertTrue(help.lines().allMatch(line -> line.length() <= 100));
  }
}
