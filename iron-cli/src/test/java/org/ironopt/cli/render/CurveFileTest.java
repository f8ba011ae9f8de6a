package org.ironopt.cli.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ironopt.curve.Curve;
import org.ironopt.curve.CurveResult;
import org.ironopt.data.MalformedDataException;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.table.TextLayout;
import org.ironopt.table.internal.NumericTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Curve files read back to the bit, and everything else refused in one line. */
class CurveFileTest {
  private static final int MUTATIONS = Integer.getInteger("fuzz.mutations", 20_000);
  private static final String CHARACTERS = "{}[]\",:\\u0e-.1\n\0tn";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @TempDir Path folder;
  private CurveFile curve;
  private NumericTable table;

  @BeforeEach
  void fit() throws IOException {
    double[] x = {0, 1, 2, 3, 4};
    double[] y = {3, 2.1, 1.4, 1.1, 0.6};
    CurveResult result =
        Curve.formula("y = a*exp(-b*x) + c", Map.of("x", x, "y", y)).start(3, 0.5, 0).fix("c").go();
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("y", "yield");
    columns.put("x", "time");
    curve = CurveFile.of("y = a*exp(-b*x) + c", columns, result);
    Path file = Files.writeString(folder.resolve("t.csv"), "time,other\n0,u\n2,v\n");
    table = NumericTable.read(file, new TextLayout());
  }

  private ObjectNode json() {
    return (ObjectNode) MAPPER.readTree(curve.text());
  }

  private String refused(ObjectNode damaged) {
    return refused(damaged.toString());
  }

