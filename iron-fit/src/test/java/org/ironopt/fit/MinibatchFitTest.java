package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Samples;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Minibatches first, all rows at the end: the same certified optimum, and the same bits. */
class MinibatchFitTest {
  private static Dataset data(int classes) {
    DenseFeatures x = Samples.dense(6000, 8, 1);
    Dataset noise = Samples.numbers(x, 2);
    int[] labels = new int[x.rows()];
    for (int i = 0; i < labels.length; i++) {
      double z = x.get(i, 0) - x.get(i, 3) + 0.5 * x.get(i, 5) + noise.target(i);
      labels[i] = Math.clamp((int) Math.floor(z + classes / 2.0), 0, classes - 1);
    }
    return Dataset.classification(x, labels, classes);
  }

  private static Fit fit(ModelKind kind) {
    Dataset rows =
        kind == ModelKind.RIDGE ? Samples.numbers(Samples.dense(3000, 8, 4), 5) : data(2);
    return Fit.of(kind, kind == ModelKind.SOFTMAX ? data(4) : rows)
        .reg(1e-4)
        .data("hash")
        .method(FitMethod.MINIBATCH);
  }

  @Test
  void everyKindIsCertified() {
    for (ModelKind kind : List.of(ModelKind.LOGISTIC, ModelKind.SOFTMAX, ModelKind.RIDGE)) {
      FitResult result = fit(kind).go();
      assertInstanceOf(Ending.GapCertified.class, result.ending(), result.ending().sentence());
      assertTrue(result.gap() <= 1e-9);
      double best = fit(kind).method(FitMethod.IRON).go().objective();
      assertEquals(best, result.objective(), 1e-9 * best);
      assertTrue(result.method().startsWith("IRON on variance-reduced minibatches of"));
    }
  }

  /** The first round, about an epoch, leaves little for the rows as a whole. */
  @Test
  void anEpochIsMostOfTheWay() {
    for (ModelKind kind : new ModelKind[] {ModelKind.LOGISTIC, ModelKind.SOFTMAX}) {
      FitResult result = fit(kind).go();
      double start = result.history().getFirst().objective();
      double next = result.history().get(1).objective();
      double left = (next - result.objective()) / (start - result.objective());
      assertTrue(left < 0.05, kind + " " + left);
      assertTrue(result.history().get(1).passes() <= 6);
    }
  }

  @Test
  void sparseUnscaledAndWithoutIntercept() {
    DenseFeatures x = Samples.dense(500, 30, 9);
    Dataset rows = Samples.classes(Samples.sparse(x), 2, 10);
    for (boolean scale : new boolean[] {true, false}) {
      Fit fit = Fit.logistic(rows).reg(1e-4).scale(scale).intercept(false);
      double best = fit.method(FitMethod.CG).go().objective();
      FitResult result = fit.method(FitMethod.MINIBATCH).go();
      assertInstanceOf(Ending.GapCertified.class, result.ending());
      assertEquals(best, result.objective(), 1e-9 * best);
    }
  }

  @Test
  void resumedInEitherPhaseOnAnyThreadsTheModelHasTheSameBytes(@TempDir Path folder) {
    int threads = Parallel.threads();
    Duration never = Duration.ofDays(1);
    try {
      Parallel.setThreads(1);
      FitResult whole = fit(ModelKind.SOFTMAX).go();
      Parallel.setThreads(3);
      for (int steps = 0; steps < whole.steps(); steps++) {
        Path file = folder.resolve("after" + steps);
        fit(ModelKind.SOFTMAX).stepLimit(steps).checkpoint(file, never).go();
        FitResult rest = fit(ModelKind.SOFTMAX).checkpoint(file, never).resume(file).go();
        assertEquals(ModelFile.text(whole.model()), ModelFile.text(rest.model()));
        assertEquals(whole.steps(), rest.steps());
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  /** Where the first method makes nothing better, the second one starts where it did. */
  @Test
  void aStartAtTheOptimumStaysThere() {
    Model model = fit(ModelKind.LOGISTIC).go().model();
    FitResult again = fit(ModelKind.LOGISTIC).init(model).tolerance(1e-8).go();
    assertEquals(0, again.steps());
    FitResult further = fit(ModelKind.LOGISTIC).init(model).tolerance(1e-11).go();
    assertTrue(further.objective() <= again.objective());
  }

  @Test
  void theRuleCountsRowsAndParameters() {
    assertTrue(SolverSelection.minibatchesPay(10_000_000, 51, false));
    assertTrue(SolverSelection.minibatchesPay(10_000_000, 100_000, false));
    assertFalse(SolverSelection.minibatchesPay(10_000_000, 100_001, false));
    assertFalse(SolverSelection.minibatchesPay(9_999_999, 51, false));
    assertFalse(SolverSelection.minibatchesPay(10_000_000, 51, true));
    assertFalse(fit(ModelKind.LOGISTIC).method(FitMethod.IRON).go().method().contains("batches"));
  }
}
