package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.ironopt.cli.shared.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Colours are for terminals, lines have their width, and the usual variables are heard. */
class TerminalTest {
  private static final String ESCAPE = "\u001b[";

  @TempDir private Path folder;
  private String err;

  private String run(Map<String, String> environment, boolean terminal, String... args) {
    StringWriter out = new StringWriter();
    StringWriter messages = new StringWriter();
    Terminal where = new Terminal(environment, () -> terminal, () -> terminal);
    RootCommand.commandLine(new PrintWriter(out), new PrintWriter(messages), where, "")
        .execute(args);
    err = messages.toString();
    return out.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "NONE=,true,auto,true",
    "NONE=,false,auto,false",
    "NO_COLOR=1,true,auto,false",
    "NO_COLOR=,true,auto,true",
    "NO_COLOR=1,true,always,true",
    "CLICOLOR=0,true,auto,false",
    "CLICOLOR=1,true,auto,true",
    "CLICOLOR_FORCE=1,false,auto,true",
    "CLICOLOR_FORCE=0,false,auto,false",
    "TERM=dumb,true,auto,false",
    "NONE=,true,never,false",
    "NONE=,false,always,true"
  })
  void coloursAreWhereTheyAreWanted(
      String variable, boolean terminal, String option, boolean coloured) {
    String[] parts = variable.split("=", -1);
    // COLUMNS keeps the help from asking the terminal of who runs this test.
    Map<String, String> environment = Map.of(parts[0], parts[1], "COLUMNS", "90");
    String help = run(environment, terminal, "doctor", "--help", "--color", option);
    assertEquals(coloured, help.contains(ESCAPE), help);
    run(environment, terminal, "doctor", "--color", option, "--nonsense");
    assertEquals(coloured, err.contains(ESCAPE), err);
  }

  @Test
  void anUnknownWordIsRefused() {
    run(Map.of(), false, "doctor", "--color", "blue");
    assertEquals("iron doctor: --color is 'blue', expected one of auto, always, never\n", err);
  }

  @Test
  void linesHaveTheWidthOfTheTerminal() {
    for (int columns : new int[] {70, 100, 120}) {
      String help = run(Map.of("COLUMNS", "" + columns), false, "fit", "--help");
      int longest = help.lines().mapToInt(String::length).max().orElseThrow();
      assertTrue(longest <= columns && longest > columns - 20, columns + ": " + longest);
    }
    String odd = run(Map.of("COLUMNS", "wide"), false, "fit", "--help");
    assertEquals(run(Map.of("COLUMNS", "100"), false, "fit", "--help"), odd);
  }

  /** Tables and commands keep their lines; a pipe gets each sentence whole. */
  @Test
  void sentencesHaveTheWidthOfTheTerminal() throws IOException {
    StringBuilder rows = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 60; i++) {
      rows.append(i * 37 % 61).append(i % 3 == 0 ? ",u," : ",v,").append(i * 11 % 7).append('\n');
    }
    String table = Files.writeString(folder.resolve("t.csv"), rows).toString();
    String[] fit = {"fit", table, "--target", "y", "--model", "ridge"};
    String piped = run(Map.of("COLUMNS", "80"), false, fit);
    String remarks = err;
    String shown = run(Map.of("COLUMNS", "80", "NO_COLOR", "1"), true, fit);
    assertTrue(piped.lines().anyMatch(line -> line.startsWith("The fit is finished")));
    assertTrue(piped.lines().anyMatch(line -> line.length() > 120));
    assertTrue(
        shown.lines().filter(l -> !l.startsWith("Again")).allMatch(l -> l.length() <= 80), shown);
    assertTrue(err.lines().allMatch(line -> line.length() <= 80), err);
    String time = "[0-9.e-]+ s\\b";
    assertEquals(words(piped).replaceAll(time, ""), words(shown).replaceAll(time, ""));
    assertEquals(words(remarks), words(err));
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void resultsThatArePipedAreTheSameAsEver() {
    String piped = run(Map.of(), false, "theory", "--eigenvalues", "1,3", "--alpha", "1");
    assertFalse(piped.contains(ESCAPE));
    assertEquals(piped, run(Map.of(), true, "theory", "--eigenvalues", "1,3", "--alpha", "1"));
  }
}
