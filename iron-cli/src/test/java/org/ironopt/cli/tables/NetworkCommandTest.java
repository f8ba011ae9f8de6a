package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.ironopt.Slow;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fit --model network} from a table to its model, predictions and graph. */
class NetworkCommandTest {
  @TempDir private static Path data;
  @TempDir private Path folder;

  @BeforeAll
  static void tables() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder spirals = new StringBuilder("x,y,town,color\n");
    StringBuilder line = new StringBuilder("x,y,town,price\n");
    for (int i = 0; i < 600; i++) {
      int arm = random.nextInt(2);
      double t = Math.sqrt(random.nextDouble());
      double angle = 3 * Math.PI * t + Math.PI * arm;
      String town = random.nextInt(2) == 0 ? "Oslo" : "Bergen";
      spirals.append(
          String.format(
              Locale.ROOT,
              "%.5f,%.5f,%s,%s%n",
              t * StrictMath.cos(angle),
              t * StrictMath.sin(angle),
              town,
              arm == 0 ? "blue" : "red"));
      double x = random.nextGaussian();
      line.append(
          String.format(
              Locale.ROOT,
              "%.5f,%.5f,%s,%.5f%n",
              x,
              random.nextDouble(),
              town,
              3 * x + (town.equals("Oslo") ? 2 : 0) + 0.3 * random.nextGaussian()));
    }
    Files.writeString(data.resolve("spirals.csv"), spirals);
    Files.writeString(data.resolve("line.csv"), line);
  }

  private static Cli fit(String table, String target, String more) {
    String file = data.resolve(table).toString();
    return Cli.run(
        ("fit " + file + " --target " + target + " --model network --hidden 24,12 " + more)
            .strip()
            .split(" "));
  }

  @Test
  void aSpiralIsForANetwork() {
    Cli run = fit("spirals.csv", "color", "");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("network, 3 columns, 24, 12 tanh units, logistic outputs"));
    assertTrue(run.err().contains("early stopping: the loss on 120 rows ends"), run.err());
    assertTrue(run.err().contains("validation: 120 rows are kept apart"), run.err());
    assertTrue(run.out().contains("no certificate"), run.out());
    assertTrue(run.out().contains("the network is better"), run.out());
    JsonNode json = fit("spirals.csv", "color", "--json").json();
    assertTrue(json.at("/network/beatsLinear").asBoolean());
    assertTrue(json.at("/validation/accuracy").asDouble() > 0.97, json.toString());
    assertTrue(json.get("gap").isNull() && json.get("coefficients").isNull());
  }

  @Test
  @Slow
  void aLineIsNot() {
    Cli run = fit("line.csv", "price", "");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("does not beat the linear model"), run.out());
    assertFalse(fit("line.csv", "price", "--json").json().at("/network/beatsLinear").asBoolean());
  }

  /** Few rows judge nothing: none is kept for it by default, and nine are too few if asked for. */
  @Test
  void fewRowsJudgeNothing() throws IOException {
    Files.writeString(data.resolve("few.csv"), "a,b,y\n1,2,yes\n2,1,no\n3,3,yes\n");
    Cli run = fit("few.csv", "y", "");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("cannot be judged"), run.out());
    JsonNode few = fit("few.csv", "y", "--json").json();
    assertTrue(few.at("/network/error").isNull() && few.get("validation").isNull());
    assertFalse(few.at("/network/judged").asBoolean());
    JsonNode nine = fit("spirals.csv", "color", "--validation 0.015 --epochs 9 --json").json();
    assertEquals(9, nine.at("/validation/rows").asInt());
    assertFalse(nine.at("/network/judged").asBoolean());
    assertTrue(nine.at("/network/p").isNull() && nine.at("/network/loss").isNumber());
  }

  /** The model file predicts what the graph does, in another runtime. */
  @ParameterizedTest
  @ValueSource(strings = {"tanh", "relu", "sigmoid"})
  void predictionsEvaluationGraph(String activation) throws IOException, OrtException {
    Path model = folder.resolve("m.json");
    Path graph = folder.resolve("m.onnx");
    String files = " --out " + model + " --onnx " + graph;
    Cli run = fit("spirals.csv", "color", "--epochs 8 --activation " + activation + files);
    assertEquals(0, run.code(), run.err());
    String table = data.resolve("spirals.csv").toString();
    JsonNode said = Cli.run("predict", model.toString(), table, "--json").json();
    double[][] x = new double[600][];
    int i = 0;
    for (String line : Files.readAllLines(Path.of(table)).subList(1, 601)) {
      String[] f = line.split(",");
      x[i++] =
          new double[] {
            Double.parseDouble(f[0]), Double.parseDouble(f[1]), f[2].equals("Oslo") ? 1 : 0
          };
    }
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(graph.toString());
        OnnxTensor input = OnnxTensor.createTensor(environment, x);
        OrtSession.Result result = session.run(Map.of("x", input))) {
      double[][] p = (double[][]) result.get("probabilities").orElseThrow().getValue();
      String[] labels = (String[]) result.get("label").orElseThrow().getValue();
      for (int k = 0; k < 600; k++) {
        assertEquals(said.at("/probabilities/" + k + "/1").asDouble(), p[k][1], 1e-12);
        assertEquals(said.at("/predictions/" + k).asString(), labels[k]);
      }
    }
    Cli measured = Cli.run("evaluate", model.toString(), table, "--json");
    assertEquals(600, measured.json().get("rows").asInt());
    Cli shown = Cli.run("inspect", model.toString());
    assertTrue(shown.out().contains("network, 24, 12 " + activation + " units"), shown.out());
    assertFalse(shown.out().contains("coefficients"), shown.out());
  }

  @Test
  void aTimeLimitKeepsAStateToGoOnFrom() throws IOException {
    Path parts = folder.resolve("parts.json");
    Path whole = folder.resolve("whole.json");
    Cli cut = fit("spirals.csv", "color", "--epochs 6 --time-limit 1e-9 --out " + parts);
    assertEquals(1, cut.code(), cut.err());
    assertTrue(cut.out().contains("--resume with a larger --time-limit goes on"), cut.out());
    assertEquals(0, fit("spirals.csv", "color", "--epochs 6 --resume --out " + parts).code());
    assertEquals(0, fit("spirals.csv", "color", "--epochs 6 --out " + whole).code());
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(parts));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --l1 0.1           | --l1 does not apply to --model network
          --reg auto         | --reg auto does not apply to --model network
          --method sgd       | --method does not apply to --model network
          --alpha 3          | --alpha does not apply
          --batch 3          | --batch does not apply
          --tolerance 1e-3   | --tolerance does not apply
          --steps 3          | --steps does not apply
          --errors           | --errors does not apply
          --no-scale         | --no-scale does not apply
          --no-intercept     | --no-intercept does not apply
          --init m.json      | --init does not apply
          --device cuda      | --device does not apply
          --spark local[1]   | --spark does not apply
          --exposure x       | --exposure does not apply to --model network
          --early-stopping 0 | --early-stopping is 0, and a network stops by its loss on other rows
          --folds 5          | --folds does not apply to --model network
          --activation exp   | --activation is 'exp', expected one of tanh, relu, sigmoid
          --epochs -1        | --epochs has the value -1, expected a number >= 0
          """)
  void whatDoesNothingIsRefused(String more, String expected) {
    Cli run = fit("spirals.csv", "color", more);
    assertEquals(2, run.code(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(expected), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --model network --hidden 3,,4     | --hidden is '3,,4', expected units
          --model network --hidden 9999     | each 1 to 8192
          --model network:tree              | --model is 'network:tree', expected one of network:logistic
          --model network:poisson           | expected one of network:logistic
          --model network:ridge             | and ridge needs numbers
          --hidden 3                        | --hidden does nothing without --model network
          --model logistic --epochs 3       | --epochs does nothing without --model network
          --model netwrk                    | expected one of logistic, softmax, ridge, poisson, gamma, negbin, huber, network
          """)
  void wrongWords(String more, String expected) {
    String file = data.resolve("spirals.csv").toString();
    Cli run = Cli.run(("fit " + file + " --target color " + more).split(" "));
    assertEquals(2, run.code(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(expected), run.err());
  }
}
