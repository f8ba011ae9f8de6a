package org.ironopt.lab.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ironopt.learn.ModelFile;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** From a file to a model and back, as a user types it. */
class FitCommandTest {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      String label = a - b + random.nextGaussian() > 0 ? "1" : "-1";
      text.append(String.format(Locale.ROOT, "%s 1:%.5f 3:%.5f%n", label, a, 100 * b));
    }
    data = Files.writeString(folder.resolve("data.libsvm"), text);
  }

  @Test
  void fitEvaluateAndPredict() throws IOException {
    Path model = folder.resolve("model.json");
    Cli fit = Cli.run("fit", data.toString(), "--out", model.toString(), "--json");
    assertEquals(0, fit.code(), fit.err());
    JsonNode json = fit.json();
    assertEquals(
        List.of("objective", "ending", "gap", "steps", "seconds", "passes"),
        List.copyOf(json.propertyNames()));
    assertEquals("converged", json.get("ending").asString());
    assertTrue(json.get("gap").asDouble() <= 1e-9);
    assertFalse(Files.exists(folder.resolve("model.json.checkpoint")));

    Cli evaluated = Cli.run("evaluate", model.toString(), data.toString(), "--json");
    assertEquals(0, evaluated.code(), evaluated.err());
    assertTrue(evaluated.json().get("accuracy").asDouble() > 0.7);
    double loss = evaluated.json().get("logLoss").asDouble();
    assertTrue(loss < json.get("objective").asDouble());

    Cli predicted = Cli.run("predict", model.toString(), data.toString());
    assertEquals(0, predicted.code(), predicted.err());
    List<String> lines = predicted.out().lines().toList();
    assertEquals("prediction,p(-1),p(1)", lines.get(0));
    assertEquals(201, lines.size());
  }

  @Test
  void theModelHasTheSameBytesForAnyNumberOfThreads() throws IOException {
    int threads = Parallel.threads();
    byte[] first = null;
    try {
      for (String count : List.of("1", "2", "7")) {
        Path model = folder.resolve("model" + count + ".json");
        Cli.run("fit", data.toString(), "--out", model.toString(), "--threads", count, "--json");
        byte[] bytes = Files.readAllBytes(model);
        first = first == null ? bytes : first;
        assertArrayEquals(first, bytes);
      }
    } finally {
      Parallel.setThreads(threads);
    }
    assertEquals(3, ModelFile.read(folder.resolve("model1.json")).columns().size());
  }

  @Test
  void theModelIsGuessedAndSaidAloud() {
    Cli fit = Cli.run("fit", data.toString(), "--validation", "0.2", "--steps", "0");
    assertEquals(1, fit.code());
    assertTrue(fit.err().contains("model: logistic, guessed: two labels"), fit.err());
    assertTrue(fit.out().contains("validation  accuracy"), fit.out());
    assertTrue(fit.out().contains("The limit of 0 steps was reached."), fit.out());
  }
}
