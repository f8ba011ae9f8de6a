package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.regression.Samples;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a fit promises besides the optimum: the same bits, resuming, endings, weights. */
class FitRunTest {
  @TempDir private Path folder;

  private static Fit fit(Dataset data) {
    return Fit.logistic(data).reg(1e-5).data("hash");
  }

  private static Dataset data() {
    return Samples.classes(Samples.dense(400, 30, 1), 2, 2);
  }

  @Test
  void resumedAfterAnyStepTheModelHasTheSameBytes() {
    for (FitMethod method : List.of(FitMethod.CG, FitMethod.CHOLESKY, FitMethod.IRON)) {
      for (double l1 : method == FitMethod.IRON ? new double[] {1e-3} : new double[] {0}) {
        FitResult whole = fit(data()).l1(l1).method(method).go();
        for (long steps = 0; steps < whole.steps(); steps++) {
          Path file = folder.resolve(method + " " + l1 + " " + steps);
          Duration never = Duration.ofDays(1);
          Fit first = fit(data()).l1(l1).method(method).stepLimit(steps).checkpoint(file, never);
          assertInstanceOf(Ending.StepLimit.class, first.go().ending());
          FitResult rest =
              fit(data()).l1(l1).method(method).checkpoint(file, never).resume(file).go();
          assertEquals(ModelFile.text(whole.model()), ModelFile.text(rest.model()));
          assertEquals(whole.steps(), rest.steps());
        }
      }
    }
  }

  @Test
  void aCheckpointOfOtherDataIsRefused() {
    Path file = folder.resolve("checkpoint");
    fit(data()).stepLimit(1).checkpoint(file, Duration.ofDays(1)).go();
    Fit other = fit(data()).reg(1e-3).resume(file);
    assertThrows(Checkpoint.UnusableException.class, other::go);
  }

