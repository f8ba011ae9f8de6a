package org.ironopt.bench.deep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.deep.DeepOptimizer.Settings;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.linalg.Parallel;

/**
 * The race as an experiment: a search of settings for each entrant at the shortest budget, then for
 * each seed and budget a duel of IRON with AdamW, then the controls. In a duel both take turns, so
 * that whatever else the machine does meets both alike.
 */
final class DeepRace implements Experiment {
  /** Columns of a look at a run. */
  static final List<String> LOOK = List.of("entrant", "steps", "gradients", "objective", "test");

  /** Turns of a duel. */
  private static final int TURNS = 40;

  /** IRON's part of AdamW's seconds in a turn; what it needs beyond that it gets at the end. */
  private static final double SHARE = 0.5;

  /** A run that has not reached the loss after so many budgets is given up. */
  private static final double PATIENCE = 2;

  /** A seed that the duels do not have. */
  private static final long SEARCH_SEED = 1000;

  /**
   * How much is measured.
   *
   * @param budgets seconds, rising
   * @param control the budget of the controls
   * @param grid settings that a search tries; 0 takes the first without a search
   */
  record Effort(List<Double> budgets, double control, int grid, int seeds) {
    static final Effort FULL = new Effort(List.of(60., 180., 600.), 180, 6, 3);
    static final Effort SMOKE = new Effort(List.of(2., 4., 8.), 4, 2, 1);

    Effort seeds(int count) {
      return new Effort(budgets, control, grid, count);
    }

    /** Changes the budgets, in minutes; controls get no more than the longest. */
    Effort budgets(List<Double> minutes) {
      List<Double> seconds = minutes.stream().map(m -> 60 * m).toList();
      return new Effort(seconds, Math.min(control, seconds.getLast()), grid, seeds);
    }

    Effort recorded() {
      return new Effort(budgets, control, 0, seeds);
    }
  }

  final Autoencoder problem;
  final Effort effort;
  private final DeviceChoice device;
  private final String hash;
  private final Consumer<String> log;
  private final String code = RaceCell.code(DeepRace.class);
  private boolean warm;

  /**
   * @param hash of the images
   */
  DeepRace(
      Autoencoder problem, DeviceChoice device, String hash, Effort effort, Consumer<String> log) {
    this.problem = problem;
    this.device = device;
    this.hash = hash;
    this.effort = effort;
    this.log = log;
  }

  @Override
  public String name() {
    return "bench-deep";
  }

  @Override
  public String moreCode() {
    return device.code();
  }

  @Override
  public NamedValues settings() {
    return common()
        .with("budgets", effort.budgets().stream().mapToDouble(b -> b).toArray())
        .with("grid", (long) effort.grid())
        .with("seeds", (long) effort.seeds());
  }

  /** The clock is part of these results, so the number of threads is one of their settings. */
  private NamedValues common() {
    return device.in(
        new NamedValues()
            .with("images", hash)
            .with("problem", problem.name())
            .with("rows", (long) problem.train().terms())
            .with("threads", (long) Parallel.threads())
            .with("bench", code));
  }

  /** Returns who takes part: a device does not make every method. */
  List<DeepOptimizer> entrants() {
    return Arrays.stream(DeepOptimizer.values())
        .filter(e -> device.host() || e.onDevices())
        .toList();
  }

  /** Returns everyone but the two of the duel. */
  List<DeepOptimizer> controls() {
    return entrants().stream()
        .filter(e -> e != DeepOptimizer.IRON && e != DeepOptimizer.ADAMW)
        .toList();
  }

  private NamedValues about(Settings s, String role) {
    return common()
        .with(role, s.entrant().id)
        .with(role + "_batch", (long) s.batch())
        .with(role + "_step", s.step())
        .with(role + "_number", (long) s.number());
  }

  @Override
  public List<Cell> cells() {
    return effort.grid() == 0 ? List.of() : entrants().stream().<Cell>map(this::search).toList();
  }

  @Override
  public List<Cell> followUps(Results results) {
    Map<DeepOptimizer, Settings> chosen = chosen(results);
    if (chosen.size() < entrants().size()) {
      return List.of();
    }
    List<Cell> cells = new ArrayList<>();
    for (double budget : effort.budgets()) {
      for (int seed = 0; seed < effort.seeds(); seed++) {
        cells.add(duel(chosen, seed, budget));
      }
    }
    controls().forEach(e -> cells.add(control(chosen.get(e))));
    return cells;
  }

