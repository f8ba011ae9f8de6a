package org.ironopt.lab.logcosh;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.particles.Measurement;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.RatioEstimate;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.analytic.LogCosh;

/**
 * Which region each particle visits in the last iterations, how far from the region's critical
 * point, what the inner solves did, and where the particles end.
 *
 * @param objective separable objective
 * @param regions regions around its critical points
 * @param window how many last iterations count
 * @param plotted how many final particles are kept for pictures
 */
record RegionMeasurement(LogCosh objective, Regions regions, int window, int plotted)
    implements Measurement {
  /** Numbers of an iteration: sums over the particles, but for the residual, a maximum. */
  private static final int AT_MINIMIZERS = 0;

  private static final int NEWTON_STEPS = 1;
  private static final int BACKTRACKS = 2;
  private static final int EVALUATIONS = 3;
  private static final int FAILED = 4;
  private static final int RESIDUAL = 5;
  private static final int ITERATION = 6;

  /** Numbers of a group: counts of particles, but for the curvature, a minimum. */
  private static final int STAYED_ELSEWHERE = 0;

  private static final int STAYED_AT_ONE_MINIMIZER = 1;
  private static final int INDEFINITE_STARTS = 2;
  private static final int SMALLEST_CURVATURE = 3;
  private static final int GROUP = 4;

  /** A particle that has been in one region only since the window began has its number instead. */
  private static final int WANDERED = -1;

  /**
   * Where the numbers of a group lie in its array: for each region the visits, then for each
   * coordinate the sum and the sum of squares of the offset from the critical point; the numbers of
   * each iteration; those of the group; the final coordinates.
   */
  private record Layout(int n, int regions, int iterations, int kept) {
    int visits(int region) {
      return region * (1 + 2 * n);
    }

    int sum(int region) {
      return visits(region) + 1;
    }

    int squares(int region) {
      return visits(region) + 1 + n;
    }

    int iteration(int k) {
      return visits(regions) + k * ITERATION;
    }

    int group() {
      return iteration(iterations + 1);
    }

    int end(int i) {
      return group() + GROUP + i * kept;
    }

    int length() {
      return end(n);
    }
  }

  private Layout layout(ParticleCloud cloud) {
    int kept = Math.min(plotted / ParticleCloud.GROUPS, cloud.size(ParticleCloud.GROUPS - 1));
    return new Layout(regions.dimension(), regions.count(), cloud.iterations(), kept);
  }

  @Override
  public Recorder recorder(ParticleCloud cloud, int g) {
    return new GroupRecorder(layout(cloud), cloud.size(g));
  }

  @Override
  public CellResult outcome(ParticleCloud cloud, List<double[]> groups) {
    return new Summary(cloud, layout(cloud), groups).outcome();
  }

  private final class GroupRecorder implements Recorder {
    private final Layout at;
    private final int m;
    private final double[] numbers;
    private final int[] home;
    private final boolean[] elsewhere;
    private final boolean[] minimizer = new boolean[regions.count()];
    private final double[][] point = new double[regions.count()][];

    GroupRecorder(Layout at, int members) {
      this.at = at;
      m = members;
      numbers = new double[at.length()];
      home = new int[m];
      elsewhere = new boolean[m];
      Arrays.setAll(point, regions::point);
      for (int r : regions.minimizers()) {
        minimizer[r] = true;
      }
    }

    @Override
    public void work(StepReport report) {
      int k = at.iteration((int) report.step());
      numbers[k + NEWTON_STEPS] = report.work().newtonSteps();
      numbers[k + EVALUATIONS] = report.work().evaluations();
      numbers[k + FAILED] = report.failedSolves();
      report
          .inner()
          .ifPresent(
              inner -> {
                numbers[k + BACKTRACKS] = inner.backtracks();
                numbers[k + RESIDUAL] = inner.residual();
              });
    }

    @Override
    public void record(int iteration, double[] x) {
      if (iteration == 0) {
        start(x);
      }
      int first = at.iterations - window + 1;
      int atMinimizers = 0;
      for (int j = 0; j < m; j++) {
        int region = regions.of(x, j, m);
        atMinimizers += minimizer[region] ? 1 : 0;
        if (iteration >= first) {
          visit(j, region, x, iteration == first);
        }
      }
      numbers[at.iteration(iteration) + AT_MINIMIZERS] = atMinimizers;
      if (iteration == at.iterations) {
        end(x);
      }
    }

    private void visit(int j, int region, double[] x, boolean first) {
      numbers[at.visits(region)]++;
      int sum = at.sum(region);
      int squares = at.squares(region);
      for (int i = 0; i < at.n; i++) {
        double offset = x[i * m + j] - point[region][i];
        numbers[sum + i] += offset;
        numbers[squares + i] = Math.fma(offset, offset, numbers[squares + i]);
      }
      home[j] = first || home[j] == region ? region : WANDERED;
      elsewhere[j] = (first || elsewhere[j]) && !minimizer[region];
    }

    private void start(double[] x) {
      Curvature curvature = objective.curvature();
      double[] xj = new double[at.n];
      double[] gradient = new double[at.n];
      double[] diagonal = new double[at.n];
      double smallest = Double.POSITIVE_INFINITY;
      int indefinite = 0;
      for (int j = 0; j < m; j++) {
        for (int i = 0; i < at.n; i++) {
          xj[i] = x[i * m + j];
        }
        curvature.at(xj, gradient);
        // For a separable objective the diagonal is the spectrum.
        curvature.diagonal(diagonal);
        double least = Arrays.stream(diagonal).min().orElseThrow();
        indefinite += least < 0 ? 1 : 0;
        smallest = Math.min(smallest, least);
      }
      numbers[at.group() + INDEFINITE_STARTS] = indefinite;
      numbers[at.group() + SMALLEST_CURVATURE] = smallest;
    }

    private void end(double[] x) {
      for (int j = 0; j < m; j++) {
        boolean stayed = home[j] != WANDERED && minimizer[home[j]];
        numbers[at.group() + STAYED_ELSEWHERE] += elsewhere[j] ? 1 : 0;
        numbers[at.group() + STAYED_AT_ONE_MINIMIZER] += stayed ? 1 : 0;
      }
      for (int i = 0; i < at.n; i++) {
        System.arraycopy(x, i * m, numbers, at.end(i), at.kept);
      }
    }

    @Override
    public double[] numbers() {
      return numbers;
    }
  }

  /** Puts the groups together: shares, spreads and work, with intervals over the groups. */
  private final class Summary {
    private final ParticleCloud cloud;
    private final Layout at;
    private final List<double[]> groups;

    /** Visits that a group makes, wherever. */
    private final double[] made;

    Summary(ParticleCloud cloud, Layout at, List<double[]> groups) {
      this.cloud = cloud;
      this.at = at;
      this.groups = groups;
      made = new double[groups.size()];
      Arrays.setAll(made, g -> (double) cloud.size(g) * window);
    }

    CellResult outcome() {
      NumericColumns trace = trace();
      Map<String, NumericColumns> tables = new LinkedHashMap<>();
      tables.put("regions", table());
      tables.put("cloud", ends());
      return new CellResult(values(trace), trace, tables);
    }

    private NamedValues values(NumericColumns trace) {
      NamedValues values = new NamedValues();
      int[] minimizers = regions.minimizers();
      CellResult.withFinite(
          values, "minimiser_share", RatioEstimate.of(perGroup(s -> visits(s, minimizers)), made));
      CellResult.withFinite(values, "spread", spread(minimizers));
      return values
          .with("stayed_elsewhere_share", share(at.group() + STAYED_ELSEWHERE))
          .with("stayed_at_one_minimiser_share", share(at.group() + STAYED_AT_ONE_MINIMIZER))
          .with("newton_steps_per_solve", mean(trace.column("newton_steps")))
          .with("backtracks_per_solve", mean(trace.column("backtracks")))
          .with("evaluations_per_solve", mean(trace.column("evaluations")))
          .with("solves", (long) cloud.particles() * cloud.iterations())
          .with("failed_solves", (long) Arrays.stream(trace.column("failed_solves")).sum())
          .with(
              "largest_residual",
              Arrays.stream(trace.column("largest_residual")).max().orElseThrow())
          .with("indefinite_start_share", share(at.group() + INDEFINITE_STARTS))
          .with(
              "smallest_start_curvature",
              groups.stream()
                  .mapToDouble(s -> s[at.group() + SMALLEST_CURVATURE])
                  .min()
                  .orElseThrow());
    }

    private double[] perGroup(ToDoubleFunction<double[]> number) {
      return groups.stream().mapToDouble(number).toArray();
    }

    private double visits(double[] group, int... inside) {
      return Arrays.stream(inside).mapToDouble(r -> group[at.visits(r)]).sum();
    }

    /** Returns the sum of a number over the groups. */
    private double total(int place) {
      return groups.stream().mapToDouble(s -> s[place]).sum();
    }

    private double share(int place) {
      return total(place) / cloud.particles();
    }

    /** Returns the mean over the visits of a region, less its critical point. */
    private double[] shift(int region) {
      double visits = total(at.visits(region));
      double[] shift = new double[at.n];
      for (int i = 0; i < at.n; i++) {
        for (double[] group : groups) {
          shift[i] += group[at.sum(region) + i] / Math.max(1, visits);
        }
      }
      return shift;
    }

    /** Returns the covariance trace about each region's own mean, over some regions. */
    private ConfidenceInterval spread(int... inside) {
      double[] squares = new double[groups.size()];
      for (int r : inside) {
        double[] shift = shift(r);
        for (int g = 0; g < squares.length; g++) {
          squares[g] += squares(groups.get(g), r, shift);
        }
      }
      return RatioEstimate.of(squares, perGroup(s -> visits(s, inside)));
    }

    /** Returns the sum of the squared distances from {@code critical point + shift}. */
    private double squares(double[] group, int region, double[] shift) {
      double squares = 0;
      for (int i = 0; i < at.n; i++) {
        double s = shift[i];
        squares +=
            group[at.squares(region) + i]
                - 2 * s * group[at.sum(region) + i]
                + group[at.visits(region)] * s * s;
      }
      return squares;
    }

    /** One row per region; spreads are empty where no particle was. */
    private NumericColumns table() {
      NumericColumns table =
          new NumericColumns(
              Stream.of(
                      Stream.of("region", "index", "visits", "share", "share_low", "share_high"),
                      numbered("sign_"),
                      numbered("mean_"),
                      Stream.of("spread", "spread_low", "spread_high"))
                  .flatMap(names -> names)
                  .toArray(String[]::new));
      for (int r = 0; r < at.regions; r++) {
        table.add(row(r));
      }
      return table;
    }

    private Stream<String> numbered(String name) {
      return IntStream.rangeClosed(1, at.n).mapToObj(i -> name + i);
    }

    private double[] row(int r) {
      ConfidenceInterval share = RatioEstimate.of(perGroup(s -> visits(s, r)), made);
      ConfidenceInterval spread = spread(r);
      double visits = total(at.visits(r));
      double[] mean = regions.point(r);
      Vectors.axpy(1, shift(r), mean);
      return Stream.of(
              DoubleStream.of(r, regions.index(r), visits),
              DoubleStream.of(share.mean(), Math.max(0, share.low()), Math.min(1, share.high())),
              IntStream.range(0, at.n).mapToDouble(i -> regions.sign(r, i)),
              Arrays.stream(mean).map(m -> visits == 0 ? Double.NaN : m),
              DoubleStream.of(spread.mean(), Math.max(0, spread.low()), spread.high()))
          .flatMapToDouble(numbers -> numbers)
          .toArray();
    }

    private NumericColumns trace() {
      NumericColumns trace =
          NumericColumns.of(
              "iteration, minimiser_share, newton_steps, backtracks, evaluations, failed_solves,"
                  + " largest_residual");
      for (int k = 0; k <= cloud.iterations(); k++) {
        int from = at.iteration(k);
        trace.add(
            k,
            share(from + AT_MINIMIZERS),
            share(from + NEWTON_STEPS),
            share(from + BACKTRACKS),
            share(from + EVALUATIONS),
            total(from + FAILED),
            groups.stream().mapToDouble(s -> s[from + RESIDUAL]).max().orElseThrow());
      }
      return trace;
    }

    private NumericColumns ends() {
      NumericColumns table = new NumericColumns(numbered("end_").toArray(String[]::new));
      for (double[] group : groups) {
        for (int j = 0; j < at.kept; j++) {
          int particle = j;
          table.add(
              IntStream.range(0, at.n).mapToDouble(i -> group[at.end(i) + particle]).toArray());
        }
      }
      return table;
    }
  }

  /** The mean over the iterations; the row of the start is left out. */
  private static double mean(double[] column) {
    double sum = 0;
    for (double value : column) {
      sum += value;
    }
    return sum / (column.length - 1);
  }
}
