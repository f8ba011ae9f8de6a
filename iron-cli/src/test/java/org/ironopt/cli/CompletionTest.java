package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts for shells: right in their own grammar, and with every option. */
class CompletionTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void theShellReadsItsScript(String shell) throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(place -> Files.isExecutable(Path.of(place, shell))),
        shell + " is not installed");
    Path script = folder.resolve("iron." + shell);
    Files.writeString(script, Cli.run("completion", shell).out());
    Process check = new ProcessBuilder(shell, "-n", script.toString()).inheritIO().start();
    assertEquals(0, check.waitFor());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void everyOptionIsCompleted(String shell) {
    Cli run = Cli.run("completion", shell);
    assertEquals(0, run.code(), run.err());
    OptionContractTest.walk(
        (command, option) -> {
          String name = option.longestName();
          assertTrue(run.out().contains(name), command + " " + name);
        });
  }

  /** Types words and looks at what bash would offer. */
  @Test
  void bashCompletesCommandsAndWords() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash");
    Path script = folder.resolve("iron.bash");
    Files.writeString(script, Cli.run("completion", "bash").out());
    assertEquals(List.of("report", "reproduce"), offered(script, "iron", "rep"));
    assertEquals(List.of("paper", "smoke"), offered(script, "iron", "reproduce", "--scale", ""));
    assertEquals(
        List.of("--grid", "--grid-particles"), offered(script, "iron", "reproduce", "--gri"));
  }

  private static List<String> offered(Path script, String... words) throws IOException {
    String typed = String.join(" ", Stream.of(words).map(w -> "'" + w + "'").toList());
    String call =
        "source "
            + script
            + "; COMP_WORDS=("
            + typed
            + "); COMP_CWORD="
            + (words.length - 1)
            + "; _complete_iron; printf '%s\\n' \"${COMPREPLY[@]}\"";
    Process bash = new ProcessBuilder("/bin/bash", "-c", call).start();
    String text = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return text.lines().map(String::strip).filter(s -> !s.isEmpty()).sorted().toList();
  }

  @Test
  void anotherShellIsRefused() {
    assertEquals(
        "iron completion: SHELL is 'tcsh', expected one of bash, zsh\n",
        Cli.run("completion tcsh").err());
  }
}
