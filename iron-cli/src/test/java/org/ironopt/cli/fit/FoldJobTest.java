package org.ironopt.cli.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import org.ironopt.data.Dataset;
import org.ironopt.data.Preprocessing;
import org.ironopt.fit.Fit;
import org.ironopt.fit.Inference;
import org.ironopt.io.InputError;
import org.ironopt.lab.progress.Progress;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folds that a time limit or an interrupt cuts short, and what the fit is then said to be. */
class FoldJobTest {
  private static final int FOLDS = 4;
  private static final Conclusion FITTED = new Conclusion("converged", true, "Done.");

  private final Dataset data = data();

  private static Dataset data() {
    double[][] x = new double[40][2];
    double[] y = new double[40];
    for (int i = 0; i < y.length; i++) {
      x[i] = new double[] {i * 37 % 101, i * 11 % 101};
      y[i] = x[i][0] - 2 * x[i][1] + i * 71 % 101;
    }
    return Dataset.regression(x, y);
  }

  private static FitSettings settings(
      OptionalDouble reg, Optional<Duration> limit, Optional<Inference.Errors> errors) {
    return new FitSettings(
        Optional.of(ModelKind.RIDGE),
        reg,
        OptionalDouble.of(0),
        0.5,
        new MethodChoice("iron", OptionalDouble.empty(), OptionalDouble.empty(), 0, ""),
        1e-9,
        true,
        true,
        false,
        Map.of(),
        errors,
        Inference.WeightKind.FREQUENCY,
        limit,
        OptionalInt.empty(),
        new HeldOut(0, false, 0, OptionalInt.empty(), FOLDS),
        0,
        Optional.empty());
  }

  /** Returns what becomes of a fit whose folds were cut after so many models. */
  private Conclusion cut(FitSettings settings, long start, Progress progress, int models) {
    FoldJob job = new FoldJob(settings, Fit::ridge, start, progress, () -> {});
    CancellationException cut =
        assertThrows(CancellationException.class, () -> job.run(data, Preprocessing.NONE));
    assertEquals(models, job.made());
    return FITTED.withoutFolds(cut.getMessage(), job.made(), FOLDS);
  }

  /** A number for the penalty, or a search for it in each fold. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTimeLimitThatIsOverBeforeTheFirst(boolean search) {
    OptionalDouble reg = search ? OptionalDouble.empty() : OptionalDouble.of(1e-4);
    Duration limit = Duration.ofSeconds(10);
    long start = System.nanoTime() - 2 * limit.toNanos();
    FitSettings settings = settings(reg, Optional.of(limit), Optional.empty());
    Conclusion late = cut(settings, start, Progress.NONE, 0);
    assertEquals("time-limit", late.word());
    assertFalse(late.success());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anInterruptAfterTwoModels(boolean search) {
    OptionalDouble reg = search ? OptionalDouble.empty() : OptionalDouble.of(1e-4);
    FitSettings settings = settings(reg, Optional.empty(), Optional.empty());
    Progress progress =
        new Progress() {
          @Override
          public void update(long done, long total) {
            if (done == 2) {
              Thread.currentThread().interrupt();
            }
          }
        };
    Conclusion interrupted = cut(settings, System.nanoTime(), progress, 2);
    assertTrue(Thread.interrupted());
    assertEquals("interrupted", interrupted.word());
    assertFalse(interrupted.success());
  }

  /** What needs all rows is called as it was typed. */
  @Test
  void robustErrorsAreCalledSo() {
    for (Inference.Errors errors : Inference.Errors.values()) {
      FitSettings settings = settings(OptionalDouble.of(0), Optional.empty(), Optional.of(errors));
      String said =
          assertThrows(InputError.class, () -> FitChecks.sampled(settings, 5)).getMessage();
      String option = errors == Inference.Errors.ROBUST ? "--robust" : "--errors";
      assertTrue(said.startsWith(option + " "), said);
    }
  }
}
