package org.ironopt.spark;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Query;
import org.ironopt.model.ModelKind;

/**
 * {@code bench spark-cost}: measures passes over clusters of one and two executors on this machine,
 * fits {@link ClusterCost} to some of them, says how well it predicts the others, and what it
 * predicts for more rows than this machine has.
 */
public final class CostBenchmark implements Benchmark {
  private static final int REPEATS = 5;

  /** Rows that passes are measured on; those to learn from come first. */
  private static final List<Rows> MEASURED =
      List.of(
          new Rows(2_000, 10, 2),
          new Rows(2_000, 10, 32),
          new Rows(400_000, 20, 4),
          new Rows(400_000, 50, 4),
          new Rows(100_000, 200, 8),
          new Rows(20_000, 800, 4),
          new Rows(4_000, 800, 16));

  private static final List<Rows> UNSEEN =
      List.of(new Rows(200_000, 100, 8), new Rows(300_000, 30, 16), new Rows(30_000, 500, 6));

  /** Rows of numbers: how many, of how many columns, in how many parts. */
  private record Rows(int count, int columns, int parts) {
    ClusterCost.Shape shape() {
      return new ClusterCost.Shape((double) count * columns, columns, 1, parts, parts);
    }

    JavaRDD<PackedRows> packed(JavaSparkContext spark) {
      int own = count / parts;
      int d = columns;
      return spark
          .parallelize(IntStream.range(0, parts).boxed().toList(), parts)
          .map(
              p -> {
                SplittableRandom random = new SplittableRandom(p);
                double[] x = random.doubles((long) own * d, -1, 1).toArray();
                int[] y = IntStream.range(0, own).map(i -> x[i * d] > 0 ? i % 3 / 2 : 1).toArray();
                Dataset data = Dataset.classification(new DenseFeatures(own, d, x), y, 2);
                return new PackedRows.Packed(Partition.of(ModelKind.LOGISTIC, true, data), d);
              });
    }
  }

  /** A pass that was measured. */
  record Measured(ClusterCost.Shape shape, int cores, boolean matrix, double seconds) {
    double predicted(ClusterCost cost) {
      return matrix ? cost.matrixPass(shape, cores) : cost.pass(shape, cores);
    }

    /** Returns what a pass costs if one of the numbers of the model is one and all else is free. */
    double part(int number) {
      double none = Double.POSITIVE_INFINITY;
      double[] free = {0, 0, none, none, none};
      free[number] = 1;
      return predicted(new ClusterCost(free[0], free[1], free[2], free[3], free[4]));
    }
  }

  @Override
  public String name() {
    return "spark-cost";
  }

  @Override
  public Optional<Result> run(Request request) {
    List<Measured> seen = new ArrayList<>();
    List<Measured> unseen = new ArrayList<>();
    for (int executors = 1; executors <= 2; executors++) {
      try (JavaSparkContext spark =
          SparkCluster.context("local-cluster[" + executors + ",1,1024]")) {
        // Executors that have just started compile first.
        measure(spark, MEASURED.get(1), executors, new ArrayList<>());
        measure(spark, MEASURED.get(4), executors, new ArrayList<>());
        for (Rows rows : request.quick() ? MEASURED.subList(0, 3) : MEASURED) {
          measure(spark, rows, executors, seen);
        }
        for (Rows rows : request.quick() ? List.<Rows>of() : UNSEEN) {
          measure(spark, rows, executors, unseen);
        }
      }
      request.log().accept("measured on " + executors + " of 2 executors");
    }
    ClusterCost cost = fitted(seen);
    return Optional.of(new Result(text(cost, seen, unseen), json(cost, seen, unseen)));
  }

  private static void measure(JavaSparkContext spark, Rows rows, int cores, List<Measured> out) {
    try (SparkPartitions parts =
        new SparkPartitions(rows.packed(spark), true, 1, Optional.empty())) {
      parts.moments();
      for (boolean matrix : new boolean[] {false, true}) {
        double[] seconds = new double[REPEATS];
        for (int k = -2; k < REPEATS; k++) {
          double[] w = new double[rows.columns + 1];
          w[0] = 0.01 * (k + 3);
          long start = System.nanoTime();
          parts.answer(new Query.Point(w, matrix));
          if (k >= 0) {
            seconds[k] = 1e-9 * (System.nanoTime() - start);
          }
        }
        Arrays.sort(seconds);
        out.add(new Measured(rows.shape(), cores, matrix, seconds[REPEATS / 2]));
      }
    }
  }

