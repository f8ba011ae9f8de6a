package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The cells of {@code examples/iron.ipynb}, given to jshell, print what the notebook shows. */
class NotebookTest {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "."), "..").normalize().toAbsolutePath();

  @Test
  void everyCellPrintsWhatIsStoredBelowIt() throws Exception {
    JsonNode cells =
        JsonMapper.shared()
            .readTree(Files.readString(ROOT.resolve("examples/iron.ipynb")))
            .get("cells");
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    int shown = 0;
    try (JShell shell =
        JShell.builder()
            .executionEngine("local")
            .compilerOptions("--class-path", System.getProperty("java.class.path"))
            .build()) {
      for (JsonNode cell : cells) {
        if (cell.get("cell_type").asString().equals("code")) {
          printed.reset();
          run(shell, lines(cell.get("source")));
          String stored = cell.get("outputs").isEmpty() ? "" : lines(cell.at("/outputs/0/text"));
          assertEquals(stored, printed.toString(StandardCharsets.UTF_8));
          shown += stored.isEmpty() ? 0 : 1;
        }
      }
    } finally {
      System.setOut(before);
    }
    assertEquals(4, shown, "cells that show something");
  }

  private static String lines(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asString)
        .collect(Collectors.joining());
  }

  /** Lines with a percent sign are for the kernel: here the class path has the library. */
  private static void run(JShell shell, String cell) {
    String rest = cell.replaceAll("(?m)^%.*$", "");
    while (!rest.isBlank()) {
      CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
      assertTrue(next.completeness().isComplete(), rest);
      for (SnippetEvent event : shell.eval(next.source())) {
        List<String> faults =
            shell.diagnostics(event.snippet()).map(fault -> fault.getMessage(null)).toList();
        assertEquals(Snippet.Status.VALID, event.status(), next.source() + faults);
        assertEquals(null, event.exception(), next.source());
      }
      rest = next.remaining();
    }
  }

  /** What users copy names the version of this build. */
  @Test
  void everyDependencyLineNamesTheCurrentVersion() throws Exception {
    String version =
        Files.readString(ROOT.resolve("pom.xml"))
            .replaceFirst("(?s).*?<version>([^<]*)</version>.*", "$1");
    int named = 0;
    try (var files = Files.list(ROOT.resolve("examples"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
          if (line.startsWith("//DEPS ") || line.contains("\"%maven ")) {
            assertTrue(line.contains("org.ironopt:iron-fit:" + version), file + ": " + line);
            named++;
          }
        }
      }
    }
    assertTrue(named > 1, "lines that name a dependency");
    String citation = Files.readString(ROOT.resolve("CITATION.cff"));
    assertTrue(citation.contains("version: " + version), "CITATION.cff");
  }
}
