package org.ironopt.bench.deep;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.deep.DeepRace.Effort;
import org.ironopt.bench.mnist.LabeledImages;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.data.Dataset;
import org.ironopt.lab.DataUnavailableException;

/**
 * {@code bench deep}: seconds to the loss that AdamW, tuned and decayed, has after 1, 3 and 10
 * minutes on a deep autoencoder.
 */
public final class DeepBenchmark implements Benchmark {
  /** Images of a look. */
  private static final int SMOKE_ROWS = 4000;

  @Override
  public String name() {
    return "deep";
  }

  @Override
  public Set<String> options() {
    return Set.of(
        "--data",
        "--seeds",
        "--budgets",
        "--recorded",
        "--fresh",
        "--out",
        "--device",
        "--precision");
  }

  @Override
  public Optional<Result> run(Request request) throws IOException, DataUnavailableException {
    LabeledImages images = LabeledImages.read(request.data(), request.log());
    List<Integer> widths = request.quick() ? Autoencoder.SMALL : Autoencoder.FULL;
    Dataset train = images.train();
    if (request.quick() && train.rows() > SMOKE_ROWS) {
      train = train.range(0, SMOKE_ROWS);
    }
    Effort effort = request.quick() ? Effort.SMOKE : Effort.FULL;
    if (request.seeds().isPresent()) {
      effort = effort.seeds(request.seeds().get());
    }
    if (!request.budgets().isEmpty()) {
      effort = effort.budgets(request.budgets());
    }
    if (request.recorded()) {
      effort = effort.recorded();
    }
    Autoencoder problem = Autoencoder.of(train, images.test(), widths);
    DeepRace race = new DeepRace(problem, request.device(), images.hash(), effort, request.log());
    return RaceCell.run(
        race,
        request,
        folder -> {
          DeepTables tables = new DeepTables(race, folder);
          return new Result(BenchmarkTables.text(tables.tables()), tables.json());
        });
  }
}
