package org.ironopt.bench.deep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.deep.DeepOptimizer.Settings;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/** What the race says, as tables and as JSON. */
final class DeepTables {
  /**
   * IRON against AdamW at one budget, over all seeds.
   *
   * @param budget of AdamW in minutes
   * @param objective training loss that AdamW reaches, the mean of the seeds
   * @param timeRatio seconds of IRON to that loss over AdamW's, the geometric mean; NaN if a seed
   *     did not get there
   * @param gradientRatio the same for gradients of a row
   * @param interval 95 % of the ratio of times; empty for one seed
   */
  record Ratio(
      String problem,
      double budget,
      double objective,
      double timeRatio,
      double gradientRatio,
      List<Double> interval) {}

  /**
   * A control at its budget.
   *
   * @param objective training loss at its end
   * @param test loss on images that were not learnt from
   * @param gradients of a row, in millions
   */
  record Control(
      String method,
      String settings,
      double budget,
      double objective,
      double test,
      double gradients) {}

  /** What a run was worth when it reached a loss, on the line between two looks. */
  record Crossing(double seconds, double gradients) {
    private static final Crossing NEVER = new Crossing(Double.NaN, Double.NaN);

    static Crossing of(
        NumericColumns rows, double[] seconds, DeepOptimizer entrant, double objective) {
      double loss = Double.POSITIVE_INFINITY;
      double time = 0;
      double work = 0;
      for (int i = 0; i < seconds.length; i++) {
        if (rows.get(i, "entrant") != entrant.ordinal()) {
          continue;
        }
        double next = rows.get(i, "objective");
        double gradients = rows.get(i, "gradients");
        if (next <= objective) {
          double part = loss == Double.POSITIVE_INFINITY ? 1 : (loss - objective) / (loss - next);
          return new Crossing(time + part * (seconds[i] - time), work + part * (gradients - work));
        }
        loss = next;
        time = seconds[i];
        work = gradients;
      }
      return NEVER;
    }
  }

  private final DeepRace race;
  private final Results results;
  private final Map<DeepOptimizer, Settings> chosen;

  DeepTables(DeepRace race, Results results) {
    this.race = race;
    this.results = results;
    chosen = race.chosen(results);
  }

  List<Ratio> ratios() {
    List<Ratio> ratios = new ArrayList<>();
    for (double budget : race.effort.budgets()) {
      double[] objective = new double[race.effort.seeds()];
      double[] time = objective.clone();
      double[] work = objective.clone();
      for (int seed = 0; seed < objective.length; seed++) {
        RaceCell duel = race.duel(chosen, seed, budget);
        NumericColumns rows = duel.rows(results);
        double[] seconds = duel.times(results).column("seconds");
        int end = 0;
        while (rows.get(end, "entrant") != DeepOptimizer.ADAMW.ordinal()) {
          end++;
        }
        objective[seed] = rows.get(end, "objective");
        Crossing crossing = Crossing.of(rows, seconds, DeepOptimizer.IRON, objective[seed]);
        time[seed] = StrictMath.log(crossing.seconds() / seconds[end]);
        work[seed] = StrictMath.log(crossing.gradients() / rows.get(end, "gradients"));
      }
      ratios.add(
          new Ratio(
              race.problem.name(),
              budget / 60,
              mean(objective),
              StrictMath.exp(mean(time)),
              StrictMath.exp(mean(work)),
              interval(time)));
    }
    return ratios;
  }

  private static double mean(double... values) {
    return DoubleStream.of(values).average().orElse(Double.NaN);
  }

  private static List<Double> interval(double... logs) {
    if (logs.length < 2 || DoubleStream.of(logs).anyMatch(Double::isNaN)) {
      return List.of();
    }
    ConfidenceInterval i = ConfidenceInterval.ofMeans(logs);
    return List.of(StrictMath.exp(i.low()), StrictMath.exp(i.high()));
  }

  List<Control> controls() {
    List<Control> controls = new ArrayList<>();
    for (DeepOptimizer e : race.controls()) {
      Settings settings = chosen.get(e);
      NumericColumns rows = race.control(settings).rows(results);
      controls.add(
          new Control(
              e.id,
              settings.words(),
              race.effort.control() / 60,
              rows.last("objective"),
              rows.last("test"),
              rows.last("gradients") * 1e-6));
    }
    return controls;
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", BenchmarkTables.maps(ratios()));
    json.put("controls", BenchmarkTables.maps(controls()));
    return json;
  }

  private List<Chosen> settings() {
    return chosen.values().stream()
        .map(s -> new Chosen(s.entrant().id, s.words(), s.entrant().words))
        .toList();
  }

  private record Chosen(String method, String settings, String words) {}

  List<TextTable> tables() {
    return List.of(
        BenchmarkTables.of(
            "IRON's time to AdamW's loss over AdamW's time",
            "network|minutes|loss|time|row gradients|95 %",
            "%s|%.3g|%.3f|%.2f|%.2f|%.2f to %.2f",
            ratios()),
        BenchmarkTables.of(
            "Controls, one seed",
            "method|settings|minutes|loss|test loss|row gradients (million)",
            "%s|%s|%.3g|%.3f|%.3f|%.3g",
            controls()),
        BenchmarkTables.of("Settings", "method|settings|what it is", "%s|%s|%s", settings()));
  }

  Story story() {
    return new Story(
        "A deep autoencoder: implicit steps against AdamW",
        "Seconds on the clock are steps alone; evaluation is outside. No theorem of the paper"
            + " covers these steps.",
        List.of(new Section("Results", List.of(), List.of(), tables())),
        List.of());
  }
}
