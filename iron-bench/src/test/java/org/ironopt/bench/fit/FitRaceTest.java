package org.ironopt.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;

class FitRaceTest {
  /** Solvers of five libraries find one optimum: the objectives are the same. */
  @Test
  void contestantsAgreeOnTheOptimum() {
    List<FitSet> sets =
        List.of(
            FitSet.gaussian(300, 5),
            FitSet.leastSquares(300, 5),
            FitSet.sparse("tiny", 300, 40, 4, 1));
    for (FitSet set : sets) {
      NumericColumns rows = new NumericColumns(FitRace.COLUMNS.toArray(String[]::new));
      NumericColumns clock = new NumericColumns(FitRace.clock(1).toArray(String[]::new));
      new FitRace(set, 1, DeviceChoice.HERE, line -> {}).run(rows, clock);
      assertEquals(contestants(set), rows.rows().size(), set.name());
      List<FitSolver> solvers = FitSolver.all(DeviceChoice.HERE);
      double[] contestant = rows.column("contestant");
      double[] objective = rows.column("objective");
      double[] optimum = rows.column("optimum");
      for (int i = 0; i < objective.length; i++) {
        double gap = (objective[i] - optimum[i]) / optimum[i];
        assertTrue(Math.abs(gap) <= FitRace.GAP, set.name() + ", row " + i + ": " + gap);
        // Of a process the seconds without a step are taken off, which may leave nothing.
        boolean process = solvers.get((int) contestant[i]).name().startsWith("liblinear C");
        assertTrue(process || clock.column("round0")[i] > 0, set.name() + ", row " + i);
      }
    }
  }

  /** Dense sets only; its optimum is that of everyone, and what it holds is given back. */
  @Test
  void aDeviceTakesPartInDenseSets() {
    DeviceChoice cuda = new DeviceChoice("cuda", DeviceChoice.TF32);
    int before = PlayedRows.opened;
    for (FitSet set : List.of(FitSet.leastSquares(300, 5), FitSet.sparse("tiny", 300, 40, 4, 1))) {
      NumericColumns rows = new NumericColumns(FitRace.COLUMNS.toArray(String[]::new));
      NumericColumns clock = new NumericColumns(FitRace.clock(1).toArray(String[]::new));
      new FitRace(set, 1, cuda, line -> {}).run(rows, clock);
      assertEquals(contestants(set) + (set.dense() ? 1 : 0), rows.rows().size(), set.name());
      int last = (int) rows.last("contestant");
      assertEquals(set.dense(), FitSolver.all(cuda).get(last).elsewhere());
      assertEquals(rows.last("optimum"), rows.last("objective"), 1e-6 * rows.last("optimum"));
    }
    assertEquals(before + 1, PlayedRows.opened);
    assertEquals(0, PlayedRows.open);
  }

  /** Four in Java; liblinear in C has two solvers of logistic sets, where it is installed. */
  private static int contestants(FitSet set) {
    boolean c = set.kind() == ModelKind.LOGISTIC && LiblinearProcess.program().isPresent();
    return c ? 6 : 4;
  }

  /** What one module adds does not stand for another. */
  @Test
  void aDeviceIsNoCluster() {
    InputError e = assertThrows(InputError.class, () -> FitPlugin.spark());
    assertTrue(e.getMessage().startsWith("--spark is in the module iron-spark, which is not on"));
  }
}
