package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.source.RowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster cannot do is one line, and nothing stays persisted. */
class BrokenClusterTest {
  private static String line(RuntimeException e) {
    assertFalse(e.getMessage().contains("\n"), e.getMessage());
    assertTrue(e.getMessage().startsWith("Spark gave up a pass over the rows: "), e.getMessage());
    return e.getMessage();
  }

  @Test
  void aDiskThatTakesNothing(@TempDir Path folder) throws IOException {
    Frames.stop();
    Path disk = Files.createDirectory(folder.resolve("disk"));
    SparkConf conf =
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("a full disk")
            .set("spark.ui.enabled", "false")
            .set("spark.local.dir", disk.toString())
            .set("spark.testing.memory", Integer.toString(1 << 20))
            .set("spark.testing.reservedMemory", "0");
    System.setProperty("spark.testing", "true");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      // Where the blocks should go there is a file: nothing can be written below it.
      try (Stream<Path> all = Files.list(disk)) {
        for (Path blocks :
            all.filter(p -> p.getFileName().toString().startsWith("blockmgr")).toList()) {
          replace(blocks);
        }
      }
      try (SparkPartitions parts =
          new SparkPartitions(
              spark
                  .parallelize(List.of(0, 1), 2)
                  .map(
                      p ->
                          new PackedRows.Packed(
                              Partition.of(
                                  ModelKind.LOGISTIC,
                                  true,
                                  Dataset.classification(
                                      new DenseFeatures(400, 1000, new double[400_000]),
                                      IntStream.range(0, 400).map(i -> i % 2).toArray(),
                                      2)),
                              1000)),
              true,
              1,
              Optional.empty())) {
        line(assertThrows(ClusterFailure.class, parts::moments));
      }
      assertTrue(spark.getPersistentRDDs().isEmpty());
    } finally {
      System.clearProperty("spark.testing");
    }
  }

  private static void replace(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    Files.writeString(folder, "full");
  }

  @Test
  void aBroadcastThatIsLost() {
    Frames.stop();
    double[] x = IntStream.range(0, 100).mapToDouble(i -> i % 7).toArray();
    int[] y = IntStream.range(0, 100).map(i -> i % 2).toArray();
    Dataset data = Dataset.classification(new DenseFeatures(100, 1, x), y, 2);
    try (FitPlugin.Session session = FitPlugin.spark().open("local[2]", 2, line -> {})) {
      Partitions parts = session.parts(ModelKind.LOGISTIC, true, data);
      for (int id = 0; id < 2; id++) {
        SparkEnv.get().broadcastManager().unbroadcast(id, true, true);
      }
      String said = line(assertThrows(InputError.class, () -> parts.answer(new Query.Moments())));
      assertTrue(said.contains("broadcast"), said);
    }
  }

  @Test
  void aFileThatNoExecutorCanRead(@TempDir Path folder) throws IOException {
    Frames.stop();
    Path file = Files.writeString(folder.resolve("t.parquet"), "x,y\n1,0\n2,1\n");
    RowSource source =
        new RowSource(new InputFile(file), RowSource.Kind.CSV, 0, new TableReader("y"));
    try (FitPlugin.Session session = FitPlugin.spark().open("local[2]", 2, line -> {})) {
      line(assertThrows(InputError.class, () -> session.read(source, file.toString())));
    }
  }

  @Test
  void aClusterThatIsNone() {
    Frames.stop();
    InputError e =
        assertThrows(InputError.class, () -> FitPlugin.spark().open("nowhere", 2, line -> {}));
    assertFalse(e.getMessage().contains("\n"), e.getMessage());
    assertTrue(e.getMessage().startsWith("--spark nowhere: there is no such"), e.getMessage());
  }

  @Test
  void aMasterThatDoesNotAnswerIsNotWaitedFor() throws IOException {
    int closed;
    try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = once.getLocalPort();
    }
    String nobody = "spark://127.0.0.1:" + closed;
    InputError e = assertThrows(InputError.class, () -> SparkCluster.context(nobody));
    assertFalse(e.getMessage().contains("\n"), e.getMessage());
    assertTrue(e.getMessage().contains("nobody answers at 127.0.0.1:" + closed), e.getMessage());
    assertThrows(InputError.class, () -> SparkCluster.context("spark://127.0.0.1:99999"));
    try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      SparkCluster.requireAnswer(nobody + ",127.0.0.1:" + open.getLocalPort());
    }
  }
}
