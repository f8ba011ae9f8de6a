package org.ironopt.lab.foundations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.lab.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Settings;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Table;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FoundationsExperimentTest {
  private static final FoundationsExperiment EXPERIMENT =
      new FoundationsExperiment(FoundationsExperiment.smoke());
  private static final Map<String, Outcome> OUTCOMES = new HashMap<>();

  @BeforeAll
  static void run() {
    for (Cell cell : EXPERIMENT.cells()) {
      OUTCOMES.put(cell.label(), finish(cell.start()));
    }
  }

  private static Outcome finish(Task task) {
    while (task.done() < task.total()) {
      task.advance();
    }
    return task.outcome();
  }

  private static Story story() {
    return EXPERIMENT.tell(cell -> Optional.of(OUTCOMES.get(cell.label())));
  }

  @Test
  void everyClaimOfThePaperIsReproducedAndEveryErrorOfItDiffers() {
    int errors = 0;
    for (Claim claim : story().claims()) {
      Verdict expected =
          switch (claim.id().charAt(0)) {
            case 'F', 'B' -> Verdict.REPRODUCED;
            case 'E' -> Verdict.DIFFERS;
            default -> Verdict.NOT_CHECKABLE;
          };
      assertEquals(expected, claim.verdict(), claim::toString);
      errors += claim.id().startsWith("E") ? 1 : 0;
    }
    assertEquals(5, errors);
  }

  @Test
  void idsAreUniqueAndEveryDecidedClaimSaysWhatWasMeasured() {
    Set<String> ids = new HashSet<>();
    for (Claim claim : story().claims()) {
      assertTrue(ids.add(claim.id()), claim.id());
      assertTrue(!claim.evidence().isEmpty() && !claim.text().where().isEmpty(), claim::toString);
      assertTrue(
          claim.verdict() == Verdict.NOT_CHECKABLE
              || !claim.criterion().isEmpty() && !claim.measured().isEmpty(),
          claim::toString);
    }
  }

  @Test
  void aStudyThatIsMissingMakesNoClaim() {
    Story empty = EXPERIMENT.tell(cell -> Optional.empty());
    assertTrue(
        empty.claims().stream().allMatch(c -> c.verdict() == Verdict.NOT_CHECKABLE),
        empty.claims()::toString);
  }

  @Test
  void oneViolationAmongTheInstancesIsEnough() {
    for (String[] broken :
        new String[][] {
          {"mapping", "velocity", "F1"},
          {"lemmas", "contraction", "F10"},
          {"recursion", "limsup_simple", "F24"},
          {"quadratic", "remainder_order", "F33"},
          {"resolvent", "certificate", "F38"},
          {"varying", "energy_recursion", "B6"}
        }) {
      assertEquals(
          Verdict.DIFFERS, verdict(broken[0], broken[1], broken[2]), String.join(" ", broken));
    }
  }

  /** Returns the verdict of a claim after one instance was changed to violate it. */
  private static Verdict verdict(String study, String column, String id) {
    Outcome outcome = OUTCOMES.get(study);
    Table changed = new Table(outcome.trace().columns().toArray(String[]::new));
    outcome.trace().rows().forEach(changed::add);
    changed.rows().get(7)[outcome.trace().columns().indexOf(column)] = 1.001;
    Outcome wrong = new Outcome(outcome.values(), changed, Map.of());
    Story story =
        EXPERIMENT.tell(
            c -> Optional.of(c.label().equals(study) ? wrong : OUTCOMES.get(c.label())));
    return story.claims().stream().filter(c -> c.id().equals(id)).findFirst().get().verdict();
  }

  @Test
  void aTaskThatIsInterruptedGoesOnWithTheSameBits() throws IOException {
    for (Cell cell : EXPERIMENT.cells().subList(4, 9)) {
      Task first = cell.start();
      first.advance();
      ByteArrayOutputStream saved = new ByteArrayOutputStream();
      first.save(new DataOutputStream(saved));
      Task second = cell.start();
      second.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
      assertEquals(first.done(), second.done());
      assertSameBits(cell, finish(second));
    }
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    int threads = Parallel.threads();
    try {
      Parallel.setThreads(threads == 1 ? 3 : 1);
      for (Cell cell : EXPERIMENT.cells().subList(0, 4)) {
        assertSameBits(cell, finish(cell.start()));
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  private static void assertSameBits(Cell cell, Outcome again) {
    List<double[]> rows = again.trace().rows();
    List<double[]> straight = OUTCOMES.get(cell.label()).trace().rows();
    assertEquals(straight.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertTrue(Arrays.equals(straight.get(i), rows.get(i)), cell.label() + " " + i);
    }
  }

  @Test
  void instancesDependOnTheSeedAndOnTheirNumberOnly() {
    Study study = new LemmaStudy();
    double[] third = study.row(new Draw(0, "lemmas", 3));
    assertTrue(Arrays.equals(third, OUTCOMES.get("lemmas").trace().rows().get(3)));
    assertTrue(!Arrays.equals(third, study.row(new Draw(1, "lemmas", 3))));
  }

  @Test
  void tooFewInstancesAreRefused() {
    Settings few = FoundationsExperiment.paper().with("instances", 3L);
    assertEquals(
        "instances is 3, expected a number from 12 to 1000000 (--instances)",
        assertThrows(InputError.class, () -> new FoundationsExperiment(few)).getMessage());
  }
}
