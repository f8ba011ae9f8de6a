package org.ironopt.bench.mnist;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.InterleavedTimer.Times;
import org.ironopt.bench.mnist.OptimizerSettings.Optimizer;
import org.ironopt.bench.mnist.StepCosts.EpochCost;
import org.ironopt.bench.mnist.StepCosts.PartCosts;
import org.ironopt.bench.mnist.TrainingCurve.Measurement;
import org.ironopt.bench.mnist.TrainingCurve.SpeedRatio;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.figure.Figure;

/** What the finished race says: as a report for people, as one object for programs, as CSV. */
final class RaceTables {
  private static final List<String> TUNING =
      List.of(
          "Settings are tried on five sixths of the rows and with two other seeds of which the"
              + " worse counts, by products to each objective; AdamW has a setting for each"
              + " objective, IRON and the controls one for all. On fewer rows the minimum is lower,"
              + " so the objectives are moved by the difference.",
          "One rule for all: the step is first searched alone at batches of 128 from its published"
              + " default (IRON's α = 1 as in the paper, AdamW's η = 0.001, 1 for the explicit"
              + " controls) by factors of 4 and then of 2; then "
              + SettingsSearch.GRID
              + " settings around it are tried: batches of 64, 128 and 256 with steps in"
              + " proportion to them, in factors of √2, and four lengths of the decay, of the life"
              + " of a curvature or of a snapshot. All that was tried is in tuning.csv.",
          "What this rule does not choose was chosen once for all by looking at runs on MNIST: the"
              + " weights of the average (t^{6}, every fourth iterate), the same for IRON, SAGA and"
              + " AdamW (E), and the lengths of the grid.");

  private final MnistRace race;
  private final ResultStore results;
  final TargetObjective goal;
  final Map<Optimizer, List<OptimizerSettings>> chosen;
  final Map<OptimizerSettings, List<TrainingCurve>> runs = new LinkedHashMap<>();
  final List<StepRange> ranges = new ArrayList<>();
  private final List<EpochCost> epochs = new ArrayList<>();
  private final List<PartCosts> parts = new ArrayList<>();

  /** Reads the finished cells. */
  RaceTables(MnistRace race, ResultStore results) {
    this.race = race;
    this.results = results;
    goal = race.goal(results).orElseThrow();
    chosen = race.chosen(goal, results);
    for (List<OptimizerSettings> list : chosen.values()) {
      list.forEach(c -> runs.computeIfAbsent(c, k -> race.runs(k, goal, results)));
      if (race.effort == MnistRace.Effort.FULL) {
        OptimizerSettings c = MnistRace.middle(list);
        ranges.add(StepRange.of(c, race.range(c, goal).rows(results).rows()));
      }
    }
    for (int batch : MnistRace.PAPER.keySet()) {
      var times = race.epochs(batch).times(results);
      for (double[] row : race.epochs(batch).rows(results).rows()) {
        epochs.add(EpochCost.of(batch, row, times));
      }
    }
    race.parts()
        .forEach(
            (batch, cell) -> {
              double flops = cell.rows(results).column("flops")[0];
              parts.add(PartCosts.of(batch, flops, cell.times(results).rows().getFirst()));
            });
  }

  static <T> double median(List<T> items, ToDoubleFunction<T> value) {
    return new Times(items.stream().mapToDouble(value).toArray()).median();
  }

  /** Returns IRON against an optimizer, for each objective. */
  private List<SpeedRatio> ratios(Optimizer other) {
    List<SpeedRatio> ratios = new ArrayList<>();
    for (double objective : goal.objectives()) {
      List<TrainingCurve> mine = runs.get(chosen.get(Optimizer.IRON).get(ratios.size()));
      List<TrainingCurve> theirs = runs.get(chosen.get(other).get(ratios.size()));
      ratios.add(SpeedRatio.of(mine, theirs, objective));
    }
    return ratios;
  }

  private static List<Optimizer> others() {
    return Arrays.stream(Optimizer.values()).filter(o -> o != Optimizer.IRON).toList();
  }

