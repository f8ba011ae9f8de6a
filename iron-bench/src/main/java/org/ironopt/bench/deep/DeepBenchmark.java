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
 * {@code bench deep}: seconds to the loss that the better of AdamW and Muon, tuned and decayed, has
 * after 1 and 3 minutes on a deep autoencoder of images; with the same settings after the first
 * budget on one of curves, and on a shallow classifier of the images.
 */
public final class DeepBenchmark implements Benchmark {
  /** Curves to learn from, as many as Hinton and Salakhutdinov had. */
  private static final int CURVES = 20_000;

  private static final int CLASSIFIER_UNITS = 200;

  /** Images of a look. */
  private static final int SMOKE_ROWS = 4000;

  private static TrainingProblem curves(boolean quick) {
    return TrainingProblem.autoencoder(
        "curves",
        CurveImages.of(quick ? SMOKE_ROWS : CURVES, 1),
        CurveImages.of(quick ? SMOKE_ROWS / 4 : CURVES / 2, 2),
        quick ? TrainingProblem.SMALL_CURVES : TrainingProblem.CURVES);
  }

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
    List<Integer> widths = request.quick() ? TrainingProblem.SMALL : TrainingProblem.FULL;
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
    List<TrainingProblem> problems =
        List.of(
            TrainingProblem.autoencoder("images", train, images.test(), widths),
            curves(request.quick()),
            TrainingProblem.classifier("labels", train, images.test(), CLASSIFIER_UNITS));
    DeepRace race = new DeepRace(problems, request.device(), images.hash(), effort, request.log());
    return RaceCell.run(
        race,
        request,
        folder -> {
          DeepTables tables = new DeepTables(race, folder);
          return new Result(BenchmarkTables.text(tables.tables()), tables.json());
        });
  }
}
