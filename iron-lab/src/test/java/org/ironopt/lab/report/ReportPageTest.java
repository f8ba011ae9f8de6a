package org.ironopt.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.Slow;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.progress.ProgressPrinter;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.lab.reproduce.RunFolder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The report in a real browser: nothing fails, everything is visible, links lead somewhere. */
class ReportPageTest {
  @TempDir static Path out;
  private static Map<String, List<Claim>> ledger;

  @BeforeAll
  static void makeReport() throws IOException {
    NamedValues settings =
        QuadraticExperiment.CHAPTER
            .paper()
            .with("particles", 640L)
            .with("iterations", 60L)
            .with("grid", new double[] {0.3, 3})
            .with("grid_particles", 64L);
    Manifest manifest = new Manifest(List.of("reproduce"), "0.1.0", "test", "scalar", 1);
    Experiment experiment = QuadraticExperiment.CHAPTER.open(settings);
    ProgressPrinter quiet =
        new ProgressPrinter(
            new PrintWriter(Writer.nullWriter()), ProgressPrinter.Form.QUIET, () -> 0L);
    assertTrue(new ExperimentFolder(out, experiment, manifest).run(quiet, () -> false));
    ledger =
        new RunFolder(out, manifest, RunFolder.UserClassPath.NONE, line -> {})
            .report(Progress.NONE);
  }

  @Test
  void theLedgerIsAnArrayOfWholeEntries() throws IOException {
    List<Map<String, Object>> entries =
        JsonMapper.builder()
            .build()
            .readValue(Files.readString(out.resolve("claims.json")), new TypeReference<>() {});
    assertEquals(ledger.get("quadratic").size(), entries.size());
    for (Map<String, Object> entry : entries) {
      assertEquals(
          List.of(
              "id",
              "kind",
              "quote",
              "where",
              "claim",
              "why",
              "criterion",
              "changed",
              "family",
              "expected",
              "measured",
              "interval",
              "verdict",
              "evidence"),
          List.copyOf(entry.keySet()));
    }
  }

  @Test
  @Slow
  void theSameFilesGiveTheSamePage() throws IOException {
    String before = Files.readString(out.resolve("report.html"));
    Manifest manifest = new Manifest(List.of("report"), "0.1.0", "test", "scalar", 1);
    new RunFolder(out, manifest, RunFolder.UserClassPath.NONE, line -> {}).report(Progress.NONE);
    assertEquals(before, Files.readString(out.resolve("report.html")));
  }

  @Test
  void thePageOfTheRepositoryIsWrittenByACommand(@TempDir Path scratch) throws IOException {
    Path page = scratch.resolve("page.md");
    String text =
        "A.\n"
            + "<!-- ledger quadratic -->\n"
            + "<!-- end -->\n"
            + "B.\n"
            + "<!-- ledger mnist -->\n"
            + "old\n"
            + "<!-- end -->\n";
    Files.writeString(page, text);
    Manifest manifest = new Manifest(List.of("report"), "0.1.0", "test", "scalar", 1);
    RunFolder runs = new RunFolder(out, manifest, RunFolder.UserClassPath.NONE, line -> {});
    runs.writePage(page, Progress.NONE);
    String written = Files.readString(page);
    assertEquals(Claims.replace(text, "quadratic", ledger.get("quadratic")), written);
    assertTrue(written.contains("\n| Q1 |") && written.contains("\nold\n"), written);
    Files.writeString(page, "no marks\n");
    assertThrows(InputError.class, () -> runs.writePage(page, Progress.NONE));
    assertEquals("no marks\n", Files.readString(page));
  }

  @Test
  void settingsOfAnotherVersionArePassedOver() throws IOException {
    Path old = Files.createDirectories(out.resolve("logcosh"));
    Files.writeString(old.resolve("config.toml"), "a_key_of_old = 1\n");
    List<String> said = new ArrayList<>();
    Manifest manifest = new Manifest(List.of("report"), "0.1.0", "test", "scalar", 1);
    assertEquals(
        ledger,
        new RunFolder(out, manifest, RunFolder.UserClassPath.NONE, said::add)
            .report(Progress.NONE));
    assertEquals(1, said.size());
    assertTrue(said.getFirst().startsWith(old + " is passed over: its settings are of another"));
    assertTrue(said.getFirst().contains("config.toml:1:1: unknown key 'a_key_of_old'"));
  }

