package org.ironopt.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.Test;

/** The page of commands is what the commands say; {@code build/docs command-line} writes it. */
class DocsMadeTest {
  @Test
  void thePageOfCommandsIsTheirHelp() {
    Page page = Page.read(Page.ROOT.resolve("docs/reference/command-line.md"));
    assertTrue(page.made());
    List<String> titles =
        page.lines().stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .toList();
    assertEquals(titles.size(), page.blocks().size());
    for (int i = 0; i < titles.size(); i++) {
      String help =
          switch (titles.get(i)) {
            case "iron" -> Cli.run("--help").out();
            case "Methods" -> Cli.run("help methods").out();
            default -> Cli.run(titles.get(i).replaceFirst("iron ", "help ")).out();
          };
      assertEquals(words(help), words(page.blocks().get(i).content()), titles.get(i));
    }
  }

  /** Lines are broken by the width of the terminal. */
  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }
}
