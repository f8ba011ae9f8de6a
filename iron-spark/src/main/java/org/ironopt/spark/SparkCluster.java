package org.ironopt.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.ironopt.data.Dataset;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.model.ModelKind;
import org.ironopt.table.TableDecision;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;

/**
 * The cluster of {@code iron fit --spark}. The executors read the file by the rules of the command
 * ({@link ClusterFile}); one that cannot be split is read by the driver, which sends each executor
 * its rows.
 */
public final class SparkCluster implements FitPlugin {
  /** Vector instructions for executors, and no warnings from Spark's use of old interfaces. */
  private static final String FLAGS =
      "--add-modules=jdk.incubator.vector --sun-misc-unsafe-memory-access=allow"
          + " --enable-native-access=ALL-UNNAMED";

  /** Jars of the command line, which no cluster has. */
  private static final String OWN =
      "(iron|ejml|fastcsv|tomlj|picocli|commons-(numbers|rng|statistics))-.*\\.jar"
          + "|jackson-(core|databind)-3.*\\.jar";

  private static final int CONNECT_MILLIS = 5000;

  private static final String LOGGING = "log4j2.configurationFile";

  private final ClusterFile.Limit limit;

  /** Keeps the usual sample of a file on the driver. */
  public SparkCluster() {
    this(ClusterFile.Limit.USUAL);
  }

  SparkCluster(ClusterFile.Limit limit) {
    this.limit = limit;
  }

  @Override
  public OptionalModule module() {
    return OptionalModule.SPARK;
  }

  @Override
  public Session open(String master, int partitions, Consumer<String> say) {
    return new Connected(context(master), partitions, limit);
  }

  /** Connects to a cluster that may know nothing of this library. */
  static JavaSparkContext context(String master) {
    requireAnswer(master);
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
    try {
      return new JavaSparkContext(conf);
    } catch (Exception e) {
      // Spark throws checked exceptions that its interface for Java does not declare.
      throw unreachable(master, e);
    }
  }

  /**
   * Refuses a cluster none of whose masters can be connected to. Spark itself would try for minutes
   * and then end the process.
   */
  static void requireAnswer(String master) {
    if (!master.matches("spark://[^,]+:\\d{1,5}(,[^,]+:\\d{1,5})*")) {
      return;
    }
    Exception why = null;
    for (String address : master.substring("spark://".length()).split(",")) {
      int colon = address.lastIndexOf(':');
      try (Socket socket = new Socket()) {
        int port = Integer.parseInt(address.substring(colon + 1));
        socket.connect(new InetSocketAddress(address.substring(0, colon), port), CONNECT_MILLIS);
        return;
      } catch (IOException | IllegalArgumentException e) {
        why = new IOException("nobody answers at " + address + ": " + e.getMessage(), e);
      }
    }
    throw unreachable(master, why);
  }

  /** Returns what to say of a cluster that does not answer, or ended the work. */
  static InputError unreachable(String master, Exception why) {
    return new InputError(
        "--spark %s: there is no such cluster, or it ended the work (%s); give the URL of its"
            + " master, such as spark://host:7077, or local[2]",
        master, String.valueOf(why.getMessage()).lines().findFirst().orElse("").strip());
  }

  /** Lets Spark say errors only, unless the user has told it what to say. */
  static void quiet() {
    URL errors = SparkCluster.class.getResource("quiet.properties");
    if (System.getProperty(LOGGING) == null && errors != null) {
      System.setProperty(LOGGING, errors.toString());
    }
  }

  /** Returns the jars that a cluster does not have, once each: Spark refuses a name twice. */
  static String own(String path) {
    Map<String, String> jars = new LinkedHashMap<>();
    for (String jar : path.split(File.pathSeparator)) {
      String name = new File(jar).getName();
      if (name.matches(OWN)) {
        jars.putIfAbsent(name, jar);
      }
    }
    return String.join(",", jars.values());
  }

  /** Rows of the command line, to which a cluster that fails is one line. */
  private record GuardedPartitions(SparkPartitions parts) implements Partitions {
    @Override
    public PartialSums answer(Query query) {
      try {
        return parts.answer(query);
      } catch (ClusterFailure e) {
        throw new InputError("%s", e.getMessage());
      }
    }

    @Override
    public boolean matrixPays(int parameters) {
      return parts.matrixPays(parameters);
    }

    @Override
    public List<Partition> sample() {
      return parts.sample();
    }
  }

  /** A Spark context, and the rows that are kept through it. */
  private static final class Connected implements Session {
    private final JavaSparkContext spark;
    private final int partitions;
    private final ClusterFile.Limit limit;
    private final List<SparkPartitions> kept = new ArrayList<>();
    private Optional<ClusterFile> file = Optional.empty();

    Connected(JavaSparkContext spark, int partitions, ClusterFile.Limit limit) {
      this.spark = spark;
      this.partitions = partitions;
      this.limit = limit;
    }

    @Override
    public InputRows read(RowSource source, String location) throws IOException {
      try {
        file = Optional.of(ClusterFile.of(spark, source, location, partitions, limit));
        return file.get().user();
      } catch (ClusterFile.InOnePiece e) {
        return source.train().decided(new TableDecision.ReadWhole(e.getMessage()));
      } catch (Exception e) {
        if (spark.sc().isStopped()) {
          throw unreachable(spark.sc().master(), e);
        }
        // Checked, and not declared by the interface for Java.
        if (e instanceof SparkException) {
          throw new InputError("%s", new ClusterFailure(e).getMessage());
        }
        throw e;
      }
    }

    @Override
    public long unseen() {
      return file.map(ClusterFile::unseen).orElse(0L);
    }

    @Override
    public Partitions parts(ModelKind kind, boolean intercept, Dataset rows) {
      JavaRDD<PackedRows> packed =
          file.filter(f -> f.sample(rows))
              .map(f -> f.packed(kind, intercept))
              .orElseGet(() -> sent(kind, intercept, rows));
      SparkPartitions parts = new SparkPartitions(packed, intercept, 2, Optional.empty());
      kept.add(parts);
      return new GuardedPartitions(parts);
    }

    /** Sends each executor its rows once; they come from the driver again if one is lost. */
    private JavaRDD<PackedRows> sent(ModelKind kind, boolean intercept, Dataset rows) {
      int[] counted = IntStream.range(0, rows.rows()).filter(i -> rows.weight(i) > 0).toArray();
      List<Broadcast<PackedRows>> pieces = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        int from = (int) ((long) counted.length * p / partitions);
        int to = (int) ((long) counted.length * (p + 1) / partitions);
        Partition part =
            from == to
                ? null
                : Partition.of(
                    kind,
                    intercept,
                    PositiveWeightRows.stored(rows, Arrays.copyOfRange(counted, from, to)));
        pieces.add(spark.broadcast(new PackedRows.Packed(part, rows.columns())));
      }
      List<Integer> numbers = IntStream.range(0, partitions).boxed().toList();
      return spark.parallelize(numbers, partitions).map(p -> pieces.get(p).value());
    }

    @Override
    public void close() {
      kept.forEach(SparkPartitions::close);
      spark.close();
    }
  }
}
