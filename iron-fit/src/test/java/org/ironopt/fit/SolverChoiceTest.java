package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Parallel;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The choice of solver, and how it corrects itself; work is counted. */
class SolverChoiceTest {
  @TempDir Path folder;

  /** Nearly as many columns as rows: products alone take long. */
  private static Fit hard(ModelKind kind) {
    int columns = kind == ModelKind.SOFTMAX ? 30 : 100;
    return Fit.of(kind, PathData.of(kind, 220, columns, 3)).reg(1e-5);
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void productsThatCostAsMuchAsAMatrixAreFollowedByOne(ModelKind kind) {
    FitResult result = hard(kind).go();
    assertTrue(result.ending().goal(), result.ending().sentence());
    assertTrue(!result.work().matrices().isEmpty(), kind + ": " + result.work());
    for (FitResult.SolverWork.Matrix matrix : result.work().matrices()) {
      assertTrue(matrix.products() >= matrix.price(), matrix.toString());
    }
    double best = Double.POSITIVE_INFINITY;
    for (FitMethod method : new FitMethod[] {FitMethod.CG, FitMethod.CHOLESKY, FitMethod.LBFGS}) {
      FitResult fixed = hard(kind).method(method).stepLimit(60).go();
      best = fixed.gap() <= 1e-9 ? Math.min(best, fixed.work().spent()) : best;
    }
    assertTrue(result.work().spent() <= 2.5 * best, result.work().spent() + ", best " + best);
  }

  @Test
  void aResumedFitGoesOnWithTheSameFactor() {
    Path file = folder.resolve("fit.checkpoint");
    Duration often = Duration.ZERO;
    FitResult whole = hard(ModelKind.LOGISTIC).go();
    hard(ModelKind.LOGISTIC).stepLimit(whole.steps() - 1).checkpoint(file, often).go();
    FitResult rest = hard(ModelKind.LOGISTIC).resume(file).go();
    assertEquals(whole.steps(), rest.steps());
    assertArrayEquals(whole.model().weights()[0], rest.model().weights()[0], 0);
  }

  @Test
  void threadsChangeNoBit() {
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      String one = FitBits.sparse();
      for (int threads : new int[] {2, 7}) {
        Parallel.setThreads(threads);
        assertEquals(one, FitBits.sparse(), threads + " threads");
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void softmaxFormsItsMatrixWhileItIsSmall() {
    Dataset data = PathData.of(ModelKind.SOFTMAX, 600, 3, 3);
    double[][] chosen = Fit.softmax(data).reg(1e-3).go().model().weights();
    double[][] formed =
        Fit.softmax(data).reg(1e-3).method(FitMethod.CHOLESKY).go().model().weights();
    for (int c = 0; c < chosen.length; c++) {
      assertArrayEquals(formed[c], chosen[c], 0);
    }
  }
}
