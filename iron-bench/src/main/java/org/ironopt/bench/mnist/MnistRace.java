package org.ironopt.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ironopt.bench.InterleavedTimer;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.mnist.OptimizerSettings.Optimizer;
import org.ironopt.bench.mnist.SoftmaxRuns.Course;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.linalg.Parallel;

/**
 * The race as an experiment. Its stages follow from each other: the minimum of the objective where
 * it is not known, a search of settings for each optimizer, then a cell for each settings and seed.
 * Cells of the race go seed by seed, so that the optimizers take turns.
 */
final class MnistRace implements Experiment {
  /**
   * How much is measured: everything; the settings that the tuning once chose on MNIST, without
   * tuning and ranges of steps; or few settings for a look within a minute.
   */
  enum Effort {
    FULL,
    RECORDED,
    QUICK
  }

  /** Products of every optimizer that warm the compiler. */
  private static final double WARM_PRODUCTS = 3;

  /** Products that lead close to the minimum. */
  private static final double LONG_PRODUCTS = 20;

  /** Settings of the grid that a short look tries. */
  private static final int QUICK_GRID = 3;

  private static final double VALIDATION = 1.0 / 6;

  /** Batch sizes of the paper's configuration with their steps, and those of AdamW's step. */
  static final SortedMap<Integer, Double> PAPER = new TreeMap<>(Map.of(128, 1.0, 384, 2.5));

  private static final List<Integer> PARTS = List.of(64, 128, 384);

  private final LabeledImages images;
  private final Optional<String> asked;
  private final int seeds;
  final Effort effort;
  private final Consumer<String> log;
  private final String code = RaceCell.code(MnistRace.class);
  private final OptionalDouble known;
  private SoftmaxRuns all;
  private SoftmaxRuns part;
  private double[] targets;

  /**
   * @param asked objectives as they were typed, if they were
   */
  MnistRace(
      LabeledImages images,
      Optional<String> asked,
      int seeds,
      Effort effort,
      Consumer<String> log) {
    this.images = images;
    this.asked = asked;
    this.seeds = seeds;
    this.effort = effort;
    this.log = log;
    known = TargetObjective.knownMinimum(asked, images.mnist());
    TargetObjective.of(asked, images.mnist(), known.orElse(0));
  }

  @Override
  public String name() {
    return "bench-mnist";
  }

  @Override
  public NamedValues settings() {
    return common()
        .with("objective", asked.orElse(""))
        .with("seeds", (long) seeds)
        .with("effort", effort.name());
  }

  /** The clock is part of these results, so the number of threads is one of their settings. */
  private NamedValues common() {
    return new NamedValues()
        .with("images", images.hash())
        .with("threads", (long) Parallel.threads())
        .with("bench", code);
  }

  private NamedValues about(OptimizerSettings c) {
    return common()
        .with("optimizer", c.optimizer().id)
        .with("batch", (long) c.batch())
        .with("step", c.step())
        .with("number", (long) c.number());
  }

  @Override
  public List<Cell> cells() {
    return known.isPresent() ? List.of() : List.of(minimum());
  }

  @Override
  public List<Cell> followUps(ResultStore results) {
    Optional<TargetObjective> goal = goal(results);
    if (goal.isEmpty()) {
      return List.of();
    }
    List<Cell> cells = new ArrayList<>();
    if (effort != Effort.RECORDED) {
      Arrays.stream(Optimizer.values()).forEach(o -> cells.add(search(o, goal.get())));
    }
    Map<Optimizer, List<OptimizerSettings>> chosen = chosen(goal.get(), results);
    if (chosen.size() < Optimizer.values().length) {
      return cells;
    }
    if (effort == Effort.FULL) {
      chosen.values().forEach(list -> cells.add(range(middle(list), goal.get())));
    }
    for (int seed = 0; seed < seeds; seed++) {
      for (List<OptimizerSettings> list : chosen.values()) {
        for (OptimizerSettings candidate : list.stream().distinct().toList()) {
          cells.add(run(candidate, seed, goal.get()));
        }
      }
    }
    PAPER.keySet().forEach(batch -> cells.add(epochs(batch)));
    cells.addAll(parts().values());
    return cells;
  }

  /** Returns the goal, unless its minimum is still to be computed. */
  Optional<TargetObjective> goal(ResultStore results) {
    if (known.isEmpty() && results.of(minimum()).isEmpty()) {
      return Optional.empty();
    }
    double least = known.orElseGet(() -> minimum().rows(results).column("minimum")[0]);
    return Optional.of(TargetObjective.of(asked, images.mnist(), least));
  }

  /** Returns the settings for each objective, of the optimizers whose search has finished. */
  Map<Optimizer, List<OptimizerSettings>> chosen(TargetObjective goal, ResultStore results) {
    Map<Optimizer, List<OptimizerSettings>> chosen = new EnumMap<>(Optimizer.class);
    for (Optimizer o : Optimizer.values()) {
      int count = goal.objectives().length;
      if (effort == Effort.RECORDED) {
        chosen.put(o, o.recorded(count));
      } else if (results.of(search(o, goal)).isPresent()) {
        chosen.put(o, SettingsSearch.of(o, grid(), search(o, goal).rows(results)).chosen(count));
      }
    }
    return chosen;
  }

  private int grid() {
    return effort == Effort.QUICK ? QUICK_GRID : SettingsSearch.GRID;
  }

