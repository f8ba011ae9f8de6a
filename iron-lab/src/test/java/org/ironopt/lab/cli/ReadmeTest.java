package org.ironopt.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void theProgramRuns(@TempDir Path folder) throws Exception {
    String text = Files.readString(README);
    String fence = "```java\n";
    String code = text.substring(text.indexOf(fence) + fence.length());
    code = code.substring(0, code.indexOf("```"));
    assertTrue(code.lines().count() <= 12, "the README promises twelve lines");
    Path program = Files.writeString(folder.resolve("Readme.java"), code);
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString())
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertEquals(0, java.waitFor(), () -> lines.toString());
    String promised = code.substring(code.indexOf("// ") + 3, code.indexOf(" ..."));
    assertTrue(lines.get(0).startsWith(promised), () -> lines.toString());
  }
}
