package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ironopt.Slow;
import org.ironopt.table.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The projects in {@code examples/consumer} (class path) and {@code examples/modular} (module
 * path), as a user's Maven builds and runs them: it finds our modules in a folder, and all else in
 * what Maven has fetched before. Assumes {@code mvn} on the path.
 */
@Slow
@Tag("consumers")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Maven is a script of another name there")
class ConsumerTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", ".")).toAbsolutePath().getParent();

  private static final String SETTINGS =
      """
      <settings>
        <mirrors>
          <mirror><id>fetched</id><url>%s</url><mirrorOf>central</mirrorOf></mirror>
        </mirrors>
        <profiles>
          <profile>
            <id>staged</id>
            <repositories>
              <repository>
                <id>staged</id>
                <url>%s</url>
                <releases><checksumPolicy>ignore</checksumPolicy></releases>
              </repository>
            </repositories>
          </profile>
        </profiles>
        <activeProfiles><activeProfile>staged</activeProfile></activeProfiles>
      </settings>
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"consumer", "modular"})
  void needsNothingButTheModuleOfFits(String name) throws Exception {
    String fetched = System.getProperty("localRepository", "");
    assumeTrue(Files.isDirectory(Path.of(fetched)), "needs Maven's repository");
    Path staged = folder.resolve("staged");
    stage(staged, "iron", ROOT);
    stage(staged, "iron-core", ROOT.resolve("iron-core"));
    stage(staged, "iron-fit", ROOT.resolve("iron-fit"));
    Path settings = folder.resolve("settings.xml");
    Files.writeString(settings, SETTINGS.formatted(Path.of(fetched).toUri(), staged.toUri()));
    Path people = Files.copy(ROOT.resolve("examples/people.csv"), folder.resolve("people.csv"));
    Path project = copy(ROOT.resolve("examples/" + name), folder.resolve(name));

    Path log = folder.resolve("log");
    Path classes = folder.resolve("classes");
    ProcessBuilder maven =
        new ProcessBuilder(
                "mvn",
                "-B",
                "-q",
                "-o",
                "-Daether.offline.protocols=file",
                "-s",
                settings.toString(),
                "-Dmaven.repo.local=" + folder.resolve("local"),
                "verify",
                "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath",
                "-DincludeScope=runtime",
                "-Dmdep.outputFile=" + classes)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    String home = System.getProperty("java.home");
    maven.environment().put("JAVA_HOME", home);
    maven.environment().merge("PATH", home + "/bin", (path, bin) -> bin + ":" + path);
    Process process = maven.start();
    assertTrue(process.waitFor(10, TimeUnit.MINUTES), "Maven hangs");
    String said = Files.readString(log);
    assertEquals(0, process.exitValue(), said);

    Map<String, Object> person =
        Map.of("city", "Gent", "age", 42, "visits", 9, "newsletter", "yes");
    double probability =
        Fit.logistic(Table.read(people).target("bought")).go().model().probability(person);
    List<String> expected = new ArrayList<>();
    expected.add("fitted: " + probability);
    expected.add("loaded: " + probability);
    if (name.equals("modular")) {
      expected.add("module: example");
    }
    assertEquals(
        expected,
        said.lines().filter(line -> line.matches("(fitted|loaded|module): .*")).toList(),
        said);
    String path = Files.readString(classes).strip();
    assertEquals(
        List.of("ejml-core", "ejml-ddense", "fastcsv", "iron-core", "iron-fit"),
        Stream.of(path.split(File.pathSeparator))
            .map(jar -> Path.of(jar).getFileName().toString().replaceFirst("-[0-9.]+jar$", ""))
            .sorted()
            .toList());
    String jar = project.resolve("target/" + name + "-1.jar").toString();
    String uses = jdeps(path, "-verbose:package", jar);
    assertTrue(uses.contains("org.ironopt.fit"), uses);
    assertFalse(uses.contains("internal") || uses.contains("partition"), uses);
    String internals = jdeps(path + File.pathSeparator + jar, "--jdk-internals", jar);
    assertFalse(internals.contains("JDK internal API"), internals);
  }

  private static String jdeps(String path, String... arguments) {
    String option = List.of(arguments).getLast().contains("modular") ? "--module-path" : "-cp";
    List<String> all = new ArrayList<>(List.of(option, path));
    all.addAll(List.of(arguments));
    StringWriter output = new StringWriter();
    PrintWriter printer = new PrintWriter(output, true);
    ToolProvider.findFirst("jdeps").orElseThrow().run(printer, printer, all.toArray(String[]::new));
    return output.toString();
  }

  /** Puts a module where a repository has it, with its classes if there are any. */
  private static void stage(Path repository, String name, Path module) throws IOException {
    Path pom = module.resolve("pom.xml");
    String version = Files.readString(pom).replaceFirst("(?s).*?<version>([^<]*)<.*", "$1");
    Path place = Files.createDirectories(repository.resolve("org/ironopt/" + name + "/" + version));
    String file = name + "-" + version;
    Files.copy(pom, place.resolve(file + ".pom"));
    Path classes = module.resolve("target/classes");
    if (!Files.isDirectory(classes)) {
      return;
    }
    try (OutputStream out = Files.newOutputStream(place.resolve(file + ".jar"));
        ZipOutputStream jar = new ZipOutputStream(out);
        Stream<Path> walk = Files.walk(classes)) {
      for (Path path : walk.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new ZipEntry(classes.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, jar);
      }
    }
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> walk = Files.walk(from)) {
      for (Path path : walk.toList()) {
        Path target = to.resolve(from.relativize(path));
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
    return to;
  }
}
