package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Test;

/** Batches keep a copy of their rows; nobody can tell. */
class BatchRowsTest {
  private static final DenseFeatures X = Samples.dense(500, 23, 1);
  private static final Softmax F = Softmax.of(Samples.classes(X, 4, 2), .1);

  private static double[] point(long seed) {
    double[] w = Points.normal(F.dimension(), new SplittableRandom(seed));
    Vectors.scale(.3, w);
    return w;
  }

  private static int[] rows(long seed) {
    return new SplittableRandom(seed).ints(70, 0, 500).toArray();
  }

  private static double[] gradient(Softmax f, double[] w) {
    double[] g = new double[F.dimension()];
    f.gradient(w, g);
    return g;
  }

  @Test
  void newIndicesMeanNewRows() {
    int[] indices = rows(3);
    Softmax batch = F.batch(indices, 0, 70);
    double[] w = point(4);
    for (long seed : new long[] {3, 5, 3, 6}) {
      System.arraycopy(rows(seed), 0, indices, 0, 70);
      double[] expected = gradient(F.batch(rows(seed), 0, 70), w);
      assertArrayEquals(expected, gradient(batch, w), 0.0);
      assertArrayEquals(expected, gradient(batch, w), 0.0);
    }
    indices[69] = (indices[69] + 1) % 500;
    assertArrayEquals(gradient(F.batch(indices.clone(), 0, 70), w), gradient(batch, w), 0.0);
  }

  @Test
  void aLinearisationFindsItsRowsAgain() {
    int[] indices = rows(7);
    Softmax batch = F.batch(indices, 0, 70);
    Curvature h = batch.curvature();
    double[] v = point(8);
    double[] before = new double[v.length];
    double[] after = new double[v.length];
    h.at(point(9), new double[v.length]);
    h.apply(v, before);
    System.arraycopy(rows(10), 0, indices, 0, 70);
    double value = batch.value(v);
    h.apply(v, after);
    assertArrayEquals(before, after, 0.0);
    assertEquals(value, F.batch(rows(10), 0, 70).value(v));
  }

  @Test
  void manyThreadsMayEvaluateOneBatch() {
    Softmax batch = F.batch(rows(11), 0, 70);
    double[][] expected = new double[40][];
    for (int k = 0; k < 40; k++) {
      expected[k] = gradient(F.batch(rows(11), 0, 70), point(20 + k));
    }
    double[][] actual =
        IntStream.range(0, 40)
            .parallel()
            .mapToObj(k -> gradient(batch, point(20 + k)))
            .toArray(double[][]::new);
    assertArrayEquals(expected, actual);
  }
}
