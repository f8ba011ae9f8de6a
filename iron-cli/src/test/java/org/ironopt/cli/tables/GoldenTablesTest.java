package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.cli.Cli;
import org.ironopt.cli.fit.FitOptions;
import org.ironopt.cli.tables.GoldenTables.Golden;
import org.ironopt.data.TableSchema;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.table.TableDecision;
import org.ironopt.table.source.InputRows;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Rows, features, decisions and coefficients of tables that show one thing each. */
class GoldenTablesTest {
  @TempDir Path folder;

  /** The options of a fit: how a table is read, and what is fitted. */
  @Command
  private static final class Reading {
    @Mixin private DataOptions data;
    @Mixin private FitOptions fit;
  }

  @TestFactory
  Stream<DynamicTest> read() {
    return GoldenTables.all().stream().map(t -> DynamicTest.dynamicTest(t.name(), () -> read(t)));
  }

  private void read(Golden table) throws IOException {
    Path file = Files.writeString(folder.resolve("table.csv"), table.text());
    Reading reading = new Reading();
    new CommandLine(reading).parseArgs(table.options().toArray(String[]::new));
    InputRows read = reading.data.training(file.toString()).train();
    assertEquals(table.rows(), read.data().rows());
    assertEquals(table.rows(), read.rows().used());
    assertEquals(table.withoutTarget(), read.rows().withoutTarget());
    assertEquals(table.features(), read.columns());
    assertEquals(
        table.decisions(),
        read.decisions().stream()
            .filter(d -> !(d instanceof TableDecision.Header))
            .map(d -> d.getClass().getSimpleName() + " " + d.column())
            .toList());
  }

  @TestFactory
  Stream<DynamicTest> fit() {
    return GoldenTables.all().stream()
        .filter(t -> !t.coefficients().isEmpty())
        .map(t -> DynamicTest.dynamicTest(t.name(), () -> fit(t)));
  }

  /** Fits, and predicts all rows of the file, those without a target among them. */
  private void fit(Golden table) throws IOException {
    Path file = Files.writeString(folder.resolve("table.csv"), table.text());
    Path out = folder.resolve(table.name().replace(' ', '-') + ".json");
    List<String> args =
        new ArrayList<>(List.of("fit", file.toString(), "--model", "ridge", "--reg", "0"));
    args.addAll(List.of("--out", out.toString()));
    args.addAll(table.options());
    Cli fitted = Cli.run(args.toArray(String[]::new));
    assertEquals(0, fitted.code(), fitted.err());
    Model model = ModelFile.read(out);
    int columns = model.columns().size();
    for (int j = 0; j <= columns; j++) {
      double seen = j < columns ? model.weights()[0][j] : model.intercepts()[0];
      double expected = table.coefficients().get(j);
      assertEquals(expected, seen, 1e-9 * (1 + Math.abs(expected)), "coefficient " + j);
    }
    Cli predicted = Cli.run("predict", out.toString(), file.toString(), "--json");
    assertEquals(0, predicted.code(), predicted.err());
    assertEquals(table.rows() + table.withoutTarget(), predicted.json().get("rows").asLong());
    Cli evaluated = Cli.run("evaluate", out.toString(), file.toString(), "--json");
    assertEquals(table.rows(), evaluated.json().get("rows").asLong(), evaluated.err());
    assertTrue(evaluated.json().get("rmse").asDouble() < 1e-6, evaluated.out());
  }

  private Model fitted(String text, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("rows.csv"), text);
    Path out = folder.resolve("rows.json");
    List<String> args = new ArrayList<>(List.of("fit", file.toString(), "--target", "y"));
    args.addAll(List.of("--out", out.toString()));
    args.addAll(List.of(options));
    Cli fitted = Cli.run(args.toArray(String[]::new));
    assertEquals(0, fitted.code(), fitted.err());
    return ModelFile.read(out);
  }

  /** An exposure stays with its row when others are left out. */
  @Test
  void exposuresGoWithTheirRows() throws IOException {
    String[] rows = {"1,2,3", "2,5,4", "3,1,0", "4,7,", "5,4,9", "6,2,5", "NA,3,4"};
    String all = "x,t,y\n" + String.join("\n", rows) + "\n";
    String[] poisson = {"--model", "poisson", "--exposure", "t"};
    Model model = fitted(all, poisson);
    assertArrayEquals(
        fitted(all.replace(rows[3] + "\n", ""), poisson).weights()[0], model.weights()[0]);
    String[] dropping = {"--model", "poisson", "--exposure", "t", "--missing", "drop"};
    String whole = all.replace(rows[3] + "\n", "").replace(rows[6] + "\n", "");
    assertArrayEquals(fitted(whole, dropping).weights()[0], fitted(all, dropping).weights()[0]);
  }

  @Test
  void libsvmRowsWithoutATarget() throws IOException {
    String text = "1 1:2\nNaN 1:3\n3 1:6\n 1:5\n4 1:8\n";
    Path file = Files.writeString(folder.resolve("rows.libsvm"), text);
    String out = folder.resolve("model.json").toString();
    Cli fitted =
        Cli.run("fit", file.toString(), "--model", "ridge", "--reg", "0", "--out", out, "--json");
    assertEquals(3, fitted.json().get("rows").asLong(), fitted.err());
    assertEquals(0.5, ModelFile.read(Path.of(out)).weights()[0][0], 1e-9);
    assertEquals(5, Cli.run("predict", out, file.toString(), "--json").json().get("rows").asLong());
    assertEquals(
        3, Cli.run("evaluate", out, file.toString(), "--json").json().get("rows").asLong());
  }

  /** What training took for missing is so in new rows, too; a new date of a second form is read. */
  @Test
  void modelsKeepTheRulesOfDates() throws IOException {
    String dates = "d,y\n" + "2024-01-05,4\n2024-01-06,5\n2024-01-08,7\n".repeat(8);
    Model strict = fitted(dates);
    assertEquals(0, strict.table().orElseThrow().columns().stream().filter(this::coerces).count());
    Path file = Files.writeString(folder.resolve("new.csv"), "d\nsoon\n");
    String model = folder.resolve("rows.json").toString();
    assertEquals(2, Cli.run("predict", model, file.toString()).code());
    Model lenient = fitted(dates + "soon,5\n", "--bad-dates", "missing");
    assertEquals(1, lenient.table().orElseThrow().columns().stream().filter(this::coerces).count());
    assertEquals(0, Cli.run("predict", model, file.toString()).code());
  }

  private boolean coerces(TableSchema.Column column) {
    return column instanceof TableSchema.Date date && date.coerce();
  }
}
