package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.ironopt.Slow;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What can be taken along from the page: commands, programs, pictures, numbers. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs a shell")
class SharePageTest extends InBrowser {
  /** Returns what the page knows of its first method, as its table has it. */
  private static JsonNode exact() {
    return browser.eval("ironPage.header.laws[0]");
  }

  /** Presses a button that copies and returns what it shows. */
  private static String copied(String button) {
    browser.click("#copy-" + button);
    browser.until("!document.querySelector('#shared').hidden");
    return browser.eval("document.querySelector('#shared').textContent").asString();
  }

  private static void assertClose(double expected, double found, String about) {
    assertEquals(expected, found, 1e-12 * Math.abs(expected), about);
  }

  private static double printed(String out, String name) {
    String line = out.lines().filter(l -> l.startsWith(name + " ")).findFirst().orElseThrow();
    return Double.parseDouble(line.substring(name.length() + 1));
  }

  private static JsonNode row(String json) {
    return JsonMapper.builder().build().readTree(json).path("rows").path(0);
  }

  @Test
  @Slow
  void commandAndProgramGiveTheNumbersOfThePageInAShell() throws Exception {
    Path folder = Files.createDirectories(scratch.resolve("shell"));
    String java =
        Path.of(System.getProperty("java.home"), "bin", "java")
            + " --add-modules=jdk.incubator.vector -cp '"
            + System.getProperty("java.class.path")
            + "' ";
    File iron = folder.resolve("iron").toFile();
    Files.writeString(iron.toPath(), "#!/bin/sh\nexec " + java + "org.ironopt.cli.Main \"$@\"\n");
    assertTrue(iron.setExecutable(true));
    for (String query :
        List.of(
            "?alpha=12.5&gamma=0.7&noise=gradient&rho=1.3&a2=4",
            "?problem=least-squares&noise=batch&batch=3&alpha=7&mu=0.4&particles=100")) {
      open(query);
      JsonNode row = row(shell(folder, copied("command")));
      assertClose(row.path("mse").asDouble(), exact().at("/spread/mse").asDouble(), query);
    }
    open("?alpha=12.5&gamma=0.7&noise=gradient&rho=1.3&a2=4");
    Files.writeString(folder.resolve("Program.java"), copied("java"));
    String out = shell(folder, java + "Program.java");
    assertClose(printed(out, "mse"), exact().at("/spread/mse").asDouble(), out);
  }

