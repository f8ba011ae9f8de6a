package org.ironopt.spark;

import static org.ironopt.io.internal.Numbers.format;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.ironopt.cli.bench.Benchmark;

/**
 * {@code bench spark}: seconds and passes to relative gaps of logistic regression, beside those of
 * {@code spark.ml}, on the same cached rows and with the same objective (penalty on the
 * coefficients themselves), in turns. Ours are the seconds of a whole fit to a certified gap. Those
 * of {@code spark.ml} are prorated: its whole fit, without a tolerance, times the part of its
 * iterations after which its objective history is within the gap of the optimum.
 */
public final class SparkBenchmark implements Benchmark {
  private static final double[] GAPS = {1e-3, 1e-6, 1e-9};
  private static final double REG = 1e-4;
  private static final int ROUNDS = 3;
  private static final int ITERATIONS = 100;

  /** Generated rows: dense ones have columns of different lengths that are correlated. */
  private record Rows(String name, int rows, int columns, int perRow) implements Serializable {
    Dataset<Row> frame(SparkSession session, int partitions) {
      StructType schema =
          new StructType()
              .add("label", DataTypes.DoubleType)
              .add("features", SQLDataTypes.VectorType());
      JavaSparkContext context = new JavaSparkContext(session.sparkContext());
      List<Integer> numbers = IntStream.range(0, partitions).boxed().toList();
      Dataset<Row> frame =
          session.createDataFrame(
              context
                  .parallelize(numbers, partitions)
                  .flatMap(
                      p -> {
                        Random random = new Random(p);
                        int count = rows / partitions;
                        return IntStream.range(0, count).mapToObj(i -> row(random)).iterator();
                      }),
              schema);
      frame.persist(StorageLevel.MEMORY_AND_DISK());
      frame.count();
      return frame;
    }

    private Row row(Random random) {
      double z = 0;
      Vector x;
      if (perRow == columns) {
        double common = random.nextGaussian();
        double[] values = new double[columns];
        for (int j = 0; j < columns; j++) {
          values[j] = Math.scalb(0.5 * common + random.nextGaussian(), j % 8 - 4);
          z += Math.scalb(values[j], 4 - j % 8) * (j % 3 - 1) / 4;
        }
        x = Vectors.dense(values);
      } else {
        int[] indices = random.ints(0, columns).distinct().limit(perRow).sorted().toArray();
        double[] values = new double[perRow];
        for (int k = 0; k < perRow; k++) {
          values[k] = random.nextDouble();
          z += values[k] * (indices[k] % 5 - 2);
        }
        x = Vectors.sparse(columns, indices, values);
      }
      return RowFactory.create(random.nextDouble() < 1 / (1 + StrictMath.exp(-z)) ? 1.0 : 0.0, x);
    }
  }

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public Optional<Result> run(Request request) {
    int scale = request.quick() ? 20 : 1;
    List<Rows> sets =
        List.of(
            new Rows("dense", 1_000_000 / scale, 50, 50),
            new Rows("sparse", 1_000_000 / scale, 100_000 / scale, 10));
    SparkCluster.quiet();
    SparkSession session =
        SparkSession.builder()
            .master("local[*]")
            .appName("iron bench spark")
            .config("spark.ui.enabled", "false")
            .getOrCreate();
    List<Map<String, Object>> rows = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    try {
      int partitions = Math.max(4, session.sparkContext().defaultParallelism());
      for (Rows set : sets) {
        request.log().accept("rows: " + set.rows + " x " + set.columns + " " + set.name);
        race(set, set.frame(session, partitions), request, rows, text);
      }
    } finally {
      session.stop();
    }
    return Optional.of(new Result(text.toString(), Map.of("rows", rows)));
  }

  private static void race(
      Rows set,
      Dataset<Row> frame,
      Request request,
      List<Map<String, Object>> rows,
      StringBuilder text) {
    double best = ours(frame, 1e-12).objective();
    int rounds = request.quick() ? 1 : ROUNDS;
    double[][] seconds = new double[GAPS.length][rounds];
    double[] theirs = new double[rounds];
    long[] passes = new long[GAPS.length];
    double[] history = mllib(frame).summary().objectiveHistory();
    for (int round = 0; round < rounds; round++) {
      for (int g = 0; g < GAPS.length; g++) {
        long start = System.nanoTime();
        passes[g] = ours(frame, GAPS[g]).jobs();
        seconds[g][round] = 1e-9 * (System.nanoTime() - start);
      }
      long start = System.nanoTime();
      mllib(frame);
      theirs[round] = 1e-9 * (System.nanoTime() - start);
      request.log().accept("round " + (round + 1) + " of " + rounds);
    }
    frame.unpersist(true);
    for (int g = 0; g < GAPS.length; g++) {
      int reached = reached(history, best, GAPS[g]);
      double part = reached < 0 ? Double.NaN : (reached + 1.0) / history.length;
      double ours = median(seconds[g]);
      double other = median(theirs) * part;
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("data", set.name);
      row.put("gap", GAPS[g]);
      row.put("timeRatio", reached < 0 ? null : ours / other);
      row.put("passes", passes[g]);
      row.put("mllibPasses", reached < 0 ? null : reached + 1);
      row.put("seconds", ours);
      row.put("mllibSeconds", reached < 0 ? null : other);
      rows.add(row);
      String there = format("%7.2f s in %3d passes  ratio %.2f", other, reached + 1, ours / other);
      String never = "not reached in " + (history.length - 1) + " iterations";
      text.append(
          format(
              "%-7s gap %.0e  ours %7.2f s in %3d jobs  spark.ml %s%n",
              set.name, GAPS[g], ours, passes[g], reached < 0 ? never : there));
    }
  }

  /** Returns the first entry of a history that is within a gap of the optimum, -1 if none is. */
  static int reached(double[] history, double best, double gap) {
    return IntStream.range(0, history.length)
        .filter(k -> history[k] - best <= gap * best)
        .findFirst()
        .orElse(-1);
  }

  private static double median(double[] seconds) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static IronSummary ours(Dataset<Row> frame, double gap) {
    return new IronLogisticRegression()
        .setRegParam(REG)
        .setStandardization(false)
        .setTol(gap)
        .fit(frame)
        .summary()
        .orElseThrow();
  }

  private static LogisticRegressionModel mllib(Dataset<Row> frame) {
    return new LogisticRegression()
        .setRegParam(REG)
        .setStandardization(false)
        .setTol(1e-15)
        .setMaxIter(ITERATIONS)
        .fit(frame);
  }
}
