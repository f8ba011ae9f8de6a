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
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.linalg.Parallel;

/**
 * The race as an experiment: a search of settings for IRON and its peers at the shortest budget on
 * the first problem, then for each seed and budget a duel of IRON with its peers, on the other
 * problems with the same settings at the shortest budget, then the controls. IRON enters a duel
 * several times, with budgets that are parts of the peers', since its steps decay to the end of
 * one. All take turns, so that whatever else the machine does meets all alike.
 */
final class DeepRace implements Experiment {
  /** Columns of a look at a run. */
  static final List<String> LOOK =
      List.of("entrant", "share", "steps", "gradients", "objective", "test");

  /** Turns of a duel. */
  private static final int TURNS = 40;

  /** Turns between two looks at IRON, in the second half of its budget. */
  private static final int LOOK_TURNS = 2;

  /** IRON's budgets in a duel, as parts of its peers'. */
  static final List<Double> SHARES = List.of(0.5, 1.0);

  /** A run whose steps take longer than those of its trial ends after so many budgets. */
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
    static final Effort FULL = new Effort(List.of(60., 180.), 180, 4, 3);
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

  final List<TrainingProblem> problems;
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
      List<TrainingProblem> problems,
      DeviceChoice device,
      String hash,
      Effort effort,
      Consumer<String> log) {
    this.problems = List.copyOf(problems);
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
        .with("problems", String.join(", ", problems.stream().map(TrainingProblem::name).toList()))
        .with("budgets", effort.budgets().stream().mapToDouble(b -> b).toArray())
        .with("grid", (long) effort.grid())
        .with("seeds", (long) effort.seeds());
  }

  /** The clock is part of these results, so the number of threads is one of their settings. */
  private NamedValues common() {
    return device.in(
        new NamedValues()
            .with("images", hash)
            .with("threads", (long) Parallel.threads())
            .with("bench", code));
  }

  /** Returns who takes part: a device does not make every method. */
  List<DeepOptimizer> entrants() {
    return Arrays.stream(DeepOptimizer.values())
        .filter(e -> device.host() || e.onDevices())
        .toList();
  }

  /** Returns everyone but those of the duels. */
  List<DeepOptimizer> controls() {
    return entrants().stream().filter(e -> !e.races()).toList();
  }

  /** Returns the budgets at which a problem is raced. */
  List<Double> budgets(TrainingProblem problem) {
    return problem == problems.getFirst() ? effort.budgets() : effort.budgets().subList(0, 1);
  }

  private NamedValues about(TrainingProblem problem) {
    return common().with("problem", problem.name()).with("rows", (long) problem.train().terms());
  }

  private NamedValues about(Settings s, String role) {
    return about(problems.getFirst())
        .with(role, s.entrant().id)
        .with(role + "_batch", (long) s.batch())
        .with(role + "_step", s.step())
        .with(role + "_number", (long) s.number());
  }

  @Override
  public List<Cell> cells() {
    return effort.grid() == 0
        ? List.of()
        : entrants().stream().filter(DeepOptimizer::races).<Cell>map(this::search).toList();
  }

  @Override
  public List<Cell> followUps(ResultStore results) {
    Map<DeepOptimizer, Settings> chosen = chosen(results);
    if (chosen.size() < entrants().size()) {
      return List.of();
    }
    List<Cell> cells = new ArrayList<>();
    for (TrainingProblem problem : problems) {
      for (double budget : budgets(problem)) {
        for (int seed = 0; seed < effort.seeds(); seed++) {
          cells.add(duel(problem, chosen, seed, budget));
        }
      }
    }
    controls().forEach(e -> cells.add(control(chosen.get(e))));
    return cells;
  }

  /** Returns the settings of the controls and of those whose search has finished. */
  Map<DeepOptimizer, Settings> chosen(ResultStore results) {
    Map<DeepOptimizer, Settings> chosen = new EnumMap<>(DeepOptimizer.class);
    for (DeepOptimizer e : entrants()) {
      if (effort.grid() == 0 || !e.races()) {
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
        about(problems.getFirst())
            .with("entrant", e.id)
            .with("budget", budget)
            .with("grid", (long) effort.grid()),
        LOOK,
        List.of("seconds"),
        (rows, clock) -> {
          Settings settings = e.grid().get(rows.rows().size());
          try (TimedTraining course = run(settings, SEARCH_SEED, budget)) {
            look(course, settings, 1, rows, clock);
          }
          log.accept(e.id + ", " + settings.words() + ": " + rows.last("objective"));
          return rows.rows().size() < effort.grid();
        });
  }

  private TimedTraining run(Settings settings, long seed, double budget) {
    warmUp();
    TrainingProblem problem = problems.getFirst();
    long steps = TimedTraining.pace(problem, device, settings, budget);
    TimedTraining course = new TimedTraining(problem, device, settings, seed, steps);
    while (course.steps() < steps && course.seconds() < PATIENCE * budget) {
      course.step();
    }
    return course;
  }

  private static void look(
      TimedTraining course,
      Settings settings,
      double share,
      NumericColumns rows,
      NumericColumns clock) {
    rows.add(
        settings.entrant().ordinal(),
        share,
        course.steps(),
        course.gradients(),
        course.objective(),
        course.test());
    clock.add(course.seconds());
  }

  RaceCell duel(
      TrainingProblem problem, Map<DeepOptimizer, Settings> chosen, int seed, double budget) {
    NamedValues values = common();
    for (DeepOptimizer e : entrants()) {
      if (e.races()) {
        about(chosen.get(e), e.id).asMap().forEach(values::with);
      }
    }
    return RaceCell.once(
        "duel-" + problem.name().replace(' ', '-') + "-" + (long) budget + "s-seed" + seed,
        values
            .with("problem", problem.name())
            .with("rows", (long) problem.train().terms())
            .with("seed", (long) seed)
            .with("budget", budget),
        LOOK,
        List.of("seconds"),
        (rows, clock) -> duel(problem, chosen, seed, budget, rows, clock));
  }

  /** One run of a duel, which goes a part of its way in every turn. */
  private record Runner(Settings settings, double share, long steps, TimedTraining course) {
    /** Returns whether this turn is one at whose end the run is looked at. */
    boolean shown(int turn) {
      return turn == TURNS
          || settings.entrant() == DeepOptimizer.IRON && turn > TURNS / 2 && turn % LOOK_TURNS == 0;
    }

    void advance(int turn, double limit) {
      while (course.steps() < steps * turn / TURNS && course.seconds() < limit) {
        course.step();
      }
    }
  }

  private void duel(
      TrainingProblem problem,
      Map<DeepOptimizer, Settings> chosen,
      int seed,
      double budget,
      NumericColumns rows,
      NumericColumns clock) {
    warmUp();
    List<Runner> runners = new ArrayList<>();
    try {
      for (DeepOptimizer e : DeepOptimizer.values()) {
        List<Double> shares = e == DeepOptimizer.IRON ? SHARES : e.peer() ? List.of(1.) : List.of();
        for (double share : shares) {
          Settings settings = chosen.get(e);
          long steps = TimedTraining.pace(problem, device, settings, share * budget);
          TimedTraining course = new TimedTraining(problem, device, settings, seed, steps);
          runners.add(new Runner(settings, share, steps, course));
        }
      }
      for (int turn = 1; turn <= TURNS; turn++) {
        for (Runner r : runners) {
          r.advance(turn, PATIENCE * r.share() * budget);
          if (r.shown(turn)) {
            look(r.course(), r.settings(), r.share(), rows, clock);
          }
        }
      }
    } finally {
      runners.forEach(r -> r.course().close());
    }
    log.accept(problem.name() + ", seed " + seed + ", " + budget + " s is over");
  }

  RaceCell control(Settings settings) {
    return RaceCell.once(
        "control-" + settings.entrant().id,
        about(settings, "control").with("budget", effort.control()),
        LOOK,
        List.of("seconds"),
        (rows, clock) -> {
          try (TimedTraining course = run(settings, 0, effort.control())) {
            look(course, settings, 1, rows, clock);
          }
        });
  }

  /** Before any clock starts, every entrant has made some steps in this process. */
  private void warmUp() {
    if (!warm) {
      warm = true;
      for (DeepOptimizer e : entrants()) {
        try (TimedTraining course =
            new TimedTraining(problems.getFirst(), device, e.grid().getFirst(), 0, 100)) {
          course.until(Math.min(2, effort.budgets().getFirst() / 10));
        }
      }
    }
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new DeepTables(this, results).report();
  }
}
