package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ironopt.Architecture;
import org.junit.jupiter.api.Test;

/** The packages of the command line, and who may write files in any module. */
class ArchitectureTest {
  private static final Architecture MODULE =
      new Architecture(
          Main.class,
          "org.ironopt.cli",
          List.of(
              Set.of("bench", "machine"),
              Set.of("shared"),
              Set.of("render"),
              Set.of("fit"),
              Set.of("tables"),
              Set.of("")));

  /** Calls that make or open files to write; one class does so for all files that stay. */
  private static final Pattern WRITING =
      Pattern.compile(
          "\\bFiles\\s*\\.(write|newOutputStream|newBufferedWriter|newByteChannel|copy|move)"
              + "|\\bFiles\\s*\\.createTemp|new (FileOutputStream|FileWriter|RandomAccessFile)\\b"
              + "|\\bFileChannel\\s*\\.open");

  /** Who writes beside the one writer, and why. */
  private static final Map<String, String> WRITERS =
      Map.of(
          "AtomicFiles", "the one writer",
          "TemporaryFolder", "makes a folder and removes it",
          "FolderLock", "the lock of a run folder, which nobody reads",
          "InputFile", "opens files to read; keeps a pipe in a file without a name",
          "DefectReport", "takes a name in the temporary folder",
          "Main", "standard output",
          "WordsBenchmark", "standard output",
          "SampleFiles", "tables to be read once, in that folder",
          "PathFiles", "the same",
          "LiblinearProcess", "rows for the program of liblinear, in that folder");

  @Test
  void packagesDependOnLowerLayers() {
    MODULE.check();
  }

  /** Optional modules may not be compiled here, so their sources are read. */
  @Test
  void theRendererAloneAsksForSentences() throws IOException {
    MODULE.checkSentences(Map.of("org.ironopt.cli.render", "the renderer"));
    Pattern sentence = Pattern.compile("(\\.|::)sentence\\b");
    Set<String> found = new TreeSet<>();
    for (String module : List.of("formats", "gpu", "spark", "bench")) {
      found.addAll(classesWith(sentence, Path.of("../iron-" + module)));
    }
    assertEquals(Set.of("IronSummary"), found, "a summary for users of Spark has one");
  }

  @Test
  void filesAreWrittenByOneClass() throws IOException {
    Set<String> writers = new TreeSet<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.filter(m -> Files.isDirectory(m.resolve("src/main"))).toList()) {
        writers.addAll(classesWith(WRITING, module));
      }
    }
    assertEquals(new TreeSet<>(WRITERS.keySet()), writers);
  }

  /** Who has rows on a cluster or a GPU needs neither the lab nor the command line. */
  @Test
  void optionalModulesUseTheLowestModuleThatTheyCan() throws IOException {
    Pattern lab = Pattern.compile("^import org\\.ironopt\\.(lab|cli)\\.", Pattern.MULTILINE);
    assertEquals(Set.of(), classesWith(lab, Path.of("../iron-formats")));
    assertEquals(Set.of(), classesWith(lab, Path.of("../iron-gpu")));
    assertEquals(
        Set.of("CostBenchmark", "SparkCells", "MemoryBenchmark", "SparkBenchmark"),
        classesWith(lab, Path.of("../iron-spark")));
  }

  private static Set<String> classesWith(Pattern text, Path module) throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(module.resolve("src/main"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        if (text.matcher(Files.readString(file)).find()) {
          found.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    return found;
  }
}
