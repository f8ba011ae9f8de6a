package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Chooses a setting for each family and objective: the fewest products with the rows until the
 * objective, the worse of two seeds that the race does not have, on a part of the rows. Products do
 * not depend on the clock, so the choice is the same every time.
 *
 * <p>No grid is drawn by hand. Every family starts at the published default of its step and is
 * searched by compass: one coordinate at a time, or batch and step together, is multiplied and
 * divided by 4, as long as that helps, then by 2, then by the root of 2, at most {@link #BUDGET}
 * settings in all. A run that has taken more than the best so far is given up, which cannot change
 * the choice.
 *
 * <p>Reference: T. Kolda, R. Lewis, V. Torczon, "Optimization by Direct Search", SIAM Review 45
 * (2003), DOI 10.1137/S003614450242889.
 */
final class Tuning {
  /** Settings that each family may try. */
  static final int BUDGET = 48;

  /** The first of the two seeds. */
  static final long SEED = 1000;

  /** Seeds of which the worse counts. */
  static final int SEEDS = 2;

  /** Rows that one step of elementwise work is charged with in each of its products. */
  private static final double STEP_ROWS = 10;

  /** The cost of a run that does not get there, times its lowest objective over the wanted one. */
  private static final double NEVER = 1e6;

  private static final int FINEST = 1;
  private static final int COARSEST = 4;

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

  /** Searches with at most so many settings. */
  Result choose(Family family, int budget) {
    Search search = new Search(family, budget);
    search.evaluate(family.start());
    for (int rungs = COARSEST; rungs >= FINEST; rungs /= 2) {
      search.around(rungs);
    }
    List<Config> chosen = new ArrayList<>();
    for (int i = 0; i < objectives.length; i++) {
      chosen.add(search.best(family.perObjective() ? i : 0).config());
    }
    log.accept(
        "tuned %s with %d settings: %s"
            .formatted(
                family.label,
                search.trials.size(),
                chosen.stream().map(Config::words).distinct().toList()));
    return new Result(List.copyOf(chosen), List.copyOf(search.trials));
  }

  /** One family's search; it has a goal for each objective, or one that is their product. */
  private final class Search {
    private final Family family;
    private final int budget;
    private final List<Trial> trials = new ArrayList<>();

    Search(Family family, int budget) {
      this.family = family;
      this.budget = budget;
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

    /** Moves along each coordinate as long as that helps, until no coordinate does. */
    void around(int rungs) {
      boolean improved = true;
      while (improved) {
        improved = false;
        for (int goal = 0; goal < (family.perObjective() ? objectives.length : 1); goal++) {
          for (Config.Move move : Config.Move.values()) {
            while (helps(best(goal).config().moved(move, rungs), goal)) {
              improved = true;
            }
          }
        }
      }
    }

    private boolean helps(Config next, int goal) {
      boolean known = trials.stream().anyMatch(t -> t.config().equals(next));
      if (known || trials.size() >= budget) {
        return false;
      }
      double before = score(best(goal), goal);
      evaluate(next);
      return score(trials.getLast(), goal) < before;
    }

    void evaluate(Config config) {
      int last = objectives.length - 1;
      double best = trials.stream().mapToDouble(t -> t.costs()[last]).min().orElse(NEVER);
      double limit = best < NEVER ? family.perObjective() ? best : 2 * best : NEVER;
      double[] costs = new double[objectives.length];
      for (long seed = SEED; seed < SEED + SEEDS; seed++) {
        Track track = race.run(config, seed, family.tuningLooks(), limit);
        for (int i = 0; i < costs.length; i++) {
          costs[i] = Math.max(costs[i], cost(track, objectives[i]));
        }
      }
      trials.add(new Trial(config, costs));
    }
  }

  private static double cost(Track track, double objective) {
    double products = track.crossing(objective) * (1 + STEP_ROWS / track.config().batch());
    return products < NEVER ? products : NEVER * Math.max(1, track.lowest() / objective);
  }
}
