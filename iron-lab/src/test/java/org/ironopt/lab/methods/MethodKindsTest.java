package org.ironopt.lab.methods;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.io.InputError;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.PhaseRetrieval;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.ironopt.regression.Logistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every word makes a method that works, and every method has a word. */
class MethodKindsTest {
  private static final int ROWS = 40;
  private static final int COLUMNS = 3;

  private record Problem(Objective objective, Regularizer regularizer, double[] start, double mu)
      implements CompositeProblem {}

  private static Problem logistic(Regularizer r) {
    DenseMatrix x =
        RandomMatrices.normal(new RandomStreams(5).stream("method-kinds"), 0, ROWS, COLUMNS);
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = x.get(i, 0) > 0.3 * x.get(i, 1) + (i % 5 == 0 ? 0.5 : -0.1) ? 1 : 0;
    }
    Dataset rows = Dataset.classification(new DenseFeatures(ROWS, COLUMNS, x.data()), labels, 2);
    return new Problem(Logistic.of(rows, 1e-2), r, new double[COLUMNS], 1e-2);
  }

  /** Measurements of (1, 0, 0), from a start nearby. */
  private static Problem phaseRetrieval(Regularizer r) {
    DenseMatrix a =
        RandomMatrices.normal(new RandomStreams(5).stream("method-kinds"), 0, ROWS, COLUMNS);
    double[] b = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      b[i] = a.get(i, 0) * a.get(i, 0);
    }
    double[] start = {1.1, 0.1, -0.1};
    return new Problem(PhaseRetrieval.of(a, b), r, start, 1);
  }

  /** Its model is that of absolute values, which no other method asks for. */
  private static Problem problem(MethodKind kind, Regularizer r) {
    return kind.word().equals("prox-linear") ? phaseRetrieval(r) : logistic(r);
  }

  private static MethodFactory maker(String word, int batch, String options) {
    TomlSection section = TomlSection.parse(Path.of("options"), options);
    MethodFactory maker = MethodKinds.named(word).orElseThrow().read(section, batch);
    section.close();
    return maker;
  }

  private static double[] after(int steps, Method method, Problem p) {
    Stepper stepper = method.start(p.objective(), p.start(), new RandomStreams(3));
    while (stepper.step() < steps) {
      stepper.advance();
    }
    return stepper.x().clone();
  }

  private static double[] after(int steps, String word, int batch, String options) {
    Problem p = logistic(Regularizer.none());
    return after(steps, maker(word, batch, options).make(.5, p), p);
  }

  static Stream<MethodKind> kinds() {
    return MethodKinds.all().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyWordDescends(MethodKind kind) {
    for (int batch : new int[] {5, 0}) {
      Problem p = problem(kind, Regularizer.none());
      double[] x = after(ROWS, maker(kind.word(), batch, "").make(.1, p), p);
      assertTrue(
          p.objective().value(x) < p.objective().value(p.start()), kind.word() + " " + batch);
    }
  }

  /** With a penalty a method either lowers f + r or says that it takes none. */
  @ParameterizedTest
  @MethodSource("kinds")
  void everyWordTreatsOrRefusesAPenalty(MethodKind kind) {
    Problem p = problem(kind, Regularizer.l1(.01));
    MethodFactory maker = maker(kind.word(), 5, "");
    if (!kind.composite()) {
      var refusal = assertThrows(IllegalArgumentException.class, () -> maker.make(.1, p));
      assertEquals("takes no regularizer", refusal.getMessage());
      return;
    }
    double[] x = after(ROWS, maker.make(.1, p), p);
    double before = p.objective().value(p.start()) + p.regularizer().value(p.start());
    assertTrue(p.objective().value(x) + p.regularizer().value(x) < before);
  }

  /** A sweep is many runs of IRON on an ensemble; a metric is a choice for one problem. */
  @Test
  void everyMethodHasAWord() throws IOException, URISyntaxException {
    Set<String> made = new TreeSet<>(List.of("IronSweep", "DiagonalScaling"));
    for (MethodKind kind : MethodKinds.all()) {
      Method method = maker(kind.word(), 5, "").make(.1, problem(kind, Regularizer.none()));
      made.add(method.getClass().getSimpleName());
      if (method instanceof IterateAveraging averaged) {
        made.add(averaged.method().getClass().getSimpleName());
      }
    }
    assertEquals(publicMethods(), made);
  }

  /**
   * The table of docs/reference/methods.md has every word in the row of the class that it makes.
   */
  @Test
  void thePageHasEveryWord() throws IOException {
    Path page = Path.of(System.getProperty("basedir", "."), "..", "docs/reference/methods.md");
    Map<String, String> rows = new TreeMap<>();
    Pattern row = Pattern.compile("\\| ([^|]*) \\| `(\\w+)` \\|$");
    for (String line : Files.readAllLines(page)) {
      row.matcher(line)
          .results()
          .forEach(
              match ->
                  Pattern.compile("`([^`]+)`")
                      .matcher(match.group(1))
                      .results()
                      .forEach(word -> rows.put(word.group(1), match.group(2))));
    }
    Map<String, String> made = new TreeMap<>();
    for (MethodKind kind : MethodKinds.all()) {
      Method method = maker(kind.word(), 5, "").make(.1, problem(kind, Regularizer.none()));
      made.put(kind.word(), method.getClass().getSimpleName());
    }
    assertEquals(made, rows);
  }

  private static Set<String> publicMethods() throws IOException, URISyntaxException {
    Path root = Path.of(Method.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(root)) {
      return publicMethods(root.resolve("org/ironopt/method"), root);
    }
    try (FileSystem jar = FileSystems.newFileSystem(root)) {
      return publicMethods(jar.getPath("/org/ironopt/method"), jar.getPath("/"));
    }
  }

  private static Set<String> publicMethods(Path folder, Path root) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.contains("-"))
          .map(name -> load(name.replace(".class", "").replaceAll("[/\\\\]", ".")))
          .filter(type -> Method.class.isAssignableFrom(type) && !type.isInterface())
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .map(Class::getSimpleName)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, Method.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Different words for one method, or one with its extra switched off. */
  @ParameterizedTest
  @CsvSource({
    "iron-plain,         5, '',                      iron,             5, ''",
    "iron-snapshot,      5, '',                      iron,             5, center = \"snapshot\"",
    "iron-table,         5, cg_steps = 2,            iron,             5, 'center = \"table\"\n"
        + "cg_steps = 2'",
    "iron-averaged,      5, '',                      iron,             5, averaged = true",
    "implicit-sgd,       5, '',                      spp,              1, ''",
    "spp-constrained,    0, radius = 1e9,            spp-constrained,  0, ''",
    "spp-restarted,      5, restart_passes = 9,      spp,              5, ''",
    "prox-robbins-monro, 0, '',                      spp,              0, ''",
    "sppm-star,          0, '',                      sppm-gc,          0, ''"
  })
  void equalWords(String a, int batchA, String moreA, String b, int batchB, String moreB) {
    assertArrayEquals(after(20, a, batchA, moreA), after(20, b, batchB, moreB), 1e-12);
  }

  @Test
  void blocksHoldEveryTermOnce() {
    assertEquals(List.of(List.of(0, 1, 2), List.of(3, 4)), ProximalMethods.blocks(5, 3));
    assertEquals(List.of(List.of(0, 1)), ProximalMethods.blocks(2, 0));
    assertEquals(1, ProximalMethods.blocks(3, 7).size());
  }

  @Test
  void probabilitiesFollowGradients() {
    Problem p = logistic(Regularizer.none());
    double[] probabilities = ProximalMethods.byGradients(p, .25);
    double sum = 0;
    double[] g = new double[COLUMNS];
    double ratio = Double.NaN;
    for (int i = 0; i < ROWS; i++) {
      sum += probabilities[i];
      ((Logistic) p.objective()).batch(new int[] {i}, 0, 1).gradient(p.start(), g);
      double norm = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      double next = (probabilities[i] - .25 / ROWS) / norm;
      assertEquals(i == 0 ? next : ratio, next, 1e-12);
      ratio = next;
    }
    assertEquals(1, sum, 1e-12);
  }

  /** An option that a method does not have is named, whatever the method. */
  @ParameterizedTest
  @MethodSource("kinds")
  void everyWordNamesAnUnknownOption(MethodKind kind) {
    var key = assertThrows(InputError.class, () -> maker(kind.word(), 5, "zzz = 2"));
    assertTrue(
        key.getMessage().startsWith("options:1:1: unknown key 'zzz'"),
        kind.word() + ": " + key.getMessage());
  }

  @Test
  void badOptionsAreNamed() {
    var center = assertThrows(InputError.class, () -> maker("iron", 5, "center = \"tabel\""));
    assertEquals(
        "options:1:1: 'center' is 'tabel', expected plain, snapshot, table", center.getMessage());
    var key = assertThrows(InputError.class, () -> maker("iron-table", 5, "cg_step = 2"));
    assertEquals("options:1:1: unknown key 'cg_step', did you mean 'cg_steps'?", key.getMessage());
  }
}
