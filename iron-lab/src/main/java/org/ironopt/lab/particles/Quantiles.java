package org.ironopt.lab.particles;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/**
 * Quantiles of the distance to a point, for laws without a variance: the median and the 0.9
 * quantile within each group, averaged over the last iterations, with intervals over the groups.
 *
 * @param target the point
 * @param window how many last iterations count as stationary
 */
public record Quantiles(double[] target, int window) implements Measurement {
  private static final double[] LEVELS = {0.5, 0.9};

  @Override
  public Recorder recorder(ParticleCloud cloud, int g) {
    int n = target.length;
    int m = cloud.size(g);
    double[] quantiles = new double[2];
    double[] distance = new double[m];
    return new Recorder() {
      @Override
      public void record(int iteration, double[] x) {
        if (iteration <= cloud.iterations() - window) {
          return;
        }
        for (int j = 0; j < m; j++) {
          double squares = 0;
          for (int i = 0; i < n; i++) {
            double e = x[i * m + j] - target[i];
            squares = Math.fma(e, e, squares);
          }
          distance[j] = Math.sqrt(squares);
        }
        Arrays.sort(distance);
        quantiles[0] += distance[m / 2] / window;
        quantiles[1] += distance[9 * m / 10] / window;
      }

      @Override
      public double[] numbers() {
        return quantiles;
      }
    };
  }

  @Override
  public CellResult outcome(ParticleCloud cloud, List<double[]> groups) {
    NumericColumns table = new NumericColumns("quantile", "mean", "standard_error", "low", "high");
    for (int q = 0; q < LEVELS.length; q++) {
      int at = q;
      ConfidenceInterval i =
          ConfidenceInterval.ofMeans(groups.stream().mapToDouble(s -> s[at]).toArray());
      table.add(LEVELS[q], i.mean(), i.standardError(), i.low(), i.high());
    }
    return new CellResult(new NamedValues().with("median", table.get(0, "mean")), table, Map.of());
  }

  /** Returns a quantile, at level 0.5 or 0.9, that this measurement left behind. */
  public static ConfidenceInterval of(CellResult outcome, double level) {
    NumericColumns t = outcome.trace();
    int row = Arrays.binarySearch(t.column("quantile"), level);
    return CellResult.interval(t, row, ParticleCloud.GROUPS);
  }
}
