package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.Split;

/** The benchmark: warm up, tune, race, vary the steps, and look at the price of single steps. */
public final class MnistBench {
  /** Products of every family that warm the compiler. */
  private static final double WARM_PRODUCTS = 3;

  /** Products that lead close to the minimum. */
  private static final double LONG_PRODUCTS = 20;

  /** Settings of the grid that a short look tries. */
  private static final int QUICK_GRID = 3;

  private static final double VALIDATION = 1.0 / 6;

  private final Dataset train;
  private final Dataset test;
  private final Goal goal;
  private final double[] objectives;
  private final int seeds;
  private final Effort effort;
  private final Consumer<String> log;

  /** How much is measured. */
  public enum Effort {
    /** Everything. */
    FULL,
    /** The settings that the tuning once chose on MNIST; no tuning and no ranges of steps. */
    RECORDED,
    /** A look within a minute: few settings, short; nothing to be quoted. */
    QUICK
  }

  /**
   * @param goal objectives to reach
   */
  public MnistBench(
      Dataset train, Dataset test, Goal goal, int seeds, Effort effort, Consumer<String> log) {
    this.train = train;
    this.test = test;
    this.goal = goal;
    objectives = goal.objectives();
    this.seeds = seeds;
    this.effort = effort;
    this.log = log;
  }

  /** Measures everything. */
  Outcome measure() {
    Problem all = new Problem(train, test);
    double last = goal.last();
    log.accept(goal.words());
    Map<Family, List<Config>> chosen = new EnumMap<>(Family.class);
    List<StepRange> ranges = new ArrayList<>();
    Map<Family, List<Tuning.Trial>> trials = new EnumMap<>(Family.class);
    warm(all);
    if (effort == Effort.RECORDED) {
      for (Family family : Family.values()) {
        chosen.put(family, family.recorded(objectives.length));
      }
    } else {
      tune(all, chosen, trials, ranges);
    }
    Map<Config, List<Track>> tracks = race(all, last, chosen);
    List<Ratio> ratios = new ArrayList<>();
    List<Config> mine = chosen.get(Family.IRON);
    for (Family family : Family.values()) {
      for (int i = 0; family != Family.IRON && i < objectives.length; i++) {
        List<Track> theirs = tracks.get(chosen.get(family).get(i));
        List<Track> ours = tracks.get(mine.get(i));
        ratios.add(Ratio.of(ours, theirs, family, objectives[i]));
      }
    }
    log.accept("the paper's configuration");
    List<PaperConfig.Row> paper = PaperConfig.measure(all, effort == Effort.QUICK ? 2 : 25);
    log.accept("the parts of a step");
    List<StepParts.Row> parts =
        train.features() instanceof FloatFeatures x ? StepParts.measure(all, x) : List.of();
    return new Outcome(goal, chosen, trials, tracks, ratios, ranges, paper, parts);
  }

  /** Runs every kind of method before any clock starts; the compiler needs a second or two. */
  private void warm(Problem all) {
    Race race = new Race(all, 0, false);
    for (Family family : Family.values()) {
      race.run(family.recorded(1).getFirst(), Tuning.SEED, 1, WARM_PRODUCTS);
    }
    log.accept("warm");
  }

  /**
   * Fewer rows are fitted better, so on a part of them the objectives are moved by the difference
   * of the minima, about: of what IRON reaches in a few epochs.
   */
  private double[] onPart(Problem all, Problem part) {
    Config config = Family.IRON.recorded(1).getFirst();
    double shift = 0;
    for (Problem problem : List.of(all, part)) {
      Track track = new Race(problem, 0, false).run(config, Tuning.SEED, 1, LONG_PRODUCTS);
      shift = track.last().objective() - shift;
    }
    double moved = shift;
    log.accept("on the part of the rows the objectives are moved by " + moved);
    return Arrays.stream(objectives).map(t -> t + moved).toArray();
  }

  private void tune(
      Problem all,
      Map<Family, List<Config>> chosen,
      Map<Family, List<Tuning.Trial>> trials,
      List<StepRange> ranges) {
    int held = (int) (train.rows() * VALIDATION);
    Split split = Split.random(train, Tuning.SEED, held, 0);
    Problem part = new Problem(split.train(), split.validation().orElseThrow());
    double[] targets = onPart(all, part);
    Tuning tuning = new Tuning(new Race(part, targets[targets.length - 1], false), targets, log);
    for (Family family : Family.values()) {
      Tuning.Result result =
          tuning.choose(family, effort == Effort.QUICK ? QUICK_GRID : Tuning.GRID);
      List<Config> configs = result.chosen();
      chosen.put(family, configs);
      trials.put(family, result.trials());
      if (effort == Effort.FULL) {
        int middle = targets.length / 2;
        Race race = new Race(part, targets[middle], false);
        StepRange range = StepRange.measure(race, configs.get(middle), targets[middle]);
        log.accept(
            "  steps within 5 % of the best: "
                + (range.reached() ? Arrays.toString(range.range()) : "none got there"));
        ranges.add(range);
      }
    }
  }

  private String seconds(Track track) {
    return Arrays.stream(objectives)
        .mapToObj(track::reached)
        .map(
            check ->
                check.map(c -> String.format(Locale.ROOT, "%.4f s", c.seconds())).orElse("never"))
        .collect(Collectors.joining(", "));
  }

  private Map<Config, List<Track>> race(
      Problem all, double last, Map<Family, List<Config>> chosen) {
    Map<Config, List<Track>> tracks = new LinkedHashMap<>();
    Race race = new Race(all, last, true);
    for (long seed = 0; seed < seeds; seed++) {
      for (List<Config> configs : chosen.values()) {
        for (Config config : configs.stream().distinct().toList()) {
          Track track = race.run(config, seed, Race.CHECKS, Double.POSITIVE_INFINITY);
          tracks.computeIfAbsent(config, c -> new ArrayList<>()).add(track);
          log.accept("seed " + seed + ", " + config.family().id + ": " + seconds(track));
        }
      }
    }
    return tracks;
  }
}