  /** Returns the settings of the entrants whose search has finished. */
  Map<DeepOptimizer, Settings> chosen(Results results) {
    Map<DeepOptimizer, Settings> chosen = new EnumMap<>(DeepOptimizer.class);
    for (DeepOptimizer e : entrants()) {
      if (effort.grid() == 0) {
        chosen.put(e, e.grid().getFirst());
      } else if (results.of(search(e)).isPresent()) {
        double[] losses = search(e).rows(results).column("objective");
        int best =
            IntStream.range(0, losses.length)
                .filter(i -> Double.isFinite(losses[i]))
                .reduce((i, j) -> losses[j] < losses[i] ? j : i)
                .orElse(0);
        chosen.put(e, e.grid().get(best));
      }
    }
    return chosen;
  }

  /** One row for each setting: the loss after the shortest budget. */
  RaceCell search(DeepOptimizer e) {
    double budget = effort.budgets().getFirst();
    return new RaceCell(
        "tune-" + e.id,
        common().with("entrant", e.id).with("budget", budget).with("grid", (long) effort.grid()),
        LOOK,
        List.of("seconds"),
        (rows, clock) -> {
          Settings settings = e.grid().get(rows.rows().size());
          try (TimedTraining course = run(settings, SEARCH_SEED, budget)) {
            look(course, settings, rows, clock);
          }
          log.accept(e.id + ", " + settings.words() + ": " + rows.last("objective"));
          return rows.rows().size() < effort.grid();
        });
  }

  private TimedTraining run(Settings settings, long seed, double budget) {
    warmUp();
    long steps = TimedTraining.pace(problem, device, settings, budget);
    TimedTraining course = new TimedTraining(problem, device, settings, seed, steps);
    while (course.steps() < steps && course.seconds() < PATIENCE * budget) {
      course.step();
    }
    return course;
  }

  private static void look(
      TimedTraining course, Settings settings, NumericColumns rows, NumericColumns clock) {
    rows.add(
        settings.entrant().ordinal(),
        course.steps(),
        course.gradients(),
        course.objective(),
        course.test());
    clock.add(course.seconds());
  }

  RaceCell duel(Map<DeepOptimizer, Settings> chosen, int seed, double budget) {
    Settings adamW = chosen.get(DeepOptimizer.ADAMW);
    Settings iron = chosen.get(DeepOptimizer.IRON);
    NamedValues values = about(iron, "iron");
    about(adamW, "adamw").asMap().forEach(values::with);
    return RaceCell.once(
        "duel-" + (long) budget + "s-seed" + seed,
        values.with("seed", (long) seed).with("budget", budget),
        LOOK,
        List.of("seconds"),
        (rows, clock) -> duel(adamW, iron, seed, budget, rows, clock));
  }

  private void duel(
      Settings adamW,
      Settings iron,
      int seed,
      double budget,
      NumericColumns rows,
      NumericColumns clock) {
    warmUp();
    long steps = TimedTraining.pace(problem, device, adamW, budget);
    try (TimedTraining theirs = new TimedTraining(problem, device, adamW, seed, steps);
        TimedTraining mine = new TimedTraining(problem, device, iron, seed, steps)) {
      for (int turn = 1; turn <= TURNS; turn++) {
        while (theirs.steps() < steps * turn / TURNS) {
          theirs.step();
        }
        mine.until(SHARE * theirs.seconds());
        look(mine, iron, rows, clock);
      }
      look(theirs, adamW, rows, clock);
      double target = rows.last("objective");
      double limit = PATIENCE * theirs.seconds();
      while (mine.seconds() < limit && !(mine.objective() <= target)) {
        mine.until(mine.seconds() + theirs.seconds() / TURNS);
        look(mine, iron, rows, clock);
      }
      log.accept("seed " + seed + ", " + budget + " s: adamw ends at " + target);
    }
  }

  RaceCell control(Settings settings) {
    return RaceCell.once(
        "control-" + settings.entrant().id,
        about(settings, "control").with("budget", effort.control()),
        LOOK,
        List.of("seconds"),
        (rows, clock) -> {
          try (TimedTraining course = run(settings, 0, effort.control())) {
            look(course, settings, rows, clock);
          }
        });
  }

  /** Before any clock starts, every entrant has made some steps in this process. */
  private void warmUp() {
    if (!warm) {
      warm = true;
      for (DeepOptimizer e : entrants()) {
        try (TimedTraining course =
            new TimedTraining(problem, device, e.grid().getFirst(), 0, 100)) {
          course.until(Math.min(2, effort.budgets().getFirst() / 10));
        }
      }
    }
  }

  @Override
  public Story tell(Results results) {
    return new DeepTables(this, results).story();
  }
}
