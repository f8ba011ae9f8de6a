package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The numbers that pages show are those that the commands print; their words are not compared. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");
  private static final Path FITTING = ROOT.resolve("docs/reference/fit.md");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])-?\\d[\\d.]*(e-?\\d+)?");

  private static List<String> numbers(String text) {
    return NUMBER.matcher(text).results().map(MatchResult::group).toList();
  }

  /** Returns the fenced blocks from the one that shows a command on. */
  private static String[] blocks(String text, String command) {
    int start = text.indexOf("$ ./iron " + command);
    assertTrue(start > 0, command);
    return text.substring(text.indexOf('\n', start) + 1).split("(?m)^```\n");
  }

  @Test
  void theExactLaw() throws IOException {
    String command = "theory --eigenvalues 1,1,3 --alpha 1,10,200,500";
    List<String> shown = numbers(blocks(Files.readString(FITTING), command)[0]);
    assertEquals(numbers(Cli.run(command).out()), shown);
  }

  /** Only the seconds are the machine's. */
  @Test
  void theFitOfTheSample() throws IOException {
    String command = "fit examples/people.csv --target bought";
    String[] shown = blocks(Files.readString(FITTING), command);
    Cli fit = Cli.run(command.replace("examples/", "../examples/"));
    assertEquals(numbers(timeless(fit.out())), numbers(timeless(shown[2] + shown[4])));
    List<String> decided = numbers(fit.err());
    assertFalse(numbers(shown[0]).isEmpty());
    numbers(shown[0]).forEach(number -> assertTrue(decided.contains(number), number));
    String readme = blocks(Files.readString(ROOT.resolve("README.md")), command)[0];
    List<String> all = numbers(fit.out() + fit.err());
    numbers(readme).forEach(number -> assertTrue(all.contains(number), number));
  }

  private static String timeless(String out) {
    return out.replaceAll("(over the data), .* s\\n", "$1\n");
  }

  /** The examples are compiled and run by a test of their own. */
  @Test
  void theProgramIsTheFirstExample() throws IOException {
    String text = Files.readString(ROOT.resolve("README.md"));
    String fence = "```java\n";
    String code = text.substring(text.indexOf(fence) + fence.length());
    code = code.substring(0, code.indexOf("```"));
    assertEquals(Files.readString(ROOT.resolve("examples/FirstRun.java")), code);
  }

  @Test
  void theReadmeIsShort() throws IOException {
    String text = Files.readString(ROOT.resolve("README.md"));
    assertTrue(text.split("\\s+").length <= 700, "words");
  }
}
