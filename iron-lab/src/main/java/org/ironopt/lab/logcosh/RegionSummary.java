package org.ironopt.lab.logcosh;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.statistics.Interval;

/** Puts the groups of a cloud together: shares, spreads and work, with intervals over groups. */
final class RegionSummary {
  private final Cloud cloud;
  private final Regions regions;
  private final int window;
  private final List<Sheet> sheets;

  RegionSummary(Cloud cloud, Regions regions, int window, List<Sheet> sheets) {
    this.cloud = cloud;
    this.regions = regions;
    this.window = window;
    this.sheets = sheets;
  }

  Outcome outcome() {
    Columns trace = trace();
    Map<String, Columns> tables = new LinkedHashMap<>();
    tables.put("regions", regions());
    tables.put("cloud", cloud());
    return new Outcome(values(trace), trace, tables);
  }

  private Values values(Columns trace) {
    double particles = cloud.particles();
    Values values = new Values();
    put(values, "minimiser_share", Ratio.interval(perGroup(this::minimizerVisits), visits()));
    put(values, "spread", spread(r -> regions.isMinimizer(r) ? 1 : 0));
    return values
        .with("stayed_elsewhere_share", total(Sheet.STAYED_ELSEWHERE) / particles)
        .with("stayed_at_one_minimiser_share", total(Sheet.STAYED_AT_ONE_MINIMIZER) / particles)
        .with("newton_steps_per_solve", mean(trace.column("newton_steps")))
        .with("backtracks_per_solve", mean(trace.column("backtracks")))
        .with("evaluations_per_solve", mean(trace.column("evaluations")))
        .with("solves", (long) cloud.particles() * cloud.iterations())
        .with("failed_solves", (long) sum(trace.column("failed_solves")))
        .with("largest_residual", largest(trace.column("largest_residual")))
        .with("indefinite_start_share", total(Sheet.INDEFINITE_STARTS) / particles)
        .with(
            "smallest_start_curvature",
            sheets.stream()
                .mapToDouble(s -> s.count(Sheet.SMALLEST_CURVATURE))
                .min()
                .orElseThrow());
  }

  /** Adds an interval; nothing where there is nothing, since JSON has no NaN. */
  private static void put(Values values, String name, Interval i) {
    if (Double.isFinite(i.standardError())) {
      values
          .with(name, i.mean())
          .with(name + "_standard_error", i.standardError())
          .with(name + "_low", i.low())
          .with(name + "_high", i.high());
    }
  }

  private double[] perGroup(ToDoubleFunction<Sheet> number) {
    return sheets.stream().mapToDouble(number).toArray();
  }

  private double minimizerVisits(Sheet sheet) {
    double visits = 0;
    for (int r = 0; r < regions.count(); r++) {
      visits += regions.isMinimizer(r) ? sheet.visits(r) : 0;
    }
    return visits;
  }

  private double[] visits() {
    double[] visits = new double[sheets.size()];
    for (int g = 0; g < visits.length; g++) {
      visits[g] = (double) cloud.size(g) * window;
    }
    return visits;
  }

  private double total(int count) {
    return sheets.stream().mapToDouble(s -> s.count(count)).sum();
  }

  /** Returns the mean over the visits of a region, less its critical point. */
  private double[] shift(int region) {
    double visits = sheets.stream().mapToDouble(s -> s.visits(region)).sum();
    double[] shift = new double[regions.dimension()];
    for (int i = 0; i < shift.length; i++) {
      for (Sheet sheet : sheets) {
        shift[i] += sheet.sum(region, i) / Math.max(1, visits);
      }
    }
    return shift;
  }

  private interface Weight {
    int of(int region);
  }

  /** Returns the covariance trace about each region's own mean, over regions of weight 1. */
  private Interval spread(Weight weight) {
    double[] squares = new double[sheets.size()];
    double[] visits = new double[sheets.size()];
    for (int r = 0; r < regions.count(); r++) {
      if (weight.of(r) == 0) {
        continue;
      }
      double[] shift = shift(r);
      for (int g = 0; g < squares.length; g++) {
        squares[g] += sheets.get(g).squaresAbout(r, shift);
        visits[g] += sheets.get(g).visits(r);
      }
    }
    return Ratio.interval(squares, visits);
  }

