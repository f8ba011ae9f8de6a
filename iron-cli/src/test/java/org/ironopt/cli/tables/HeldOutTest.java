package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.cli.Cli;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.fit.Fit;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a fit does with rows that it does not learn from. */
class HeldOutTest {
  private static final int ROWS = 60;
  private static final int COLUMNS = 25;

  @TempDir private Path folder;
  private final double[][] x = new double[ROWS][COLUMNS];
  private final String[] y = new String[ROWS];

  /** Many columns and few rows, so that the loss on other rows is smallest before the optimum. */
  @BeforeEach
  void writeData() throws IOException {
    SplittableRandom random = new SplittableRandom(6);
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < COLUMNS; j++) {
      text.append('x').append(j).append(',');
    }
    text.append("y\n");
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        x[i][j] = random.nextInt(-999, 1000) / 100.0;
        text.append(x[i][j]).append(',');
      }
      y[i] = x[i][0] + 8 * random.nextGaussian() > 0 ? "yes" : "no";
      text.append(y[i]).append('\n');
    }
    Files.writeString(folder.resolve("t.csv"), text);
  }

  private Cli fit(String more) {
    return Cli.run(("fit " + folder.resolve("t.csv") + " --target y " + more).split(" "));
  }

  /** The model is that of the training rows alone, to the last bit, with its certificate. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
  void rowsToValidateChangeNothing(long seed) throws IOException {
    Path file = folder.resolve("m.json");
    Cli run = fit("--reg 1e-5 --validation 0.3 --json --seed " + seed + " --out " + file);
    assertEquals(0, run.code(), run.err());
    assertEquals("converged", run.json().get("ending").asString());
    assertTrue(run.json().get("gap").asDouble() <= 1e-9);
    assertEquals(18, run.json().at("/validation/rows").asInt());
    assertTrue(run.json().get("earlyStopping").isNull());
    Dataset data = Dataset.classification(x, y);
    Dataset train = TrainTestSplit.stratified(data, seed, 18, 0).train();
    Model alone = Fit.logistic(train).reg(1e-5).seed(seed).go().model();
    Model beside = ModelFile.read(file);
    assertArrayEquals(alone.weights()[0], beside.weights()[0]);
    assertArrayEquals(alone.intercepts(), beside.intercepts());
  }

  @Test
  void earlyStoppingHasAnOptionOfItsOwn() {
    Cli run = fit("--reg 1e-8 --alpha 1e-3 --early-stopping 0.3 --patience 1 --json");
    assertEquals(0, run.code(), run.err());
    JsonNode json = run.json();
    assertEquals("stopped-early", json.get("ending").asString());
    assertTrue(json.get("gap").isNull() || json.get("gap").asDouble() > 1e-9);
    assertEquals(18, json.at("/earlyStopping/rows").asInt());
    assertTrue(json.get("validation").isNull());
    JsonNode both = fit("--early-stopping 0.3 --validation 0.2 --json").json();
    assertEquals(18, both.at("/earlyStopping/rows").asInt());
    assertEquals(12, both.at("/validation/rows").asInt());
    assertEquals(30, both.get("rows").asInt());
  }

  /** Means over the folds are those of the library; a searched penalty is searched in each. */
  @Test
  void foldsScoreTheModel() {
    JsonNode json = fit("--reg 0.01 --folds 4 --json --seed 3").json();
    Dataset data = Dataset.classification(x, y);
    var scores = Fit.logistic(data).reg(0.01).seed(3).scores(4).measures();
    assertEquals(4, json.at("/folds/count").asInt());
    scores.forEach(
        (name, spread) -> {
          JsonNode seen = json.at("/folds/measures/" + name);
          assertEquals(spread.mean(), seen.get("mean").asDouble(), 1e-15, name);
          assertEquals(spread.deviation(), seen.get("deviation").asDouble(), 1e-15, name);
        });
    JsonNode fixed = fit("--folds 4 --json --seed 3").json();
    JsonNode searched = fit("--folds 4 --json --seed 3 --reg auto").json();
    double loss = searched.at("/folds/measures/logLoss/mean").asDouble();
    assertTrue(loss < fixed.at("/folds/measures/logLoss/mean").asDouble());
    assertTrue(searched.at("/path/best/error").asDouble() > 0);
  }

  @Test
  void foldsHaveTheSameBitsForAnyNumberOfThreads() {
    List<String> seen = new ArrayList<>();
    for (int threads : new int[] {1, 2, 7}) {
      seen.add(fit("--folds 3 --json --threads " + threads).json().get("folds").toString());
    }
    assertEquals(seen.get(0), seen.get(1));
    assertEquals(seen.get(0), seen.get(2));
  }

  /** Training measures alone point to honest ones, others do not. */
  @Test
  void whereHonestMeasuresComeFrom() {
    assertTrue(fit("").out().contains("--validation 0.2 or --folds 5"));
    assertFalse(fit("--validation 0.2").out().contains("--folds 5"));
    assertFalse(fit("--folds 3").out().contains("--validation 0.2"));
  }

  /** The model was finished before: it is kept, to the last bit, and nothing is scored. */
  @Test
  void anInterruptInTheFoldsKeepsTheModel() throws IOException {
    Path file = folder.resolve("m.json");
    assertEquals(0, fit("--reg 0.01 --out " + file).code());
    Model whole = ModelFile.read(file);
    Files.delete(file);
    String command =
        "fit " + folder.resolve("t.csv") + " --target y --reg 0.01 --folds 4 --out " + file;
    Cli run = Cli.run("folds: ", Thread.currentThread()::interrupt, command.split(" "));
    assertFalse(Thread.interrupted());
    assertEquals(ExitCode.INTERRUPTED, run.code(), run.err());
    Model kept = ModelFile.read(file);
    assertArrayEquals(whole.weights()[0], kept.weights()[0]);
    assertArrayEquals(whole.intercepts(), kept.intercepts());
    assertTrue(run.out().contains("0 of 4 models"), run.out());
  }

  @Test
  void aTimeLimitIsThatOfTheFoldsToo() {
    Cli run = fit("--folds 3 --reg auto --time-limit 1e-9 --json");
    assertEquals(1, run.code(), run.err());
    assertEquals("time-limit", run.json().get("ending").asString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --folds 1                           | --folds has the value 1, expected a number >= 2
          --folds 61                          | --folds is 61, and there are 60 rows to share out
          --folds 3 --early-stopping 0.2      | leave --early-stopping out
          --patience 3                        | --patience does nothing without --early-stopping
          --early-stopping 0.2 --patience 0   | --patience has the value 0, expected a number >= 1
          --early-stopping 1                  | --early-stopping has the value 1
          --early-stopping 0.001              | which leaves none of 60 rows to stop by; take more
          --early-stopping 0.5 --validation 0.5 | which leaves none to learn from; take less
          """)
  void whatDoesNotGoTogether(String more, String expected) {
    Cli run = fit(more);
    assertEquals(2, run.code(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(expected), run.err());
  }

  /** A model with everything it keeps of its table; what a held-out row holds is not in it. */
  private String model(int changed) throws IOException {
    StringBuilder text = new StringBuilder("x,z,y\n");
    for (int i = 0; i < 30; i++) {
      String x = i % 5 == 4 ? "" : Integer.toString(i == changed ? 1000 : i * i % 17);
      text.append(x).append(',').append(i % 7).append(',').append(i * 3 % 11).append('\n');
    }
    Path data = Files.writeString(folder.resolve("rows.csv"), text);
    Path file = folder.resolve("gaps" + changed + ".json");
    Cli fit =
        Cli.run(
            "fit",
            data.toString(),
            "--target",
            "y",
            "--model",
            "ridge",
            "--validation",
            "0.3",
            "--out",
            file.toString());
    assertEquals(0, fit.code(), fit.err());
    Model model = ModelFile.read(file);
    return Arrays.deepToString(model.weights()) + model.table().orElseThrow().columns();
  }

  @Test
  void noHeldOutValueReachesAModel() throws IOException {
    String plain = model(-1);
    int without = 0;
    for (int i = 0; i < 30; i++) {
      without += i % 5 != 4 && model(i).equals(plain) ? 1 : 0;
    }
    // Nine rows of thirty are held out, of which some miss x themselves.
    assertTrue(without >= 5 && without <= 9, "rows without an effect: " + without);
  }
}
