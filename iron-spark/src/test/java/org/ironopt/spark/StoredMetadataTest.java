package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.SparkSession;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that were written are read, those of the first version for ever. */
class StoredMetadataTest {
  private final SparkSession spark = Frames.session();

  @Test
  void modelsComeBackAsTheyWere(@TempDir Path folder) throws IOException {
    Frames drawn = Frames.draw(ModelKind.POISSON, 60, 3, 1);
    IronPoissonRegressionModel model =
        new IronPoissonRegression().setRegParam(0.1).fit(drawn.frame(spark, 2, false));
    String path = folder.resolve("poisson").toString();
    model.save(path);
    IronPoissonRegressionModel loaded = IronPoissonRegressionModel.load(path);
    assertEquals(model.uid(), loaded.uid());
    assertEquals(model.coefficients(), loaded.coefficients());
    assertEquals(model.intercept(), loaded.intercept());
    assertEquals(0.1, loaded.getRegParam());
    assertTrue(model.summary().isPresent() && loaded.summary().isEmpty());
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> IronLinearRegressionModel.load(path))
            .getMessage()
            .endsWith(
                "holds a org.ironopt.spark.IronPoissonRegressionModel, expected a"
                    + " org.ironopt.spark.IronLinearRegressionModel"));
  }

  @Test
  void theFirstVersionIsRead() {
    String path = StoredMetadataTest.class.getResource("/stored/linear-1").getPath();
    IronLinearRegressionModel model = IronLinearRegressionModel.load(path);
    assertEquals("ironLinReg_stored", model.uid());
    assertArrayEquals(new double[] {0.5, -1.25}, model.coefficients().toArray());
    assertEquals(2, model.intercept());
    assertEquals(1e-3, model.getRegParam());
    assertEquals("x", model.getFeaturesCol());
    assertEquals(2 + 0.5 * 4 - 1.25, model.predict(Vectors.dense(4, 1)));
  }

  /** A pipeline finds the class of a stage by the name in its file, so that name has to stay. */
  @Test
  void aPipelineOfVersion040PredictsTheSameBits() {
    String path = StoredMetadataTest.class.getResource("/stored/0.4.0/pipeline").getPath();
    IronLogisticRegressionModel model =
        (IronLogisticRegressionModel) PipelineModel.load(path).stages()[0];
    assertEquals("ironLogReg_ad478e60367a", model.uid());
    assertEquals(0.1, model.getRegParam());
    assertArrayEquals(
        new double[] {0x1.6d2e5de7dca4cp-2, 0x1.793fa0b191b96p-3, 0x1.d631d1bf5a7e9p-2},
        model.predictProbability(Vectors.dense(0.25, -1.5)).toArray());
  }

  @Test
  void anotherVersionIsRefused(@TempDir Path folder) throws IOException {
    Path path = Files.createDirectories(folder.resolve("later/metadata"));
    Files.writeString(
        path.resolve("part-00000"),
        "{\"class\":\"org.ironopt.spark.IronLinearRegression\",\"ironFormat\":2,\"uid\":\"u\"}");
    String later = folder.resolve("later").toString();
    assertEquals(
        later + " has the format 2, this version reads 1",
        assertThrows(IllegalArgumentException.class, () -> IronLinearRegression.load(later))
            .getMessage());
  }

  @Test
  void servicesNameTheEstimatorsAndModels() {
    assertEquals(
        List.of("IronLinearRegression", "IronLogisticRegression", "IronPoissonRegression"),
        ours(Estimator.class));
    assertEquals(
        List.of(
            "IronLinearRegressionModel",
            "IronLogisticRegressionModel",
            "IronPoissonRegressionModel"),
        ours(Transformer.class));
  }

  /** Makes our services of a kind; some models of Spark itself cannot be made in this way. */
  private static <T> List<String> ours(Class<T> kind) {
    return ServiceLoader.load(kind).stream()
        .filter(p -> p.type().getPackageName().equals("org.ironopt.spark"))
        .map(p -> p.get().getClass().getSimpleName())
        .sorted()
        .toList();
  }
}
