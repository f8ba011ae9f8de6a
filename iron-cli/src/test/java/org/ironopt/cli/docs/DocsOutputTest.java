package org.ironopt.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.Slow;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Every output that a page shows is that of its command: all numbers shown stand in it, in their
 * order. Words are not compared, nor are times. The commands of a page run in its order and share a
 * folder. The head of a block says what it is:
 *
 * <ul>
 *   <li>{@code ```console}: commands of {@code ./iron} behind {@code $}, each with its output
 *       below; a line of dots stands for lines left out;
 *   <li>{@code ```console slow}: the same, run by the slow profile alone;
 *   <li>{@code ```csv name.csv}: a file that later commands read.
 * </ul>
 */
@ResourceLock("org.ironopt.linalg.Parallel")
class DocsOutputTest {
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w.-])-?\\d+(\\.\\d+)?(e[-+]?\\d+)?(?![\\w])");
  private static final Pattern TIME =
      Pattern.compile("\\d[\\d.]* ?(s|ms|min|seconds?|minutes?|[kMG]?B)(?!\\w)");
  private static final Pattern FILE =
      Pattern.compile("(?:[\\w.-]+/)*[\\w.-]+\\.(csv|json|html|onnx|toml|libsvm|svg)");

  @TempDir private Path folder;

  private static List<String> numbers(String text) {
    return NUMBER
        .matcher(TIME.matcher(text).replaceAll("-"))
        .results()
        .map(MatchResult::group)
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> outputsAreThoseOfTheirCommands() {
    return pages("console");
  }

  @TestFactory
  @Slow
  Stream<DynamicTest> outputsOfLongCommandsAreTheirs() {
    return pages("console slow");
  }

  private Stream<DynamicTest> pages(String language) {
    return Page.all().stream()
        .filter(page -> page.blocks().stream().anyMatch(b -> b.language().equals(language)))
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> run(page, language)));
  }

  private void run(Page page, String language) throws IOException {
    Path work = Files.createTempDirectory(folder, "page");
    for (Page.Block block : page.blocks()) {
      if (block.language().startsWith("csv ")) {
        Files.writeString(work.resolve(block.language().substring(4)), block.content() + "\n");
      } else if (block.language().equals("console") || block.language().equals(language)) {
        check(block, work);
      }
    }
  }

  private static void check(Page.Block block, Path work) {
    for (String command : ("\n" + block.content()).split("\n\\$ ")) {
      if (command.isBlank()) {
        continue;
      }
      String[] parts = command.split("(?<!\\\\)\n", 2);
      Cli run = Cli.run(arguments(block, parts[0].replace("\\\n", " "), work));
      assertEquals(0, run.code(), () -> block + ": " + parts[0] + ": " + run.err());
      String printed = run.out() + run.err();
      if (parts.length > 1) {
        assertShown(block, parts[0], numbers(parts[1]), printed);
      }
    }
  }

  /** Each number shown is printed, and those of one line in their order. */
  private static void assertShown(
      Page.Block block, String command, List<String> shown, String printed) {
    List<String> left = new ArrayList<>(numbers(printed));
    for (String number : shown) {
      if (!left.remove(number)) {
        fail(block + ": " + command + ": " + number + " is not printed; printed is\n" + printed);
      }
    }
  }

  private static String[] arguments(Page.Block block, String command, Path work) {
    List<String> words = words(command);
    if (!words.getFirst().equals("./iron")) {
      fail(block + ": a command of a tested block begins with ./iron: " + command);
    }
    return words.subList(1, words.size()).stream()
        .map(word -> placed(word, work))
        .toArray(String[]::new);
  }

  /** Returns an argument with files of the examples and of the page where they are. */
  private static String placed(String word, Path work) {
    if (word.startsWith("examples/")) {
      return Page.ROOT.resolve(word).toString();
    }
    return FILE.matcher(word).matches() || word.equals("runs")
        ? work.resolve(word).toString()
        : word;
  }

  /** Splits as a shell does: at blanks outside quotes. */
  static List<String> words(String command) {
    return Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)")
        .matcher(command)
        .results()
        .map(m -> Stream.of(m.group(1), m.group(2), m.group(3)).filter(g -> g != null))
        .map(groups -> groups.collect(Collectors.joining()))
        .toList();
  }

  @Test
  void wordsAreThoseOfAShell() {
    assertEquals(
        List.of("./iron", "curve", "--model", "y = a*x"),
        words("./iron curve --model \"y = a*x\""));
  }

  @Test
  void aWrongNumberIsSeen() {
    assertEquals(List.of("-0.5", "1e-9", "3"), numbers("x = -0.5, gap 1e-9 after 3 passes, 0.2 s"));
    Page.Block block = new Page.Block(Page.read(Page.ROOT.resolve("README.md")), 1, "console", "");
    AssertionError wrong =
        org.junit.jupiter.api.Assertions.assertThrows(
            AssertionError.class, () -> assertShown(block, "x", List.of("2"), "1 and 3"));
    assertTrue(wrong.getMessage().contains("2 is not printed"));
  }
}