  /**
   * Returns the numbers whose predictions have the least squares of relative errors. A number that
   * the passes do not show, since it would be negative, is free of cost.
   */
  static ClusterCost fitted(List<Measured> passes) {
    List<Integer> used = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    double[] costs = leastSquares(passes, used);
    while (Arrays.stream(costs).anyMatch(c -> c < 0)) {
      double[] last = costs;
      used.removeIf(k -> last[k] < 0);
      costs = leastSquares(passes, used);
    }
    return new ClusterCost(costs[0], costs[1], 1 / costs[2], 1 / costs[3], 1 / costs[4]);
  }

  /** Solves the normal equations of some of the numbers by elimination. */
  private static double[] leastSquares(List<Measured> passes, List<Integer> used) {
    int n = used.size();
    double[][] a = new double[n][n + 1];
    for (Measured pass : passes) {
      double[] row = used.stream().mapToDouble(k -> pass.part(k) / pass.seconds).toArray();
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          a[i][j] += row[i] * row[j];
        }
        a[i][n] += row[i];
      }
    }
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j <= n; j++) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
    double[] costs = new double[5];
    for (int k = n - 1; k >= 0; k--) {
      double rest = a[k][n];
      for (int j = k + 1; j < n; j++) {
        rest -= a[k][j] * costs[used.get(j)];
      }
      costs[used.get(k)] = rest / a[k][k];
    }
    return costs;
  }

  /** Clusters of the future: rows, columns, numbers a row, parts, cores. */
  private static final double[][] LARGE = {
    {1e9, 100, 100, 8000, 800},
    {1e9, 1e6, 100, 8000, 800},
    {1e12, 100, 100, 80_000, 20_000},
    {1e12, 1e6, 100, 80_000, 20_000}
  };

  private static ClusterCost.Shape shape(double[] large) {
    double answers = Math.sqrt(large[3]);
    return new ClusterCost.Shape(large[0] * large[2], large[1], 1, large[3], answers);
  }

  private static String text(ClusterCost cost, List<Measured> seen, List<Measured> unseen) {
    StringBuilder text = new StringBuilder();
    text.append(
        format(
            "job %.3f s, task %.2e s, read %.2e/s, multiply-adds %.2e/s, bandwidth %.2e B/s%n",
            cost.job(), cost.task(), cost.read(), cost.rate(), cost.bandwidth()));
    for (List<Measured> passes : List.of(seen, unseen)) {
      for (Measured m : passes) {
        text.append(
            format(
                "%-7s %8.0f x %4.0f in %2.0f parts on %d  %-8s %6.3f s, predicted %6.3f s%n",
                passes == seen ? "learnt" : "unseen",
                m.shape.stored() / m.shape.columns(),
                m.shape.columns(),
                m.shape.parts(),
                m.cores,
                m.matrix ? "Hessian" : "gradient",
                m.seconds,
                m.predicted(cost)));
      }
      text.append(
          format(
              "%s: relative error %.0f %% in the middle, %.0f %% at most%n",
              passes == seen ? "learnt" : "unseen",
              100 * error(passes, cost, 0.5),
              100 * error(passes, cost, 1)));
    }
    for (double[] large : LARGE) {
      ClusterCost.Shape shape = shape(large);
      boolean matrix = cost.matrixPays(shape);
      text.append(
          format(
              "%.0e x %.0e, %.0f a row, %.0f parts, %.0f cores: a pass %.1f s%s, a fit %.0f s%n",
              large[0],
              large[1],
              large[2],
              large[3],
              large[4],
              matrix ? cost.matrixPass(shape, large[4]) : cost.pass(shape, large[4]),
              matrix ? " with the Hessian" : "",
              cost.fit(shape, large[4])));
    }
    return text.toString();
  }

  private static double error(List<Measured> passes, ClusterCost cost, double quantile) {
    double[] errors =
        passes.stream().mapToDouble(m -> Math.abs(m.predicted(cost) / m.seconds - 1)).toArray();
    Arrays.sort(errors);
    return errors.length == 0 ? Double.NaN : errors[(int) ((errors.length - 1) * quantile)];
  }

  private static Map<String, Object> json(
      ClusterCost cost, List<Measured> seen, List<Measured> unseen) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("job", cost.job());
    json.put("task", cost.task());
    json.put("read", cost.read());
    json.put("rate", cost.rate());
    json.put("bandwidth", cost.bandwidth());
    json.put("learntError", error(seen, cost, 0.5));
    json.put("unseenError", unseen.isEmpty() ? null : error(unseen, cost, 0.5));
    json.put("unseenWorst", unseen.isEmpty() ? null : error(unseen, cost, 1));
    return json;
  }
}
