package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Chooses a setting for each family and objective: the fewest products with the rows until the
 * objective, the worse of two seeds that the race does not have, on a part of the rows. Products do
 * not depend on the clock, so the choice is the same every time. A run that has taken more than the
 * best so far is given up, which cannot change the choice.
 */
final class Tuning {
  /** The first of the two seeds. */
  static final long SEED = 1000;

  /** Rows that one step of elementwise work is charged with in each of its products. */
  private static final double STEP_ROWS = 10;

  private final Race race;
  private final double[] objectives;
  private final Consumer<String> log;

  Tuning(Race race, double[] objectives, Consumer<String> log) {
    this.race = race;
    this.objectives = objectives;
    this.log = log;
  }

  /** Returns the chosen setting for each objective; one for all unless the family has more. */
  List<Config> choose(Family family, boolean quick) {
    List<Config> grid = quick ? quick(family.grid()) : family.grid();
    int count = objectives.length;
    double[] best = new double[count + 1];
    Config[] chosen = new Config[count + 1];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    double limit = Double.POSITIVE_INFINITY;
    for (Config config : grid) {
      List<Track> tracks = new ArrayList<>();
      for (long seed = SEED; seed < SEED + 2; seed++) {
        tracks.add(race.run(config, seed, family.tuningLooks(), limit));
      }
      double sum = 0;
      for (int i = 0; i < count; i++) {
        double cost = cost(tracks, objectives[i]);
        sum += StrictMath.log(cost);
        if (cost < best[i]) {
          best[i] = cost;
          chosen[i] = config;
        }
      }
      if (sum < best[count]) {
        best[count] = sum;
        chosen[count] = config;
      }
      limit = family.perObjective() ? best[count - 1] : 2 * best[count - 1];
    }
    List<Config> result = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Config one = family.perObjective() ? chosen[i] : chosen[count];
      // A family that never got there is represented by its middle setting.
      result.add(one == null ? grid.get(grid.size() / 2) : one);
    }
    log.accept(
        "tuned " + family.label + ": " + result.stream().map(Config::words).distinct().toList());
    return result;
  }

  private static List<Config> quick(List<Config> grid) {
    return List.of(grid.get(grid.size() / 3), grid.get(grid.size() / 2));
  }

  private static double cost(List<Track> tracks, double objective) {
    double worst = 0;
    for (Track track : tracks) {
      double products = track.crossing(objective);
      worst = Math.max(worst, products * (1 + STEP_ROWS / track.config().batch()));
    }
    return worst;
  }
}
