package org.ironopt.cli;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.bench.Benchmark;

/** Stands for a benchmark where the module that has them is missing: it says what it was asked. */
public final class FakeBenchmark implements Benchmark {
  @Override
  public String name() {
    return "curves";
  }

  @Override
  public Set<String> options() {
    return Set.of(
        "--data",
        "--objective",
        "--seeds",
        "--budgets",
        "--recorded",
        "--fresh",
        "--out",
        "--device",
        "--precision");
  }

  @Override
  public Optional<Result> run(Request r) {
    String asked =
        r.quick() + " " + r.recorded() + " " + r.fresh() + " " + r.seeds() + " " + r.objective();
    String all = asked + " " + r.budgets() + " " + r.data() + " " + r.device() + " " + r.out();
    return Optional.of(new Result(all, Map.of("asked", all)));
  }
}
