package org.ironopt.cli.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.ironopt.cli.render.FitOutcome;
import org.ironopt.data.Dataset;
import org.ironopt.data.Dataset.Preprocessing;
import org.ironopt.fit.Fit;
import org.ironopt.io.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.progress.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Folds that a time limit or an interrupt cuts short, and what the fit is then said to be. */
class FoldJobTest {
  private static final int FOLDS = 4;
  private static final FitOutcome FITTED = new FitOutcome("converged", true, "Done.");

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

  /** Returns what a user types. */
  private static FitOptions options(String typed) {
    FitOptions options = new FitOptions();
    new CommandLine(options)
        .registerConverter(Double.class, NumberList::number)
        .parseArgs(("--model ridge --folds " + FOLDS + " " + typed).strip().split(" "));
    options.check();
    return options;
  }

  /** Returns what becomes of a fit whose folds were cut after so many models. */
  private FitOutcome cut(FitOptions options, long start, Progress progress, int models) {
    FoldJob job = new FoldJob(options, Fit::ridge, start, progress, () -> {});
    FoldJob.Cut cut = assertThrows(FoldJob.Cut.class, () -> job.run(data, Preprocessing.NONE));
    assertEquals(models, job.made());
    return FITTED.withoutFolds(cut.ending(), job.made(), FOLDS);
  }

  /** A number for the penalty, or a search for it in each fold. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTimeLimitThatIsOverBeforeTheFirst(boolean search) {
    long start = System.nanoTime() - Duration.ofSeconds(20).toNanos();
    String limited = "--time-limit 10" + (search ? " --reg auto" : "");
    FitOutcome late = cut(options(limited), start, Progress.NONE, 0);
    assertEquals("time-limit", late.word());
    assertFalse(late.success());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anInterruptAfterTwoModels(boolean search) {
    FitOptions options = options(search ? "--reg auto" : "");
    Progress progress =
        new Progress() {
          @Override
          public void update(long done, long total) {
            if (done == 2) {
              Thread.currentThread().interrupt();
            }
          }
        };
    FitOutcome interrupted = cut(options, System.nanoTime(), progress, 2);
    assertTrue(Thread.interrupted());
    assertEquals("interrupted", interrupted.word());
    assertFalse(interrupted.success());
  }

  /** What needs all rows is called as it was typed. */
  @Test
  void robustErrorsAreCalledSo() {
    for (String option : List.of("--robust", "--errors")) {
      FitOptions options = options(option);
      String said =
          assertThrows(InputError.class, () -> FitChecks.sampled(options, 5)).getMessage();
      assertTrue(said.startsWith(option + " "), said);
    }
  }
}
