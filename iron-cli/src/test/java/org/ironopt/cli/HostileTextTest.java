package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.ironopt.lab.TerminalWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Nothing that stands in a file makes a terminal do something. */
class HostileTextTest {
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cntrl}\\x80-\\x9f\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");

  private static final String[] HOSTILE = {
    "\u001b]0;owned\u0007",
    "\u001b[2J\u001b[31m",
    "\u009b2J",
    "a\rb",
    "\u202egnp.exe",
    "\u2066x\u2069",
    "del\u007f",
    "\uFDD0e\uFDD0[2J"
  };

  @TempDir Path folder;
  private Path data;
  private String model;

  /** Each hostile text is the name of a column, a category and a label. */
  @BeforeEach
  void table() throws IOException {
    StringBuilder text = new StringBuilder("\"x" + HOSTILE[0] + "\",\"c" + HOSTILE[1] + "\",y\n");
    for (int i = 0; i < 80; i++) {
      String category = HOSTILE[(i * i / 7 + i) % HOSTILE.length];
      String label = "<" + HOSTILE[i % HOSTILE.length] + ">";
      text.append(i % 13)
          .append(",\"")
          .append(category)
          .append("\",\"")
          .append(label)
          .append("\"\n");
    }
    data = Files.writeString(folder.resolve("t" + HOSTILE[2] + ".csv"), text);
    model = folder.resolve("m" + HOSTILE[1] + ".json").toString();
  }

  private record Run(int code, String out, String err) {}

  private static Run run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(args, out, err);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Run harmless(int code, String... args) {
    Run run = run(args);
    assertEquals(code, run.code(), run.err());
    for (String text : new String[] {run.out(), run.err()}) {
      assertFalse(CONTROL.matcher(text).find(), () -> text.replace("\u001b", "<ESC>"));
    }
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"never", "always"})
  void resultsAndRemarks(String colour) {
    Run fit =
        harmless(0, "fit", data.toString(), "--target", "y", "--out", model, "--color", colour);
    assertTrue(fit.err().contains("\\u001b") || fit.out().contains("\\u001b"), fit.err());
    harmless(0, "inspect", model, "--color", colour);
    harmless(0, "evaluate", model, data.toString(), "--color", colour);
    harmless(0, "predict", model, data.toString(), "--out", folder.resolve("p.csv").toString());
  }

  @Test
  void jsonIsTheSameText() {
    harmless(0, "fit", data.toString(), "--target", "y", "--out", model, "--json");
    harmless(0, "path", data.toString(), "--target", "y", "--points", "4", "--json");
    Run run = harmless(0, "predict", model, data.toString(), "--json");
    JsonNode classes = JsonMapper.builder().build().readTree(run.out()).get("classes");
    for (String label : HOSTILE) {
      assertTrue(
          classes.valueStream().anyMatch(c -> c.stringValue().equals("<" + label + ">")),
          () -> label.replace("\u001b", "ESC"));
    }
  }

  /** Predictions on standard output are data: a program that reads them gets the labels. */
  @Test
  void dataStaysAsItIs() {
    run("fit", data.toString(), "--target", "y", "--out", model);
    Run run = run("predict", model, data.toString(), "--quiet");
    for (String label : HOSTILE) {
      assertTrue(run.out().contains("p(<" + label + ">)"), () -> label.replace("\u001b", "ESC"));
    }
  }

  @Test
  void errors() throws IOException {
    harmless(2, "fit", data.toString(), "--target", "z" + HOSTILE[1]);
    harmless(2, "fit", folder.resolve("none" + HOSTILE[1]).toString(), "--target", "y");
    harmless(2, "fit" + HOSTILE[1]);
    harmless(2, "fit", "--" + HOSTILE[1]);
    Path odd = Files.writeString(folder.resolve("odd.csv"), "x,y\n1,2\n" + HOSTILE[1] + ",3,4\n");
    harmless(2, "fit", odd.toString(), "--target", "y");
    Path broken = Files.writeString(folder.resolve("m.json"), "{\"" + HOSTILE[1] + "\": 1}");
    harmless(2, "inspect", broken.toString());
    Path config = Files.writeString(folder.resolve("c.toml"), "a = \"" + HOSTILE[2] + "\"\n");
    harmless(2, "compare", config.toString());
  }

  @Test
  void ourOwnSequencesPass() {
    StringWriter text = new StringWriter();
    try (TerminalWriter writer = new TerminalWriter(new PrintWriter(text), true)) {
      writer.print(TerminalWriter.control("\u001b[31m") + "a\u001b[0m\tb\u202e");
      writer.append('\u0007').println();
    }
    assertEquals(
        "\u001b[31ma\\u001b[0m\tb\\u202e\\u0007" + System.lineSeparator(), text.toString());
  }
}
