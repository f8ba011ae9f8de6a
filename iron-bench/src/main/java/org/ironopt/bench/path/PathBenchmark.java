package org.ironopt.bench.path;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.InterleavedTimer.Times;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.path.PathRace.Setting;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;

/**
 * {@code bench path}: lasso paths and five-fold cross-validations beside glmnet in R, where that is
 * installed. Both are judged by one gap ({@link LassoGap}), since glmnet is less accurate than its
 * threshold sounds.
 */
public final class PathBenchmark implements Benchmark {
  private static final int ROUNDS = 3;

  /**
   * How a contestant did; what does not apply is NaN.
   *
   * @param seconds median of the rounds, inside its own process
   * @param process seconds of a whole process from a shell, reading included
   * @param largest gap of a point over the loss of the intercept alone
   * @param certified the largest gap that it claims
   * @param loss smallest cross-validated loss
   * @param reads columns read in products with the rows
   */
  private record Row(
      String contestant,
      boolean folds,
      double seconds,
      double fastest,
      double slowest,
      double process,
      double points,
      double largest,
      double median,
      double certified,
      double columns,
      double loss,
      double tolerance,
      double updates,
      double predictedUpdates,
      double reads,
      double predictedReads,
      double products,
      double checks,
      double bytes) {}

  /** The sets as an experiment of one cell each. */
  private record Races(List<PathSet> sets, int rounds, Optional<String> glmnet, Request request)
      implements Experiment {
    @Override
    public String name() {
      return "bench-path";
    }

    @Override
    public NamedValues settings() {
      return new NamedValues()
          .with("rounds", (long) rounds)
          .with("threads", (long) request.manifest().threads())
          .with("beside", glmnet.orElse("nothing"));
    }

    @Override
    public List<Cell> cells() {
      return sets.stream().<Cell>map(this::cell).toList();
    }

    RaceCell cell(PathSet set) {
      return RaceCell.once(
          set.name(),
          settings().with("set", set.name()).with("bench", RaceCell.code(PathBenchmark.class)),
          PathRace.COLUMNS,
          PathRace.clock(rounds),
          (rows, clock) ->
              new PathRace(set, rounds, glmnet.isPresent(), request.log()).run(rows, clock));
    }

    @Override
    public ChapterReport report(ResultStore results) {
      throw new UnsupportedOperationException("tables only");
    }
  }

  @Override
  public String name() {
    return "path";
  }

  @Override
  public Set<String> options() {
    return Set.of("--out", "--fresh");
  }

  @Override
  public Optional<Result> run(Request request) throws IOException {
    Optional<String> glmnet = Glmnet.version();
    if (glmnet.isEmpty()) {
      request.log().accept("without glmnet: Rscript does not find it (apt install r-cran-glmnet)");
    }
    List<PathSet> sets = PathSet.all(request.quick());
    Races races = new Races(sets, request.quick() ? 1 : ROUNDS, glmnet, request);
    return RaceCell.run(races, request, folder -> result(races, folder));
  }

  private static List<Row> rows(PathSet set, RaceCell cell, Races races, ResultStore results) {
    List<Row> rows = new ArrayList<>();
    double element = set.sparse() ? 12 : 8;
    double column = element * set.data().features().stored() / set.data().columns();
    for (double[] r : cell.rows(results).rows()) {
      double[] clock = cell.times(results).rows().get(rows.size());
      double[] seconds =
          Arrays.stream(clock, 0, races.rounds()).filter(s -> !Double.isNaN(s)).toArray();
      Times times = new Times(seconds.length == 0 ? new double[] {Double.NaN} : seconds);
      rows.add(
          new Row(
              Setting.values()[(int) r[0]].words,
              r[1] > 0,
              times.median(),
              times.fastest(),
              times.slowest(),
              clock[races.rounds()],
              r[2],
              r[3],
              r[4],
              r[5],
              r[6],
              r[7],
              r[8],
              r[9],
              r[13],
              r[10],
              r[14],
              r[11],
              r[12],
              column * (r[10] + 2 * r[11])));
    }
    return rows;
  }

