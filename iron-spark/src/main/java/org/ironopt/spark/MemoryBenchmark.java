package org.ironopt.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.storage.RDDInfo;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.model.ModelKind;

/**
 * {@code bench spark-memory}: logistic regression of 10 million rows of 100 numbers, 8 GB, on two
 * executors of 2 GB each, which keep on disk what they cannot keep in memory.
 */
public final class MemoryBenchmark implements Benchmark {
  private static final int COLUMNS = 100;
  private static final int PARTS = 100;

  /** Rows that are drawn where they are packed. */
  private record Rows(int count) implements Serializable {
    JavaRDD<InternalRow> on(JavaSparkContext spark) {
      return spark
          .parallelize(IntStream.range(0, PARTS).boxed().toList(), PARTS)
          .flatMap(
              p -> {
                SplittableRandom random = new SplittableRandom(p);
                return Stream.generate(() -> row(random)).limit(count / PARTS).iterator();
              });
    }

    private static InternalRow row(SplittableRandom random) {
      double[] x = new double[COLUMNS];
      double z = 0;
      for (int j = 0; j < COLUMNS; j++) {
        x[j] = random.nextDouble() - 0.5;
        z += x[j] * (j % 3 - 1);
      }
      double y = random.nextDouble() < 1 / (1 + StrictMath.exp(-z)) ? 1 : 0;
      InternalRow vector = new VectorUDT().serialize(Vectors.dense(x));
      return new GenericInternalRow(new Object[] {y, 1.0, vector});
    }
  }

  @Override
  public String name() {
    return "spark-memory";
  }

  @Override
  public Optional<Result> run(Request request) throws IOException {
    Rows rows = new Rows(request.quick() ? 200_000 : 10_000_000);
    long start = System.nanoTime();
    try (JavaSparkContext spark = SparkCluster.context("local-cluster[2,1,2048]");
        SparkPartitions parts =
            SparkPartitions.of(rows.on(spark), ModelKind.LOGISTIC, true, 2, Optional.empty())) {
      parts.moments();
      double packed = 1e-9 * (System.nanoTime() - start);
      request.log().accept(Numbers.format("packed after %.0f s", packed));
      FitResult result =
          Fit.of(ModelKind.LOGISTIC, parts)
              .reg(1e-4)
              .tolerance(1e-6)
              .observe(step -> request.log().accept(step.toString()))
              .go();
      double seconds = 1e-9 * (System.nanoTime() - start);
      RDDInfo[] kept = spark.sc().getRDDStorageInfo();
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("rows", rows.count);
      json.put("columns", COLUMNS);
      json.put("ending", result.ending().getClass().getSimpleName());
      json.put("gap", result.gap());
      json.put("jobs", parts.jobs());
      json.put("packSeconds", packed);
      json.put("seconds", seconds);
      json.put("secondsPerJob", parts.secondsPerJob());
      json.put("memoryBytes", Arrays.stream(kept).mapToLong(RDDInfo::memSize).sum());
      json.put("diskBytes", Arrays.stream(kept).mapToLong(RDDInfo::diskSize).sum());
      json.put("largestExecutorBytes", largestExecutor());
      return Optional.of(new Result(text(json), json));
    }
  }

  private static String text(Map<String, Object> json) {
    StringBuilder text = new StringBuilder();
    json.forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text.toString();
  }

  /** Returns the most memory that a process of an executor ever had, 0 where that is not told. */
  private static long largestExecutor() throws IOException {
    long most = 0;
    for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
      Path status = Path.of("/proc/" + process.pid() + "/status");
      if (Files.isReadable(status)) {
        for (String line : Files.readAllLines(status)) {
          if (line.startsWith("VmHWM:")) {
            most = Math.max(most, 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")));
          }
        }
      }
    }
    return most;
  }
}
