package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CurveCommandTest {
  @TempDir Path folder;
  private String data;

  /** y = 3 exp(-0.5 x) + 1 with errors of 0.01 in turns. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder("x,y,w,name\n");
    for (int i = 0; i < 20; i++) {
      double y = 3 * StrictMath.exp(-0.25 * i) + 1 + (i % 2 == 0 ? 0.01 : -0.01);
      text.append(0.5 * i).append(',').append(y).append(",1,row").append(i).append('\n');
    }
    data = Files.writeString(folder.resolve("d.csv"), text).toString();
  }

  private Cli curve(String model, String... more) {
    String[] args = new String[more.length + 4];
    args[0] = "curve";
    args[1] = data;
    args[2] = "--model";
    args[3] = model;
    System.arraycopy(more, 0, args, 4, more.length);
    return Cli.run(args);
  }

  @Test
  void printsATable() {
    Cli run = curve("y = a*exp(-b*x) + c", "--start", "a=1,b=0.1,c=0");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().startsWith("parameter  value                   standard error\na  "));
    assertTrue(run.out().contains("17 degrees of freedom, R^2 0.99"), run.out());
    assertTrue(run.out().contains("converged after"), run.out());
  }

  @Test
  void jsonHasTheMembersThatArePromised() {
    JsonNode json = curve("y = a*exp(-b*x) + c", "--start", "a=1,b=0.1,c=0", "--json").json();
    assertEquals(
        "[parameters, rss, dof, ending, evaluations, files]", json.propertyNames().toString());
    JsonNode b = json.get("parameters").get(1);
    assertEquals("[name, value, se]", b.propertyNames().toString());
    assertEquals("b", b.get("name").asString());
    assertEquals(0.5, b.get("value").asDouble(), 0.02);
    assertEquals(17, json.get("dof").asInt());
    assertEquals("settled", json.get("ending").asString());
  }

  @Test
  void aShapeNeedsNoStart() {
    JsonNode json = curve("exponential", "--json").json();
    assertEquals(-0.5, json.get("parameters").get(1).get("value").asDouble(), 0.02);
  }

  @Test
  void optionsAreUsed() {
    JsonNode json =
        curve(
                "y = a*exp(-b*x) + c",
                "--start",
                "a=1,b=0.1",
                "--fix",
                "c=1",
                "--bound",
                "b=0.6:",
                "--start",
                "b=1",
                "--weight",
                "w",
                "--robust",
                "huber:0.5",
                "--json")
            .json();
    assertEquals(1, json.get("parameters").get(2).get("value").asDouble());
    assertEquals(0, json.get("parameters").get(2).get("se").asDouble());
    assertEquals(0.6, json.get("parameters").get(1).get("value").asDouble());
    assertTrue(json.get("parameters").get(1).get("se").isNull());
  }

  @Test
  void predictTakesTheFile() throws IOException {
    Path out = folder.resolve("fit.json");
    assertEquals(
        0, curve("y = a*exp(-b*x) + c", "--start", "a=1,b=0.1,c=0", "--out", out + "").code());
    assertTrue(Files.readString(folder.resolve("fit.html")).contains("<svg"));
    Path fresh = Files.writeString(folder.resolve("new.csv"), "x\n0\n100\n");
    Cli run = Cli.run("predict", out.toString(), fresh.toString());
    assertEquals(0, run.code(), run.err());
    String[] lines = run.out().split("\n");
    assertEquals("prediction,low,high", lines[0]);
    String[] last = lines[2].split(",");
    assertEquals(1, Double.parseDouble(last[0]), 0.02);
    assertTrue(Double.parseDouble(last[1]) < 1 && Double.parseDouble(last[2]) > 1);
    // Again over its own files, and not over another one.
    assertEquals(0, curve("exponential", "--out", out.toString()).code());
    assertEquals(2, curve("exponential", "--out", fresh.toString()).code());
  }

  @Test
  void inspectShowsTheFile() throws IOException {
    Path out = folder.resolve("fit.json");
    String[] more = {"--start", "a=1,b=0.1", "--fix", "c=1", "--out", out.toString()};
    assertEquals(0, curve("y = a*exp(-b*x) + c", more).code());
    Cli run = Cli.run("inspect", out.toString());
    assertEquals(0, run.code(), run.err());
    String[] lines = run.out().split("\\R");
    assertEquals("model           y = a*exp(-b*x) + c", lines[0]);
    assertEquals("columns         y, x", lines[1]);
    assertEquals("degrees         18 of freedom", lines[3]);
    assertEquals("ending          settled", lines[4]);
    assertEquals("parameter       value                  standard error", lines[7]);
    assertTrue(lines[8].matches("a +2\\.9\\d+ +0\\.00\\d+|a +3\\.0\\d+ +0\\.00\\d+"), lines[8]);
    assertTrue(lines[10].matches("c +1 +fixed"), lines[10]);
    JsonNode json = Cli.run("inspect", out.toString(), "--json").json();
    assertEquals("iron-curve", json.get("format").asString());
    Cli refused = Cli.run("inspect", out.toString(), "--top", "3");
    assertEquals(2, refused.code());
    assertEquals("iron inspect: --top does not apply to a curve; leave it out\n", refused.err());
  }

  /** The band of the curve and that of new data are told apart by name and colour. */
  @Test
  void thePageHasBothBands() throws IOException {
    Path out = folder.resolve("fit.json");
    assertEquals(0, curve("exponential", "--out", out.toString()).code());
    String page = Files.readString(folder.resolve("fit.html"));
    assertTrue(page.contains("95 % of the curve") && page.contains("95 % of new data"));
  }

  private Cli line(String text, String model, String... more) throws IOException {
    data = Files.writeString(folder.resolve("layout.csv"), text).toString();
    return curve(model, more);
  }

  private static void assertLine(Cli run) {
    assertEquals(0, run.code(), run.err());
    assertEquals(1.5, run.json().get("parameters").get(0).get("value").asDouble(), 1e-12);
  }

  /** The line through (0, 1.5), (1, 3), (2, 4.5), (3, 6), written in several ways. */
  @Test
  void layoutsAreDetectedOrGiven() throws IOException {
    String[] more = {"--start", "a=1,b=0", "--json"};
    assertLine(line("x;y\n0;1,5\n1;3\n2;4,5\n3;6\n", "y = a*x + b", more));
    assertLine(line("x\ty\n0\t1.5\n1\t3\n2\t4.5\n3\t6\n", "y = a*x + b", more));
    assertLine(line("0,1.5\n1,3\n2,4.5\n3,6\n", "column2 = a*column1 + b", more));
    assertLine(
        line(
            "0_1,500\n1_3,000\n2_4,500\n3_6,000\n",
            "column2 = a*column1 + b",
            "--start",
            "a=1,b=0",
            "--json",
            "--delimiter",
            "_",
            "--decimal",
            ",",
            "--header",
            "no"));
    Cli doubt = line("x;y\n0;1,500\n1;3,000\n2;4,500\n3;6,000\n", "y = a*x + b", more);
    assertEquals(2, doubt.code());
    assertEquals(
        "iron curve: "
            + data
            + ":2: column 'y' is '1,500', expected --decimal . or --decimal , to tell which number"
            + " that is\n",
        doubt.err());
  }

  @Test
  void predictReadsTheSameLayouts() throws IOException {
    Path out = folder.resolve("line.json");
    String text = "x;y\n0;1,5\n1;3,1\n2;4,5\n3;6\n";
    Cli fit = line(text, "y = a*x + b", "--start", "a=1,b=0", "--out", out.toString());
    assertEquals(0, fit.code(), fit.err());
    Path fresh = Files.writeString(folder.resolve("new.csv"), "x;z\n0,5;a\n1,5;b\n");
    Cli run = Cli.run("predict", out.toString(), fresh.toString(), "--decimal", ",");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().startsWith("prediction,low,high\n2.285,"), run.out());
  }

  private void refused(String sentence, String model, String... more) {
    Cli run = curve(model, more);
    assertEquals(2, run.code(), run.err());
    assertEquals("iron curve: " + sentence + "\n", run.err());
  }

  @Test
  void mistakesAreNamed() {
    refused(
        "--model: the bracket is not closed at line 1, column 10", "y = a*exp(x", "--start", "a=1");
    refused(
        "--model: 'z' at line 1, column 7 is no column of the table (x, y, w, name) and has no"
            + " start; add --start z=1",
        "y = a*z",
        "--start",
        "a=1");
    refused(
        "--start names 'q', which is not in the formula; the parameters are a",
        "y = a*x",
        "--start",
        "q=1");
    refused(
        "--fix names 'x', a column of the table; the parameters are a",
        "y = a*x",
        "--start",
        "a=1",
        "--fix",
        "x");
    refused("--start is 'a', expected such as a=1", "y = a*x", "--start", "a");
    refused(
        data + ":2: column 'name' is 'row0', expected a number", "y = a*name", "--start", "a=1");
    refused(
        "--model is 'parabola', expected a formula such as \"y = a*exp(-b*x) + c\" or one of"
            + " exponential, logistic, gaussian, power, michaelis-menten",
        "parabola");
    refused("--robust is 'l2', expected huber, soft-l1 or cauchy", "exponential", "--robust", "l2");
  }

  @Test
  void aPlateauIsNoSuccess() {
    Cli run = curve("y = a*k*exp(-b*x) + c", "--start", "a=1,k=1,b=0.1,c=0");
    assertEquals(1, run.code());
    assertTrue(run.out().contains("the data do not determine a and k"), run.out());
  }

  /** A model without inputs: its file, its page, and a prediction for each row. */
  @Test
  void aConstantIsFittedAndPredicts() throws IOException {
    Path out = folder.resolve("mean.json");
    data = Files.writeString(folder.resolve("c.csv"), "y\n1\n2\n6\n").toString();
    Cli fit = curve("y = a", "--start", "a=1", "--out", out.toString());
    assertEquals(0, fit.code(), fit.err());
    assertTrue(Files.readString(folder.resolve("mean.html")).contains("<svg"));
    Path fresh = Files.writeString(folder.resolve("new.csv"), "z\nu\nv\nw\n");
    Cli run = Cli.run("predict", out.toString(), fresh.toString());
    assertEquals(0, run.code(), run.err());
    String[] lines = run.out().split("\\R");
    assertEquals(4, lines.length, run.out());
    assertTrue(lines[3].startsWith("3.0,"), run.out());
    assertEquals(lines[1], lines[3]);
  }

  /** Nothing is left to fit: the curve is judged as it is, and can be saved. */
  @Test
  void aFixedCurveIsJudged() throws IOException {
    Path out = folder.resolve("fixed.json");
    Cli run = curve("y = a*exp(-b*x) + c", "--fix", "a=3,b=0.5,c=1", "--out", out + "", "--json");
    assertEquals(0, run.code(), run.err());
    JsonNode json = run.json();
    assertEquals(20, json.get("dof").asInt());
    assertEquals(20 * 1e-4, json.get("rss").asDouble(), 1e-12);
    assertEquals(0, json.get("parameters").get(1).get("se").asDouble());
    assertEquals(0, Cli.run("predict", out.toString(), data).code());
  }

  /** What is no number cannot be saved as a curve. */
  @Test
  void aCurveOutsideOfItsDomainIsNotSaved() {
    Path out = folder.resolve("nan.json");
    Cli run = curve("y = log(a - x)", "--start", "a=1", "--out", out.toString());
    assertEquals(1, run.code(), run.err());
    assertTrue(Files.notExists(out));
  }

  @Test
  void damagedFilesAreOneLine() throws IOException {
    Path out = folder.resolve("fit.json");
    assertEquals(0, curve("exponential", "--out", out.toString()).code());
    String text = Files.readString(out);
    String deep = "y = " + "(".repeat(3000) + "a" + ")".repeat(3000);
    for (String damaged :
        new String[] {
          text.replaceFirst("\"dof\" : 17", "\"dof\" : -3"),
          text.replaceFirst("\"model\" : \"[^\"]*\"", "\"model\" : \"" + deep + "\""),
          text.replaceFirst("exp\\(", "wibble("),
          text.substring(0, text.length() / 2)
        }) {
      assertTrue(!damaged.equals(text));
      Files.writeString(out, damaged);
      for (Cli run :
          new Cli[] {Cli.run("predict", out.toString(), data), Cli.run("inspect", out + "")}) {
        assertEquals(2, run.code(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(out.toString()), run.err());
      }
    }
    Cli formula = curve(deep, "--start", "a=1");
    assertEquals(2, formula.code(), formula.err());
    assertEquals(1, formula.err().lines().count(), formula.err());
  }
}
