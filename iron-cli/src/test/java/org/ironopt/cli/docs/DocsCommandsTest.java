package org.ironopt.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Commands that {@link DocsOutputTest} does not run have options that exist, and settings of
 * chapters are accepted: those of blocks without a language, and those within sentences. Numbers
 * with five digits or more in a paragraph with exact commands are among what these print.
 */
@ResourceLock("org.ironopt.linalg.Parallel")
class DocsCommandsTest {
  private static final Pattern INLINE = Pattern.compile("`(\\./iron [^`…]+|--[a-z][^`…]*)`");
  private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z]{1,4}");
  private static final Pattern PLACEHOLDER_WORD = Pattern.compile(" [A-Z]{2,}");
  private static final Pattern EXACT = Pattern.compile("\\./iron (theory|plan) --eigenvalues .*");
  private static final Pattern DIGITS =
      Pattern.compile("(?<![\\w.-])-?\\d+\\.\\d+(e-?\\d+)?(?!\\w)");

  private static List<String> inBlocks(Page page) {
    return page.blocks().stream()
        .filter(block -> block.language().isEmpty())
        .flatMap(block -> block.content().replace("\\\n", " ").lines())
        .filter(line -> line.startsWith("./iron "))
        .map(line -> line.replaceFirst("\\s+(#|\\| ).*", ""))
        .toList();
  }

  /** Returns what stands between blank lines and outside blocks, each on one line. */
  private static List<String> paragraphs(Page page) {
    String text = String.join("\n", page.lines()).replaceAll("(?ms)^```.*?^```$", "");
    return Stream.of(text.split("\n\\s*\n")).map(p -> p.replaceAll("\\s+", " ")).toList();
  }

  private static List<String> inSentences(String paragraph) {
    List<String> commands = new ArrayList<>();
    for (String code :
        INLINE.matcher(paragraph).results().map((MatchResult m) -> m.group(1)).toList()) {
      if (code.startsWith("./iron ")) {
        commands.add(code);
      } else if (!commands.isEmpty() && code.contains(" ")) {
        String option = code.substring(0, code.indexOf(' '));
        String rest = commands.getLast().replaceFirst(Pattern.quote(option) + " \\S+", "");
        commands.add(rest + " " + code);
      }
    }
    return commands;
  }

  @TestFactory
  Stream<DynamicTest> commandsAreAccepted() {
    return Page.all().stream()
        .filter(page -> !page.made() && !page.name().contains("changes-"))
        .flatMap(
            page ->
                Stream.concat(
                    inBlocks(page).stream(),
                    INLINE
                        .matcher(String.join("\n", paragraphs(page)))
                        .results()
                        .map(m -> m.group(1))
                        .filter(code -> code.startsWith("./iron "))))
        .distinct()
        .map(command -> DynamicTest.dynamicTest(command, () -> accepted(command)));
  }

  private static void accepted(String command) {
    List<String> words = new ArrayList<>(DocsOutputTest.words(command));
    words.removeFirst();
    words.replaceAll(word -> PLACEHOLDER.matcher(word).matches() ? "1" : word);
    words.replaceAll(word -> word.startsWith("examples/") ? Page.ROOT.resolve(word) + "" : word);
    if (words.getFirst().equals("reproduce") && !PLACEHOLDER_WORD.matcher(command).find()) {
      words.add("--print-config");
      Cli run = Cli.run(words.toArray(String[]::new));
      assertEquals(0, run.code(), run.err());
    } else {
      Cli.parse(words.toArray(String[]::new));
    }
  }

  @TestFactory
  Stream<DynamicTest> numbersBesideExactCommandsAreTheirs() {
    return Page.all().stream()
        .flatMap(page -> paragraphs(page).stream())
        .filter(p -> inSentences(p).stream().anyMatch(c -> EXACT.matcher(c).matches()))
        .map(p -> DynamicTest.dynamicTest(p, () -> assertNumbers(p)));
  }

  private static void assertNumbers(String paragraph) {
    StringBuilder printed = new StringBuilder();
    for (String command : inSentences(paragraph)) {
      if (EXACT.matcher(command).matches()) {
        List<String> words = DocsOutputTest.words(command);
        Cli run = Cli.run(words.subList(1, words.size()).toArray(String[]::new));
        assertEquals(0, run.code(), run.err());
        printed.append(run.out());
      }
    }
    List<String> known = numbers(printed.toString());
    List<String> unknown =
        numbers(paragraph).stream()
            .filter(n -> n.replaceAll("e.*|\\D", "").replaceFirst("^0+", "").length() > 4)
            .filter(n -> !known.contains(n))
            .toList();
    assertEquals(List.of(), unknown, printed::toString);
  }

  private static List<String> numbers(String text) {
    return DIGITS.matcher(text).results().map(MatchResult::group).toList();
  }

  @Test
  void whatIsWrongIsSeen() {
    assertThrows(RuntimeException.class, () -> accepted("./iron fit a.csv --taget y"));
    assertThrows(AssertionError.class, () -> accepted("./iron reproduce quadratic --diagonal 2,5"));
    String exact = "is 0.412795 (`./iron theory --eigenvalues 1,1,3 --alpha 1`)";
    assertNumbers(exact);
    assertThrows(AssertionError.class, () -> assertNumbers(exact.replace("95", "96")));
    assertTrue(
        inSentences("`./iron plan --tails 1` and `--tails 2`").contains("./iron plan  --tails 2"));
    assertFalse(inBlocks(Page.read(Page.ROOT.resolve("docs/tutorials/on-spark.md"))).isEmpty());
  }
}