  private String refused(String text) {
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> CurveFile.parse("c.json", text));
    assertLine(e);
    return e.getMessage();
  }

  private static void assertLine(MalformedDataException e) {
    assertTrue(e.getMessage().startsWith("c.json:"), e.getMessage());
    assertFalse(e.getMessage().contains("\n"), e.getMessage());
    assertTrue(e.getMessage().length() < 400, e.getMessage());
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    CurveFile read = CurveFile.parse("c", curve.text());
    assertEquals(curve, read);
    assertEquals(curve.text(), read.text());
    assertArrayEquals(curve.band(table).halfNew(), read.band(table).halfNew());
  }

  /** Values belong to names: another order of all is the same curve, one of the values is none. */
  @Test
  void parametersAreFoundByName() throws IOException {
    ObjectNode turned = json();
    swap((ArrayNode) turned.get("parameters"), 0, 1);
    String half = turned.toString();
    swap((ArrayNode) turned.get("covariance"), 0, 1);
    turned.get("covariance").forEach(row -> swap((ArrayNode) row, 0, 1));
    CurveFile read = CurveFile.parse("c", turned.toString());
    assertEquals(curve, read);
    assertArrayEquals(curve.band(table).halfNew(), read.band(table).halfNew());
    assertTrue(refused(half).contains("has se"), refused(half));
  }

  private static void swap(ArrayNode list, int i, int j) {
    var first = list.get(i);
    list.set(i, list.get(j));
    list.set(j, first);
  }

  /** One damage at a time; the sentence names what is wrong. */
  @Test
  void damageIsNamed() {
    for (String field : json().propertyNames()) {
      ObjectNode damaged = json();
      damaged.remove(field);
      assertTrue(refused(damaged).contains(field), field);
      damaged.putObject(field);
      refused(damaged);
    }
    assertTrue(refused(json().put("dof", -3)).contains("\"dof\" is -3"));
    assertTrue(refused(json().put("evaluations", -1)).contains("\"evaluations\" is -1"));
    assertTrue(refused(json().put("rss", -1)).contains("rss is -1"));
    assertTrue(refused(json().put("rss", "NaN")).contains("\"rss\" is a text"));
    assertTrue(refused(json().put("more", 1)).contains("unknown field \"more\""));
    assertTrue(refused(json().put("ending", "lost")).contains("the ending 'lost'"));
    assertTrue(refused(json().put("format", "iron-model")).contains("not a curve of iron"));
    assertTrue(refused("[]").contains("not a curve of iron"));
  }

  @Test
  void formulasAndColumnsFit() {
    String[][] models = {
      {"a*exp(-b*x) + c", "there is no '='"},
      {"y = a*wibble(-b*x) + c", "'wibble' is not a function"},
      {"z = a*exp(-b*x) + c", "left of '='"},
      {"3 = a*exp(-b*x) + c", "left of '='"},
      {"y = a*exp(-b*x)", "'c' is not in the model"},
      {"y = a*exp(-b*x) + c + d", "'d' of the model"},
      {"y = a*exp(-b*x) + c +", "the formula ends"},
      {"y = " + "(".repeat(5000) + "a", "at most 100 levels"},
      {"y = a" + "+x".repeat(10_000), "expected at most 10000"}
    };
    for (String[] model : models) {
      String message = refused(json().put("model", model[0]));
      assertTrue(message.contains(model[1]), message);
    }
    ObjectNode empty = json();
    empty.putObject("columns");
    assertTrue(refused(empty).contains("left of '='"), refused(empty));
    ObjectNode without = json();
    ((ObjectNode) without.get("columns")).remove("x");
    assertTrue(refused(without).contains("'x' of the model"), refused(without));
    ObjectNode same = json();
    ((ObjectNode) same.get("columns")).put("x", "yield");
    assertTrue(refused(same).contains("the column 'yield' comes twice"), refused(same));
  }

  @Test
  void parametersAndCovarianceFit() {
    ObjectNode twice = json();
    ((ObjectNode) twice.get("parameters").get(1)).put("name", "a");
    assertTrue(refused(twice).contains("the parameter 'a' comes twice"), refused(twice));
    ObjectNode fewer = json();
    ((ArrayNode) fewer.get("parameters")).remove(1);
    assertTrue(refused(fewer).contains("'b' of the model"), refused(fewer));
    ObjectNode more = json();
    ((ObjectNode) more.get("parameters").get(0)).put("unit", "m");
    assertTrue(refused(more).contains("unknown field \"unit\""), refused(more));
    ObjectNode shorter = json();
    ((ArrayNode) shorter.get("covariance")).remove(2);
    assertTrue(refused(shorter).contains("covariance"), refused(shorter));
    ObjectNode narrow = json();
    ((ArrayNode) narrow.get("covariance").get(0)).remove(2);
    assertTrue(refused(narrow).contains("a row of covariance"), refused(narrow));
    for (double variance : new double[] {-1, 1e9}) {
      ObjectNode damaged = json();
      ((ArrayNode) damaged.get("covariance").get(0)).set(0, MAPPER.valueToTree(variance));
      assertTrue(refused(damaged).contains("a has se"), refused(damaged));
    }
    ObjectNode unlike = json();
    ((ArrayNode) unlike.get("covariance").get(0)).set(1, MAPPER.valueToTree(0.25));
    assertTrue(refused(unlike).contains("no covariance matrix"), refused(unlike));
    ObjectNode negative = json();
    ((ObjectNode) negative.get("parameters").get(0)).put("se", -1);
    assertTrue(refused(negative).contains("a has se -1"), refused(negative));
  }

  /** Earlier files have null in all rows of a parameter that stands at a bound. */
  @Test
  void unknownVariancesAreNull() throws IOException {
    ObjectNode held = json();
    ((ObjectNode) held.get("parameters").get(1)).putNull("se");
    for (int i = 0; i < 3; i++) {
      ((ArrayNode) held.get("covariance").get(1)).setNull(i);
      ((ArrayNode) held.get("covariance").get(i)).setNull(1);
    }
    CurveResult.Band band = CurveFile.parse("c", held.toString()).band(table);
    assertTrue(band.errors()[1] > 0 && band.errors()[1] < curve.band(table).errors()[0]);
    ObjectNode unknown = json();
    unknown.get("parameters").forEach(p -> ((ObjectNode) p).putNull("se"));
    unknown
        .get("covariance")
        .forEach(
            row -> {
              for (int i = 0; i < 3; i++) {
                ((ArrayNode) row).setNull(i);
              }
            });
    CurveResult.Band none = CurveFile.parse("c", unknown.toString()).band(table);
    assertTrue(Double.isNaN(none.halfNew()[0]));
  }

  /** A few characters changed, cut or doubled: a curve that predicts, or one line. */
  @Test
  void aCurveOrOneLine() throws IOException {
    String seed = curve.text();
    RandomStream random = new RandomStreams(31).stream("fuzz");
    int read = 0;
    for (int m = 0; m < MUTATIONS; m++) {
      String text = mutated(seed, random, m);
      try {
        CurveFile file = CurveFile.parse("c.json", text);
        assertEquals(2, file.band(table).values().length);
        assertFalse(file.lines().isEmpty());
        read++;
      } catch (MalformedDataException e) {
        if (!e.getMessage().contains("there is no column")) {
          assertLine(e);
        }
      } catch (RuntimeException e) {
        throw new AssertionError("seed 31, mutation " + m + ": " + text, e);
      }
    }
    assertNotEquals(0, read);
    assertTrue(read < MUTATIONS / 2, read + " read");
  }

  private static String mutated(String seed, RandomStream random, int m) {
    StringBuilder text = new StringBuilder(seed);
    int changes = 1 + random.below(3, m, 0);
    for (int i = 1; i <= changes && text.length() > 1; i++) {
      int at = random.below(text.length(), m, 10 * i);
      int other = random.below(text.length(), m, 10 * i + 2);
      char character = CHARACTERS.charAt(other % CHARACTERS.length());
      switch (random.below(5, m, 10 * i + 1)) {
        case 0 -> text.setCharAt(at, character);
        case 1 -> text.insert(at, character);
        case 2 -> text.deleteCharAt(at);
        case 3 -> text.setLength(Math.max(1, at));
        default -> text.insert(at, text.substring(Math.min(at, other), Math.max(at, other)));
      }
    }
    return text.toString();
  }
}