  private RaceCell minimum() {
    return RaceCell.once(
        "minimum",
        common(),
        List.of("minimum"),
        List.of(),
        (rows, clock) -> rows.add(TargetObjective.computedMinimum(images.train())));
  }

  RaceCell search(Optimizer optimizer, TargetObjective goal) {
    return new RaceCell(
        "tune-" + optimizer.id,
        common()
            .with("optimizer", optimizer.id)
            .with("objectives", goal.objectives())
            .with("grid", (long) grid()),
        SettingsSearch.columns(goal.objectives()),
        List.of(),
        (rows, clock) -> {
          rows.add(SettingsSearch.of(optimizer, grid(), rows).tried(part(), targets(goal)).row());
          return SettingsSearch.of(optimizer, grid(), rows).next().isPresent();
        });
  }

  static OptimizerSettings middle(List<OptimizerSettings> chosen) {
    return chosen.get(chosen.size() / 2);
  }

  RaceCell range(OptimizerSettings c, TargetObjective goal) {
    return new RaceCell(
        "range-" + c.optimizer().id,
        about(c).with("objectives", goal.objectives()),
        List.of("step", "products"),
        List.of(),
        (rows, clock) -> {
          double objective = targets(goal)[goal.objectives().length / 2];
          rows.add(StepRange.tried(part(), c, objective, rows.rows()));
          return StepRange.next(c.step(), rows.rows()).isPresent();
        });
  }

  private RaceCell run(OptimizerSettings c, int seed, TargetObjective goal) {
    return RaceCell.once(
        "run-" + c.optimizer().id + "-seed" + seed,
        about(c).with("seed", (long) seed).with("objective", goal.last()),
        TrainingCurve.Measurement.COLUMNS,
        List.of("seconds"),
        (rows, clock) -> {
          Course course =
              new Course(goal.last(), Double.POSITIVE_INFINITY, SoftmaxRuns.LOOKS, true);
          for (TrainingCurve.Measurement look : all().run(c, seed, course).looks()) {
            rows.add(look.row());
            clock.add(look.seconds());
          }
        });
  }

  /** Returns the runs of some settings, seed by seed. */
  List<TrainingCurve> runs(OptimizerSettings c, TargetObjective goal, ResultStore results) {
    return IntStream.range(0, seeds)
        .mapToObj(seed -> run(c, seed, goal))
        .map(cell -> TrainingCurve.of(cell.rows(results), cell.times(results).column("seconds")))
        .toList();
  }

  RaceCell epochs(int batch) {
    int epochs = effort == Effort.QUICK ? 2 : 25;
    return RaceCell.once(
        "epochs-b" + batch,
        common().with("batch", (long) batch).with("epochs", (long) epochs),
        StepCosts.EPOCHS,
        StepCosts.METHODS,
        (rows, clock) -> StepCosts.epochs(all(), batch, PAPER.get(batch), epochs, rows, clock));
  }

  /** Returns the cells of AdamW's step by batch size; none if the pixels are not floats. */
  SortedMap<Integer, RaceCell> parts() {
    SortedMap<Integer, RaceCell> cells = new TreeMap<>();
    InterleavedTimer.Effort turns =
        effort == Effort.QUICK
            ? new InterleavedTimer.Effort(3, 0)
            : new InterleavedTimer.Effort(15, 0.3);
    if (images.train().features() instanceof FloatFeatures x) {
      for (int batch : PARTS) {
        cells.put(
            Math.min(batch, images.train().rows()),
            RaceCell.once(
                "parts-b" + batch,
                common().with("batch", (long) batch).with("rounds", (long) turns.rounds()),
                List.of("flops"),
                StepCosts.PARTS,
                (rows, clock) -> StepCosts.parts(all(), x, batch, turns, rows, clock)));
      }
    }
    return cells;
  }

  /**
   * Returns runs on all rows. Before any clock starts, every kind of method runs once in this
   * process; the compiler needs a second or two.
   */
  private SoftmaxRuns all() {
    if (all == null) {
      all = new SoftmaxRuns(images.train(), images.test());
      for (Optimizer optimizer : Optimizer.values()) {
        OptimizerSettings recorded = optimizer.recorded(1).getFirst();
        all.run(recorded, SettingsSearch.SEED, new Course(0, WARM_PRODUCTS, 1, false));
      }
      log.accept("warm");
    }
    return all;
  }

  /** Returns runs on the part of the rows that settings are chosen on. */
  private SoftmaxRuns part() {
    if (part == null) {
      int held = (int) (images.train().rows() * VALIDATION);
      TrainTestSplit split = TrainTestSplit.random(images.train(), SettingsSearch.SEED, held, 0);
      part = new SoftmaxRuns(split.train(), split.validation().orElseThrow());
    }
    return part;
  }

  /**
   * Fewer rows are fitted better, so on a part of them the objectives are moved by the difference
   * of the minima, about: of what IRON reaches in a few epochs.
   */
  private double[] targets(TargetObjective goal) {
    if (targets == null) {
      OptimizerSettings iron = Optimizer.IRON.recorded(1).getFirst();
      Course course = new Course(0, LONG_PRODUCTS, 1, false);
      double moved =
          part().run(iron, SettingsSearch.SEED, course).last().objective()
              - all().run(iron, SettingsSearch.SEED, course).last().objective();
      log.accept("on the part of the rows the objectives are moved by " + moved);
      targets = Arrays.stream(goal.objectives()).map(t -> t + moved).toArray();
    }
    return targets;
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new RaceTables(this, results).report();
  }
}
