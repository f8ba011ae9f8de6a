package org.ironopt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.folder.Code;
import org.junit.jupiter.api.Test;

/** The map of the lab: what each package may touch, seen in the class files. */
class ArchitectureTest {
  /** Lowest first: a package touches packages of its own line and of lines above it. */
  private static final List<Set<String>> MAP =
      List.of(
          Set.of(""),
          Set.of("statistics", "file"),
          Set.of("figure"),
          Set.of("ledger", "progress", "methods", "experiment", "folder", "particles", "machine"),
          Set.of("report"),
          Set.of("data", "table", "words", "theory"),
          Set.of("foundations", "quadratic", "logcosh", "logistic", "mnist", "sampling", "deep"),
          Set.of("fit", "compare", "bench", "explore"),
          Set.of("reproduce"),
          Set.of("cli/shared"),
          Set.of("cli/tables"),
          Set.of("cli"));

  private static final Set<String> CHAPTERS = MAP.get(6);

  /** What a chapter is made of; everything else of the lab works on chapters, not in them. */
  private static final Set<String> OF_CHAPTERS =
      Set.of(
          "",
          "statistics",
          "file",
          "figure",
          "ledger",
          "methods",
          "experiment",
          "particles",
          "data");

  /** Files of a package at most; a stranger reads a list of names before any file. */
  private static final int MOST_FILES = 35;

  /** An arrow between chapters: the steps of the authors' two scripts are compared. */
  private static final String BETWEEN_CHAPTERS = "logcosh → quadratic";

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
          "Defect", "takes a name in the temporary folder",
          "Main", "standard output",
          "WordsCommand", "standard output");

  private static final Pattern LAB = Pattern.compile("org/ironopt/lab/([a-z/]*)[A-Z]");

  private static final SortedMap<String, byte[]> CLASSES = classes();

  private static SortedMap<String, byte[]> classes() {
    SortedMap<String, byte[]> classes = Code.classFiles(Code.location());
    classes.keySet().removeIf(name -> name.endsWith("package-info.class"));
    return classes;
  }

  /** Returns the first folder below the lab; the folders of the command line are rooms too. */
  private static String room(String name) {
    Matcher matcher = LAB.matcher(name);
    if (!matcher.find()) {
      return "";
    }
    String folder = matcher.group(1).replaceAll("/$", "");
    return folder.startsWith("cli/") ? folder : folder.replaceAll("/.*", "");
  }

  /** Returns which packages the classes of a package name, in code, types and signatures. */
  private static Map<String, Set<String>> arrows() {
    Map<String, Set<String>> arrows = new TreeMap<>();
    CLASSES.forEach(
        (name, file) -> {
          Set<String> touched = arrows.computeIfAbsent(room(name), key -> new TreeSet<>());
          for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
            if (entry instanceof Utf8Entry text) {
              LAB.matcher(text.stringValue())
                  .results()
                  .forEach(found -> touched.add(room(found.group())));
            }
          }
        });
    arrows.forEach((from, touched) -> touched.remove(from));
    return arrows;
  }

  private static int line(String room) {
    for (int line = 0; line < MAP.size(); line++) {
      if (MAP.get(line).contains(room)) {
        return line;
      }
    }
    return Integer.MAX_VALUE;
  }

  @Test
  void everyPackageIsOnTheMap() {
    Map<String, Set<String>> arrows = arrows();
    assertTrue(arrows.get("cli").contains("reproduce"), "the class files were not read");
    assertTrue(arrows.get("cli").contains("cli/tables"), "the folders of cli were not read");
    Set<String> strangers = new TreeSet<>(arrows.keySet());
    strangers.removeIf(room -> line(room) < MAP.size());
    assertEquals(Set.of(), strangers);
  }

  @Test
  void arrowsPointUpTheMap() {
    List<String> wrong = new ArrayList<>();
    arrows()
        .forEach(
            (from, touched) -> {
              for (String to : touched) {
                boolean chapter = CHAPTERS.contains(from) && !OF_CHAPTERS.contains(to);
                if (line(to) > line(from) || chapter) {
                  wrong.add(from + " → " + to);
                }
              }
            });
    wrong.remove(BETWEEN_CHAPTERS);
    assertEquals(List.of(), wrong);
  }

  /** Takes away packages that touch none of the rest until nothing is left; a cycle stays. */
  @Test
  void packagesHaveNoCycles() {
    Map<String, Set<String>> rest = arrows();
    boolean shrinks = true;
    while (shrinks) {
      Set<String> free =
          rest.entrySet().stream()
              .filter(room -> room.getValue().stream().noneMatch(rest::containsKey))
              .map(Map.Entry::getKey)
              .collect(Collectors.toSet());
      shrinks = rest.keySet().removeAll(free);
    }
    assertEquals(Map.of(), rest);
  }

  @Test
  void packagesAreNotTooLarge() {
    Map<String, Set<String>> files = new TreeMap<>();
    for (String name : CLASSES.keySet()) {
      files
          .computeIfAbsent(name.replaceAll("/[^/]*$", ""), key -> new TreeSet<>())
          .add(name.replaceAll("\\$.*|\\.class$", ""));
    }
    // The package has a description too.
    files.values().removeIf(room -> room.size() + 1 <= MOST_FILES);
    assertEquals(Map.of(), files, "packages of more than " + MOST_FILES + " files");
  }

  @Test
  void filesAreWrittenByOneClass() throws IOException {
    Set<String> writers = new TreeSet<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.filter(m -> Files.isDirectory(m.resolve("src/main"))).toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src/main"))) {
          for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
            if (WRITING.matcher(Files.readString(file)).find()) {
              writers.add(file.getFileName().toString().replace(".java", ""));
            }
          }
        }
      }
    }
    assertEquals(new TreeSet<>(WRITERS.keySet()), writers);
  }
}
