package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerSolver;
import org.ironopt.resolvent.InnerSolverContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compiles the programs in {@code examples}, without a warning, and runs them. */
class ExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("basedir", "."), "..", "examples").normalize();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FirstRun            | converged after 4 steps; x = [0.999999999
          RawRows             | GAP; accuracy=0.73; buys with probability 0.
          TwoMethods          | iron converged after 4 steps; l-bfgs converged after 35 steps
          OwnNetwork          | lambda  decrease  ratio; loss after 60 steps below 0.1: true
          OwnObjective        | derivatives are right: true; x = (1.079650, 1.054344)
          CheckpointAndResume | equal to the last bit: true; refused: OTHER_RUN
          FitData             | reached the optimum after; class 1, [-1, 1]; 6 rows
          FitArrays           | logistic model of 2 columns; reached the optimum after; class of (5, 0.5): yes
          FitCurve            | 7 degrees of freedom; converged after; at 12: 0.994
          FitNetwork          | better than the linear model: true; logistic model of 2 columns (; 16, 8 tanh units; class of (1, 1): same
          OwnInner            | converged
          OwnMethod           | converged after 708 steps; x = (-0.0521, -0.0521)
          """)
  void runs(String name, String expected, @TempDir Path classes) throws Exception {
    String output = run(name, classes);
    for (String part : expected.split("; ")) {
      assertTrue(output.contains(part), output);
    }
  }

  /** The table of the sweep agrees with theory to its sampling error. */
  @Test
  void sweepAgreesWithTheory(@TempDir Path classes) throws Exception {
    List<String> rows = run("NoiseSweep", classes).lines().toList();
    assertEquals("alpha  alpha*MSE  exact", rows.getFirst());
    assertEquals(5, rows.size());
    for (String row : rows.subList(1, 5)) {
      String[] numbers = row.trim().split(" +");
      double exact = Double.parseDouble(numbers[2]);
      assertEquals(exact, Double.parseDouble(numbers[1]), .08 * exact, row);
    }
  }

  /** The inner solver of the example keeps what ours keep. */
  @Test
  void ownInnerSolverKeepsTheContract(@TempDir Path classes) throws Exception {
    compile(EXAMPLES.resolve("OwnInner.java"), classes);
    URL[] urls = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls)) {
      Constructor<?> maker =
          loader.loadClass("OwnInner$BarzilaiBorwein").getDeclaredConstructor(Objective.class);
      maker.setAccessible(true);
      InnerMethod own = InnerMethod.own("example", f -> made(maker, f));
      assertEquals(InnerSolverContract.objectives().size(), InnerSolverContract.check(own));
    }
  }

  private static InnerSolver made(Constructor<?> maker, Objective f) {
    try {
      return (InnerSolver) maker.newInstance(f);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyExampleIsRun() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      Set<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(
          Set.of(
              "CheckpointAndResume.java",
              "FirstRun.java",
              "FitArrays.java",
              "FitCurve.java",
              "FitData.java",
              "FitNetwork.java",
              "NoiseSweep.java",
              "OwnInner.java",
              "OwnMethod.java",
              "OwnNetwork.java",
              "OwnObjective.java",
              "RawRows.java",
              "TwoMethods.java"),
          names);
    }
  }

  /** Imports and what is blank apart. */
  @Test
  void firstProgramsHaveLessThanFifteenLines() throws IOException {
    for (String name : List.of("FirstRun", "RawRows", "TwoMethods")) {
      try (Stream<String> lines = Files.lines(EXAMPLES.resolve(name + ".java"))) {
        assertTrue(
            lines.filter(line -> !line.isBlank() && !line.startsWith("import")).count() < 15, name);
      }
    }
  }

  private static Object instance(Class<?> program) throws ReflectiveOperationException {
    Constructor<?> constructor = program.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static String run(String name, Path classes) throws Exception {
    // The programs are run in the folder above the examples, the tests in another one.
    String text = Files.readString(EXAMPLES.resolve(name + ".java"));
    Path source = classes.resolve(name + ".java");
    compile(Files.writeString(source, text.replace("\"examples/", "\"" + EXAMPLES + "/")), classes);
    URL[] urls = {classes.toUri().toURL()};
    PrintStream before = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(urls)) {
      System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
      Class<?> program = loader.loadClass(name);
      Method main = program.getDeclaredMethod("main");
      main.setAccessible(true);
      main.invoke(Modifier.isStatic(main.getModifiers()) ? null : instance(program));
    } finally {
      System.setOut(before);
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  private static void compile(Path source, Path classes) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-Xlint:all,-path",
            "-Werror",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      boolean compiled =
          javac
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertTrue(compiled, messages::toString);
    }
  }
}
