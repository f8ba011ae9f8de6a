package org.ironopt.bench.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.lab.file.Columns;
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
      Columns rows = new Columns(FitRace.COLUMNS.toArray(String[]::new));
      Columns clock = new Columns(FitRace.clock(1).toArray(String[]::new));
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
}
