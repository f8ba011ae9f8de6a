package org.ironopt.lab.particles;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.statistics.Interval;

/**
 * Quantiles of the distance to a point, for laws without a variance: the median and the 0.9
 * quantile within each group, averaged over the last iterations, with intervals over the groups.
 *
 * @param target the point
 * @param window how many last iterations count as stationary
 */
public record Quantiles(double[] target, int window) implements Measurement {
  @Override
  public Recorder recorder(Cloud cloud, int g) {
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
  public Outcome outcome(Cloud cloud, List<double[]> groups) {
    Columns table = new Columns("quantile", "mean", "standard_error", "low", "high");
    double[] levels = {0.5, 0.9};
    for (int q = 0; q < 2; q++) {
      int at = q;
      Interval i = Interval.ofMeans(groups.stream().mapToDouble(s -> s[at]).toArray());
      table.add(levels[q], i.mean(), i.standardError(), i.low(), i.high());
    }
    Values values = new Values().with("median", table.rows().get(0)[1]);
    return new Outcome(values, table, Map.of());
  }
}