  /** One row per region; spreads are empty where nobody was. */
  private Columns regions() {
    int n = regions.dimension();
    String[] columns = new String[6 + 2 * n + 3];
    String[] fixed = {"region", "index", "visits", "share", "share_low", "share_high"};
    System.arraycopy(fixed, 0, columns, 0, 6);
    for (int i = 0; i < n; i++) {
      columns[6 + i] = "sign_" + (i + 1);
      columns[6 + n + i] = "mean_" + (i + 1);
    }
    columns[6 + 2 * n] = "spread";
    columns[7 + 2 * n] = "spread_low";
    columns[8 + 2 * n] = "spread_high";
    Columns table = new Columns(columns);
    for (int r = 0; r < regions.count(); r++) {
      table.add(row(r, columns.length));
    }
    return table;
  }

  private double[] row(int r, int length) {
    int n = regions.dimension();
    Interval share = Ratio.interval(perGroup(s -> s.visits(r)), visits());
    Interval spread = spread(q -> q == r ? 1 : 0);
    double visits = sheets.stream().mapToDouble(s -> s.visits(r)).sum();
    double[] row = new double[length];
    row[0] = r;
    row[1] = regions.index(r);
    row[2] = visits;
    row[3] = share.mean();
    row[4] = Math.max(0, share.low());
    row[5] = Math.min(1, share.high());
    double[] shift = shift(r);
    double[] point = regions.point(r);
    for (int i = 0; i < n; i++) {
      row[6 + i] = regions.sign(r, i);
      row[6 + n + i] = visits == 0 ? Double.NaN : point[i] + shift[i];
    }
    row[6 + 2 * n] = spread.mean();
    row[7 + 2 * n] = Math.max(0, spread.low());
    row[8 + 2 * n] = spread.high();
    return row;
  }

  private Columns trace() {
    Columns trace =
        new Columns(
            "iteration",
            "minimiser_share",
            "newton_steps",
            "backtracks",
            "evaluations",
            "failed_solves",
            "largest_residual");
    double particles = cloud.particles();
    for (int k = 0; k <= cloud.iterations(); k++) {
      trace.add(
          k,
          sum(k, Sheet.AT_MINIMIZERS) / particles,
          sum(k, Sheet.NEWTON_STEPS) / particles,
          sum(k, Sheet.BACKTRACKS) / particles,
          sum(k, Sheet.EVALUATIONS) / particles,
          sum(k, Sheet.FAILED),
          largest(k));
    }
    return trace;
  }

  private double sum(int iteration, int column) {
    return sheets.stream().mapToDouble(s -> s.trace(iteration, column)).sum();
  }

  private double largest(int iteration) {
    return sheets.stream().mapToDouble(s -> s.trace(iteration, Sheet.RESIDUAL)).max().orElseThrow();
  }

  /** The mean over the iterations; the row of the start is left out. */
  private static double mean(double[] column) {
    return sum(column) / (column.length - 1);
  }

  private static double sum(double[] column) {
    double sum = 0;
    for (double value : column) {
      sum += value;
    }
    return sum;
  }

  private static double largest(double[] column) {
    double largest = 0;
    for (double value : column) {
      largest = Math.max(largest, value);
    }
    return largest;
  }

  private Columns cloud() {
    int n = regions.dimension();
    String[] columns = new String[n];
    for (int i = 0; i < n; i++) {
      columns[i] = "end_" + (i + 1);
    }
    Columns table = new Columns(columns);
    for (Sheet sheet : sheets) {
      for (int j = 0; j < sheet.kept(); j++) {
        double[] row = new double[n];
        for (int i = 0; i < n; i++) {
          row[i] = sheet.end(i, j);
        }
        table.add(row);
      }
    }
    return table;
  }
}
