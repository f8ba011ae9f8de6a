package org.ironopt.spark;

import java.io.File;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.fit.Part;
import org.ironopt.fit.Parts;
import org.ironopt.lab.fit.Cluster;
import org.ironopt.model.ModelKind;

/**
 * The cluster of {@code iron fit --spark}. The command reads the file by its own rules and sends
 * each executor its rows once; they are read again from the driver if an executor is lost.
 */
public final class LabCluster implements Cluster {
  /** Vector instructions for executors, and no warnings from Spark's use of old interfaces. */
  private static final String FLAGS =
      "--add-modules=jdk.incubator.vector --sun-misc-unsafe-memory-access=allow"
          + " --enable-native-access=ALL-UNNAMED";

  private static final String LOGGING = "log4j2.configurationFile";

  @Override
  public Session connect(String master, int partitions) {
    return new Connected(context(master), partitions);
  }

  /** Connects to a cluster that may know nothing of this library. */
  static JavaSparkContext context(String master) {
    quiet();
    SparkConf conf =
        new SparkConf()
            .setMaster(master)
            .setAppName("iron")
            .set("spark.ui.enabled", "false")
            .set("spark.executor.extraJavaOptions", FLAGS);
    String path = System.getProperty("java.class.path");
    if (master.startsWith("local-cluster")) {
      conf.set("spark.executor.extraClassPath", path)
          .set("spark.executorEnv.SPARK_SCALA_VERSION", "2.13");
    } else if (!master.startsWith("local")) {
      conf.set("spark.jars", own(path));
    }
    return new JavaSparkContext(conf);
  }

  /** Lets Spark say errors only, unless the user has told it what to say. */
  static void quiet() {
    URL errors = LabCluster.class.getResource("quiet.properties");
    if (System.getProperty(LOGGING) == null && errors != null) {
      System.setProperty(LOGGING, errors.toString());
    }
  }

  /** Returns the jars that a cluster does not have. */
  private static String own(String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(jar -> new File(jar).getName().matches("(iron|ejml)-.*\\.jar"))
        .collect(Collectors.joining(","));
  }

  /** A Spark context, and the rows that are kept through it. */
  private static final class Connected implements Session {
    private final JavaSparkContext spark;
    private final int partitions;
    private final List<SparkParts> kept = new ArrayList<>();

    Connected(JavaSparkContext spark, int partitions) {
      this.spark = spark;
      this.partitions = partitions;
    }

    @Override
    public Parts parts(ModelKind kind, boolean intercept, Dataset rows) {
      int[] counted = IntStream.range(0, rows.rows()).filter(i -> rows.weight(i) > 0).toArray();
      List<Broadcast<Piece>> pieces = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        int from = (int) ((long) counted.length * p / partitions);
        int to = (int) ((long) counted.length * (p + 1) / partitions);
        Part part =
            from == to
                ? null
                : Part.of(kind, intercept, stored(rows, Arrays.copyOfRange(counted, from, to)));
        pieces.add(spark.broadcast(new Piece.Packed(part, rows.columns())));
      }
      List<Integer> numbers = IntStream.range(0, partitions).boxed().toList();
      JavaRDD<Piece> packed =
          spark.parallelize(numbers, partitions).map(p -> pieces.get(p).value());
      kept.add(new SparkParts(packed, intercept, 2, Optional.empty()));
      return kept.getLast();
    }

    @Override
    public void close() {
      kept.forEach(SparkParts::close);
      spark.close();
    }
  }

  /** Returns some rows as stored ones. */
  private static Dataset stored(Dataset data, int[] rows) {
    int d = data.columns();
    Features x =
        switch (data.features()) {
          case SparseFeatures s -> sparse(s, data, rows);
          case FloatFeatures f -> {
            float[] numbers = new float[rows.length * d];
            for (int i = 0; i < rows.length; i++) {
              System.arraycopy(f.data(), data.position(rows[i]) * d, numbers, i * d, d);
            }
            yield new FloatFeatures(rows.length, d, numbers);
          }
          case DenseFeatures dense -> {
            double[] numbers = new double[rows.length * d];
            for (int i = 0; i < rows.length; i++) {
              dense.copyRow(data.position(rows[i]), numbers, i * d);
            }
            yield new DenseFeatures(rows.length, d, numbers);
          }
        };
    Dataset part =
        data.classes() > 0
            ? Dataset.classification(
                x, Arrays.stream(rows).map(data::label).toArray(), data.classNames())
            : Dataset.regression(x, Arrays.stream(rows).mapToDouble(data::target).toArray());
    return data.weights().isEmpty()
        ? part
        : part.weighted(Arrays.stream(rows).mapToDouble(data::weight).toArray());
  }

  private static Features sparse(SparseFeatures x, Dataset data, int[] rows) {
    int[] starts = new int[rows.length + 1];
    int[] from = x.matrix().rowPointers();
    for (int i = 0; i < rows.length; i++) {
      int row = data.position(rows[i]);
      starts[i + 1] = starts[i] + from[row + 1] - from[row];
    }
    int[] columns = new int[starts[rows.length]];
    double[] values = new double[columns.length];
    for (int i = 0; i < rows.length; i++) {
      int at = from[data.position(rows[i])];
      int count = starts[i + 1] - starts[i];
      System.arraycopy(x.matrix().columnIndices(), at, columns, starts[i], count);
      System.arraycopy(x.matrix().values(), at, values, starts[i], count);
    }
    return SparseFeatures.of(rows.length, x.columns(), starts, columns, values);
  }
}
