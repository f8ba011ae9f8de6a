package org.ironopt.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.methods.DeviceChoice;
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
      assertEquals(4, rows.rows().size(), set.name());
      double[] objective = rows.column("objective");
      double[] optimum = rows.column("optimum");
      for (int i = 0; i < objective.length; i++) {
        double gap = (objective[i] - optimum[i]) / optimum[i];
        assertTrue(Math.abs(gap) <= FitRace.GAP, set.name() + ", row " + i + ": " + gap);
        assertTrue(clock.column("round0")[i] > 0, set.name());
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
      assertEquals(set.dense() ? 5 : 4, rows.rows().size(), set.name());
      int last = (int) rows.last("contestant");
      assertEquals(set.dense(), FitSolver.all(cuda).get(last).elsewhere());
      assertEquals(rows.last("optimum"), rows.last("objective"), 1e-6 * rows.last("optimum"));
    }
    assertEquals(before + 1, PlayedRows.opened);
    assertEquals(0, PlayedRows.open);
  }

  /** What one module adds does not stand for another. */
  @Test
  void aDeviceIsNoCluster() {
    InputError e = assertThrows(InputError.class, () -> FitPlugin.spark());
    assertTrue(e.getMessage().startsWith("--spark is in the module iron-spark, which is not on"));
  }
}
