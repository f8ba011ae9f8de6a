package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.SamplingScheme;
import org.ironopt.theory.sampling.TransientMoments;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class MinibatchCommandTest {
  private static final String RIDGE =
      " --target y --model ridge --reg .5 --no-intercept --no-scale --json ";

  @TempDir Path folder;
  private Path four;

  @BeforeEach
  void fourRows() throws IOException {
    four = folder.resolve("four.csv");
    Files.write(four, List.of("a,b,y", "1,.5,1", "-.5,2,-1", "1.5,-1,2", ".3,.8,.5"));
  }

  /** Published to twelve decimals, by systems of order (2d)^2. */
  @Test
  void exactErrorsOfFourRows() {
    double[][] mse = {
      {.006978754800, .097820127198, .324531560221, .392328203357, .393126611117},
      {.002174551997, .021464461068, .081528312874, .102235510990, .102481101254},
      {.003303543016, .035336840441, .137716331579, .174695264753, .175142415080},
      {.000708420996, .005055943368, .013455974144, .015732733767, .015758448633}
    };
    String[] batches = {"1", "2 --replacement without", "2 --replacement with", "3"};
    for (int k = 0; k < batches.length; k++) {
      JsonNode json = run(RIDGE + "--alpha .1,1,10,1000,1e6 --batch " + batches[k]);
      assertEquals(10, json.size(), json.toString());
      assertEquals(batches[k].charAt(0) - '0', json.get("batch").asInt());
      assertEquals(k == 2 ? "with" : "without", json.get("replacement").asString());
      assertTrue(json.get("exact").asBoolean());
      for (int i = 0; i < 5; i++) {
        JsonNode row = json.get("rows").get(i);
        assertEquals(8, row.size(), row.toString());
        assertEquals(mse[k][i], row.get("mse").asDouble(), 6e-13);
        assertEquals(i < 2, row.get("bound").isNull(), "S4 needs q < 1");
      }
    }
    JsonNode rows = run(RIDGE + "--alpha .1,1,10,1000 --batch 1").get("rows");
    assertEquals(-.146283116407, rows.get(1).get("bias").get(0).asDouble(), 6e-13);
    assertEquals(.057923519127, rows.get(1).get("bias").get(1).asDouble(), 6e-13);
    assertEquals(.822205750, rows.get(0).get("radius").asDouble(), 6e-10);
    assertEquals(1.081e-6, rows.get(3).get("radius").asDouble(), 6e-10);
    assertEquals(.784468266, rows.get(2).get("bound").asDouble(), 6e-10);
    assertEquals(.393127411672, rows.get(0).get("limit").asDouble(), 6e-13);
  }

  private JsonNode run(String options) {
    Cli run = Cli.run("theory minibatch " + four + options);
    assertEquals("", run.err());
    return run.json();
  }

  /** Single rows in many columns with hardly a ridge: inertia is too much for short steps. */
  @Test
  void anUnstableStepHasARadiusAndNoError() throws IOException {
    Path data = folder.resolve("random.csv");
    Files.writeString(data, random(60, 6));
    JsonNode rows =
        Cli.run(
                "theory minibatch "
                    + data
                    + " --target y --model ridge --reg 1e-3 --no-intercept --no-scale --mu .01"
                    + " --gamma .01 --batch 1 --alpha .1,10 --json")
            .json()
            .get("rows");
    assertTrue(rows.get(0).get("mse").isNull() && rows.get(0).get("bias").isNull());
    assertTrue(rows.get(0).get("radius").asDouble() > 1);
    assertTrue(rows.get(1).get("mse").asDouble() > 0 && rows.get(1).get("radius").asDouble() < 1);
  }

  private static String random(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < columns; j++) {
      text.append("x").append(j).append(',');
    }
    text.append("y\n");
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j <= columns; j++) {
        text.append(String.format(Locale.ROOT, "%.6f", random.nextGaussian()));
        text.append(j == columns ? "\n" : ",");
      }
    }
    return text.toString();
  }

  /** With a free intercept there is no modulus, so no bound, but an error and a limit. */
  @Test
  void aTableForReaders() {
    Cli run =
        Cli.run(
            "theory minibatch " + four + " --target y --model ridge --reg .5 --batch 2 --alpha 1");
    assertEquals(
        """
        4 rows, 3 parameters; batches of 2 without replacement; mu = 0.5, gamma = 0.5; sigma*^2 = 0.0618041

        alpha        MSE    |bias|^2    radius  S4 bound      limit
            1  0.0101244  0.00228626  0.251547         -  0.0601603

        Expectations count all batches.
        Errors are those of the scaled coefficients.
        """,
        run.out());
  }

  /** The intercept is left out of the error, or not; the rest does not change. */
  @Test
  void errorsCountWhatIsAskedFor() {
    String options = " --target y --model ridge --reg .05 --no-scale --json --batch 2 --alpha 300";
    JsonNode coefficients = run(options);
    assertEquals("coefficients", coefficients.get("errorOf").asString());
    JsonNode all = run(options + " --error-of all");
    assertEquals("all", all.get("errorOf").asString());
    JsonNode part = coefficients.get("rows").get(0);
    JsonNode whole = all.get("rows").get(0);
    double bias = part.get("bias").get(2).asDouble();
    assertEquals(part.get("bias"), whole.get("bias"));
    assertEquals(part.get("radius"), whole.get("radius"));
    double squares = whole.get("squaredBias").asDouble() - part.get("squaredBias").asDouble();
    assertEquals(bias * bias, squares, 1e-12);
    double added = whole.get("mse").asDouble() - part.get("mse").asDouble();
    assertTrue(added > bias * bias, added + ", " + bias * bias);
    assertTrue(whole.get("limit").asDouble() > part.get("limit").asDouble());
    String none = options + " --no-intercept";
    assertEquals(run(none).get("rows"), run(none + " --error-of all").get("rows"));
  }

  /** A constant added to the targets is the intercept's alone. */
  @Test
  void plansDoNotDependOnTheMeanOfTheTargets() throws IOException {
    Path low = folder.resolve("low.csv");
    Path high = folder.resolve("high.csv");
    String text = random(32, 2);
    Files.writeString(low, text);
    StringBuilder raised = new StringBuilder();
    for (String line : text.lines().toList()) {
      int comma = line.lastIndexOf(',') + 1;
      String last = line.substring(comma);
      raised.append(line, 0, comma);
      raised.append(last.equals("y") ? last : BigDecimal.valueOf(4096).add(new BigDecimal(last)));
      raised.append('\n');
    }
    Files.writeString(high, raised);
    String options = " --target y --model ridge --reg .2 --passes 2 --json --error-of ";
    for (String word : List.of("coefficients", "all")) {
      JsonNode one = Cli.run("plan " + low + options + word).json();
      JsonNode other = Cli.run("plan " + high + options + word).json();
      assertEquals(word, one.get("errorOf").asString());
      double rmse = one.get("rmse").asDouble();
      assertEquals(rmse, other.get("rmse").asDouble(), 1e-6 * rmse, word);
      assertEquals(one.get("batch"), other.get("batch"));
    }
  }

  /** The printed steps, one by one, leave the printed error. */
  @Test
  void theScheduleIsTheOneThatIsPredicted() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    List<String> rows = new ArrayList<>(List.of("a,b,y"));
    for (int i = 0; i < 16; i++) {
      double a = random.nextInt(-99, 99) / 32.0;
      double b = random.nextInt(-99, 99) / 32.0;
      rows.add(a + "," + b + "," + (20 * a - 10 * b + random.nextInt(-9, 9)));
    }
    Path data = Files.write(folder.resolve("line.csv"), rows);
    String options = " --target y --numeric a,b --model ridge --reg .02 --passes 1.9";
    JsonNode plan = Cli.run("plan " + data + options + " --json").json();
    JsonNode schedule = plan.get("schedule");
    assertFalse(plan.get("k0").isNull(), "a schedule is the best here: " + plan);
    assertTrue(plan.get("exact").asBoolean() && schedule.size() > 2);
    double[][] table =
        Files.readAllLines(data).stream()
            .skip(1)
            .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toArray(double[][]::new);
    double[][] x = Arrays.stream(table).map(row -> Arrays.copyOf(row, 2)).toArray(double[][]::new);
    double[] y = Arrays.stream(table).mapToDouble(row -> row[2]).toArray();
    LocalModel model =
        Fit.ridge(Dataset.regression(DenseFeatures.of(x), y)).reg(.02).tolerance(1e-12).local();
    QuadraticSum sum = model.sum().errorOf(0, 1);
    BatchLaw law = BatchLaw.of(sum, SamplingScheme.without(plan.get("batch").asInt()));
    TransientMoments state = TransientMoments.from(law, model.start());
    int piece = 0;
    for (int k = 0; k < plan.get("steps").asInt(); k++) {
      if (piece + 1 < schedule.size() && schedule.get(piece + 1).get("from").asInt() == k) {
        piece++;
      }
      double alpha = schedule.get(piece).get("alpha").asDouble();
      double stage = Math.floor(Math.log1p(k / plan.get("k0").asDouble()) / Math.log(1.25) + 1e-12);
      assertEquals(plan.get("alpha").asDouble() / Math.pow(1.25, stage), alpha, 1e-12 * alpha);
      state.advance(LinearRecursion.iron(new IronParameters(alpha, .02, .02)));
    }
    double rmse = plan.get("rmse").asDouble();
    assertEquals(Math.sqrt(state.mse()), rmse, 1e-9 * rmse);
  }

  @Test
  void badInputIsOneLine() {
    String command = "theory minibatch " + four + " --target y --model ridge";
    bad(command + " --alpha 1", "--batch is missing, give it as in --batch 8");
    bad(command + " --batch 2", "--alpha is missing, give it as in --alpha 1,10,200");
    bad(
        command + " --batch 5 --alpha 1",
        "batch size is 5, expected at most 4, the number of terms");
    bad(
        command + " --batch 1 --alpha 1 --reg 0",
        "--gamma has no default when mu is 0, give it as in --gamma 1");
  }

  private static void bad(String command, String line) {
    Cli run = Cli.run(command);
    assertEquals("iron theory minibatch: " + line + "\n", run.err());
    assertEquals(2, run.code());
  }

  @Test
  void planOfAFile() throws IOException {
    Path data = folder.resolve("random.csv");
    Files.writeString(data, random(64, 2));
    String command = "plan " + data + " --target y --model ridge --reg .2 --no-intercept --json";
    JsonNode one = Cli.run(command + " --passes 1").json();
    assertEquals("plain", one.get("center").asString(), "a snapshot is a pass of its own");
    assertEquals(64 / one.get("batch").asInt(), one.get("steps").asInt());
    assertTrue(one.get("radius").asDouble() < 1);
    assertTrue(one.get("rmse").asDouble() <= one.get("constantRmse").asDouble());
    double target = one.get("rmse").asDouble() / 3;
    JsonNode more = Cli.run(command + " --target-rmse " + target).json();
    assertTrue(more.get("rmse").asDouble() <= target && more.get("passes").asDouble() > 1);
    assertFalse(Cli.run(command + " --passes 1").json().get("exact").isNull());
    Cli both = Cli.run(command + " --passes 1 --target-rmse 1");
    assertEquals(
        "iron plan: a plan for " + data + " needs --target-rmse or --passes, got both\n",
        both.err());
  }
}
