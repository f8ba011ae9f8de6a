package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The cluster of the command line keeps rows, weights and the names of classes. */
class SparkClusterTest {
  private static final int ROWS = 90;

  @BeforeAll
  @AfterAll
  static void ownContext() {
    Frames.stop();
  }

  private static Dataset data(boolean sparse) {
    Frames drawn = Frames.draw(ModelKind.LOGISTIC, ROWS, 3, 1);
    int[] labels = new int[ROWS];
    double[] weights = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = (int) drawn.y()[i];
      weights[i] = i % 4;
    }
    DenseFeatures dense = DenseFeatures.of(drawn.x());
    int[] starts = new int[ROWS + 1];
    int[] columns = new int[3 * ROWS];
    for (int i = 0; i < columns.length; i++) {
      starts[i / 3 + 1] = i + 1;
      columns[i] = i % 3;
    }
    SparseMatrix rows = new SparseMatrix(ROWS, 3, starts, columns, dense.data());
    return Dataset.classification(
            sparse ? new SparseFeatures(rows) : dense, labels, List.of("no", "yes"))
        .weighted(weights);
  }

  @Test
  void aFitOnItIsTheFitOfOneMachine() {
    List<String> said = new ArrayList<>();
    try (FitPlugin.Session session = FitPlugin.spark().open("local[2]", 5, line -> {})) {
      for (boolean sparse : new boolean[] {false, true}) {
        Dataset data = data(sparse).range(1, ROWS);
        FitResult plain = Fit.logistic(data).reg(0.01).tolerance(1e-12).go();
        FitResult there =
            Fit.of(
                    ModelKind.LOGISTIC,
                    session.parts(ModelKind.LOGISTIC, true, data),
                    data.classNames())
                .reg(0.01)
                .tolerance(1e-12)
                .observe(step -> said.add(step.toString()))
                .go();
        assertTrue(there.ending() instanceof Ending.GapCertified, there.ending().sentence());
        assertEquals(plain.objective(), there.objective(), 1e-12 * plain.objective());
        assertEquals(List.of("no", "yes"), there.model().classes());
      }
    }
    assertTrue(said.size() > 4);
  }

  @Test
  void aJarTravelsOnce() {
    String[] path = {
      "a/iron-core-0.3.0.jar", "a/ejml-core-1.jar", "b/scala.jar", "b/ejml-core-1.jar"
    };
    assertEquals(
        "a/iron-core-0.3.0.jar,a/ejml-core-1.jar",
        SparkCluster.own(String.join(File.pathSeparator, path)));
  }
}
