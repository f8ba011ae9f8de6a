package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.Slow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of others, with iron-fit and what it brings alone. */
class ModulePathTest {
  private static final String PROGRAM =
      """
      package consumer;

      import java.nio.file.Path;
      import java.util.Map;
      import org.ironopt.fit.Fit;
      import org.ironopt.fit.FitResult;
      import org.ironopt.table.Table;

      public class Main {
        public static void main(String[] args) throws Exception {
          Table table = Table.read(Path.of(args[0]));
          FitResult fit = Fit.logistic(table.target("bought")).go();
          Map<String, Object> person =
              Map.of("city", "Gent", "age", 42, "visits", 9, "newsletter", "yes");
          System.out.println(Main.class.getModule().isNamed());
          System.out.println(fit.model().probability(person));
        }
      }
      """;

  private static final String PEOPLE =
      Path.of("../examples/people.csv").toAbsolutePath().normalize().toString();

  @TempDir Path folder;

  /** The modules and libraries that a program with iron-fit has, of all that tests have. */
  private static String path() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            place ->
                place.matches(".*[/\\\\](ejml-|fastcsv-)[^/\\\\]*\\.jar")
                    || place.matches(".*iron-(core|fit)[/\\\\]target[/\\\\]classes[/\\\\]?")
                    || place.matches(".*iron-(core|fit)-[0-9.]+\\.jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path source(String name, String text) throws IOException {
    Path file = folder.resolve("source").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static String tool(String name, int code, String... arguments) {
    StringWriter output = new StringWriter();
    PrintWriter printer = new PrintWriter(output, true);
    int actual = ToolProvider.findFirst(name).orElseThrow().run(printer, printer, arguments);
    assertEquals(code, actual, output.toString());
    return output.toString();
  }

  private static List<String> java(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = process.inputReader().readAllLines();
    assertEquals(0, process.waitFor(), lines.toString());
    return lines;
  }

  @Test
  @Slow
  @Tag("consumers")
  void aProgramHasTheSameBitsOnTheModulePathAndTheClassPath() throws Exception {
    String module =
        source("module-info.java", "module consumer { requires org.ironopt.fit; }").toString();
    String main = source("consumer/Main.java", PROGRAM).toString();
    String named = folder.resolve("named").toString();
    String plain = folder.resolve("plain").toString();
    tool("javac", 0, "-Werror", "-Xlint:-incubating", "-d", named, "-p", path(), module, main);
    tool("javac", 0, "-Werror", "-d", plain, "-cp", path(), main);
    String modules = path() + File.pathSeparator + named;
    List<String> scalar = java("-p", modules, "-m", "consumer/consumer.Main", PEOPLE);
    List<String> vector =
        java(
            "-p",
            modules,
            "--add-modules=jdk.incubator.vector",
            "-m",
            "consumer/consumer.Main",
            PEOPLE);
    List<String> classPath =
        java("-cp", path() + File.pathSeparator + plain, "consumer.Main", PEOPLE);
    assertEquals("true", scalar.getFirst());
    assertEquals("false", classPath.getFirst());
    assertEquals(classPath.getLast(), scalar.getLast());
    assertEquals(classPath.getLast(), vector.getLast());
    String jdeps = tool("jdeps", 0, "--module-path", modules, "-verbose:package", "-m", "consumer");
    assertTrue(jdeps.contains("org.ironopt.fit"), jdeps);
    assertFalse(jdeps.contains(".internal"), jdeps);
  }

  @Test
  void internalPackagesAreNotVisibleToANamedModule() throws IOException {
    String module =
        source("module-info.java", "module consumer { requires org.ironopt.fit; }").toString();
    for (String name : List.of("fit.partition.Partitions", "table.internal.InputFile")) {
      String use =
          source(
                  "consumer/Use.java",
                  "package consumer; class Use { org.ironopt.%s x; }".formatted(name))
              .toString();
      String out = folder.resolve("out").toString();
      String said = tool("javac", 1, "-d", out, "-p", path(), module, use);
      assertTrue(said.contains("not visible"), said);
    }
  }

  /** Javadoc reads the optional modules with the descriptors of those they use. */
  @Test
  void optionalModulesImportWhatIsExportedToThem() throws IOException {
    Map<String, Set<String>> exports = new HashMap<>();
    for (String module : List.of("core", "fit", "lab", "cli")) {
      Path descriptor = Path.of("../iron-" + module, "src/main/java/module-info.java");
      Matcher export =
          Pattern.compile("exports ([\\w.]+)(\\s+to\\s+([^;]+))?;")
              .matcher(Files.readString(descriptor));
      while (export.find()) {
        String to = export.group(3) == null ? "*" : export.group(3).strip();
        exports.put(export.group(1), Set.of(to.split("\\s*,\\s*")));
      }
    }
    Pattern imported = Pattern.compile("import (?:static )?(org\\.ironopt[a-z.]*)\\.[A-Z]\\w*");
    Set<String> closed = new TreeSet<>();
    for (String module : List.of("formats", "gpu", "spark", "bench")) {
      for (Path file : sources(Path.of("../iron-" + module, "src/main/java"))) {
        Matcher use = imported.matcher(Files.readString(file));
        while (use.find()) {
          String own = "org.ironopt." + module;
          Set<String> to = exports.getOrDefault(use.group(1), Set.of());
          if (!use.group(1).startsWith(own) && !to.contains("*") && !to.contains(own)) {
            closed.add(use.group(1) + " is not exported to " + own);
          }
        }
      }
    }
    assertEquals(Set.of(), closed);
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  @Test
  void theBillOfMaterialsNamesEveryPublishedModule() throws IOException {
    String parent = Files.readString(Path.of("../pom.xml"));
    String bill = Files.readString(Path.of("../iron-bom/pom.xml"));
    List<String> published = all("<module>(iron-\\w+)</module>", parent);
    published.removeAll(List.of("iron-bom", "iron-bench"));
    List<String> named = all("<artifactId>(iron-\\w+)</artifactId>", bill);
    named.remove("iron-bom");
    assertEquals(published.stream().sorted().toList(), named.stream().sorted().toList());
    String version = "<version>([0-9.]+(?:-SNAPSHOT)?)</version>";
    assertEquals(all(version, parent).getFirst(), all(version, bill).getFirst());
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