  private static String shell(Path folder, String line) throws Exception {
    Path stderr = scratch.resolve("stderr");
    Process process =
        new ProcessBuilder("sh", "-c", line)
            .directory(folder.toFile())
            .redirectError(stderr.toFile())
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    assertEquals(0, code, line + "\n" + Files.readString(stderr));
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "left=iron&noise=gradient&law=student:5",
        "left=iron-corrected&noise=center",
        "left=nag-gs&noise=center",
        "left=nag-gs&noise=gradient",
        "left=euler&noise=center&alpha=0.2",
        "left=euler&noise=gradient&alpha=0.2",
        "problem=least-squares&left=iron&noise=center",
        "problem=least-squares&left=euler&noise=gradient&alpha=0.2"
      })
  @Slow
  void everyCommandGivesTheNumbersOfThePage(String query) {
    commandGivesTheNumbers(query);
  }

  @Test
  void aCommandGivesTheNumbersOfThePage() {
    commandGivesTheNumbers("left=iron&noise=center");
  }

  private static void commandGivesTheNumbers(String query) {
    open("?particles=100&alpha=1.7&gamma=0.8&mu=0.6&rho=1.2&" + query);
    String command = copied("command");
    JsonNode row = row(Cli.run(command.replace("./iron ", "")).out());
    JsonNode page = exact();
    assertClose(row.path("mse").asDouble(), page.at("/spread/mse").asDouble(), command);
    assertClose(row.path("spectralRadius").asDouble(), page.path("radius").asDouble(), command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "left=nag-gs&noise=gradient",
        "left=euler&noise=center&alpha=0.2",
        "left=sgd&noise=gradient&alpha=0.3",
        "problem=least-squares&left=iron&noise=gradient",
        "problem=least-squares&left=iron&noise=batch",
        "problem=least-squares&left=nag-gs&noise=batch&alpha=0.5",
        "problem=least-squares&left=sgd&noise=batch&alpha=0.5"
      })
  @Slow
  void everyProgramPrintsTheNumbersOfThePage(String query) throws Exception {
    programPrintsTheNumbers(query);
  }

  @Test
  void aProgramPrintsTheNumbersOfThePage() throws Exception {
    programPrintsTheNumbers("left=iron&noise=center");
  }

  private static void programPrintsTheNumbers(String query) throws Exception {
    open("?particles=100&alpha=1.7&gamma=0.8&mu=0.6&rho=1.2&" + query);
    String out = ran(copied("java"));
    assertClose(printed(out, "mse"), exact().at("/spread/mse").asDouble(), out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"problem=log-cosh&b=1.5&alpha=300", "problem=logistic&alpha=90000"})
  @Slow
  void programsPrintWhatTheErrorTendsTo(String query) throws Exception {
    open("?particles=100&gamma=0.8&mu=0.6&rho=1.2&" + query);
    String out = ran(copied("java"));
    JsonNode page = exact();
    assertClose(printed(out, "limit"), page.path("limit").asDouble(), out);
    assertClose(printed(out, "expansion"), page.at("/expansion/mse").asDouble(), out);
  }

  /** Compiles a program, runs it here and returns what it prints. */
  private static String ran(String program) throws Exception {
    Path folder = Files.createTempDirectory(scratch, "program");
    Path source = Files.writeString(folder.resolve("Program.java"), program);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                said,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertEquals(0, code, () -> said.toString(StandardCharsets.UTF_8) + program);
    PrintStream stdout = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      Class<?> made = loader.loadClass("Program");
      Constructor<?> constructor = made.getDeclaredConstructor();
      constructor.setAccessible(true);
      Method main = made.getDeclaredMethod("main");
      main.setAccessible(true);
      main.invoke(constructor.newInstance());
    } finally {
      System.setOut(stdout);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theCsvHasTheHistoryOfThePage() throws IOException {
    open("?particles=500&right=sgd&alpha=0.3");
    browser.until("ironPage.history.length > 20");
    browser.click("#pause");
    List<String> lines = Files.readAllLines(browser.saved("#save-csv", scratch.resolve("saved")));
    assertEquals(
        "k,iron_mse,iron_standard_error,iron_exact,sgd_mse,sgd_standard_error,sgd_exact",
        lines.getFirst());
    JsonNode history = browser.eval("ironPage.history");
    assertEquals(history.size() + 1, lines.size());
    for (int i = 0; i < history.size(); i++) {
      String[] cells = lines.get(i + 1).split(",", -1);
      assertEquals(history.get(i).path("k").asDouble(), Double.parseDouble(cells[0]));
      for (int side = 0; side < 2; side++) {
        JsonNode found = history.get(i).path("sides").path(side);
        assertEquals(found.path("mse").asDouble(), Double.parseDouble(cells[1 + 3 * side]));
        assertEquals(found.path("error").asDouble(), Double.parseDouble(cells[2 + 3 * side]));
        assertEquals(found.path("exact").asDouble(), Double.parseDouble(cells[3 + 3 * side]));
      }
    }
  }

  @Test
  @Slow
  void thePngHasBothCloudsInTheirColours() throws IOException {
    open("?particles=20000&right=sgd&alpha=0.3");
    browser.until("ironPage.drawn > 5");
    browser.click("#pause");
    Path file = browser.saved("#save-png", scratch.resolve("saved"));
    BufferedImage image = ImageIO.read(file.toFile());
    assertEquals(2 * image.getHeight(), image.getWidth());
    int half = image.getHeight();
    assertTrue(coloured(image, 0, half, 0x0072b2) > 500, "IRON's cloud");
    assertEquals(0, coloured(image, 0, half, 0xb14000), "and only it");
    assertTrue(coloured(image, half, 2 * half, 0xb14000) > 500, "SGD's cloud");
    assertTrue(coloured(image, 0, half, 0xffffff) > half * half / 4, "on the page's ground");
  }

  private static int coloured(BufferedImage image, int from, int to, int rgb) {
    int count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = from; x < to; x++) {
        count += (image.getRGB(x, y) & 0xffffff) == rgb ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void theSvgHasTheThreeChartsAndNeedsNoStyleSheet() throws Exception {
    open("?particles=500&alpha=2");
    browser.until("ironPage.history.length > 20");
    browser.click("#pause");
    Path file = browser.saved("#save-svg", scratch.resolve("saved"));
    Document svg =
        DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
    assertEquals("svg", svg.getDocumentElement().getTagName());
    NodeList titles = svg.getElementsByTagName("title");
    assertEquals(3, titles.getLength());
    assertEquals("Error against steps", titles.item(0).getTextContent());
    assertEquals("Spectral radius against the step", titles.item(2).getTextContent());
    NodeList paths = svg.getElementsByTagName("path");
    int drawn = 0;
    for (int i = 0; i < paths.getLength(); i++) {
      String stroke = paths.item(i).getAttributes().getNamedItem("stroke").getNodeValue();
      drawn += stroke.equals("rgb(0, 114, 178)") ? 1 : 0;
    }
    assertTrue(drawn >= 5, "lines and dots in the colour of the method, got " + drawn);
    assertTrue(!Files.readString(file).contains("href"), "nothing is loaded from elsewhere");
  }
}
