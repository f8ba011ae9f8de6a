package org.ironopt.bench.mnist;

import static org.ironopt.bench.Tables.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.bench.RaceCell.Row;
import org.ironopt.bench.Tables;
import org.ironopt.bench.Turns.Times;
import org.ironopt.bench.mnist.Candidate.Optimizer;
import org.ironopt.bench.mnist.Descent.Look;
import org.ironopt.bench.mnist.Descent.SpeedRatio;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.figure.Figure;

/** What the finished race says: as a story for people, as one object for programs, as CSV. */
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
              + Search.GRID
              + " settings around it are tried: batches of 64, 128 and 256 with steps in"
              + " proportion to them, in factors of √2, and four lengths of the decay, of the life"
              + " of a curvature or of a snapshot. All that was tried is in tuning.csv.",
          "What this rule does not choose was chosen once for all by looking at runs on MNIST: the"
              + " weights of the average (t^{6}, every fourth iterate), the same for IRON, SAGA and"
              + " AdamW (E), and the lengths of the grid.");

  /** A row of the paper's configuration: an epoch over one of AdamW. */
  private record PaperRow(
      int batch,
      int solver,
      double epochRatio,
      double seconds,
      double baseSeconds,
      double products,
      double cgSteps,
      double accuracy) {}

  /** Microseconds of AdamW's step and its parts, and rates of the two products. */
  private record PartsRow(
      int batch,
      double stepOverParts,
      double stepMicros,
      double gatherMicros,
      double productsMicros,
      double elementwiseMicros,
      double forwardGflops,
      double backwardGflops) {}

  /** What {@code --json} says of a range of steps. */
  private record RangeRow(
      String method, double tuned, List<Double> range, double factor, double products) {}

  private final MnistRace race;
  private final Results results;
  final Goal goal;
  final Map<Optimizer, List<Candidate>> chosen;
  final Map<Candidate, List<Descent>> runs = new LinkedHashMap<>();
  final List<StepRange> ranges = new ArrayList<>();
  private final List<PaperRow> paper = new ArrayList<>();
  private final List<PartsRow> parts = new ArrayList<>();

  /** Reads the finished cells. */
  RaceTables(MnistRace race, Results results) {
    this.race = race;
    this.results = results;
    goal = race.goal(results).orElseThrow();
    chosen = race.chosen(goal, results);
    for (List<Candidate> list : chosen.values()) {
      list.forEach(c -> runs.computeIfAbsent(c, k -> race.runs(k, goal, results)));
      if (race.effort == MnistRace.Effort.FULL) {
        Candidate c = MnistRace.middle(list);
        ranges.add(
            StepRange.of(c, race.range(c, goal).rows(results).stream().map(Row::numbers).toList()));
      }
    }
    MnistRace.PAPER.keySet().forEach(this::readPaper);
    race.parts()
        .forEach(
            (batch, cell) -> {
              double flops = cell.rows(results).getFirst().get("flops");
              cell.times(results).forEach(times -> parts.add(parts(batch, flops, times)));
            });
  }

  private void readPaper(int batch) {
    List<Row> times = race.epochs(batch).times(results);
    for (Row row : race.epochs(batch).rows(results)) {
      String solver = StepCosts.SOLVERS.get((int) row.get("solver"));
      paper.add(
          new PaperRow(
              batch,
              (int) row.get("solver"),
              median(times, t -> t.get(solver) / t.get("adamw")),
              median(times, t -> t.get(solver)),
              median(times, t -> t.get("adamw")),
              row.get("products"),
              row.get("cg_steps"),
              row.get("accuracy")));
    }
  }

  private static PartsRow parts(int batch, double flops, Row t) {
    return new PartsRow(
        batch,
        t.get("step") / (t.get("gather") + t.get("products") + t.get("elementwise")),
        t.get("step"),
        t.get("gather"),
        t.get("products"),
        t.get("elementwise"),
        flops / (1e3 * t.get("forward")),
        flops / (1e3 * t.get("backward")));
  }

  static <T> double median(List<T> items, ToDoubleFunction<T> value) {
    return items.isEmpty()
        ? Double.NaN
        : new Times(items.stream().mapToDouble(value).toArray()).median();
  }

  /** Calls for every optimizer but IRON and every objective. */
  private <T> List<T> ratios(RatioRow<T> row) {
    List<T> rows = new ArrayList<>();
    for (Optimizer o : Optimizer.values()) {
      for (int i = 0; o != Optimizer.IRON && i < goal.objectives().length; i++) {
        List<Descent> mine = runs.get(chosen.get(Optimizer.IRON).get(i));
        List<Descent> other = runs.get(chosen.get(o).get(i));
        double objective = goal.objectives()[i];
        rows.add(row.of(o, objective, SpeedRatio.of(mine, other, objective)));
      }
    }
    return rows;
  }

  private interface RatioRow<T> {
    T of(Optimizer optimizer, double objective, SpeedRatio ratio);
  }

  Story story() {
    List<Figure> figures = new RaceFigures(this).all();
    return new Story(
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
                "The price of a step", List.of(), List.of(), List.of(paperTable(), partsTable()))),
        List.of());
  }

  /** Returns the tables as text. */
  String text() {
    Stream<TextTable> tables = story().sections().stream().flatMap(s -> s.tables().stream());
    return goal.words() + "\n\n" + Tables.text(tables.toList());
  }

  private TextTable ratioTable() {
    return new TextTable(
        "Seconds of IRON to an objective over those of the others; < where the other one did not"
            + " get there in the time it was given",
        List.of("over", "objective", "ratio", "95 % interval"),
        ratios(
            (o, objective, r) ->
                Double.isNaN(r.value())
                    ? List.of(o.label, format("%.4f", objective), "IRON did not get there", "-")
                    : List.of(
                        o.label,
                        format("%.4f", objective),
                        (r.bound() ? "< " : "") + format("%.3f", r.value()),
                        format("%.3f to %.3f", r.low(), r.high()))));
  }

  private TextTable timeTable() {
    List<List<String>> rows = new ArrayList<>();
    for (List<Candidate> list : chosen.values()) {
      IntStream.range(0, list.size())
          .forEach(i -> rows.add(time(list.get(i), goal.objectives()[i])));
    }
    return new TextTable(
        "To each objective, medians over the seeds; passes and products are with all rows, a"
            + " gradient takes one pass or two products",
        List.of(
            "method",
            "setting",
            "objective",
            "seconds",
            "epochs",
            "passes",
            "products",
            "gradients",
            "CG steps",
            "accuracy"),
        rows);
  }

  private List<String> time(Candidate c, double objective) {
    List<Descent> all = runs.get(c);
    List<Look> there =
        all.stream().map(t -> t.reached(objective)).flatMap(Optional::stream).toList();
    List<String> row =
        new ArrayList<>(List.of(c.optimizer().label, c.words(), format("%.4f", objective)));
    if (there.size() < all.size()) {
      row.add(format("> %.4f", median(all, run -> run.last().seconds())));
      row.add("reached by " + there.size() + " of " + all.size());
      row.addAll(List.of("-", "-", "-", "-", "-"));
      return row;
    }
    row.add(format("%.4f", median(there, Look::seconds)));
    row.add(format("%.2f", median(there, Look::epochs)));
    row.add(format("%.2f", median(there, Look::passes)));
    row.add(format("%.2f", median(there, Look::products)));
    row.add(format("%.0f", median(there, Look::gradients)));
    row.add(format("%.0f", median(there, Look::cgSteps)));
    row.add(format("%.4f", median(there, Look::accuracy)));
    return row;
  }

  private TextTable rangeTable() {
    List<List<String>> rows = new ArrayList<>();
    for (StepRange r : ranges) {
      List<String> row =
          new ArrayList<>(List.of(r.candidate().optimizer().label, r.candidate().words()));
      double[] range = r.range();
      row.addAll(
          r.reached()
              ? List.of(
                  format("%.2f", r.best()),
                  format("%.3g to %.3g", range[0], range[1]),
                  format("%.1f", range[1] / range[0]))
              : List.of("not reached", "none", "-"));
      rows.add(row);
    }
    return new TextTable(
        "Steps within 5 % of the best, by products to the middle objective, in factors of root two",
        List.of("method", "around", "products", "steps", "factor"), rows);
  }

  private TextTable paperTable() {
    return new TextTable(
        "The paper's configuration (residual 1e-3, constant step): an epoch over one of AdamW",
        List.of("batch", "solver", "ratio", "seconds", "AdamW", "products", "CG steps", "accuracy"),
        paper.stream()
            .map(
                r ->
                    List.of(
                        Integer.toString(r.batch()),
                        StepCosts.SOLVERS.get(r.solver()),
                        format("%.2f", r.epochRatio()),
                        format("%.4f", r.seconds()),
                        format("%.4f", r.baseSeconds()),
                        format("%.1f", r.products()),
                        format("%.2f", r.cgSteps()),
                        format("%.4f", r.accuracy())))
            .toList());
  }

  private TextTable partsTable() {
    return new TextTable(
        "A step of AdamW and its parts, microseconds; the two products alone in GFLOP/s, rows in"
            + " the cache ('./iron bench kernels' has the same kernels)",
        List.of(
            "batch",
            "step",
            "gather",
            "products and loss",
            "elementwise",
            "step / parts",
            "forward GFLOP/s",
            "backward GFLOP/s"),
        parts.stream()
            .map(
                r ->
                    List.of(
                        Integer.toString(r.batch()),
                        format("%.1f", r.stepMicros()),
                        format("%.1f", r.gatherMicros()),
                        format("%.1f", r.productsMicros()),
                        format("%.1f", r.elementwiseMicros()),
                        format("%.2f", r.stepOverParts()),
                        format("%.0f", r.forwardGflops()),
                        format("%.0f", r.backwardGflops())))
            .toList());
  }

  /** Returns the object of {@code --json}. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", ratioMaps(true));
    json.put("paperConfig", paperMaps(1));
    json.put("paperConfigPlainSolver", paperMaps(0));
    json.put("controls", ratioMaps(false));
    json.put("adamwStep", Tables.maps(parts));
    json.put("stepRanges", Tables.maps(ranges.stream().map(RaceTables::rangeRow).toList()));
    json.put("minimum", goal.minimum());
    json.put("objectives", Arrays.stream(goal.objectives()).boxed().toList());
    return json;
  }

  private List<Map<String, Object>> ratioMaps(boolean baselines) {
    String key = baselines ? "baseline" : "control";
    return ratios(
            (o, objective, r) -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put(o.baseline() ? "baseline" : "control", o.id);
              row.put("objective", objective);
              row.put("timeToObjectiveRatio", r.value());
              row.put("interval", Double.isNaN(r.value()) ? List.of() : List.of(r.low(), r.high()));
              row.put("bound", r.bound());
              return row;
            })
        .stream()
        .filter(row -> row.containsKey(key))
        .toList();
  }

  private List<Map<String, Object>> paperMaps(int solver) {
    record Shown(int batch, double epochRatio, double accuracy, double productsPerStep) {}
    return Tables.maps(
        paper.stream()
            .filter(r -> r.solver() == solver)
            .map(r -> new Shown(r.batch(), r.epochRatio(), r.accuracy(), r.products()))
            .toList());
  }

  private static RangeRow rangeRow(StepRange r) {
    double[] range = r.range();
    return new RangeRow(
        r.candidate().optimizer().id,
        r.candidate().step(),
        r.reached() ? List.of(range[0], range[1]) : List.of(),
        r.reached() ? range[1] / range[0] : Double.NaN,
        r.best());
  }

  /** Returns every look at every run of the race as CSV. */
  String looksCsv() {
    StringBuilder text =
        new StringBuilder(
            "method,batch,step,number,seed,seconds,epochs,products,gradients,cg,objective,"
                + "accuracy\n");
    runs.forEach(
        (c, list) -> {
          for (int seed = 0; seed < list.size(); seed++) {
            for (Look l : list.get(seed).looks()) {
              text.append(settings(c)).append(',').append(seed);
              text.append(
                  format(
                      ",%.6f,%.4f,%.4f,%.0f,%.0f,%.8f,%.4f%n",
                      l.seconds(),
                      l.epochs(),
                      l.products(),
                      l.gradients(),
                      l.cgSteps(),
                      l.objective(),
                      l.accuracy()));
            }
          }
        });
    return text.toString();
  }

  /** Returns all settings that were tried, with what they cost, as CSV. */
  String trialsCsv() {
    StringBuilder text = new StringBuilder("method,batch,step,number");
    Arrays.stream(goal.objectives()).forEach(t -> text.append(",cost to ").append(t));
    text.append('\n');
    if (race.effort != MnistRace.Effort.RECORDED) {
      for (Optimizer o : Optimizer.values()) {
        for (Search.Trial trial : race.trials(o, goal, results)) {
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

  private static String settings(Candidate c) {
    return c.optimizer().id + "," + c.batch() + "," + c.step() + "," + c.number();
  }
}