  @Test
  void theTopSaysWhatCameOutAndHowTheRunFallsShort() throws IOException {
    String page = Files.readString(out.resolve("report.html"));
    String top = page.substring(0, page.indexOf("<nav id=\"contents\">"));
    assertTrue(top.contains("<p class=\"banner\">Not the whole experiment: every chapter"), top);
    assertTrue(top.contains("data-chapter=\"quadratic\" data-verdict=\"reproduced\""), top);
    assertTrue(top.contains("Figure 2 of the paper"), top);
    assertEquals(2, page.split("<summary>What it ran on</summary>", -1).length);
    assertTrue(
        page.contains("<p class=\"banner\">Below the scale of the paper: particles 640 for 200000"),
        "no banner of the chapter");
    int work = page.indexOf("<caption class=\"short\">Work and time</caption>");
    assertTrue(
        page.lastIndexOf("<details>", work) > page.lastIndexOf("</details>", work),
        "the table of times is open");
  }

  @Test
  void theLedgerLinksFiguresAndFiles() throws IOException {
    String page = Files.readString(out.resolve("report.html"));
    String row = page.substring(page.indexOf("<tr id=\"quadratic-Q2\""));
    row = row.substring(0, row.indexOf("</tr>"));
    assertTrue(row.contains("<a href=\"#quadratic-mse-decomposition\">Figure 1</a>"), row);
    row = page.substring(page.indexOf("<tr id=\"quadratic-Q4.2\""));
    row = row.substring(0, row.indexOf("</tr>"));
    assertTrue(row.matches("(?s).*<a href=\"quadratic/alpha-10-\\w{12}/result.json\">.*"), row);
    assertTrue(page.contains("<option>not-checkable</option>"), "no filter");
    assertFalse(page.contains("x_k −"), "raw subscripts");
  }

  @Test
  void aWideLightWindow(@TempDir Path scratch) throws IOException {
    check(scratch, 1200, false);
  }

  @Test
  void aNarrowDarkWindow(@TempDir Path scratch) throws IOException {
    check(scratch, 500, true);
  }

  private static void check(Path scratch, int width, boolean dark) throws IOException {
    Optional<Browser> browser = Browser.find(scratch);
    assumeTrue(
        browser.isPresent(), "no Chromium: the report was not looked at; install 'chromium'");
    Map<String, Object> seen = look(browser.get(), width, dark);
    assertEquals(List.of(), seen.get("errors"));
    assertEquals(List.of(), seen.get("broken"));
    assertTrue(number(seen, "figures") >= 6, seen::toString);
    assertTrue(number(seen, "narrowest") >= 250 && number(seen, "flattest") >= 150, seen::toString);
    assertTrue(number(seen, "overflow") <= 0, () -> "wider than the window: " + seen);
    assertTrue(number(seen, "contrast") >= 7, seen::toString);
    assertTrue(!seen.get("tip").toString().isEmpty(), "hovering shows a value");
    for (Object file : (List<?>) seen.get("files")) {
      assertTrue(Files.exists(out.resolve(file.toString())), () -> "no file behind link " + file);
    }
  }

  private static Map<String, Object> look(Browser browser, int width, boolean dark)
      throws IOException {
    String spy =
        "<script>window.seenErrors=[];addEventListener('error',e=>seenErrors.push(e.message));"
            + "console.error=(...a)=>seenErrors.push(a.join(' '));</script>";
    String page =
        Files.readString(out.resolve("report.html"))
            .replace("<head>", "<head>" + spy)
            .replace("</body>", "<script>" + resource("check.js") + "</script></body>");
    Path copy = Files.writeString(out.resolve("checked.html"), page);
    String dom = browser.dom(copy, width, 2000, dark);
    String open = "id=\"check\">";
    int from = dom.indexOf(open);
    assertTrue(
        from > 0, () -> "the page did not load: " + dom.substring(0, Math.min(400, dom.length())));
    String json = dom.substring(from + open.length(), dom.indexOf("</script>", from));
    return JsonMapper.builder().build().readValue(json, new TypeReference<>() {});
  }

  private static double number(Map<String, Object> seen, String key) {
    return ((Number) seen.get(key)).doubleValue();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportPageTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
