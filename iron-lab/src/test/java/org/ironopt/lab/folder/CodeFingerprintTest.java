package org.ironopt.lab.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.ironopt.data.Dataset;
import org.ironopt.run.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeFingerprintTest {
  private static final String SOURCE =
      """
      public record Sample(double x) {
        double twice(int count) {
          double sum = 0;
          for (int i = 0; i < count; i++) {
            sum += 2 * x;
          }
          Runnable r = () -> System.out.println(x);
          r.run();
          return sum;
        }
      }
      """;

  @TempDir Path folder;

  private String compiled(String source, String debug) throws IOException {
    Path file = Files.writeString(folder.resolve("Sample.java"), source);
    Path classes = Files.createTempDirectory(folder, "classes");
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, debug, "-d", classes.toString(), file.toString());
    assertEquals(0, code);
    return CodeFingerprint.of(CodeFingerprint.classFiles(classes));
  }

  @Test
  void aCommentABlankLineOrALineBreakChangesNothing() throws IOException {
    String plain = compiled(SOURCE, "-g");
    String commented =
        SOURCE.replace("double sum", "// why\n\n  double sum").replace("sum += 2", "sum\n+= 2");
    assertEquals(plain, compiled(commented, "-g"));
  }

  @Test
  void anyOtherNumberOrInstructionDoes() throws IOException {
    String plain = compiled(SOURCE, "-g");
    for (String[] change :
        new String[][] {{"2 * x", "3 * x"}, {"sum += ", "sum -= "}, {"i < count", "i <= count"}}) {
      String other = SOURCE.replace(change[0], change[1]);
      assertNotEquals(plain, compiled(other, "-g"), change[1]);
    }
  }

  @Test
  void aJarAndItsFolderAreTheSameCode() throws IOException {
    Path classes = CodeFingerprint.location();
    SortedMap<String, byte[]> files = CodeFingerprint.classFiles(classes);
    assertTrue(
        files.containsKey("org/ironopt/lab/folder/CodeFingerprint.class"), classes::toString);
    assertEquals(64, CodeFingerprint.fingerprint().length());
    assertEquals(
        CodeFingerprint.of(files), CodeFingerprint.of(CodeFingerprint.classFiles(classes)));
  }

  /** A module that is added counts; those that only carry or measure do not. */
  @Test
  void allOurModulesOnTheClassPathCount() {
    Set<Path> places = CodeFingerprint.places(CodeFingerprint.class.getClassLoader());
    assertEquals(
        Set.of(
            CodeFingerprint.location(Run.class),
            CodeFingerprint.location(Dataset.class),
            CodeFingerprint.location()),
        places);
    assertTrue(CodeFingerprint.counts("org/ironopt/run/Run.class"));
    assertTrue(CodeFingerprint.counts("org/ironopt/later/Later.class"));
    for (String module : List.of("bench", "cli", "formats", "gpu", "spark", "table")) {
      assertFalse(CodeFingerprint.counts("org/ironopt/" + module + "/One.class"), module);
    }
  }

  /**
   * Classes that only show results may change without a run, so no part of a cell may use them, not
   * even through others; an experiment, which names its report, is where the two meet.
   */
  @Test
  void noPartOfACellUsesWhatDoesNotCount() {
    Map<String, ClassModel> classes = new TreeMap<>();
    CodeFingerprint.classFiles(CodeFingerprint.location())
        .forEach((name, file) -> classes.put(name, ClassFile.of().parse(file)));
    Set<String> showing = new TreeSet<>(classes.keySet());
    showing.removeIf(name -> CodeFingerprint.counts(name) || name.contains("/progress/"));
    int counted = classes.size() - showing.size();
    assertTrue(counted > 100 && !showing.isEmpty(), "counted " + counted);
    boolean grows = true;
    while (grows) {
      grows =
          classes.entrySet().stream()
                  .filter(c -> !isAny(c.getValue(), Set.of("Experiment", "ChapterExperiment")))
                  .filter(c -> !Collections.disjoint(uses(c.getValue()), showing))
                  .filter(c -> showing.add(c.getKey()))
                  .count()
              > 0;
    }
    Set<String> parts = Set.of("Task", "Cell", "Measurement", "Study");
    List<String> wrong = showing.stream().filter(name -> isAny(classes.get(name), parts)).toList();
    assertEquals(List.of(), wrong);
  }

  private static Set<String> uses(ClassModel model) {
    Set<String> uses = new TreeSet<>();
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof ClassEntry used) {
        uses.add(used.asInternalName() + ".class");
      }
    }
    return uses;
  }

  private static boolean isAny(ClassModel model, Set<String> names) {
    return Stream.concat(model.superclass().stream(), model.interfaces().stream())
        .map(type -> type.asInternalName().replaceFirst(".*/", ""))
        .anyMatch(names::contains);
  }

  /** Sources that are compiled at run time count as classes do, what only measures does not. */
  @Test
  void theCodeOfAModuleIsItsClassesAndItsSources() throws IOException {
    Path module = folder.resolve("module");
    Files.createDirectories(module.resolve("gpu/measure"));
    Path classes = CodeFingerprint.location();
    String name = "org/ironopt/lab/folder/CodeFingerprint.class";
    Files.write(module.resolve("A.class"), CodeFingerprint.classFiles(classes).get(name));
    String plain = CodeFingerprint.ofModule(module, ".cu");
    Files.write(
        module.resolve("gpu/measure/B.class"), CodeFingerprint.classFiles(classes).get(name));
    Files.writeString(module.resolve("notes.txt"), "x");
    assertEquals(plain, CodeFingerprint.ofModule(module, ".cu"));
    Files.writeString(module.resolve("kernel.cu"), "x = 1;");
    String one = CodeFingerprint.ofModule(module, ".cu");
    assertNotEquals(plain, one);
    Files.writeString(module.resolve("kernel.cu"), "x = 2;");
    assertNotEquals(one, CodeFingerprint.ofModule(module, ".cu"));
    Files.delete(module.resolve("A.class"));
    Files.writeString(module.resolve("kernel.cu"), "x = 1;");
    assertNotEquals(one, CodeFingerprint.ofModule(module, ".cu"));
  }

  @Test
  void pagesAndCommandsDoNotCount() {
    assertTrue(CodeFingerprint.counts("org/ironopt/linalg/Cholesky.class"));
    assertTrue(CodeFingerprint.counts("org/ironopt/lab/particles/ParticleCloud$1.class"));
    assertFalse(CodeFingerprint.counts("org/ironopt/cli/Main.class"));
    assertFalse(CodeFingerprint.counts("org/ironopt/cli/tables/FitCommand.class"));
    assertFalse(CodeFingerprint.counts("org/ironopt/lab/quadratic/QuadraticReport.class"));
    assertFalse(CodeFingerprint.counts("org/ironopt/lab/quadratic/QuadraticClaims$Row.class"));
    assertFalse(CodeFingerprint.counts("tools/jackson/databind/JsonNode.class"));
  }
}
