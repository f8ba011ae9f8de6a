package org.ironopt.lab.logcosh;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
import org.ironopt.resolvent.InnerReport;

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
  /**
   * The numbers of an iteration: particles at minimisers, Newton steps, rejected steps,
   * evaluations, failed solves, all of them sums, and the largest residual.
   */
  private static final int ITERATION = 6;

  /**
   * Those of a group: particles that stayed elsewhere, that stayed at one minimiser, that started
   * where the Hessian is indefinite, and its smallest eigenvalue at a start, with the other sign.
   */
  private static final int GROUP = 4;

  /** A particle that has been in one region only since the window began has its number instead. */
  private static final int WANDERED = -1;

  /**
   * Where the visits of a region stand in the array of a group; then come, for each coordinate, the
   * sum of the offsets from the critical point, and the sums of their squares.
   */
  private int at(int region) {
    return region * (1 + 2 * regions.dimension());
  }

  /** After the regions come the iterations. */
  private int iteration(int k) {
    return at(regions.count()) + k * ITERATION;
  }

  private int group(ParticleCloud cloud) {
    return iteration(cloud.iterations() + 1);
  }

  /** At the end stand the last coordinates of the particles that are kept. */
  private int ends(ParticleCloud cloud) {
    return group(cloud) + GROUP;
  }

  @Override
  public Recorder recorder(ParticleCloud cloud, int g) {
    return new GroupRecorder(cloud, cloud.size(g));
  }

  @Override
  public CellResult outcome(ParticleCloud cloud, List<double[]> groups) {
    return new Summary(cloud, groups).outcome();
  }

  private final class GroupRecorder implements Recorder {
    private final int n = regions.dimension();
    private final ParticleCloud cloud;
    private final int m;
    private final int group;
    private final double[] numbers;
    private final int[] home;
    private final boolean[] elsewhere;
    private final double[][] point = new double[regions.count()][];

    GroupRecorder(ParticleCloud cloud, int members) {
      this.cloud = cloud;
      m = members;
      group = group(cloud);
      numbers = new double[ends(cloud) + n * cloud.kept(plotted)];
      home = new int[m];
      elsewhere = new boolean[m];
      Arrays.setAll(point, regions::point);
    }

    @Override
    public void work(StepReport report) {
      int k = iteration((int) report.step());
      numbers[k + 1] = report.work().newtonSteps();
      numbers[k + 2] = report.inner().map(InnerReport::backtracks).orElse(0);
      numbers[k + 3] = report.work().evaluations();
      numbers[k + 4] = report.failedSolves();
      numbers[k + 5] = report.inner().map(InnerReport::residual).orElse(0.0);
    }

    @Override
    public void record(int iteration, double[] x) {
      if (iteration == 0) {
        start(x);
      }
      int first = cloud.iterations() - window + 1;
      for (int j = 0; j < m; j++) {
        int region = regions.of(x, j, m);
        numbers[iteration(iteration)] += regions.isMinimizer(region) ? 1 : 0;
        if (iteration >= first) {
          visit(j, region, x, iteration == first);
        }
      }
      if (iteration == cloud.iterations()) {
        end(x);
      }
    }

    private void visit(int j, int region, double[] x, boolean first) {
      int at = at(region);
      numbers[at++]++;
      for (int i = 0; i < n; i++, at++) {
        double offset = x[i * m + j] - point[region][i];
        numbers[at] += offset;
        numbers[at + n] = Math.fma(offset, offset, numbers[at + n]);
      }
      home[j] = first || home[j] == region ? region : WANDERED;
      elsewhere[j] = (first || elsewhere[j]) && !regions.isMinimizer(region);
    }

    private void start(double[] x) {
      Curvature curvature = objective.curvature();
      double[] xj = new double[n];
      double[] diagonal = new double[n];
      numbers[group + 3] = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) {
          xj[i] = x[i * m + j];
        }
        curvature.at(xj, new double[n]);
        // For a separable objective the diagonal is the spectrum.
        curvature.diagonal(diagonal);
        double least = Arrays.stream(diagonal).min().orElseThrow();
        numbers[group + 2] += least < 0 ? 1 : 0;
        numbers[group + 3] = Math.max(numbers[group + 3], -least);
      }
    }

    private void end(double[] x) {
      for (int j = 0; j < m; j++) {
        boolean stayed = home[j] != WANDERED && regions.isMinimizer(home[j]);
        numbers[group] += elsewhere[j] ? 1 : 0;
        numbers[group + 1] += stayed ? 1 : 0;
      }
      ParticleCloud.keep(x, n, cloud.kept(plotted), numbers, ends(cloud));
    }

    @Override
    public double[] numbers() {
      return numbers;
    }
  }

  /** Puts the groups together: shares, spreads and work, with intervals over the groups. */
  private final class Summary {
    private final int n = regions.dimension();
    private final ParticleCloud cloud;
    private final List<double[]> groups;

    Summary(ParticleCloud cloud, List<double[]> groups) {
      this.cloud = cloud;
      this.groups = groups;
    }

    CellResult outcome() {
      NumericColumns trace =
          NumericColumns.of(
              "iteration, minimiser_share, newton_steps, backtracks, evaluations, failed_solves,"
                  + " largest_residual");
      for (int k = 0; k <= cloud.iterations(); k++) {
        int at = iteration(k);
        double failed = total(at + 4);
        trace.add(
            k, share(at), share(at + 1), share(at + 2), share(at + 3), failed, largest(at + 5));
      }
      NumericColumns ends =
          ParticleCloud.table(groups, ends(cloud), cloud.kept(plotted), numbered("end_"));
      return new CellResult(values(trace), trace, Map.of("regions", table(), "cloud", ends));
    }

    private NamedValues values(NumericColumns trace) {
      NamedValues values = new NamedValues();
      int[] minimizers = regions.minimizers();
      CellResult.withFinite(values, "minimiser_share", visited(minimizers));
      CellResult.withFinite(values, "spread", spread(minimizers));
      double residual = Arrays.stream(trace.column("largest_residual")).max().orElseThrow();
      int group = group(cloud);
      return values
          .with("stayed_elsewhere_share", share(group))
          .with("stayed_at_one_minimiser_share", share(group + 1))
          .with("newton_steps_per_solve", mean(trace.column("newton_steps")))
          .with("backtracks_per_solve", mean(trace.column("backtracks")))
          .with("evaluations_per_solve", mean(trace.column("evaluations")))
          .with("solves", (long) cloud.particles() * cloud.iterations())
          .with("failed_solves", (long) Arrays.stream(trace.column("failed_solves")).sum())
          .with("largest_residual", residual)
          .with("indefinite_start_share", share(group + 2))
          .with("smallest_start_curvature", -largest(group + 3));
    }

    /** Returns the share of the late visits that some regions have. */
    private ConfidenceInterval visited(int... inside) {
      double[] made = new double[groups.size()];
      Arrays.setAll(made, g -> (double) cloud.size(g) * window);
      return RatioEstimate.of(visits(inside), made);
    }

    /** Returns the visits of some regions, by group. */
    private double[] visits(int... inside) {
      return groups.stream()
          .mapToDouble(s -> Arrays.stream(inside).mapToDouble(r -> s[at(r)]).sum())
          .toArray();
    }

    /** Returns the sum of a number over the groups. */
    private double total(int place) {
      return groups.stream().mapToDouble(s -> s[place]).sum();
    }

    private double share(int place) {
      return total(place) / cloud.particles();
    }

    private double largest(int place) {
      return groups.stream().mapToDouble(s -> s[place]).max().orElseThrow();
    }

    /** Returns the mean over the visits of a region, less its critical point. */
    private double[] shift(int region) {
      int at = at(region);
      double visits = Math.max(1, total(at));
      double[] shift = new double[n];
      for (int i = 0; i < n; i++) {
        for (double[] group : groups) {
          shift[i] += group[at + 1 + i] / visits;
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
      return RatioEstimate.of(squares, visits(inside));
    }

    /** Returns the sum of the squared distances from {@code critical point + shift}. */
    private double squares(double[] group, int region, double[] shift) {
      int at = at(region);
      double visits = group[at];
      double squares = 0;
      for (double s : shift) {
        at++;
        squares += group[at + n] - 2 * s * group[at] + visits * s * s;
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
      for (int r = 0; r < regions.count(); r++) {
        table.add(row(r));
      }
      return table;
    }

    private Stream<String> numbered(String name) {
      return IntStream.rangeClosed(1, n).mapToObj(i -> name + i);
    }

    private double[] row(int r) {
      ConfidenceInterval share = visited(r);
      ConfidenceInterval spread = spread(r);
      double visits = total(at(r));
      double[] mean = regions.point(r);
      Vectors.axpy(1, shift(r), mean);
      return Stream.of(
              DoubleStream.of(r, regions.index(r), visits),
              DoubleStream.of(share.mean(), Math.max(0, share.low()), Math.min(1, share.high())),
              IntStream.range(0, n).mapToDouble(i -> regions.sign(r, i)),
              Arrays.stream(mean).map(m -> visits == 0 ? Double.NaN : m),
              DoubleStream.of(spread.mean(), Math.max(0, spread.low()), spread.high()))
          .flatMapToDouble(numbers -> numbers)
          .toArray();
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
