package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ironopt.cli.Cli;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.tables.MessyTables.Messy;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A folder of messy tables through fit, predict and evaluate: what is odd is said with the option
 * that changes it, in text, in JSON and in the model, and nothing changes a result in silence.
 */
class MessyTablesTest {
  /** Tables whose lines are compared as a whole. */
  private static final Set<String> GOLDEN =
      Set.of("ids.csv", "zip.csv", "comma.csv", "german.csv", "cities.csv");

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> fitPredictEvaluate() {
    List<Messy> tables = new MessyTables().all();
    assertTrue(tables.size() >= 20);
    return tables.stream().map(t -> DynamicTest.dynamicTest(t.file(), () -> through(t)));
  }

  private void through(Messy table) throws IOException {
    Path file = folder.resolve(table.file());
    Files.write(file, table.content());
    if (!table.refused().isEmpty()) {
      Cli refused = Cli.run("fit", file.toString(), "--target", "y");
      assertEquals("iron fit: " + folder + "/" + table.refused() + "\n", refused.err());
      assertEquals(ExitCode.BAD_INPUT, refused.code());
      if (table.options().isEmpty()) {
        return;
      }
    }
    String model = folder.resolve("model.json").toString();
    List<String> fit = new ArrayList<>(List.of("fit", file.toString(), "--out", model));
    fit.addAll(table.options());
    Cli text = Cli.run(fit.toArray(String[]::new));
    assertEquals(0, text.code(), text.err());
    fit.add("--json");
    JsonNode json = Cli.run(fit.toArray(String[]::new)).json();
    List<String> notes = new ArrayList<>();
    json.get("notes").forEach(note -> notes.add(note.asString()));
    List<String> kept = ModelFile.read(Path.of(model)).table().orElseThrow().notes();
    assertEquals(kept, notes.stream().filter(kept::contains).toList());
    for (String note : notes) {
      assertTrue(text.err().lines().anyMatch(note::equals), note);
    }
    for (String expected : table.notes()) {
      assertTrue(notes.stream().anyMatch(n -> n.matches(expected)), expected + " in " + notes);
    }
    if (GOLDEN.contains(table.file())) {
      assertEquals(golden(table.file()), String.join("\n", notes) + "\n");
    }
    Cli evaluated = Cli.run("evaluate", model, file.toString(), "--json");
    assertEquals(0, evaluated.code(), evaluated.err());
    Cli predicted = Cli.run("predict", model, file.toString());
    assertEquals(0, predicted.code(), predicted.err());
    long rows = predicted.out().lines().count() - 1;
    assertEquals(evaluated.json().get("rows").asLong(), rows);
    // One that is too good has learned what it should not know; only one table says that it may.
    boolean leak = notes.stream().anyMatch(n -> n.contains("nearly perfectly"));
    assertEquals(table.file().equals("leak.csv"), leak, notes.toString());
    if (evaluated.json().has("auc") && !leak) {
      assertTrue(evaluated.json().get("auc").asDouble() < 0.95, evaluated.out());
    }
  }

  private static String golden(String file) throws IOException {
    try (InputStream in = MessyTablesTest.class.getResourceAsStream("messy/" + file + ".txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The same rows by another way give the same model. */
  @Test
  void standardInput() throws IOException {
    Messy table = new MessyTables().all().getFirst();
    Path file = Files.write(folder.resolve(table.file()), table.content());
    Path one = folder.resolve("one.json");
    Path other = folder.resolve("other.json");
    assertEquals(
        0, Cli.run("fit", file.toString(), "--target", "y", "--out", one.toString()).code());
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(table.content()));
      Cli piped = Cli.run("fit", "-", "--target", "y", "--out", other.toString());
      assertEquals(0, piped.code(), piped.err());
      System.setIn(new ByteArrayInputStream(table.content()));
      Cli predicted = Cli.run("predict", other.toString(), "-");
      assertEquals(Cli.run("predict", one.toString(), file.toString()).out(), predicted.out());
      System.setIn(new ByteArrayInputStream("x,y\n1,\0\n".getBytes(StandardCharsets.UTF_8)));
      assertEquals(
          "iron fit: standard input:2:3: a NUL byte, expected text; is this a binary file?\n",
          Cli.run("fit", "-", "--target", "y").err());
    } finally {
      System.setIn(before);
    }
    assertEquals(
        ModelFile.read(one).weights()[0].length, ModelFile.read(other).weights()[0].length);
  }

  /** Predicting repeats what was decided: other rows in the same forms, refused in others. */
  @Test
  void predictRepeatsTheDecisions() throws IOException {
    List<Messy> tables = new MessyTables().all();
    String model = folder.resolve("model.json").toString();
    for (Messy table : tables) {
      if (!List.of("money.csv", "german.csv", "cities.csv").contains(table.file())) {
        continue;
      }
      Path file = Files.write(folder.resolve(table.file()), table.content());
      assertEquals(0, Cli.run("fit", file.toString(), "--target", "y", "--out", model).code());
      String[] rows =
          switch (table.file()) {
            case "money.csv" -> new String[] {"x,price\n1,\"$1,500.00\"\n", "x,price\n1,1500,00\n"};
            case "german.csv" ->
                new String[] {"x,seen\n1,06.05.2023 12:30\n", "x,seen\n1,2023-05-06\n"};
            default -> new String[] {"x,city\n1,Atlantis\n", "x,city\none,city1\n"};
          };
      Path good = Files.writeString(folder.resolve("good.csv"), rows[0]);
      Cli predicted = Cli.run("predict", model, good.toString());
      assertEquals(0, predicted.code(), predicted.err());
      Path bad = Files.writeString(folder.resolve("bad.csv"), rows[1]);
      Cli refused = Cli.run("predict", model, bad.toString());
      assertEquals(ExitCode.BAD_INPUT, refused.code(), refused.out());
      assertEquals(1, refused.err().lines().count(), refused.err());
    }
  }
}
