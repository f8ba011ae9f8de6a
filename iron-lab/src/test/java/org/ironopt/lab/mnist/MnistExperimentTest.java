package org.ironopt.lab.mnist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.mnist.MnistTraining.Purpose;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

/** A few hundred rows of the real MNIST; where it cannot be had, this fails and says so. */
class MnistExperimentTest {
  private static final Run RUN = new Run(Run.small());

  @Test
  void theStepOfHighestValidationAccuracyIsTaken() {
    MnistResults results = new MnistResults(RUN.experiment, RUN);
    for (int batch : new int[] {128, 256}) {
      for (ComparedOptimizer rival : ComparedOptimizer.PAPER) {
        double chosen = results.chosen(rival, batch);
        for (double step : RUN.experiment.settings.grid(rival)) {
          double best = results.validationAccuracy(rival, chosen, batch);
          double other = results.validationAccuracy(rival, step, batch);
          assertTrue(best > other || (best == other && chosen <= step));
        }
      }
    }
  }

  /** Both the tuned step and the paper's are run with every seed, and once if they are equal. */
  @Test
  void finalRunsHaveTheTunedStepsAndThePapers() {
    MnistResults results = new MnistResults(RUN.experiment, RUN);
    int configurations = 0;
    for (PaperTable.Row row : PaperTable.ROWS.subList(0, 6)) {
      boolean same = results.chosen(row.rival(), row.batch()) == row.step();
      configurations += same ? 1 : 2;
    }
    List<Cell> last = RUN.experiment.followUps(RUN);
    assertEquals(2 * configurations, last.size());
    assertEquals(last.size(), last.stream().map(Cell::label).distinct().count());
    assertEquals(List.of(), RUN.experiment.followUps(cell -> java.util.Optional.empty()));
  }

  @Test
  void theWorkIsCounted() {
    CellResult adamw = RUN.of(cell(ComparedOptimizer.ADAMW, 2e-3)).orElseThrow();
    assertEquals(2 * 7, adamw.values().number("gradients"));
    assertEquals(2, adamw.values().number("passes"), 1e-12);
    assertEquals(0, adamw.values().number("products"));
    assertEquals(Math.log(10), adamw.trace().column("train_loss")[0], 1e-12);
    CellResult iron = RUN.of(cell(ComparedOptimizer.IRON, 1)).orElseThrow();
    assertEquals(iron.values().number("cg_steps"), iron.values().number("products"));
    // Every solve evaluates its start, and each of its Newton steps at least one point.
    double least = 2 * 7 + iron.values().number("newton_steps");
    assertTrue(iron.values().number("gradients") >= least);
    assertEquals(0, iron.values().number("failed_solves"));
  }

  private static Cell cell(ComparedOptimizer rival, double step) {
    return RUN.experiment.cell(new MnistTraining(Purpose.FINAL, rival, step, 128, 0));
  }

  @Test
  void aResumedRunEndsWithTheSameNumbers() throws IOException {
    Cell cell = cell(ComparedOptimizer.IRON, 1);
    Task first = cell.start();
    first.advance();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    first.save(new DataOutputStream(bytes));
    Task second = cell.start();
    second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertEquals(1, second.done());
    assertSame(RUN.of(cell).orElseThrow(), Run.finish(second).outcome());
  }

  @Test
  void sameBitsForEveryNumberOfThreads() {
    int threads = Parallel.threads();
    try {
      for (int count : new int[] {1, 2, 7}) {
        Parallel.setThreads(count);
        for (ComparedOptimizer rival : ComparedOptimizer.PAPER) {
          double step = RUN.experiment.settings.grid(rival)[1];
          Cell cell = RUN.experiment.cell(new MnistTraining(Purpose.TUNE, rival, step, 128, 0));
          assertSame(RUN.of(cell).orElseThrow(), Run.finish(cell.start()).outcome());
        }
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  private static void assertSame(CellResult expected, CellResult actual) {
    assertEquals(expected.values().asMap(), actual.values().asMap());
    NumericColumns rows = actual.trace();
    assertEquals(expected.trace().rows().size(), rows.rows().size());
    for (int r = 0; r < rows.rows().size(); r++) {
      assertArrayEquals(expected.trace().rows().get(r), rows.rows().get(r));
    }
  }

  @Test
  void badSettingsAreNamed() {
    assertMessage(
        "batches is 801, expected a whole number from 1 to the 600 rows to learn from (--batches)",
        "batches",
        List.of(801.0));
    assertMessage("batches has a number twice (--batches)", "batches", List.of(8.0, 8.0));
    assertMessage("batches is 1.5, expected a whole number", "batches", List.of(1.5));
    assertMessage("iron is -1, expected a number > 0 (--iron)", "iron", List.of(-1.0));
    assertMessage("nag_gs is an empty list", "nag_gs", List.of());
    assertMessage("train_rows is 70000, expected 20 to 60000", "train_rows", 70_000L);
    assertMessage(
        "validation_rows is 800, expected 1 to 799 (--validation-rows)", "validation_rows", 800L);
    assertMessage("cg is 1, expected a number > 0 and < 1 (--cg)", "cg", 1.0);
    assertMessage(
        "step_batch is 801, expected a whole number from 1 to the 800 rows to learn from"
            + " (--step-batch)",
        "step_batch",
        801L);
    assertMessage(
        "precision is 'half', expected double or single (--precision)", "precision", "half");
    assertMessage("run_seeds has a number twice (--run-seeds)", "run_seeds", List.of(3L, 3L));
    assertMessage(
        "run_seeds has one number, expected at least 2 (--run-seeds)", "run_seeds", List.of(3L));
  }

  @Test
  void aClassWithoutARowIsNamed() {
    assertRefused(
        "the first 50 rows have no image of class 8, expected one of each (--test-rows)",
        Run.small().with("test_rows", 50L));
    assertRefused(
        "for training, expected one of each (--train-rows, --validation-rows)",
        Run.small()
            .with("train_rows", 24L)
            .with("validation_rows", 14L)
            .with("batches", new double[] {8})
            .with("step_batch", 8L));
  }

  private static void assertRefused(String words, NamedValues settings) {
    Cell cell = Run.open(settings).cells().getFirst();
    String message = assertThrows(InputError.class, cell::start).getMessage();
    assertTrue(message.contains(words), message);
  }

  private static void assertMessage(String words, String key, Object value) {
    NamedValues settings = Run.small().with(key, value);
    String message = assertThrows(InputError.class, () -> Run.open(settings)).getMessage();
    assertTrue(message.contains(words), message);
  }
}
