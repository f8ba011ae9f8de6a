package org.ironopt.lab.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.ironopt.lab.TerminalWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProgressPrinterTest {
  private final StringWriter text = new StringWriter();
  private long seconds;

  private ProgressPrinter run(ProgressPrinter.Form form) {
    ProgressPrinter progress =
        new ProgressPrinter(
            new TerminalWriter(new PrintWriter(text), true), form, () -> seconds * 1_000_000_000L);
    progress.begin("alpha-10", 2, 4);
    progress.update(8, 64);
    for (seconds = 1; seconds <= 6; seconds++) {
      progress.update(8 + 4 * seconds, 64);
    }
    return progress;
  }

  @Test
  void aLineEveryFewSecondsWithRateAndRest() {
    run(ProgressPrinter.Form.LINES).end();
    assertEquals(
        "2/4 alpha-10: 16/64, 4/s, 12 s left\n2/4 alpha-10: 24/64, 4/s, 10 s left\n"
            + "2/4 alpha-10: 32/64, 4/s, 8 s left\n",
        text.toString());
  }

  /** A rate below one in a second, and a count of one, say nothing. */
  @Test
  void slowWorkHasAnEstimateAndNoRate() {
    ProgressPrinter progress =
        new ProgressPrinter(
            new PrintWriter(text, true),
            ProgressPrinter.Form.LINES,
            () -> seconds * 1_000_000_000L);
    progress.begin("fit, digits of the optimum", 1, 1);
    progress.update(0, 9);
    seconds = 4;
    progress.update(0, 9);
    seconds = 8;
    progress.update(2, 9);
    assertEquals(
        "fit, digits of the optimum: 0/9\nfit, digits of the optimum: 2/9, 28 s left\n",
        text.toString());
  }

  @Test
  void jsonLinesAreJson() {
    run(ProgressPrinter.Form.JSON).message("a \"quoted\" word");
    for (String line : text.toString().lines().toList()) {
      JsonNode node = JsonMapper.builder().build().readTree(line);
      assertTrue(node.has("progress") || node.has("message"), line);
    }
    assertEquals(4, text.toString().lines().count());
  }

  @Test
  void theBarIsRedrawnAndWipedForMessages() {
    run(ProgressPrinter.Form.BAR).message("done");
    assertTrue(text.toString().contains("[############............]"), text.toString());
    assertTrue(text.toString().endsWith("\r\u001b[Kdone\n"), text.toString());
  }

  @Test
  void quietShowsMessagesOnly() {
    run(ProgressPrinter.Form.QUIET).message("warning: x");
    assertEquals("warning: x\n", text.toString());
  }
}
