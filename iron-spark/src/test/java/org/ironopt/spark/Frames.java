package org.ironopt.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.ModelKind;

/** Drawn rows, as data frames and as the library's own data sets. */
record Frames(ModelKind kind, double[][] x, double[] y, double[] weights) {
  static final StructType SCHEMA =
      new StructType()
          .add("label", DataTypes.DoubleType)
          .add("weight", DataTypes.DoubleType)
          .add("features", SQLDataTypes.VectorType());

  private static SparkSession local;

  /** Returns the session that all tests of this process share. */
  static synchronized SparkSession session() {
    if (local == null || local.sparkContext().isStopped()) {
      local =
          SparkSession.builder()
              .master("local[2]")
              .appName("iron-spark tests")
              .config("spark.ui.enabled", "false")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .getOrCreate();
    }
    return local;
  }

  /** Ends it, for a test that needs a cluster of its own. */
  static synchronized void stop() {
    if (local != null) {
      local.stop();
      local = null;
    }
  }

  static Frames draw(ModelKind kind, int rows, int columns, double density) {
    Random random = new Random(17 + kind.ordinal());
    double[][] x = new double[rows][columns];
    double[] y = new double[rows];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      double z = random.nextGaussian();
      for (int j = 0; j < columns; j++) {
        x[i][j] = random.nextDouble() < density ? 1 + (1 + j % 4) * random.nextGaussian() : 0;
        z += (j % 2 == 0 ? 0.3 : -0.2) * x[i][j];
      }
      y[i] =
          switch (kind) {
            case LOGISTIC -> z > 0 ? 1 : 0;
            case SOFTMAX -> z > 1 ? 2 : z > 0 ? 1 : 0;
            case POISSON -> Math.floor(Math.abs(z));
            default -> z;
          };
      weights[i] = 1 + i % 3;
    }
    return new Frames(kind, x, y, weights);
  }

  List<Row> rows(boolean sparse) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < y.length; i++) {
      Vector dense = Vectors.dense(x[i].clone());
      rows.add(RowFactory.create(y[i], weights[i], sparse ? dense.toSparse() : dense));
    }
    return rows;
  }

  Dataset<Row> frame(SparkSession session, int partitions, boolean sparse) {
    return frame(session, rows(sparse), partitions);
  }

  static Dataset<Row> frame(SparkSession session, List<Row> rows, int partitions) {
    JavaSparkContext context = new JavaSparkContext(session.sparkContext());
    return session.createDataFrame(context.parallelize(rows, partitions), SCHEMA);
  }

  /** Returns the fit of all rows on one machine. */
  FitResult plain(double reg, double l1, double tolerance) {
    DenseFeatures features = DenseFeatures.of(x);
    int[] labels = Arrays.stream(y).mapToInt(v -> (int) v).toArray();
    org.ironopt.data.Dataset data =
        kind.classes()
            ? org.ironopt.data.Dataset.classification(
                features, labels, kind == ModelKind.SOFTMAX ? 3 : 2)
            : org.ironopt.data.Dataset.regression(features, y);
    return Fit.of(kind, data.weighted(weights)).reg(reg).l1(l1).tolerance(tolerance).go();
  }
}
