package org.ironopt.bench.fit;

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
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.methods.DeviceChoice;

/**
 * {@code bench fit}: seconds to a relative gap of 1e-6, side by side with other libraries of the
 * JVM, the data in memory and in each one's own form; a cell for each set. {@code NOTES} says who
 * does not take part, and why.
 */
public final class FitBenchmark implements Benchmark {
  private static final int ROUNDS = 5;

  /** The constructors of Tribuo 4.3.2, and issue 344 of oracle/tribuo on its constant term. */
  private static final String NOTES =
      "without Tribuo: its linear SGD trainers always add a constant term and take no penalty,"
          + " those of its optimisers Pegasos and AdaGradRDA act on the constant term too, and"
          + " training ends after a number of epochs, at no optimum: it cannot be given these"
          + " objectives; ojAlgo and EJML take part in the ridge set only, since they solve"
          + " equations and quadratics";

  /**
   * How a contestant did on a set.
   *
   * @param elsewhere whether it is this library on a device
   * @param seconds median of all rounds, NaN if the gap was not reached
   * @param all the rounds
   * @param spent seconds of all its solves
   * @param tolerance its own, with which the gap was reached
   */
  record Row(
      String name,
      boolean elsewhere,
      double seconds,
      List<Double> all,
      double spent,
      double objective,
      double gap,
      boolean reached,
      double tolerance) {
    String line() {
      if (!reached) {
        return format(
            "  %-18s not reached in %.0f s, with tolerances down to %.0e: objective %.12g, gap"
                + " %.1e",
            name, spent, tolerance, objective, gap);
      }
      Times times = new Times(all.stream().mapToDouble(Double::doubleValue).toArray());
      return format(
          "  %-18s %9.4f s  (%.4f to %.4f)  objective %.12g  gap %8.1e",
          name, seconds, times.fastest(), times.slowest(), objective, gap);
    }
  }

  /** The sets as an experiment of one cell each. */
  private record Races(List<FitSet> sets, int rounds, int threads, Request request)
      implements Experiment {
    @Override
    public String name() {
      return "bench-fit";
    }

    DeviceChoice device() {
      return request.device();
    }

    @Override
    public String moreCode() {
      return device().code();
    }

    @Override
    public NamedValues settings() {
      NamedValues values =
          new NamedValues().with("rounds", (long) rounds).with("threads", (long) threads);
      NamedValues found =
          LiblinearProcess.program().isPresent() ? values.with("liblinear", "C") : values;
      return device().host() ? found : found.with("device", device().device());
    }

    @Override
    public List<Cell> cells() {
      return sets.stream().<Cell>map(this::cell).toList();
    }

    /** The clock is part of these results, so the number of threads is one of their settings. */
    RaceCell cell(FitSet set) {
      return RaceCell.once(
          set.name(),
          settings()
              .with("set", set.name())
              .with("reg", set.reg())
              .with("bench", RaceCell.code(FitBenchmark.class)),
          FitRace.COLUMNS,
          FitRace.clock(rounds),
          (rows, clock) -> new FitRace(set, rounds, device(), request.log()).run(rows, clock));
    }

    @Override
    public ChapterReport report(ResultStore results) {
      throw new UnsupportedOperationException("tables only");
    }
  }

  @Override
  public String name() {
    return "fit";
  }

  @Override
  public Set<String> options() {
    return Set.of("--out", "--fresh", "--device");
  }

  @Override
  public Optional<Result> run(Request request) throws IOException {
    List<FitSet> sets = FitSet.all(request.quick(), request.log());
    int threads = request.manifest().threads();
    Races races = new Races(sets, request.quick() ? 1 : ROUNDS, threads, request);
    return RaceCell.run(races, request, folder -> result(races, folder));
  }

  /** Returns the rows of a set, from those of {@link FitRace#COLUMNS}, this library first. */
  private static List<Row> rows(RaceCell cell, Races races, ResultStore results) {
    int rounds = races.rounds();
    List<FitSolver> all = FitSolver.all(races.device());
    List<Row> rows = new ArrayList<>();
    for (double[] r : cell.rows(results).rows()) {
      double gap = (r[2] - r[1]) / r[1];
      boolean reached = gap <= FitRace.GAP;
      double[] clock = cell.times(results).rows().get(rows.size());
      double[] times = Arrays.copyOf(clock, reached ? rounds : 0);
      FitSolver contestant = all.get((int) r[0]);
      rows.add(
          new Row(
              contestant.name(),
              contestant.elsewhere(),
              reached ? new Times(times).median() : Double.NaN,
              Arrays.stream(times).boxed().toList(),
              clock[rounds],
              r[2],
              gap,
              reached,
              r[3]));
    }
    return rows;
  }

  /** Returns the least seconds of other libraries, or of this one on a device; NaN if none. */
  private static double fastest(List<Row> rows, boolean elsewhere) {
    return rows.stream()
        .skip(1)
        .filter(row -> row.reached() && row.elsewhere() == elsewhere)
        .mapToDouble(Row::seconds)
        .min()
        .orElse(Double.NaN);
  }

  private static Result result(Races races, ResultStore results) {
    StringBuilder text =
        new StringBuilder(
            format(
                "seconds to a relative gap of %.0e, median (fastest to slowest) of runs in turns;"
                    + " iron on %d threads, the objectives given to hipparchus too; ojalgo chooses"
                    + " its threads, liblinear and ejml have one%n%s%n",
                FitRace.GAP, races.threads(), NOTES));
    List<Map<String, Object>> sets = new ArrayList<>();
    for (FitSet set : races.sets()) {
      RaceCell cell = races.cell(set);
      List<Row> rows = rows(cell, races, results);
      double ratio = fastest(rows, false) / rows.getFirst().seconds();
      double gain = rows.getFirst().seconds() / fastest(rows, true);
      text.append(format("%n%s, reg %.3g%n", set.name(), set.reg()));
      rows.forEach(row -> text.append(row.line()).append('\n'));
      text.append(
          Double.isNaN(ratio)
              ? "  no other reached the gap\n"
              : format("  fastest other / iron: %.2f%n", ratio));
      if (!Double.isNaN(gain)) {
        text.append(format("  iron / iron on the device: %.2f%n", gain));
      }
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("set", set.name());
      json.put("reg", set.reg());
      json.put("optimum", cell.rows(results).column("optimum")[0]);
      if (!Double.isNaN(ratio)) {
        json.put("ratio", ratio);
      }
      if (!Double.isNaN(gain)) {
        json.put("device_ratio", gain);
      }
      json.put("contestants", BenchmarkTables.maps(rows));
      sets.add(json);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("gap", FitRace.GAP);
    json.put("threads", races.threads());
    json.put("notes", NOTES);
    json.put("sets", sets);
    return new Result(text.toString(), json);
  }
}
