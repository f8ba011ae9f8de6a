package org.ironopt.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One set, all contestants. First each one's loosest tolerance that reaches the gap is sought, to a
 * factor below two; a peer thus stops as early as it may, at a place that it cannot know by itself,
 * while iron stops where its certificate says so. Then each one repeats its solve for the same
 * time, so that the compiler is done with everyone; then they run in turns, and the median counts.
 */
final class Race {
  static final double GAP = 1e-6;

  /** Seconds after which a contestant that has not reached the gap is left behind. */
  private static final double LONGEST = 40;

  /** Seconds of repeated solves before the clock starts, the same for all. */
  private static final double WARM_UP = 4;

  private static final double LOOSEST = 0.1;
  private static final double TIGHTEST = 1e-13;

  private final BenchSet set;
  private final double optimum;
  private final List<Lane> lanes = new ArrayList<>();

  /** A contestant with its data, its tolerance and its times. */
  private static final class Lane {
    final String name;
    final Contestant.Solve solve;
    final double[] seconds;
    double tolerance;
    double objective;
    double spent;

    Lane(String name, Contestant.Solve solve, int rounds) {
      this.name = name;
      this.solve = solve;
      this.seconds = new double[rounds];
    }

    double median() {
      double[] sorted = seconds.clone();
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
    }
  }

  private Race(BenchSet set) {
    this.set = set;
    optimum = Judge.objective(set, new IronContestant().prepare(set).run(1e-12));
  }

  static Race run(BenchSet set, List<Contestant> contestants, int rounds, Consumer<String> log) {
    Race race = new Race(set);
    for (Contestant contestant : contestants) {
      if (contestant.applies(set)) {
        Lane lane = new Lane(contestant.name(), contestant.prepare(set), rounds);
        race.tune(lane, contestant instanceof IronContestant);
        race.warm(lane, rounds > 1 ? WARM_UP : 0);
        race.lanes.add(lane);
        log.accept(
            String.format(
                Locale.ROOT,
                "%s: %s reaches a gap of %.1e",
                set.name(),
                lane.name,
                race.gap(lane)));
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (Lane lane : race.lanes) {
        if (race.gap(lane) <= GAP) {
          lane.seconds[round] = race.solve(lane);
        }
      }
    }
    race.lines().forEach(log);
    return race;
  }

  private double solve(Lane lane) {
    long start = System.nanoTime();
    double[][] w = lane.solve.run(lane.tolerance);
    double seconds = 1e-9 * (System.nanoTime() - start);
    lane.spent += seconds;
    lane.objective = Judge.objective(set, w);
    return seconds;
  }

  private void tune(Lane lane, boolean certified) {
    lane.tolerance = certified ? GAP : LOOSEST;
    solve(lane);
    while (gap(lane) > GAP && lane.tolerance > TIGHTEST && lane.spent < LONGEST) {
      lane.tolerance /= 10;
      solve(lane);
    }
    if (gap(lane) > GAP) {
      Arrays.fill(lane.seconds, Double.NaN);
      return;
    }
    if (!certified && lane.tolerance < LOOSEST) {
      loosen(lane);
    }
  }

  private void warm(Lane lane, double seconds) {
    double spent = 0;
    for (int solves = 0; reached(lane) && (solves < 2 || spent < seconds); solves++) {
      spent += solve(lane);
    }
  }

  /**
   * Halves twice, on a logarithmic scale, the way back to the last tolerance that was too loose.
   */
  private void loosen(Lane lane) {
    double reached = lane.tolerance;
    double missed = 10 * reached;
    for (int i = 0; i < 2; i++) {
      lane.tolerance = Math.sqrt(reached * missed);
      solve(lane);
      if (gap(lane) <= GAP) {
        reached = lane.tolerance;
      } else {
        missed = lane.tolerance;
      }
    }
    lane.tolerance = reached;
    solve(lane);
  }

  private double gap(Lane lane) {
    return (lane.objective - optimum) / optimum;
  }

  /** Returns the time of the fastest other contestant that reached the gap, relative to iron's. */
  double ratio() {
    double iron = lanes.getFirst().median();
    return lanes.stream()
            .skip(1)
            .filter(lane -> gap(lane) <= GAP)
            .mapToDouble(Lane::median)
            .min()
            .orElse(Double.NaN)
        / iron;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Lane lane : lanes) {
      lines.add(reached(lane) ? reachedLine(lane) : missedLine(lane));
    }
    return lines;
  }

  private boolean reached(Lane lane) {
    return gap(lane) <= GAP;
  }

  private String reachedLine(Lane lane) {
    double[] sorted = lane.seconds.clone();
    Arrays.sort(sorted);
    return String.format(
        Locale.ROOT,
        "  %-18s %9.4f s  (%.4f to %.4f)  objective %.12g  gap %8.1e",
        lane.name,
        lane.median(),
        sorted[0],
        sorted[sorted.length - 1],
        lane.objective,
        gap(lane));
  }

  private String missedLine(Lane lane) {
    return String.format(
        Locale.ROOT,
        "  %-18s not reached in %.0f s, with tolerances down to %.0e: objective %.12g, gap %.1e",
        lane.name,
        lane.spent,
        lane.tolerance,
        lane.objective,
        gap(lane));
  }

  BenchSet set() {
    return set;
  }

  Map<String, Object> json() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Lane lane : lanes) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("name", lane.name);
      row.put("seconds", reached(lane) ? lane.median() : Double.NaN);
      row.put("all", reached(lane) ? Arrays.stream(lane.seconds).boxed().toList() : List.of());
      row.put("spent", lane.spent);
      row.put("objective", lane.objective);
      row.put("gap", gap(lane));
      row.put("reached", reached(lane));
      row.put("tolerance", lane.tolerance);
      rows.add(row);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("set", set.name());
    json.put("reg", set.reg());
    json.put("optimum", optimum);
    if (!Double.isNaN(ratio())) {
      json.put("ratio", ratio());
    }
    json.put("contestants", rows);
    return json;
  }
}