  ChapterReport report() {
    List<Figure> figures = new RaceFigures(this).all();
    return new ChapterReport(
        "The implicit step at the price of an explicit one",
        "Training seconds to a full training objective of softmax regression, in one warm process,"
            + " the optimizers in turns.",
        List.of(
            new Section(
                "Seconds to an objective",
                List.of(
                    goal.words(),
                    "Only the steps are on the clock, which starts warm; finding the mean for"
                        + " centring is charged to those who centre. Lagged curvature keeps the"
                        + " scalar of the conjugate gradient step for some steps; it is then no"
                        + " longer that step. The row of one CG step computes it always."),
                figures.subList(0, 2),
                List.of(ratioTable(), timeTable())),
            new Section(
                "How settings were chosen",
                TUNING,
                figures.subList(2, figures.size()),
                ranges.isEmpty() ? List.of() : List.of(rangeTable())),
            new Section(
                "The price of a step", List.of(), List.of(), List.of(epochTable(), partsTable()))),
        List.of());
  }

  /** Returns the tables as text. */
  String text() {
    Stream<TextTable> tables = report().sections().stream().flatMap(s -> s.tables().stream());
    return goal.words() + "\n\n" + BenchmarkTables.text(tables.toList());
  }

  private TextTable ratioTable() {
    record Row(String over, double objective, String ratio, String interval) {}
    List<Row> rows = new ArrayList<>();
    for (Optimizer o : others()) {
      for (SpeedRatio r : ratios(o)) {
        boolean there = !r.interval().isEmpty();
        String ratio = (r.bound() ? "< " : "") + format("%.3f", r.timeToObjectiveRatio());
        String interval = there ? format("%.3f to %.3f", r.interval().toArray()) : "-";
        rows.add(
            new Row(o.label, r.objective(), there ? ratio : "IRON did not get there", interval));
      }
    }
    return BenchmarkTables.of(
        "Seconds of IRON to an objective over those of the others; < where the other one did not"
            + " get there in the time it was given",
        "over|objective|ratio|95 % interval",
        "%s|%.4f|%s|%s",
        rows);
  }

  /** To each objective; dashes where not every seed got there. */
  private record TimeRow(
      String method,
      String setting,
      double objective,
      String seconds,
      String epochs,
      double passes,
      double products,
      double gradients,
      double cgSteps,
      double accuracy) {
    static TimeRow of(OptimizerSettings c, double objective, List<TrainingCurve> runs) {
      List<Measurement> there =
          runs.stream().map(run -> run.reached(objective)).flatMap(Optional::stream).toList();
      boolean all = there.size() == runs.size();
      List<Measurement> lost =
          List.of(new Measurement(0, 0, Double.NaN, Double.NaN, Double.NaN, 0, Double.NaN));
      List<Measurement> counted = all ? there : lost;
      return new TimeRow(
          c.optimizer().label,
          c.words(),
          objective,
          all
              ? format("%.4f", median(there, Measurement::seconds))
              : format("> %.4f", median(runs, run -> run.last().seconds())),
          all
              ? format("%.2f", median(there, Measurement::epochs))
              : "reached by " + there.size() + " of " + runs.size(),
          median(counted, Measurement::passes),
          median(counted, Measurement::products),
          median(counted, Measurement::gradients),
          median(counted, Measurement::cgSteps),
          median(counted, Measurement::accuracy));
    }
  }

  private TextTable timeTable() {
    List<TimeRow> rows = new ArrayList<>();
    for (List<OptimizerSettings> list : chosen.values()) {
      for (int i = 0; i < list.size(); i++) {
        rows.add(TimeRow.of(list.get(i), goal.objectives()[i], runs.get(list.get(i))));
      }
    }
    return BenchmarkTables.of(
        "To each objective, medians over the seeds; passes and products are with all rows, a"
            + " gradient takes one pass or two products",
        "method|setting|objective|seconds|epochs|passes|products|gradients|CG steps|accuracy",
        "%s|%s|%.4f|%s|%s|%.2f|%.2f|%.0f|%.0f|%.4f",
        rows);
  }

  /** The range of steps of an optimizer; NaN and nothing where no step got there. */
  private record RangeRow(
      String label,
      String method,
      String around,
      double tuned,
      double products,
      String steps,
      List<Double> range,
      double factor) {
    static RangeRow of(StepRange r) {
      double[] range = r.range();
      boolean there = r.reached();
      return new RangeRow(
          r.candidate().optimizer().label,
          r.candidate().optimizer().id,
          r.candidate().words(),
          r.candidate().step(),
          there ? r.best() : Double.NaN,
          there ? format("%.3g to %.3g", range[0], range[1]) : "none",
          there ? List.of(range[0], range[1]) : List.of(),
          there ? range[1] / range[0] : Double.NaN);
    }
  }

