package org.ironopt.lab.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

@Execution(ExecutionMode.CONCURRENT)
class SamplingExperimentTest {
  private static final Curve SQUARES = new Curve(Problem.SQUARES, BatchDraw.WITHOUT, 2);

  /** One cell of each kind. */
  private static List<Cell> kinds(SamplingExperiment e) {
    return List.of(
        e.regressions.chains.cell(new Point(SQUARES, 1)),
        e.regressions.exact.cell(SQUARES),
        e.regressions.best.cell(2),
        e.regressions.runs.cell(new Point(Curve.images(30), 0.1)),
        e.regressions.predicted.cell(Curve.images(30)),
        e.landscapes.noisy.cell(new Noisy(TestFunction.SINE, 2, NonconvexFunctions.EARLY)),
        e.landscapes.energy.cells().getLast());
  }

  private static void assertSame(CellResult expected, CellResult outcome) {
    assertEquals(expected.values().asMap(), outcome.values().asMap());
    assertEquals(expected.trace().rows().size(), outcome.trace().rows().size());
    for (int row = 0; row < expected.trace().rows().size(); row++) {
      assertArrayEquals(expected.trace().rows().get(row), outcome.trace().rows().get(row));
    }
  }

  @Test
  @ResourceLock("org.ironopt.linalg.Parallel")
  void resultsDoNotDependOnThreads() {
    int before = Parallel.threads();
    try {
      for (int threads : new int[] {1, 7}) {
        Parallel.setThreads(threads);
        for (Cell cell : kinds(Run.open(Run.small()))) {
          assertSame(Run.SMALL.found(cell).orElseThrow(), Run.run(cell));
        }
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void aCellThatWasStoppedGoesOnBitForBit() throws IOException {
    List<Cell> again = kinds(Run.open(Run.small()));
    for (Cell cell : kinds(Run.SMALL.experiment)) {
      Task first = cell.start();
      first.advance();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      first.save(new DataOutputStream(bytes));
      Task second =
          again.stream()
              .filter(c -> c.label().equals(cell.label()))
              .findFirst()
              .orElseThrow()
              .start();
      second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      assertEquals(first.done(), second.done());
      assertSame(Run.SMALL.found(cell).orElseThrow(), Run.finish(second));
    }
  }

  @Test
  void everyCellHasItsOwnLabelAndSettings() {
    Set<String> labels = new HashSet<>();
    Set<String> settings = new HashSet<>();
    for (Cell cell : Run.SMALL.experiment.cells()) {
      assertTrue(labels.add(cell.label()), cell.label());
      assertTrue(settings.add(cell.settings().asMap().toString()), cell.label());
    }
  }

  /** Another seed means other rows and other chains. */
  @Test
  void theSeedCounts() {
    List<Cell> other = kinds(Run.open(Run.small().with("seed", 1L)));
    for (int i = 0; i < other.size(); i++) {
      Cell cell = kinds(Run.SMALL.experiment).get(i);
      double[] seen = Run.run(other.get(i)).trace().rows().getLast();
      double[] before = Run.SMALL.found(cell).orElseThrow().trace().rows().getLast();
      assertTrue(seen[seen.length > 1 ? 1 : 0] != before[before.length > 1 ? 1 : 0], cell.label());
    }
  }

  @Test
  void theReportIsMadeFromFinishedCellsAndSkipsTheOthers() {
    SamplingExperiment experiment = Run.SMALL.experiment;
    ChapterReport empty = experiment.report(cell -> Optional.empty());
    assertEquals(15, empty.claims().size());
    for (Claim claim : empty.claims()) {
      assertEquals(Verdict.NOT_CHECKABLE, claim.verdict(), claim.id());
      assertEquals("not all cells have finished", claim.evidence(), claim.id());
    }
    ChapterReport whole = experiment.report(Run.SMALL::found);
    assertEquals(empty.sections().size(), whole.sections().size());
    for (Cell only : kinds(experiment)) {
      ChapterReport report =
          experiment.report(
              cell -> cell.label().equals(only.label()) ? Run.SMALL.found(cell) : Optional.empty());
      assertEquals(whole.sections().size(), report.sections().size());
    }
  }

  @Test
  void badSettingsAreNamed() {
    refused("alpha is 0, expected a number > 0", Run.small().with("alpha", new double[] {1, 0}));
    refused("chains is 3, expected at least 10", Run.small().with("chains", 3L));
    refused("images is 'x', expected mnist or clouds", Run.small().with("images", "x"));
    refused(
        "batches is 21, expected 1 to 20 (--batches)",
        Run.small().with("batches", new double[] {1, 21}));
    refused(
        "map_batches is 30, expected 1 to 20", Run.small().with("map_batches", new double[] {30}));
    refused(
        "image_batches has 61, expected at most 60",
        Run.small().with("image_batches", new double[] {61}));
    refused("features is 50, expected 1 to 49", Run.small().with("features", 50L));
    refused("reg is 0, expected a number > 0", Run.small().with("reg", 0.0));
  }

  /** The order of a list does not count. */
  @Test
  void listsAscend() {
    NamedValues turned = Run.small().with("alpha", new double[] {1000, 0.1, 1});
    assertEquals(
        Run.open(Run.small()).settings().asMap().toString(),
        Run.open(turned).settings().asMap().toString());
  }

  private static void refused(String message, NamedValues settings) {
    InputError e = assertThrows(InputError.class, () -> Run.open(settings));
    assertTrue(e.getMessage().contains(message), e::getMessage);
  }
}
