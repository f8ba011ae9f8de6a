package org.ironopt.lab.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.lab.cli.Cli;
import org.ironopt.lab.cli.tables.GoldenTables.Golden;
import org.ironopt.lab.fit.UserData;
import org.ironopt.lab.table.TableDecision;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Rows, features, decisions and coefficients of tables that show one thing each. */
class GoldenTablesTest {
  @TempDir Path folder;

  /** The options of a fit that say how a table is read. */
  @Command
  private static final class Reading {
    @Mixin private DataOptions data;
  }

  @TestFactory
  Stream<DynamicTest> read() {
    return GoldenTables.all().stream().map(t -> DynamicTest.dynamicTest(t.name(), () -> read(t)));
  }

  private void read(Golden table) throws IOException {
    Path file = Files.writeString(folder.resolve("table.csv"), table.text());
    Reading reading = new Reading();
    new CommandLine(reading).parseArgs(table.options().toArray(String[]::new));
    UserData read = reading.data.training(file.toString()).train();
    assertEquals(table.rows(), read.data().rows());
    assertEquals(table.rows(), read.rows().used());
    assertEquals(table.withoutTarget(), read.rows().withoutTarget());
    assertEquals(table.features(), read.columns());
    assertEquals(
        table.decisions(),
        read.decisions().stream()
            .filter(d -> d.kind() != TableDecision.Kind.HEADER)
            .map(d -> d.kind() + " " + d.column())
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
}
