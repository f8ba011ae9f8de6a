package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Chooses a setting for each family and objective: the fewest products with the rows until the
 * objective, the worse of two seeds that the race does not have, on a part of the rows. Products do
 * not depend on the clock, so the choice is the same every time.
 *
 * <p>The settings follow one rule for every family. The step is first searched alone, from its
 * published default at batches of 128, by factors of 4 and then of 2 as long as the last objective
 * is reached sooner; then a grid of {@link #GRID} settings around it is tried: batches of 64, 128
 * and 256 with steps in proportion, in factors of root two, and what else the family has.
 */
final class Tuning {
  /** Settings of the grid of each family. */
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
   * A setting that was tried.
   *
   * @param config the setting
   * @param costs for each objective; more than {@link #NEVER} if it was not reached
   */
  record Trial(Config config, double[] costs) {
    boolean reached(int objective) {
      return costs[objective] < NEVER;
    }
  }

  /**
   * What the search found.
   *
   * @param chosen a setting for each objective
   * @param trials all settings that were tried, in order
   */
  record Result(List<Config> chosen, List<Trial> trials) {}

  private final Race race;
  private final double[] objectives;
  private final Consumer<String> log;

  Tuning(Race race, double[] objectives, Consumer<String> log) {
    this.race = race;
    this.objectives = objectives;
    this.log = log;
  }

  /** Searches the step and then the grid around it, or only as many settings of it as asked. */
  Result choose(Family family, int most) {
    Search search = new Search(family);
    search.evaluate(family.start());
    search.step(4);
    search.step(2);
    for (Config config :
        family.grid(search.soonest().config().step()).stream().limit(most).toList()) {
      search.evaluate(config);
    }
    List<Config> chosen = new ArrayList<>();
    for (int i = 0; i < objectives.length; i++) {
      chosen.add(search.best(family.perObjective() ? i : 0).config());
    }
    log.accept(
        String.format(
            Locale.ROOT,
            "tuned %s with %d settings: %s",
            family.label,
            search.trials.size(),
            chosen.stream().map(Config::words).distinct().toList()));
    return new Result(List.copyOf(chosen), List.copyOf(search.trials));
  }

  /** One family's search; it has a goal for each objective, or one that is their product. */
  private final class Search {
    private final Family family;
    private final List<Trial> trials = new ArrayList<>();

    Search(Family family) {
      this.family = family;
    }

    private double score(Trial trial, int goal) {
      return family.perObjective()
          ? trial.costs()[goal]
          : Arrays.stream(trial.costs()).map(StrictMath::log).sum();
    }

    Trial best(int goal) {
      Trial best = trials.getFirst();
      for (Trial trial : trials) {
        best = score(trial, goal) < score(best, goal) ? trial : best;
      }
      return best;
    }

    /** Returns the trial that reached the last objective first. */
    Trial soonest() {
      int last = objectives.length - 1;
      return trials.stream().min(Comparator.comparingDouble(t -> t.costs()[last])).orElseThrow();
    }

    /** Multiplies, then divides the step by a factor as long as that helps. */
    void step(double factor) {
      for (double by : new double[] {factor, 1 / factor}) {
        Trial before;
        do {
          before = soonest();
          evaluate(before.config().withStep(before.config().step() * by));
        } while (soonest() != before);
      }
    }

    void evaluate(Config config) {
      if (trials.stream().anyMatch(t -> t.config().equals(config))) {
        return;
      }
      int last = objectives.length - 1;
      double best = trials.stream().mapToDouble(t -> t.costs()[last]).min().orElse(NEVER);
      double limit = best < NEVER ? family.perObjective() ? best : 2 * best : NEVER;
      double[] costs = new double[objectives.length];
      for (long seed = SEED; seed < SEED + SEEDS; seed++) {
        Track track = race.run(config, seed, family.tuningLooks(), limit);
        for (int i = 0; i < costs.length; i++) {
          costs[i] = Math.max(costs[i], cost(track, objectives[i]));
        }
        if (lost(new Trial(config, costs))) {
          break; // another seed can only make it worse
        }
      }
      trials.add(new Trial(config, costs));
    }

    /** Returns whether a trial is worse than the best in every respect that counts. */
    private boolean lost(Trial trial) {
      boolean lost = !trials.isEmpty() && trial.costs()[objectives.length - 1] > soonestCost();
      for (int goal = 0; lost && goal < (family.perObjective() ? objectives.length : 1); goal++) {
        lost = score(trial, goal) > score(best(goal), goal);
      }
      return lost;
    }

    private double soonestCost() {
      return soonest().costs()[objectives.length - 1];
    }
  }

  private static double cost(Track track, double objective) {
    double products = track.crossing(objective) * (1 + STEP_ROWS / track.config().batch());
    return products < NEVER ? products : NEVER * Math.max(1, track.lowest() / objective);
  }
}