  @Test
  void oneModelForAnyNumberOfThreads() {
    int threads = Parallel.threads();
    try {
      Dataset rows = Samples.classes(Samples.dense(3000, 40, 5), 3, 6);
      String first = null;
      for (int count : new int[] {1, 2, 7}) {
        Parallel.setThreads(count);
        String text = ModelFile.text(Fit.softmax(rows).reg(1e-3).go().model());
        first = first == null ? text : first;
        assertEquals(first, text);
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  @Test
  void anInterruptGivesTheBestModelSoFar() {
    Thread.currentThread().interrupt();
    FitResult result = fit(data()).go();
    assertTrue(Thread.interrupted());
    assertInstanceOf(Ending.Interrupted.class, result.ending());
    assertEquals(StrictMath.log(2), result.objective(), 1e-12);
    FitResult later =
        fit(data())
            .observe(
                step -> {
                  if (step.step() == 1) {
                    Thread.currentThread().interrupt();
                  }
                })
            .go();
    assertTrue(Thread.interrupted());
    assertInstanceOf(Ending.Interrupted.class, later.ending());
    assertTrue(later.objective() < result.objective());
  }

  @Test
  void aTimeLimitEndsInTheMiddleOfAStep() {
    FitResult result = fit(data()).timeLimit(Duration.ofNanos(1)).go();
    assertInstanceOf(Ending.TimeLimit.class, result.ending());
    assertTrue(Double.isFinite(result.objective()));
  }

  @Test
  void aWarmStartFromTheOptimumNeedsNoStep() {
    Model model = fit(data()).go().model();
    FitResult again = fit(data()).init(model).go();
    assertEquals(0, again.steps());
    assertArrayEquals(model.weights()[0], again.model().weights()[0], 1e-9);
    Model other = Fit.logistic(data()).columns(names("a", 30)).go().model();
    Fit wrong = fit(data()).init(other);
    String message = assertThrows(IllegalArgumentException.class, wrong::go).getMessage();
    assertEquals("column 1 of the model to start from is 'a1', of the data '1'", message);
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
  }

  @Test
  void weightTwoIsTheRowTwice() {
    Dataset rows = data();
    double[] weights = new double[rows.rows()];
    Arrays.setAll(weights, i -> i % 3);
    int[] repeated =
        IntStream.range(0, rows.rows())
            .flatMap(i -> IntStream.range(0, i % 3).map(k -> i))
            .toArray();
    FitResult weighted = fit(rows.weighted(weights)).go();
    FitResult twice = fit(rows.subset(repeated)).go();
    assertEquals(twice.objective(), weighted.objective(), 1e-9 * twice.objective());
    assertArrayEquals(twice.model().weights()[0], weighted.model().weights()[0], 1e-3);
  }

  @Test
  void balancedClassesWeighTheSame() {
    DenseFeatures x = Samples.dense(300, 3, 3);
    int[] labels = new int[300];
    Arrays.setAll(labels, i -> i % 10 == 0 ? 1 : 0);
    Dataset rows = Dataset.classification(x, labels, 2);
    double[] weights = new double[300];
    Arrays.setAll(weights, i -> labels[i] == 1 ? 300 / (2 * 30.0) : 300 / (2 * 270.0));
    double expected = fit(rows.weighted(weights)).go().objective();
    assertEquals(expected, fit(rows).balanced(true).go().objective(), 1e-9 * expected);
  }

  @Test
  void scalingIsUndoneExactly() {
    DenseFeatures x = Samples.dense(200, 4, 4);
    double[] other = x.data().clone();
    for (int k = 0; k < other.length; k++) {
      other[k] = 1000 * StrictMath.pow(7, k % 4) * other[k] + 12345;
    }
    Dataset plain = Samples.classes(x, 2, 5);
    Dataset scaled = Samples.classes(new DenseFeatures(200, 4, other), 2, 5);
    Model a = Fit.logistic(plain).tolerance(1e-22).go().model();
    Model b = Fit.logistic(scaled).tolerance(1e-22).go().model();
    double[] p = a.probabilities(plain).data();
    double[] q = b.probabilities(scaled).data();
    assertArrayEquals(p, q, 1e-10);
  }

  @Test
  void sparseAndDenseStorageHaveOneOptimum() {
    DenseFeatures x = Samples.dense(300, 8, 6);
    for (boolean scale : new boolean[] {true, false}) {
      double dense = fit(Samples.classes(x, 2, 7)).scale(scale).go().objective();
      double sparse = fit(Samples.classes(Samples.sparse(x), 2, 7)).scale(scale).go().objective();
      assertEquals(dense, sparse, 2e-9 * dense);
    }
  }

  @Test
  void earlyStoppingEndsWhenItNoLongerHelps() {
    Dataset rows = Samples.classes(Samples.dense(120, 60, 8), 2, 9);
    Dataset others = Samples.classes(Samples.dense(120, 60, 10), 2, 11);
    Fit fit = Fit.logistic(rows).reg(1e-6).alpha(1e-3).earlyStopping(others).patience(1);
    FitResult early = fit.go();
    assertInstanceOf(Ending.ValidationStalled.class, early.ending(), early.ending().sentence());
    double best = early.history().stream().mapToDouble(FitStep::validation).min().orElseThrow();
    ClassEvaluation e = (ClassEvaluation) Evaluation.of(early.model(), others);
    assertTrue(e.logLoss() <= best + 0.02, e.logLoss() + " " + best);
    FitResult whole = Fit.logistic(rows).reg(1e-6).go();
    ClassEvaluation w = (ClassEvaluation) Evaluation.of(whole.model(), others);
    assertTrue(e.logLoss() < w.logLoss());
  }

  /** Rows to validate are measured after every step, and change no bit of the model. */
  @Test
  void validationChangesNothing() {
    Dataset rows = Samples.classes(Samples.dense(120, 60, 8), 2, 9);
    Dataset others = Samples.classes(Samples.dense(120, 60, 10), 2, 11);
    FitResult alone = Fit.logistic(rows).reg(1e-6).alpha(1e-3).go();
    FitResult beside = Fit.logistic(rows).reg(1e-6).alpha(1e-3).validation(others).patience(1).go();
    assertInstanceOf(Ending.GapCertified.class, beside.ending(), beside.ending().sentence());
    assertEquals(ModelFile.text(alone.model()), ModelFile.text(beside.model()));
    assertEquals(alone.passes(), beside.passes());
    assertTrue(Double.isFinite(beside.history().getFirst().validation()));
    double last = beside.history().getLast().validation();
    double least = beside.history().stream().mapToDouble(FitStep::validation).min().orElseThrow();
    assertTrue(last > least, "these rows would have ended the fit early");
  }

  @Test
  void theFileIsWholeOrNotThere() throws Exception {
    Path file = folder.resolve("model.json");
    Model model = fit(data()).go().model();
    ModelFile.write(model, file);
    assertEquals(ModelFile.text(model), Files.readString(file));
    assertEquals(ModelFile.text(model), ModelFile.text(ModelFile.read(file)));
    assertEquals(1, Files.list(folder).count());
  }
}
