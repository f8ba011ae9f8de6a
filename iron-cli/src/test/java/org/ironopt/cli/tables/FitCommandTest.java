package org.ironopt.cli.tables;

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
import org.ironopt.cli.Cli;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.ModelFile;
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
        List.of(
            "model",
            "shape",
            "rows",
            "columns",
            "objective",
            "ending",
            "conclusion",
            "gap",
            "certificate",
            "steps",
            "seconds",
            "passes",
            "work",
            "method",
            "step",
            "reg",
            "l1",
            "zeros",
            "training",
            "earlyStopping",
            "validation",
            "folds",
            "coefficients",
            "path",
            "network",
            "files",
            "notes",
            "remarks"),
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

  /** Classes that take turns in a file, and a column that has nothing to do with them. */
  @Test
  void rowsOfTwoClassesInTurnsMakeNoColumnATellingOne() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder("colour,size,y\n");
    for (int i = 0; i < 400; i++) {
      String colour = List.of("red", "green", "blue").get(random.nextInt(3));
      text.append(colour)
          .append(',')
          .append(random.nextInt(90))
          .append(i % 2 == 0 ? ",a\n" : ",b\n");
    }
    Path table = Files.writeString(folder.resolve("turns.csv"), text);
    Cli fit = Cli.run("fit", table.toString(), "--target", "y");
    assertEquals(0, fit.code(), fit.err());
    assertFalse(fit.err().contains("nearly perfectly"), fit.err());
  }

  @Test
  void theModelIsGuessedAndSaidAloud() {
    Cli fit = Cli.run("fit", data.toString(), "--validation", "0.2", "--steps", "0");
    assertEquals(1, fit.code());
    assertTrue(fit.err().contains("model: logistic, guessed: two labels"), fit.err());
    assertTrue(fit.out().contains("validation  accuracy"), fit.out());
    assertTrue(fit.out().contains("The limit of 0 steps was reached."), fit.out());
  }

  @Test
  void aLimitOfStepsSaysHowToGoOnAndSoItGoes() {
    String model = folder.resolve("limited.json").toString();
    Cli none = Cli.run("fit", data.toString(), "--steps", "1");
    assertTrue(
        none.out()
            .contains(
                "Nothing was kept; --out model.json keeps it, and --resume with a larger --steps"
                    + " then goes on."),
        none.out());
    Cli cut = Cli.run("fit", data.toString(), "--out", model, "--steps", "1");
    assertEquals(1, cut.code());
    assertTrue(
        cut.out().contains("The model was kept; --resume with a larger --steps goes on."),
        cut.out());
    assertTrue(cut.out().contains("work        1 step, "), cut.out());
    Cli again = Cli.run("fit", data.toString(), "--out", model, "--steps", "1", "--resume");
    assertEquals(1, again.code());
    Cli more = Cli.run("fit", data.toString(), "--out", model, "--steps", "99", "--resume");
    assertEquals(0, more.code(), more.out());
    assertTrue(more.out().contains("The fit is finished after "), more.out());
  }

  private Path table() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder text = new StringBuilder("size,city,price\n");
    for (int i = 0; i < 120; i++) {
      double size = random.nextDouble(20, 200);
      String city = random.nextBoolean() ? "Oslo" : "Rome";
      double price = 3 * size + (city.equals("Rome") ? 50 : 0) + random.nextGaussian();
      text.append(String.format(Locale.ROOT, "%.3f,%s,%.3f%n", size, city, price));
    }
    return Files.writeString(folder.resolve("houses.csv"), text);
  }

  @Test
  void aTableWithCategoriesGivesCoefficientsInItsOwnUnits() throws IOException {
    Path model = folder.resolve("houses.json");
    String houses = table().toString();
    Cli fit = Cli.run("fit", houses, "--target", "price", "--reg", "auto", "--out", model + "");
    assertEquals(0, fit.code(), fit.err());
    assertTrue(fit.err().contains("model: ridge, guessed: the targets are numbers"), fit.err());
    var read = ModelFile.read(model);
    assertEquals(List.of("size", "city=Rome"), read.columns());
    assertEquals(3, read.weights()[0][0], 0.05);
    assertEquals(50, read.weights()[0][1], 2);
    assertTrue(Files.readString(folder.resolve("houses.html")).contains("cross-validation"));
    Cli evaluated = Cli.run("evaluate", model.toString(), houses, "--json");
    assertTrue(evaluated.json().get("r2").asDouble() > 0.99, evaluated.out());
    Path fresh = Files.writeString(folder.resolve("new.csv"), "city,size\nRome,100\n");
    Cli predicted = Cli.run("predict", model.toString(), fresh.toString());
    double price = Double.parseDouble(predicted.out().lines().toList().get(1));
    assertEquals(350, price, 3);
  }

  @Test
  void aFitThatWasStoppedGoesOnToTheSameBytes() throws IOException {
    Path whole = folder.resolve("whole.json");
    Path parts = folder.resolve("parts.json");
    Cli.run("fit", data.toString(), "--out", whole.toString(), "--reg", "1e-6");
    Cli first = Cli.run("fit", data + "", "--out", parts + "", "--reg", "1e-6", "--steps", "1");
    assertEquals(1, first.code());
    assertTrue(Files.exists(folder.resolve("parts.json.checkpoint")));
    Cli rest = Cli.run("fit", data + "", "--out", parts + "", "--reg", "1e-6", "--resume");
    assertEquals(0, rest.code(), rest.err());
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(parts));
  }

  @Test
  void badOptionsAreOneLine() throws IOException {
    refused("--reg has the value -1, expected a number >= 0", "--reg", "-1");
    refused(
        "--model is 'tree', expected one of logistic, softmax, ridge, poisson, gamma, negbin, huber, network",
        "--model",
        "tree");
    refused("--tolerance has the value 0, expected a number > 0", "--tolerance", "0");
    refused(
        "--class-weight is 'odd', expected balanced, or weights as in yes=5,no=1",
        "--class-weight",
        "odd");
    refused(
        "--class-weight names '2', which is no class of the target; the classes are [-1, 1]",
        "--class-weight",
        "2=3");
    refused(
        "--l1: 'much' is not a finite number, expected one such as 1e-4, or auto", "--l1", "much");
    refused("--l1-ratio needs --l1 auto and --reg auto; leave it out", "--l1-ratio", "0.3");
    refused(
        "--l1 does not apply to --method cg, which takes no such penalty; leave --method out, or"
            + " use iron",
        "--l1",
        "0.1",
        "--method",
        "cg");
    refused(
        "--exposure names a column of a table, but " + data + " is a LIBSVM file; leave it out",
        "--exposure",
        "days");
    refused("--resume needs the --out of the fit to go on with", "--resume");
    refused(
        "--target is for tables, but "
            + data
            + " is a LIBSVM file; leave it out, or give --format csv",
        "--target",
        "1");
    Cli missing = Cli.run("fit", table().toString());
    assertEquals(2, missing.code());
    assertEquals(
        "iron fit: --target is missing: a CSV file needs the column to predict, give it as in"
            + " --target price or --target 1\n",
        missing.err());
  }

  private void refused(String line, String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "fit";
    all[1] = data.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    Cli run = Cli.run(all);
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().endsWith("iron fit: " + line + "\n"), run.err());
  }
}
