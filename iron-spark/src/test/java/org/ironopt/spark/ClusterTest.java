package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.SparkSession;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two executors in processes of their own, one of which is killed in the middle of a fit. */
@Tag("slow")
class ClusterTest {
  private static final Frames DRAWN = Frames.draw(ModelKind.LOGISTIC, 300, 6, 1);

  private static IronLogisticRegressionModel fit(SparkSession spark) {
    return new IronLogisticRegression()
        .setRegParam(0.01)
        .setTol(1e-12)
        .fit(DRAWN.frame(spark, 4, false));
  }

  @Test
  void executorsAndTheirDeathChangeNoBit(@TempDir Path home) throws IOException {
    IronLogisticRegressionModel threads = fit(Frames.session());
    Frames.stop();
    Files.createDirectory(home.resolve("jars"));
    System.setProperty("spark.testing", "true");
    System.setProperty("spark.test.home", home.toString());
    SparkSession cluster =
        SparkSession.builder()
            .master("local-cluster[2,1,1024]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config(
                "spark.executor.extraJavaOptions",
                "--add-modules=jdk.incubator.vector --sun-misc-unsafe-memory-access=allow")
            .getOrCreate();
    try {
      same(threads, fit(cluster));
      Killer killer = new Killer(executor(cluster));
      cluster.sparkContext().addSparkListener(killer);
      same(threads, fit(cluster));
      assertTrue(killer.killed.get(), "an executor was killed");
      assertTrue(cluster.sparkContext().getPersistentRDDs().isEmpty());
    } finally {
      cluster.stop();
      System.clearProperty("spark.testing");
      System.clearProperty("spark.test.home");
    }
  }

  private static void same(IronLogisticRegressionModel one, IronLogisticRegressionModel other) {
    assertEquals("GapCertified", other.summary().orElseThrow().ending());
    assertArrayEquals(one.coefficients().toArray(), other.coefficients().toArray());
    assertEquals(one.intercept(), other.intercept());
    assertEquals(one.summary().orElseThrow().history(), other.summary().orElseThrow().history());
  }

  /** Kills one executor, a process on this machine, when the third job of a fit begins. */
  private static final class Killer extends SparkListener {
    private final AtomicInteger jobs = new AtomicInteger();
    private final AtomicBoolean killed = new AtomicBoolean();
    private final long executor;

    Killer(long executor) {
      this.executor = executor;
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
      if (jobs.incrementAndGet() == 3) {
        ProcessHandle.of(executor).ifPresent(p -> killed.set(p.destroyForcibly()));
      }
    }
  }

  /** Returns the number of the process of one executor. */
  private static long executor(SparkSession cluster) {
    long pid =
        new JavaSparkContext(cluster.sparkContext())
            .parallelize(List.of(1), 1)
            .map(one -> ProcessHandle.current().pid())
            .first();
    assertNotEquals(ProcessHandle.current().pid(), pid, "executors are processes of their own");
    return pid;
  }
}
