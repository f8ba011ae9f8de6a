package org.ironopt.lab.particles;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/**
 * Mean-square error about a point, squared bias and covariance trace at every iteration, and the
 * stationary error with its interval over the groups in the last iterations. The three quantities
 * are summed separately, the covariance about each group's own mean, so that their adding up is a
 * check and not an identity of the code.
 *
 * @param target the point, usually the minimiser
 * @param window how many last iterations count as stationary
 * @param plotted how many particles are kept for pictures
 */
public record Moments(double[] target, int window, int plotted) implements Measurement {
  /** Per iteration: the mean of each coordinate, sum of squares about it, and about the target. */
  private int rowLength() {
    return target.length + 2;
  }

  @Override
  public Recorder recorder(ParticleCloud cloud, int g) {
    int n = target.length;
    int m = cloud.size(g);
    int rows = cloud.iterations() + 1;
    int kept = cloud.kept(plotted);
    double[] numbers = new double[rows * rowLength() + 2 * n * kept];
    CoordinateBuffer row = new CoordinateBuffer(m);
    return new Recorder() {
      @Override
      public void record(int iteration, double[] x) {
        int at = iteration * rowLength();
        for (int i = 0; i < n; i++) {
          row.of(x, i * m);
          row.shift(target[i]);
          numbers[at + n + 1] += row.squares();
          double offset = row.mean();
          row.shift(offset);
          numbers[at + i] = target[i] + offset;
          numbers[at + n] += row.squares();
        }
        if (iteration == 0 || iteration == cloud.iterations()) {
          int from = rows * rowLength() + (iteration == 0 ? 0 : n * kept);
          ParticleCloud.keep(x, n, kept, numbers, from);
        }
      }

      @Override
      public double[] numbers() {
        return numbers;
      }
    };
  }

  @Override
  public CellResult outcome(ParticleCloud cloud, List<double[]> groups) {
    int iterations = cloud.iterations();
    NumericColumns trace =
        new NumericColumns("iteration", "mse", "bias2", "covariance_trace", "gap");
    double largestGap = 0;
    for (int k = 0; k <= iterations; k++) {
      double[] row = combine(cloud, groups, k);
      trace.add(row);
      largestGap = Math.max(largestGap, row[4]);
    }
    double[] means = new double[ParticleCloud.GROUPS];
    for (int g = 0; g < means.length; g++) {
      for (int k = iterations - window + 1; k <= iterations; k++) {
        double sum = groups.get(g)[k * rowLength() + target.length + 1];
        means[g] += sum / cloud.size(g) / window;
      }
    }
    ConfidenceInterval mse = ConfidenceInterval.ofMeans(means);
    NamedValues values =
        CellResult.with(new NamedValues(), "mse", mse)
            .with("largest_decomposition_gap", largestGap);
    Map<String, NumericColumns> tables = new HashMap<>();
    if (plotted > 0) {
      int at = (iterations + 1) * rowLength();
      Stream<String> columns =
          Stream.of("start_", "end_")
              .flatMap(name -> IntStream.rangeClosed(1, target.length).mapToObj(i -> name + i));
      tables.put("cloud", ParticleCloud.table(groups, at, cloud.kept(plotted), columns));
    }
    return new CellResult(values, trace, tables);
  }

  /** Puts the groups together at one iteration (Chan, Golub and LeVeque's update of means). */
  private double[] combine(ParticleCloud cloud, List<double[]> groups, int k) {
    int n = target.length;
    double particles = cloud.particles();
    double[] mean = new double[n];
    double about = 0;
    double within = 0;
    for (int g = 0; g < ParticleCloud.GROUPS; g++) {
      double[] numbers = groups.get(g);
      int at = k * rowLength();
      for (int i = 0; i < n; i++) {
        mean[i] += numbers[at + i] * (cloud.size(g) / particles);
      }
      within += numbers[at + n];
      about += numbers[at + n + 1];
    }
    double between = 0;
    double bias2 = 0;
    for (int i = 0; i < n; i++) {
      for (int g = 0; g < ParticleCloud.GROUPS; g++) {
        double d = groups.get(g)[k * rowLength() + i] - mean[i];
        between += cloud.size(g) * d * d;
      }
      bias2 += (mean[i] - target[i]) * (mean[i] - target[i]);
    }
    double mse = about / particles;
    double covariance = (within + between) / particles;
    double gap = Math.abs(mse - bias2 - covariance) / mse;
    return new double[] {k, mse, bias2, covariance, gap};
  }
}
