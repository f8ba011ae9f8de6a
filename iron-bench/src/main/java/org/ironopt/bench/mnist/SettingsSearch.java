package org.ironopt.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.bench.mnist.OptimizerSettings.Optimizer;
import org.ironopt.lab.file.NumericColumns;

/**
 * Chooses the settings of an optimizer for each objective: the fewest products with the rows until
 * the objective, the worse of two seeds that the race does not have, on a part of the rows.
 * Products do not depend on the clock, so the choice is the same every time.
 *
 * <p>One rule for every optimizer. The step is first searched alone, from its published default at
 * batches of 128, by factors of 4 and then of 2 as long as the last objective is reached sooner;
 * then a grid of {@link #GRID} settings around it is tried: batches of 64, 128 and 256 with steps
 * in proportion, in factors of root two, and what else the optimizer has. What to try next follows
 * from what was tried, so a search goes on from its trials alone.
 */
final class SettingsSearch {
  /** Settings of the grid of each optimizer. */
  static final int GRID = 36;

  /** The first of the two seeds. */
  static final long SEED = 1000;

  /** Seeds of which the worse counts. */
  static final int SEEDS = 2;

  /** Rows that one step of elementwise work is charged with in each of its products. */
  private static final double STEP_ROWS = 10;

  /** The cost of a run that does not get there, times its lowest objective over the wanted one. */
  private static final double NEVER = 1e6;

  /**
   * Settings that were tried.
   *
   * @param costs for each objective; more than {@link #NEVER} if it was not reached
   */
  record Trial(OptimizerSettings candidate, double[] costs) {
    boolean reached(int objective) {
      return costs[objective] < NEVER;
    }

    /** Returns the trial as a row of {@link SettingsSearch#columns}. */
    double[] row() {
      double[] settings = {candidate.batch(), candidate.step(), candidate.number()};
      return DoubleStream.concat(DoubleStream.of(settings), DoubleStream.of(costs)).toArray();
    }

    private static Trial of(Optimizer optimizer, double[] row) {
      return new Trial(
          new OptimizerSettings(optimizer, (int) row[0], row[1], (int) row[2]),
          Arrays.copyOfRange(row, 3, row.length));
    }

    double lastCost() {
      return costs[costs.length - 1];
    }
  }

  private final Optimizer optimizer;
  private final int grid;
  private final List<Trial> trials;
  private List<Trial> visited;
  private OptimizerSettings missing;

  /** Returns the names of the settings and costs of a trial. */
  static List<String> columns(double[] objectives) {
    Stream<String> costs = Arrays.stream(objectives).mapToObj(t -> "cost to " + t);
    return Stream.concat(Stream.of("batch", "step", "number"), costs).toList();
  }

  /** Takes what was tried so far, in order; of the grid so many settings are tried. */
  static SettingsSearch of(Optimizer optimizer, int grid, NumericColumns rows) {
    return new SettingsSearch(
        optimizer, grid, rows.rows().stream().map(row -> Trial.of(optimizer, row)).toList());
  }

  SettingsSearch(Optimizer optimizer, int grid, List<Trial> trials) {
    this.optimizer = optimizer;
    this.grid = grid;
    this.trials = List.copyOf(trials);
  }

  /** Returns what to try next, nothing at the end. */
  Optional<OptimizerSettings> next() {
    visited = new ArrayList<>();
    missing = null;
    boolean complete =
        visit(optimizer.start())
            && walk(4)
            && walk(2)
            && optimizer.grid(soonest().candidate().step()).stream()
                .limit(grid)
                .allMatch(this::visit);
    return complete ? Optional.empty() : Optional.of(missing);
  }

  /** Returns the best settings for each of so many objectives. */
  List<OptimizerSettings> chosen(int objectives) {
    visited = trials;
    return IntStream.range(0, objectives).mapToObj(i -> best(i).candidate()).toList();
  }

  /** Goes on to a trial; returns false if it has not been made. */
  private boolean visit(OptimizerSettings candidate) {
    if (visited.stream().anyMatch(t -> t.candidate().equals(candidate))) {
      return true;
    }
    if (visited.size() == trials.size()) {
      missing = candidate;
      return false;
    }
    visited.add(trials.get(visited.size()));
    return true;
  }

  /** Multiplies, then divides the step by a factor as long as that helps. */
  private boolean walk(double factor) {
    for (double by : new double[] {factor, 1 / factor}) {
      Trial before;
      do {
        before = soonest();
        if (!visit(before.candidate().withStep(before.candidate().step() * by))) {
          return false;
        }
      } while (soonest() != before);
    }
    return true;
  }

  /** Returns the trial that reached the last objective first. */
  private Trial soonest() {
    return visited.stream().min(Comparator.comparingDouble(Trial::lastCost)).orElseThrow();
  }

  /** Baselines have a goal for each objective, the others one that is their product. */
  private double score(Trial trial, int goal) {
    return optimizer.baseline()
        ? trial.costs()[goal]
        : Arrays.stream(trial.costs()).map(StrictMath::log).sum();
  }

  private Trial best(int goal) {
    Trial best = visited.getFirst();
    for (Trial trial : visited) {
      best = score(trial, goal) < score(best, goal) ? trial : best;
    }
    return best;
  }

  List<Trial> trials() {
    return trials;
  }

  /** Tries what is next. */
  Trial tried(SoftmaxRuns runs, double[] objectives) {
    OptimizerSettings candidate = next().orElseThrow();
    visited = trials;
    double best = trials.stream().mapToDouble(Trial::lastCost).min().orElse(NEVER);
    double limit = best < NEVER ? optimizer.baseline() ? best : 2 * best : NEVER;
    SoftmaxRuns.Course course =
        new SoftmaxRuns.Course(
            objectives[objectives.length - 1], limit, optimizer.tuningLooks(), false);
    double[] costs = new double[objectives.length];
    Trial trial = new Trial(candidate, costs);
    for (long seed = SEED; seed < SEED + SEEDS; seed++) {
      TrainingCurve run = runs.run(candidate, seed, course);
      for (int i = 0; i < costs.length; i++) {
        costs[i] = Math.max(costs[i], cost(run, candidate.batch(), objectives[i]));
      }
      if (lost(trial)) {
        break; // another seed can only make it worse
      }
    }
    return trial;
  }

  /** Returns whether a trial is worse than the best in every respect that counts. */
  private boolean lost(Trial trial) {
    int goals = optimizer.baseline() ? trial.costs().length : 1;
    return !trials.isEmpty()
        && trial.lastCost() > soonest().lastCost()
        && IntStream.range(0, goals).allMatch(g -> score(trial, g) > score(best(g), g));
  }

  private static double cost(TrainingCurve run, int batch, double objective) {
    double products = run.crossing(objective) * (1 + STEP_ROWS / batch);
    return products < NEVER ? products : NEVER * Math.max(1, run.lowest() / objective);
  }
}
