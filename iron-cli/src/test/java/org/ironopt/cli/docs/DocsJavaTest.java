package org.ironopt.cli.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.execution.LocalExecutionControlProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The Java of a page compiles and runs: its {@code ```java} blocks are typed into one shell, in
 * their order, and each {@code main} is called. A {@code ```text prints} block below is what the
 * block before it prints.
 */
@ResourceLock("java.lang.System.out")
class DocsJavaTest {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> javaOfPagesRuns() {
    return Page.all().stream()
        .filter(page -> page.blocks().stream().anyMatch(b -> b.language().equals("java")))
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> run(page)));
  }

  private void run(Page page) throws IOException {
    Path work = Files.createTempDirectory(folder, "page");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        JShell shell =
            JShell.builder()
                .executionEngine(new LocalExecutionControlProvider(), null)
                .out(out)
                .err(out)
                .build()) {
      System.setOut(out);
      for (String path : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
        shell.addToClasspath(path);
      }
      type(shell, page.blocks().getFirst(), "import module java.base;");
      for (Page.Block block : page.blocks()) {
        if (block.language().startsWith("csv ")) {
          Files.writeString(work.resolve(block.language().substring(4)), block.content() + "\n");
        } else if (block.language().equals("java")) {
          printed.reset();
          type(shell, block, placed(block.content(), work));
          if (block.content().contains("void main()")) {
            type(shell, block, "main();");
          }
        } else if (block.language().equals("text prints")) {
          assertPrints(block, printed.toString(StandardCharsets.UTF_8));
        }
      }
    } finally {
      System.setOut(before);
    }
  }

  /** Returns the source with files of the examples and of the page where they are. */
  private static String placed(String source, Path work) {
    return source
        .replace("Path.of(\"examples/", "Path.of(\"" + Page.ROOT.toAbsolutePath() + "/examples/")
        .replaceAll("Path\\.of\\(\"(?!/)", "Path.of(\"" + work + "/");
  }

  private static void assertPrints(Page.Block block, String printed) {
    for (String line : block.content().lines().toList()) {
      assertTrue(
          printed.lines().anyMatch(p -> p.strip().equals(line.strip())),
          () -> block + ": '" + line + "' is not printed; printed is\n" + printed);
    }
  }

  private static void type(JShell shell, Page.Block block, String source) {
    SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
    String rest = source;
    while (!rest.isBlank()) {
      SourceCodeAnalysis.CompletionInfo next = analysis.analyzeCompletion(rest);
      if (!next.completeness().isComplete()) {
        fail(block + ": not a whole statement: " + rest);
      }
      for (SnippetEvent event : shell.eval(next.source())) {
        if (event.exception() != null) {
          fail(block + ": " + next.source() + " threw " + event.exception(), event.exception());
        }
        if (event.status() == Snippet.Status.REJECTED) {
          List<String> why =
              shell.diagnostics(event.snippet()).map(d -> d.getMessage(Locale.ROOT)).toList();
          fail(block + ": " + next.source() + ": " + why);
        }
      }
      rest = next.remaining();
    }
  }
}
