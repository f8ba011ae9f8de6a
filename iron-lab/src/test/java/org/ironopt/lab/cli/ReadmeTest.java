package org.ironopt.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the README shows is what happens. */
class ReadmeTest {
  private static final Path README = Path.of("..", "README.md");

  @Test
  void theTableIsTheCommandsOutput() throws IOException {
    String text = Files.readString(README);
    String prompt = "$ ./iron theory";
    int start = text.indexOf(prompt);
    String command = text.substring(start, text.indexOf('\n', start)).replace("$ ./iron ", "");
    String shown = text.substring(text.indexOf('\n', start) + 1);
    assertEquals(Cli.run(command).out(), shown.substring(0, shown.indexOf("\n$ ")));
  }

  /** The examples are compiled and run by a test of their own. */
  @Test
  void theProgramIsTheFirstExample() throws IOException {
    String text = Files.readString(README);
    String fence = "```java\n";
    String code = text.substring(text.indexOf(fence) + fence.length());
    code = code.substring(0, code.indexOf("```"));
    assertTrue(code.lines().count() <= 12, "the README promises twelve lines");
    assertEquals(Files.readString(Path.of("..", "examples", "FirstRun.java")), code);
  }
}
