package org.ironopt.lab.particles;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/**
 * The stationary second moments {@code E e_i e_j} about a point, each entry with its interval over
 * the groups.
 *
 * @param target the point
 * @param window how many last iterations count as stationary
 */
public record SecondMoments(double[] target, int window) implements Measurement {
  @Override
  public Recorder recorder(ParticleCloud cloud, int g) {
    int n = target.length;
    int m = cloud.size(g);
    double[] sums = new double[n * n];
    CoordinateBuffer[] errors = new CoordinateBuffer[n];
    Arrays.setAll(errors, i -> new CoordinateBuffer(m));
    return new Recorder() {
      @Override
      public void record(int iteration, double[] x) {
        if (iteration <= cloud.iterations() - window) {
          return;
        }
        for (int i = 0; i < n; i++) {
          errors[i].of(x, i * m);
          errors[i].shift(target[i]);
          for (int j = 0; j <= i; j++) {
            sums[i * n + j] += errors[i].products(errors[j]) / m / window;
          }
        }
      }

      @Override
      public double[] numbers() {
        return sums;
      }
    };
  }

  @Override
  public CellResult outcome(ParticleCloud cloud, List<double[]> groups) {
    int n = target.length;
    NumericColumns entries = new NumericColumns("row", "column", "mean", "standard_error");
    double[] trace = new double[ParticleCloud.GROUPS];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        int at = i * n + j;
        ConfidenceInterval entry =
            ConfidenceInterval.ofMeans(groups.stream().mapToDouble(s -> s[at]).toArray());
        entries.add(i, j, entry.mean(), entry.standardError());
      }
      for (int g = 0; g < trace.length; g++) {
        trace[g] += groups.get(g)[i * n + i];
      }
    }
    ConfidenceInterval mse = ConfidenceInterval.ofMeans(trace);
    NamedValues values = CellResult.with(new NamedValues(), "mse", mse);
    return new CellResult(values, entries, Map.of());
  }
}
