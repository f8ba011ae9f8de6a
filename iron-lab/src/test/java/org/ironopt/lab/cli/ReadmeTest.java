package org.ironopt.lab.cli;

import static java.util.stream.Collectors.joining;
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

  /** All that a fit of the sample prints, decisions first; only the seconds are the machine's. */
  @Test
  void theFitOfTheSampleIsTheCommandsOutput() throws IOException {
    String text = Files.readString(README);
    String prompt = "$ ./iron fit examples/people.csv";
    int start = text.indexOf(prompt);
    String command = text.substring(start, text.indexOf('\n', start)).replace("$ ./iron ", "");
    Cli fit = Cli.run(command.replace("examples/", "../examples/"));
    String decisions =
        fit.err()
            .lines()
            .filter(line -> !line.matches(".*: \\d+/\\d+(, .*)?"))
            .collect(joining("\n"));
    String fences = text.substring(text.indexOf('\n', start) + 1);
    String[] blocks = fences.split("(?m)^```\n");
    assertEquals(decisions + "\n", blocks[0]);
    assertEquals(timeless(fit.out()), timeless(blocks[2] + "\n" + blocks[4]));
  }

  private static String timeless(String out) {
    return out.replaceAll("(over the data), .* s\\n", "$1\n").replace("../examples/", "examples/");
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