  private List<RangeRow> rangeRows() {
    return ranges.stream().map(RangeRow::of).toList();
  }

  private TextTable rangeTable() {
    return BenchmarkTables.of(
        "Steps within 5 % of the best, by products to the middle objective, in factors of root two",
        "method|around|products|steps|factor", "%s||%s||%.2f|%s||%.1f", rangeRows());
  }

  private TextTable epochTable() {
    return BenchmarkTables.of(
        "The paper's configuration (residual 1e-3, constant step): an epoch over one of AdamW",
        "batch|solver|ratio|seconds|AdamW|products|CG steps|accuracy",
        "%d|%s|%.2f|%.4f|%.4f|%.1f|%.2f|%.4f",
        epochs);
  }

  private TextTable partsTable() {
    return BenchmarkTables.of(
        "A step of AdamW and its parts, microseconds; the two products alone in GFLOP/s, rows in"
            + " the cache ('./iron bench kernels' has the same kernels)",
        "batch|step|gather|products and loss|elementwise|step / parts|forward GFLOP/s"
            + "|backward GFLOP/s",
        "%d|%.1f|%.1f|%.1f|%.1f|%.2f|%.0f|%.0f",
        parts);
  }

  /** Returns the object of {@code --json}. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", ratioMaps("baseline"));
    json.put("paperConfig", epochMaps(StepCosts.METHODS.getLast()));
    json.put("paperConfigPlainSolver", epochMaps(StepCosts.METHODS.get(1)));
    json.put("controls", ratioMaps("control"));
    json.put("adamwStep", BenchmarkTables.maps(parts));
    json.put("stepRanges", BenchmarkTables.maps(rangeRows()));
    json.put("minimum", goal.minimum());
    json.put("objectives", Arrays.stream(goal.objectives()).boxed().toList());
    return json;
  }

  private List<Map<String, Object>> ratioMaps(String key) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Optimizer o : others()) {
      boolean shown = o.baseline() == key.equals("baseline");
      for (SpeedRatio ratio : shown ? ratios(o) : List.<SpeedRatio>of()) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put(key, o.id);
        row.putAll(BenchmarkTables.map(ratio));
        rows.add(row);
      }
    }
    return rows;
  }

  private List<Map<String, Object>> epochMaps(String solver) {
    return BenchmarkTables.maps(
        epochs.stream().filter(row -> row.solver().equals(solver)).toList());
  }

  /** Returns every look at every run of the race as CSV. */
  String looksCsv() {
    StringBuilder text =
        new StringBuilder("method,batch,step,number,seed,seconds,epochs,products,");
    text.append("gradients,cg,objective,accuracy\n");
    runs.forEach(
        (c, list) -> {
          for (int seed = 0; seed < list.size(); seed++) {
            for (Measurement look : list.get(seed).looks()) {
              text.append(settings(c)).append(',').append(seed);
              text.append(format(",%.6f", look.seconds()));
              Object[] row = Arrays.stream(look.row()).boxed().toArray();
              text.append(format(",%.4f,%.4f,%.0f,%.0f,%.8f,%.4f%n", row));
            }
          }
        });
    return text.toString();
  }

  /** Returns all settings that were tried, with what they cost, as CSV. */
  String trialsCsv() {
    StringBuilder text =
        new StringBuilder("method,")
            .append(String.join(",", SettingsSearch.columns(goal.objectives())))
            .append('\n');
    for (Optimizer o : Optimizer.values()) {
      if (race.effort != MnistRace.Effort.RECORDED) {
        for (var trial : SettingsSearch.of(o, 0, race.search(o, goal).rows(results)).trials()) {
          text.append(settings(trial.candidate()));
          for (int i = 0; i < trial.costs().length; i++) {
            text.append(trial.reached(i) ? format(",%.4f", trial.costs()[i]) : ",");
          }
          text.append('\n');
        }
      }
    }
    return text.toString();
  }

  private static String settings(OptimizerSettings c) {
    return c.optimizer().id + "," + c.batch() + "," + c.step() + "," + c.number();
  }
}
