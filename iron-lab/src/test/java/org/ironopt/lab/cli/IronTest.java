package org.ironopt.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class IronTest {
  @Test
  void versionNamesTheCommit() {
    Cli run = Cli.run("--version");
    assertTrue(
        run.out().matches("iron \\d+\\.\\d+\\.\\d+ \\(commit (unknown|[0-9a-f]+(-dirty)?)\\)\n"),
        run.out());
    assertEquals(0, run.code());
  }

  @Test
  void everyCommandExplainsItself() {
    for (String command : new CommandLine(new Iron()).getSubcommands().keySet()) {
      Cli run = Cli.run(command, "--help");
      assertEquals(0, run.code());
      assertTrue(run.out().contains("Usage: iron " + command), run.out());
      assertTrue(run.out().lines().allMatch(line -> line.length() <= 100));
    }
  }

  @Test
  void withoutACommandTheHelpIsShown() {
    Cli run = Cli.run(new String[0]);
    assertEquals(Cli.run("--help").out(), run.out());
    assertEquals(0, run.code());
  }
}
