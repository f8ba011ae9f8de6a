package org.ironopt.lab.particles;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.statistics.Interval;

/**
 * The stationary second moments {@code E e_i e_j} about a point, each entry with its interval over
 * the groups.
 *
 * @param target the point
 * @param window how many last iterations count as stationary
 */
public record SecondMoments(double[] target, int window) implements Measurement {
  @Override
  public Recorder recorder(Cloud cloud, int g) {
    int n = target.length;
    int m = cloud.size(g);
    double[] sums = new double[n * n];
    Row[] errors = new Row[n];
    Arrays.setAll(errors, i -> new Row(m));
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
  public Outcome outcome(Cloud cloud, List<double[]> groups) {
    int n = target.length;
    Columns entries = new Columns("row", "column", "mean", "standard_error");
    double[] trace = new double[Cloud.GROUPS];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        int at = i * n + j;
        Interval entry = Interval.ofMeans(groups.stream().mapToDouble(s -> s[at]).toArray());
        entries.add(i, j, entry.mean(), entry.standardError());
      }
      for (int g = 0; g < trace.length; g++) {
        trace[g] += groups.get(g)[i * n + i];
      }
    }
    Interval mse = Interval.ofMeans(trace);
    Values values = Outcome.with(new Values(), "mse", mse);
    return new Outcome(values, entries, Map.of());
  }
}