  /** Returns the seconds of one setting over those of another, NaN if one of them did not run. */
  private static double ratio(List<Row> rows, boolean folds, Setting one, Setting other) {
    return seconds(rows, folds, one) / seconds(rows, folds, other);
  }

  private static double seconds(List<Row> rows, boolean folds, Setting setting) {
    return rows.stream()
        .filter(row -> row.folds() == folds && row.contestant().equals(setting.words))
        .mapToDouble(Row::seconds)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static Map<String, Object> ratios(List<Row> rows) {
    Map<String, Object> ratios = new LinkedHashMap<>();
    for (boolean folds : new boolean[] {false, true}) {
      String task = folds ? "folds_" : "path_";
      put(ratios, task + "as_accurate", rows, folds, Setting.AS_ACCURATE, Setting.GLMNET);
      put(ratios, task + "certified", rows, folds, Setting.CERTIFIED, Setting.GLMNET);
      put(ratios, task + "tight", rows, folds, Setting.CERTIFIED, Setting.GLMNET_TIGHT);
      put(ratios, task + "cost_of_1e-9", rows, folds, Setting.TIGHT, Setting.CERTIFIED);
    }
    return ratios;
  }

  private static void put(
      Map<String, Object> ratios,
      String name,
      List<Row> rows,
      boolean folds,
      Setting one,
      Setting other) {
    double ratio = ratio(rows, folds, one, other);
    if (!Double.isNaN(ratio)) {
      ratios.put(name, ratio);
    }
  }

  private static Result result(Races races, ResultStore results) {
    StringBuilder text =
        new StringBuilder(
            format(
                "%s; iron on %d threads; seconds are medians of %d runs in turns, process is one"
                    + " from the shell with reading (R: numbers of 8 bytes, iron: text); gaps are"
                    + " over the loss of the intercept alone, computed from the coefficients%n",
                races.glmnet().orElse("without glmnet"),
                races.request().manifest().threads(),
                races.rounds()));
    List<Map<String, Object>> sets = new ArrayList<>();
    for (PathSet set : races.sets()) {
      List<Row> rows = rows(set, races.cell(set), races, results);
      Map<String, Object> ratios = ratios(rows);
      text.append('\n').append(set.name());
      for (boolean folds : new boolean[] {false, true}) {
        List<Row> some = rows.stream().filter(row -> row.folds() == folds).toList();
        text.append('\n').append(table(folds, some));
      }
      boolean late =
          races.glmnet().isPresent() && Double.isNaN(seconds(rows, false, Setting.GLMNET));
      if (late) {
        text.append(format("  glmnet took more than %d s%n", Glmnet.LIMIT.toSeconds()));
      }
      ratios.forEach(
          (name, value) -> text.append(format("  %s: %.2f%n", name.replace('_', ' '), value)));
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("set", set.name());
      if (late) {
        json.put("glmnet_seconds_more_than", Glmnet.LIMIT.toSeconds());
      }
      json.put("ratios", ratios);
      json.put("contestants", BenchmarkTables.maps(rows));
      sets.add(json);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("threads", races.request().manifest().threads());
    races.glmnet().ifPresent(version -> json.put("glmnet", version));
    json.put("sets", sets);
    return new Result(text.toString(), json);
  }

  private static String table(boolean folds, List<Row> rows) {
    return BenchmarkTables.text(
            List.of(
                folds
                    ? BenchmarkTables.of(
                        "five folds",
                        "|seconds|from|to|process|loss|tolerance|updates|reads|bytes",
                        "%s||%.3f|%.3f|%.3f|%.2f||||||%.6g|%.0e|%.2g||%.2g||||%.2g",
                        rows)
                    : BenchmarkTables.of(
                        "path",
                        "|seconds|from|to|process|points|largest gap|median|certified|columns"
                            + "|tolerance|updates|expected|reads|expected|products|checks|bytes",
                        "%s||%.3f|%.3f|%.3f|%.2f|%.0f|%.1e|%.1e|%.1e|%.0f||%.0e|%.2g|%.2g|%.2g|%.2g"
                            + "|%.2g|%.2g|%.2g",
                        rows)))
        .strip()
        .indent(2);
  }
}
