package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RootCommandTest {
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
    for (String command : commands()) {
      Cli run = Cli.run(command, "--help");
      assertEquals(0, run.code());
      assertTrue(run.out().contains("Usage: iron " + command), run.out());
      assertTrue(run.out().lines().allMatch(line -> line.length() <= 100));
    }
  }

  private static Set<String> commands() {
    return RootCommand.commandLine(
            new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()))
        .getSubcommands()
        .keySet();
  }

  /** The process makes the called command alone where it is a short one. */
  @Test
  void aCommandMadeAloneSaysTheSame() {
    for (String command : commands()) {
      for (String rest : List.of("--help", "--hepl", "", "a b c d", "--out")) {
        String[] args = (command + " " + rest).strip().split(" ");
        if (!rest.equals("--help") && !Set.of("fit", "predict", "theory").contains(command)) {
          continue;
        }
        Cli whole = Cli.run(args);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(whole.code(), Main.run(args, out, err), command + " " + rest);
        assertEquals(whole.out(), out.toString(StandardCharsets.UTF_8));
        assertEquals(whole.err(), err.toString(StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void withoutACommandTheHelpIsShown() {
    Cli run = Cli.run(new String[0]);
    assertEquals(Cli.run("--help").out(), run.out());
    assertEquals(0, run.code());
  }
}
