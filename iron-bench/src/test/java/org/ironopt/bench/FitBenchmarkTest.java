package org.ironopt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.bwaldvogel.liblinear.SolverType;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.ironopt.lab.bench.Benchmark;
import org.junit.jupiter.api.Test;

class FitBenchmarkTest {
  /** Solvers of five libraries find one optimum: the objectives are the same. */
  @Test
  void contestantsAgreeOnTheOptimum() {
    List<Contestant> contestants =
        List.of(
            new IronContestant(),
            new LiblinearContestant(SolverType.L2R_LR, "newton"),
            new LiblinearContestant(SolverType.L2R_LR_DUAL, "dual"),
            new EjmlContestant(),
            new OjalgoContestant(),
            new HipparchusContestant());
    List<BenchSet> sets =
        List.of(
            BenchSets.gaussian(300, 5),
            BenchSets.leastSquares(300, 5),
            BenchSets.sparse("tiny", 300, 40, 4, 1));
    for (BenchSet set : sets) {
      Map<String, Object> race = Race.run(set, contestants, 1, line -> {}).json();
      for (Object row : (List<?>) race.get("contestants")) {
        double gap = (Double) ((Map<?, ?>) row).get("gap");
        assertTrue(Math.abs(gap) <= Race.GAP, row.toString());
      }
    }
  }

  @Test
  void isFound() {
    assertEquals(
        List.of("fit"),
        ServiceLoader.load(Benchmark.class).stream().map(p -> p.get().name()).toList());
  }
}
