package org.ironopt.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.network.Activation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Model files read back to the bit, and everything else refused in one line. */
class ModelFileTest {
  private static final Model MODEL =
      new Model(
          ModelKind.LOGISTIC,
          List.of("age", "city=Os\"lo\u20ac"),
          List.of("no", "yes"),
          new double[][] {{0.1, -1e-300}},
          new double[] {Math.PI},
          new LinkedHashMap<>());

  @Test
  void whatIsWrittenIsRead() throws Exception {
    Model read = ModelFile.parse("m", ModelFile.text(MODEL));
    assertEquals(MODEL.columns(), read.columns());
    assertEquals(MODEL.classes(), read.classes());
    assertArrayEquals(MODEL.weights()[0], read.weights()[0]);
    assertArrayEquals(MODEL.intercepts(), read.intercepts());
    assertEquals(ModelFile.text(MODEL), ModelFile.text(read));
  }

  @Test
  void aTableIsReadBack() throws Exception {
    TableSchema schema =
        new TableSchema(
            true,
            4,
            new TableSchema.Target("y", 3, List.of("a", "b")),
            List.of(
                new TableSchema.Numeric("x", 0, 2.5, TableSchema.Form.PLAIN, true),
                new TableSchema.Categorical(
                    "c", 2, List.of("p", "q"), "q", Optional.empty(), false)),
            TableSchema.Missing.INDICATOR,
            List.of());
    Model model =
        new Model(
            ModelKind.LOGISTIC,
            schema.features(),
            List.of("a", "b"),
            new double[][] {{1, 2, 3}},
            new double[] {0},
            Optional.of(schema),
            new LinkedHashMap<>());
    assertEquals(Optional.of(schema), ModelFile.parse("m", ModelFile.text(model)).table());
  }

  @Test
  void formsOfNumbersPooledCategoriesDatesAndNotes() throws MalformedDataException {
    TableSchema schema =
        new TableSchema(
            true,
            5,
            new TableSchema.Target("y", 4, List.of(), new TableSchema.Form(',', '.', "€")),
            List.of(
                new TableSchema.Numeric(
                    "x", 0, 2.5, new TableSchema.Form(',', (char) 0, ""), false),
                new TableSchema.Categorical(
                    "c", 1, List.of("(other)", "p"), "p", Optional.of("(other)"), false),
                new TableSchema.Date(
                    "d", 2, "d/M/uuuu", List.of(TableSchema.Part.values()), 1.5e9, true, false)),
            TableSchema.Missing.INDICATOR,
            List.of("column 'id' left out"));
    Model model =
        new Model(
            ModelKind.RIDGE,
            schema.features(),
            List.of(),
            new double[1][schema.features().size()],
            new double[] {0},
            Optional.of(schema),
            new LinkedHashMap<>());
    String text = ModelFile.text(model);
    assertEquals(Optional.of(schema), ModelFile.parse("m", text).table());
    for (String[] change :
        new String[][] {
          {"d/M/uuuu", "dd{"},
          {"\"season\"", "\"spring\""},
          {"\"decimal\": \",\"", "\"decimal\": \";\""},
          {"\"rest\": \"(other)\"", "\"rest\": \"q\""}
        }) {
      String changed = text.replace(change[0], change[1]);
      assertThrows(MalformedDataException.class, () -> ModelFile.parse("m", changed), change[1]);
    }
  }

