package org.ironopt.fit.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.ironopt.Slow;
import org.ironopt.data.Dataset;
import org.ironopt.data.Folds;
import org.ironopt.data.SparseFeatures;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Evaluation.LossComparison;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.model.NumberEvaluation;
import org.ironopt.network.Activation;
import org.ironopt.problem.testing.WithoutSimd;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class NetworkFitTest {
  private static NetworkFit fit(ModelKind kind, Dataset data) {
    TrainTestSplit split = Shapes.split(data);
    return NetworkFit.of(kind, split.train(), split.validation().orElseThrow())
        .test(split.test().orElseThrow())
        .hidden(24, 12)
        .seed(3);
  }

  @Test
  void spiralsAreLearntAndTheLinearModelIsBeaten() {
    Dataset data = Shapes.spirals(500, 2, 1);
    for (Activation activation : new Activation[] {Activation.TANH, Activation.RELU}) {
      NetworkResult result = fit(ModelKind.LOGISTIC, data).activation(activation).go();
      assertTrue(result.beatsLinear(), result.toString());
      Dataset other = Shapes.spirals(1000, 2, 9);
      ClassEvaluation seen = (ClassEvaluation) Evaluation.of(result.network().model(), other);
      assertTrue(seen.accuracy() > 0.97, activation + ": " + seen);
      assertTrue(result.comparison().orElseThrow().second() > 0.5, result.toString());
      assertEquals(CertificateKind.NONE, result.network().certificate().kind());
    }
  }

  @Test
  @Slow
  void threeSpiralsAndTheSignOfAProduct() {
    NetworkResult three = fit(ModelKind.SOFTMAX, Shapes.spirals(600, 3, 1)).go();
    assertTrue(three.beatsLinear(), three.toString());
    NetworkResult xor = fit(ModelKind.LOGISTIC, Shapes.xor(800, 1)).go();
    assertTrue(xor.beatsLinear(), xor.toString());
    assertTrue(xor.comparison().orElseThrow().first() < 0.3, xor.toString());
  }

  @Test
  void whatIsLinearIsNotBeaten() {
    NetworkResult result = fit(ModelKind.LOGISTIC, Shapes.linear(1500, 1)).go();
    assertFalse(result.beatsLinear(), result.toString());
    assertInstanceOf(Ending.ValidationStalled.class, result.network().ending());
    assertTrue(result.epoch() < result.epochs());
  }

  /** Noise has a twentieth of the unit: nearly all of the rest is found, far from unit scales. */
  @Test
  void numbersInLargeUnits() {
    NetworkResult result = fit(ModelKind.RIDGE, Shapes.wave(1000, 1)).go();
    assertTrue(result.beatsLinear(), result.toString());
    NumberEvaluation seen =
        (NumberEvaluation) Evaluation.of(result.network().model(), Shapes.wave(1000, 7));
    assertTrue(seen.r2() > 0.98, seen.toString());
  }

  /** Above 4096 rows steps see batches. */
  @Test
  void manyRows() {
    NetworkResult result = fit(ModelKind.SOFTMAX, Shapes.spirals(7000, 3, 1)).epochs(25).go();
    assertTrue(result.beatsLinear(), result.toString());
    assertTrue(result.network().steps() == 4L * result.epochs(), result.toString());
    assertTrue(result.network().method().contains("1024 rows a step"));
  }

  @Test
  void sameBitsForAllThreadsAndResumed(@TempDir Path folder) {
    String straight = NetworkFitBits.text(NetworkFitBits.fit().go());
    int before = Parallel.threads();
    try {
      for (int threads : new int[] {1, 7}) {
        Parallel.setThreads(threads);
        assertEquals(straight, NetworkFitBits.text(NetworkFitBits.fit().go()), threads + "");
      }
    } finally {
      Parallel.setThreads(before);
    }
    for (int epochs : new int[] {1, 5, 11}) {
      assertEquals(straight, NetworkFitBits.resumed(folder, epochs), "resumed at " + epochs);
    }
  }

  @Test
  @Slow
  void sameBitsWithoutSimd(@TempDir Path folder) throws IOException, InterruptedException {
    String straight = NetworkFitBits.text(NetworkFitBits.fit().go());
    assertEquals(straight, WithoutSimd.line(NetworkFitBits.class, folder));
  }

  /** The best point is returned, not the last one. */
  @Test
  void theNetworkOfTheSmallestValidationLoss() {
    double[] least = {Double.POSITIVE_INFINITY};
    Dataset data = Shapes.xor(300, 1);
    NetworkResult result =
        fit(ModelKind.LOGISTIC, data)
            .observe((FitStep step) -> least[0] = Math.min(least[0], step.validation()))
            .go();
    Dataset rows = Shapes.split(data).validation().orElseThrow();
    ClassEvaluation seen = (ClassEvaluation) Evaluation.of(result.network().model(), rows);
    assertEquals(least[0], seen.logLoss(), 1e-5 * (1 + least[0]));
    assertTrue(result.network().history().getLast().validation() > least[0]);
    assertEquals(0, result.network().history().getFirst().step());
  }

  @Test
  void aFileHoldsTheNetwork() throws Exception {
    TrainTestSplit split = Shapes.split(Shapes.spirals(300, 2, 1));
    Model model =
        NetworkFit.of(ModelKind.LOGISTIC, split.train(), split.validation().orElseThrow())
            .hidden(5, 4)
            .activation(Activation.SIGMOID)
            .epochs(3)
            .go()
            .network()
            .model();
    String text = ModelFile.text(model);
    Model read = ModelFile.parse("m", text);
    assertEquals(text, ModelFile.text(read));
    assertArrayEquals(
        model.probabilities(split.train()).data(), read.probabilities(split.train()).data());
    double[] row = {1010, 2e-4};
    Dataset one = Dataset.classification(new double[][] {row}, "arm 0");
    assertArrayEquals(
        read.probabilities(row), read.probabilities(one).data(), 1e-15, "by row and by data");
  }

  /** Rows in compressed form are scaled and not centred: another network, as good. */
  @Test
  void sparseRows() {
    Dataset dense = Shapes.xor(600, 1);
    int[] starts = new int[601];
    int[] columns = new int[3000];
    double[] values = new double[3000];
    for (int k = 0; k < 3000; k++) {
      starts[k / 5 + 1] = k + 1;
      columns[k] = k % 5;
      values[k] = dense.features().get(k / 5, k % 5);
    }
    int[] labels = new int[600];
    Arrays.setAll(labels, dense::label);
    Dataset sparse =
        Dataset.classification(
            SparseFeatures.of(600, 5, starts, columns, values), labels, dense.classNames());
    NetworkResult result = fit(ModelKind.LOGISTIC, sparse).go();
    assertTrue(result.beatsLinear(), result.toString());
  }

  /** Weight two is the row twice. */
  @Test
  void weightsCount() {
    TrainTestSplit split = Shapes.split(Shapes.xor(200, 1));
    Dataset train = split.train();
    int n = train.rows();
    int[] twice = new int[2 * n];
    Arrays.setAll(twice, i -> i % n);
    double[] twos = new double[n];
    Arrays.fill(twos, 2);
    Dataset others = split.validation().orElseThrow();
    NetworkFit doubled = NetworkFit.of(ModelKind.LOGISTIC, train.subset(twice), others).epochs(0);
    NetworkFit weighed = NetworkFit.of(ModelKind.LOGISTIC, train.weighted(twos), others).epochs(0);
    double a = doubled.go().network().objective();
    assertEquals(a, weighed.go().network().objective(), 1e-6 * a);
    NetworkFit by = NetworkFit.of(ModelKind.LOGISTIC, train, others).epochs(0);
    double unequal = by.classWeights(Map.of("same", 5.0)).go().network().objective();
    assertTrue(Math.abs(unequal - a) > 1e-4 * a);
  }

  @Test
  void aTimeLimitAndAColumnThatDoesNotVary() {
    NetworkResult none =
        fit(ModelKind.LOGISTIC, Shapes.xor(100, 1)).timeLimit(Duration.ofNanos(1)).go();
    assertInstanceOf(Ending.TimeLimit.class, none.network().ending());
    double[][] x = new double[40][2];
    double[] y = new double[40];
    for (int i = 0; i < 40; i++) {
      x[i] = new double[] {1e9, i};
      y[i] = i * i;
    }
    NetworkResult result = fit(ModelKind.RIDGE, Dataset.regression(x, y)).epochs(5).go();
    double here = result.network().model().predict(1e9, 3);
    assertEquals(here, result.network().model().predict(-7, 3), 1e-9 * (1 + Math.abs(here)));
  }

  /** The linear model is that of training and validation rows with the penalty of a search. */
  @Test
  void theLinearModelHasItsOwnPenalty() {
    TrainTestSplit split = Shapes.split(Shapes.wide(120, 40, false, 1));
    Dataset known = split.train().union(split.validation().orElseThrow()).orElseThrow();
    Fit linear = Fit.ridge(known).seed(3);
    var found = (CrossValidation.Found) linear.crossValidation(CrossValidation.Search.REG).go();
    double[] expected = linear.penalty(found.best()).go().model().weights()[0];
    NetworkFit fit = NetworkFit.of(ModelKind.RIDGE, split.train(), split.validation().get());
    NetworkResult result = fit.test(split.test().orElseThrow()).seed(3).epochs(0).go();
    assertArrayEquals(expected, result.linear().model().weights()[0]);
    assertTrue(found.best().reg() > 1e-2, found.best().toString());
  }

  /** Of more than 20000 rows some choose the penalty, and all are learnt from. */
  @Test
  @Slow
  void aSampleChoosesThePenaltyOfManyRows() {
    Dataset rows = Shapes.linear(20_002, 1);
    Dataset other = Shapes.linear(30, 2);
    Fit some = Fit.logistic(Folds.stratified(rows, 3, 2).out(0)).seed(3);
    var found = (CrossValidation.Found) some.crossValidation(CrossValidation.Search.REG).go();
    Model linear =
        NetworkFit.of(ModelKind.LOGISTIC, rows, other).seed(3).epochs(0).go().linear().model();
    assertEquals(found.best().reg(), linear.training().get("reg"));
    assertEquals(20_002L, linear.training().get("rows"));
  }

  /** No epoch, no judgement: a random network is never better, whatever the rows say. */
  @Test
  void aNetworkOfEpochZeroIsNeverBetter() {
    LossComparison sure = new LossComparison(0, 1, 0.01, 100);
    FitResult any = Fit.ridge(Shapes.wave(50, 1)).go();
    assertTrue(new NetworkResult(any, any, 1, 30, Optional.of(sure)).beatsLinear());
    assertFalse(new NetworkResult(any, any, 0, 30, Optional.of(sure)).beatsLinear());
    assertFalse(new NetworkResult(any, any, 1, 30, Optional.empty()).judged());
    LossComparison few = new LossComparison(0, 1, 0.01, 9);
    assertFalse(new NetworkResult(any, any, 1, 30, Optional.of(few)).judged());
    assertFalse(new NetworkResult(any, any, 1, 30, Optional.of(few)).beatsLinear());
  }

  @Test
  void wrongInputs() {
    Dataset data = Shapes.xor(50, 1);
    Dataset numbers = Shapes.wave(50, 1);
    assertRefused("poisson", () -> NetworkFit.of(ModelKind.POISSON, numbers, numbers));
    assertRefused("columns", () -> NetworkFit.of(ModelKind.LOGISTIC, data, numbers));
    NetworkFit fit = NetworkFit.of(ModelKind.LOGISTIC, data, data);
    assertRefused("hidden layers", () -> fit.hidden());
    assertRefused("at most 8192", () -> fit.hidden(3, 9000));
    assertRefused("units of a layer", () -> fit.hidden(0));
    assertRefused("epochs", () -> fit.epochs(-1));
    assertRefused("patience", () -> fit.patience(0));
    assertRefused("reg", () -> fit.reg(-1));
    assertRefused("no class 'maybe'", () -> fit.classWeights(Map.of("maybe", 1.0)));
    Model network = fit.hidden(2).epochs(0).go().network().model();
    assertRefused("a network", () -> Fit.logistic(data).init(network).go());
  }

  private static void assertRefused(String part, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
