package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files as version 0.4.0 wrote them. Models of a table with dates, categories and gaps predict the
 * same digits, which are all there are, and cells are found again bit for bit.
 */
class StoredFilesTest {
  @TempDir Path folder;

  private static Path file(String name) throws URISyntaxException {
    return Path.of(StoredFilesTest.class.getResource("/0.4.0/" + name).toURI());
  }

  private void predicts(String model, String table, String golden) throws Exception {
    Path out = folder.resolve("predictions.csv");
    Cli run =
        Cli.run("predict", file(model).toString(), file(table).toString(), "--out", out.toString());
    assertEquals(0, run.code(), run.err());
    assertEquals(Files.readString(file(golden)), Files.readString(out));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ridge", "logistic", "softmax", "poisson", "network"})
  void modelsPredictTheSameDigits(String model) throws Exception {
    predicts(model + ".json", "table.csv", model + ".csv");
  }

  @Test
  void aCurvePredictsTheSameDigits() throws Exception {
    predicts("curve.json", "curve.csv", "curve-predictions.csv");
  }

  @Test
  void cellsAreFoundAgain() throws Exception {
    Path run = folder.resolve("run");
    Path stored = file("run");
    try (Stream<Path> files = Files.walk(stored)) {
      for (Path one : files.toList()) {
        Files.copy(one, run.resolve(stored.relativize(one).toString()));
      }
    }
    Cli verify = Cli.run("verify", run.toString(), "--json", "--quiet");
    assertEquals(0, verify.code(), verify.err());
    assertEquals(7, verify.json().get("cells").size());
    verify.json().get("cells").forEach(c -> assertEquals(true, c.get("identical").asBoolean()));
  }
}