  private static void refused(String expected, String from, String to) {
    String text = ModelFile.text(MODEL);
    String changed = text.replace(from, to);
    if (changed.equals(text)) {
      throw new AssertionError("nothing replaced: " + from);
    }
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> ModelFile.parse("m.json", changed));
    assertEquals("m.json" + expected, e.getMessage());
  }

  @Test
  void everythingElseIsOneLine() {
    refused(
        ": version 3 of the model format is unknown, expected 1 or, of a network, 2; use the"
            + " release of iron that wrote it, or a newer one",
        "\"version\": 1",
        "\"version\": 3");
    refused(
        ": this is not a model of iron, expected \"format\": \"iron-model\"",
        "iron-model",
        "other");
    refused(": the field \"classes\" is missing", "\"classes\": [\"no\", \"yes\"],", "");
    refused(": \"classes\" is a number, expected a list", "[\"no\", \"yes\"]", "3");
    refused(
        ": \"classes\" is a list, expected a list of texts, not with a number", "\"yes\"]", "1]");
    refused(": \"version\" is a text, expected a whole number", ": 1,", ": \"1\",");
    refused(
        ": \"model\" is 'tree', expected logistic, softmax, ridge, poisson, gamma, negbin or huber",
        "\"logistic\"",
        "\"tree\"");
    refused(
        ": coefficients of 'age' has 2 numbers, expected 1 as intercepts has", "[0.1]", "[1, 2]");
    refused(
        ": the parts do not fit together: a logistic model with 3 classes",
        "\"yes\"]",
        "\"yes\", \"maybe\"]");
    refused(
        ": unknown field \"more\", expected it absent", "\"format\"", "\"more\": 1, \"format\"");
    refused(":6:18: '1e999' is not a finite number, expected one", "3.141592653589793", "1e999");
    refused(":6:18: seen 'NaN], \"coeff', expected a value", "3.141592653589793],\n  ", "NaN], ");
    refused(":3:3: the name \"format\" comes twice, expected it once", "\"version\"", "\"format\"");
    refused(":14:1: seen 'x', expected the end of the file", "}\n}\n", "}\n}\nx");
  }

  @Test
  void aFileThatEndsEarly() {
    String text = ModelFile.text(MODEL).substring(0, 33);
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> ModelFile.parse("m", text));
    assertEquals("m:3:6: the file ends, expected '\"' at the end of a text", e.getMessage());
  }

  @Test
  void predictions() {
    double z = 0.1 * 2 + Math.PI;
    double p = 1 / (1 + StrictMath.exp(-z));
    assertArrayEquals(new double[] {1 - p, p}, MODEL.probabilities(2, 0), 1e-15);
    assertEquals("yes", MODEL.predictClass(2, 0));
    assertThrows(IllegalArgumentException.class, () -> MODEL.predict(2, 0));
    assertThrows(IllegalArgumentException.class, () -> MODEL.predictClass(2));
  }

  /** NaN has no class, and infinity no side: a row with either is refused by its column. */
  @Test
  void rowsAreFinite() {
    for (double bad : new double[] {Double.NaN, 1 / 0.0, -1 / 0.0}) {
      String expected = "column 'age' is " + bad + ", expected a finite number";
      assertEquals(expected, refusal(() -> MODEL.predictClass(bad, 0)));
      assertEquals(expected, refusal(() -> MODEL.probabilities(bad, 0)));
      assertThrows(
          IllegalArgumentException.class,
          () -> Dataset.regression(DenseFeatures.of(new double[][] {{bad, 0}}), new double[1]));
    }
    Model ridge =
        new Model(
            ModelKind.RIDGE,
            List.of("a", "b"),
            List.of(),
            new double[][] {{0, 2}},
            new double[] {1},
            new LinkedHashMap<>());
    assertEquals(
        "column 'b' is NaN, expected a finite number", refusal(() -> ridge.predict(1, 0.0 / 0)));
    // A unit at its limit would hide an infinite number.
    Model network =
        new Model(
            ModelKind.RIDGE,
            List.of("a"),
            List.of(),
            List.of(new HiddenLayer(Activation.TANH, new double[][] {{1}}, new double[] {0})),
            new double[][] {{2}},
            new double[] {1},
            Optional.empty(),
            new LinkedHashMap<>());
    assertEquals(
        "column 'a' is Infinity, expected a finite number",
        refusal(() -> network.predict(1 / 0.0)));
  }

  private static String refusal(Executable bad) {
    return assertThrows(IllegalArgumentException.class, bad).getMessage();
  }

  @Test
  void namesComeOnce() {
    refused(": the parts do not fit together: the class 'no' comes twice", "\"yes\"", "\"no\"");
    List<String> twice = List.of("p", "p", "q");
    assertEquals(
        "the category 'p' comes twice",
        refusal(() -> new TableSchema.Categorical("c", 0, twice, "q", Optional.empty(), false)));
    TableSchema.Target y = new TableSchema.Target("y", 2, List.of());
    assertEquals("the column 'x' comes twice", refusal(() -> schema(y, "x", 0, "x", 1)));
    assertEquals("the column 'y' comes twice", refusal(() -> schema(y, "x", 0, "y", 1)));
    assertEquals("the position '1' comes twice", refusal(() -> schema(y, "x", 0, "z", 0)));
  }

  private static void schema(TableSchema.Target target, String a, int i, String b, int j) {
    TableSchema.Form plain = TableSchema.Form.PLAIN;
    List<TableSchema.Column> columns =
        List.of(
            new TableSchema.Numeric(a, i, 0, plain, false),
            new TableSchema.Numeric(b, j, 0, plain, false));
    new TableSchema(true, 3, target, columns, TableSchema.Missing.INDICATOR, List.of());
  }

  @Test
  void aModelPrintsItself() {
    assertEquals(
        "logistic model of 2 columns (age, city=Os\"lo\u20ac), 2 classes (no, yes), 3 parameters\n"
            + "yes: 3.14159 +0.100000 age -1.00000e-300 city=Os\"lo\u20ac",
        MODEL.toString());
    List<String> columns = List.of("a".repeat(30), "b\n", "c", "d", "e");
    String text =
        new Model(
                ModelKind.RIDGE,
                columns,
                List.of(),
                new double[1][5],
                new double[1],
                new LinkedHashMap<>())
            .toString();
    assertEquals(
        "ridge model of 5 columns (" + "a".repeat(24) + "..., b?, c, d, ...), 6 parameters",
        text.lines().findFirst().orElseThrow());
  }
}
