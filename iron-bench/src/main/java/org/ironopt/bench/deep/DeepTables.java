package org.ironopt.bench.deep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.deep.DeepOptimizer.Settings;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/** What the race says, as tables and as JSON. */
final class DeepTables {
  /**
   * IRON against the better of its peers at one budget, over all seeds.
   *
   * @param budget of the peers in minutes
   * @param adamw training loss that AdamW reaches, the mean of the seeds
   * @param muon the same of Muon
   * @param timeRatio seconds of IRON to the better loss over those of the peer that has it, the
   *     geometric mean; NaN if a seed did not get there
   * @param gradientRatio the same for gradients of a row
   * @param interval 95 % of the ratio of times; empty for one seed
   */
  record Ratio(
      String problem,
      double budget,
      double adamw,
      double muon,
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

    static Crossing of(NumericColumns rows, double[] seconds, double share, double objective) {
      double loss = Double.POSITIVE_INFINITY;
      double time = 0;
      double work = 0;
      for (int i = 0; i < seconds.length; i++) {
        if (rows.get(i, "entrant") != DeepOptimizer.IRON.ordinal()
            || rows.get(i, "share") != share) {
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

    /** Returns the earliest of the runs with all budgets. */
    static Crossing first(NumericColumns rows, double[] seconds, double objective) {
      return DeepRace.SHARES.stream()
          .map(share -> of(rows, seconds, share, objective))
          .filter(c -> !Double.isNaN(c.seconds()))
          .min(Comparator.comparingDouble(Crossing::seconds))
          .orElse(NEVER);
    }
  }

  private final DeepRace race;
  private final ResultStore results;
  private final Map<DeepOptimizer, Settings> chosen;

  DeepTables(DeepRace race, ResultStore results) {
    this.race = race;
    this.results = results;
    chosen = race.chosen(results);
  }

  List<Ratio> ratios() {
    return race.problems.stream()
        .flatMap(problem -> race.budgets(problem).stream().map(b -> ratio(problem, b)))
        .toList();
  }

  private Ratio ratio(TrainingProblem problem, double budget) {
    double[] adamw = new double[race.effort.seeds()];
    double[] muon = adamw.clone();
    double[] time = adamw.clone();
    double[] work = adamw.clone();
    for (int seed = 0; seed < adamw.length; seed++) {
      RaceCell duel = race.duel(problem, chosen, seed, budget);
      NumericColumns rows = duel.rows(results);
      double[] seconds = duel.times(results).column("seconds");
      int first = end(rows, DeepOptimizer.ADAMW);
      int second = end(rows, DeepOptimizer.MUON);
      adamw[seed] = rows.get(first, "objective");
      muon[seed] = rows.get(second, "objective");
      int best = muon[seed] < adamw[seed] ? second : first;
      Crossing crossing = Crossing.first(rows, seconds, rows.get(best, "objective"));
      time[seed] = StrictMath.log(crossing.seconds() / seconds[best]);
      work[seed] = StrictMath.log(crossing.gradients() / rows.get(best, "gradients"));
    }
    return new Ratio(
        problem.name(),
        budget / 60,
        mean(adamw),
        mean(muon),
        StrictMath.exp(mean(time)),
        StrictMath.exp(mean(work)),
        interval(time));
  }

  private static int end(NumericColumns rows, DeepOptimizer entrant) {
    return IntStream.range(0, rows.rows().size())
        .filter(i -> rows.get(i, "entrant") == entrant.ordinal())
        .findFirst()
        .orElseThrow();
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
            "One setting, several problems: IRON's time to the better loss of AdamW and Muon over"
                + " the time of the one that has it",
            "network|minutes|AdamW|Muon|time|row gradients|95 %",
            "%s|%.3g|%.3f|%.3f|%.2f|%.2f|%.2f to %.2f",
            ratios()),
        BenchmarkTables.of(
            "Controls, one seed",
            "method|settings|minutes|loss|test loss|row gradients (million)",
            "%s|%s|%.3g|%.3f|%.3f|%.3g",
            controls()),
        BenchmarkTables.of("Settings", "method|settings|what it is", "%s|%s|%s", settings()));
  }

  ChapterReport report() {
    return new ChapterReport(
        "A deep autoencoder: implicit steps against AdamW and Muon",
        "Seconds on the clock are steps alone; evaluation is outside. No theorem of the paper"
            + " covers these steps.",
        List.of(new Section("Results", List.of(), List.of(), tables())),
        List.of());
  }
}
