package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.testing.Points;
import org.ironopt.regression.internal.LinearObjective;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products in float stay close to those in double, and keep every promise about bits. */
class PrecisionTest {
  private static final int ROWS = 701;
  private static final int COLUMNS = 157;

  /** Numbers in [0, 1], most of them zero, like the pixels of handwritten digits. */
  private static FloatFeatures pixels() {
    SplittableRandom random = new SplittableRandom(1);
    float[] data = new float[ROWS * COLUMNS];
    for (int k = 0; k < data.length; k++) {
      data[k] = random.nextInt(5) == 0 ? random.nextInt(256) / 255f : 0;
    }
    return new FloatFeatures(ROWS, COLUMNS, data);
  }

  /** The same objective twice. */
  record Pair(LinearObjective exact, LinearObjective single) {}

  static List<Pair> pairs() {
    FloatFeatures x = pixels();
    Softmax softmax = Softmax.of(Samples.classes(x, 10, 2), 1e-4);
    Logistic logistic = Logistic.of(Samples.weighted(Samples.classes(x, 2, 3), 4), 1e-2);
    Ridge ridge = Ridge.of(Samples.numbers(x, 5), 1e-2, Intercept.PENALIZED);
    int[] batch = new SplittableRandom(6).ints(130, 0, ROWS).toArray();
    Softmax single = softmax.in(Precision.SINGLE);
    return List.of(
        new Pair(softmax, single),
        new Pair(logistic, logistic.in(Precision.SINGLE)),
        new Pair(ridge, ridge.in(Precision.SINGLE)),
        new Pair(softmax.batch(batch, 0, 130), single.batch(batch, 0, 130)));
  }

  private static double[] point(LinearObjective f, long seed) {
    double[] w = Points.normal(f.dimension(), new SplittableRandom(seed));
    Vectors.scale(.1, w);
    return w;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void floatsAreCloseToDoubles(Pair pair) {
    int n = pair.exact().dimension();
    for (long seed = 10; seed < 15; seed++) {
      double[] w = point(pair.exact(), seed);
      double[] v = point(pair.exact(), 100 + seed);
      double[][] exact = new double[3][n];
      double[][] single = new double[3][n];
      double value = everything(pair.exact(), w, v, exact);
      assertEquals(value, everything(pair.single(), w, v, single), 1e-6 * value);
      assertNotEquals(0, Vectors.distance(exact[0], single[0]), "not in float");
      for (int i = 0; i < 3; i++) {
        double distance = Vectors.distance(exact[i], single[i]);
        assertTrue(distance <= 1e-6 * Vectors.norm(exact[i]), "part " + i + ": " + distance);
      }
    }
  }

  /** Gradient, product, diagonal; returns the value. */
  private static double everything(LinearObjective f, double[] w, double[] v, double[][] out) {
    Curvature h = f.curvature();
    double value = h.at(w, out[0]);
    h.apply(v, out[1]);
    h.diagonal(out[2]);
    return value;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void neitherThreadsNorCompanyChangeABit(Pair pair) {
    LinearObjective f = pair.single();
    int n = f.dimension();
    double[][] w = new double[7][];
    for (int p = 0; p < 7; p++) {
      w[p] = point(f, 20 + p);
    }
    int before = Parallel.threads();
    try {
      for (int threads : new int[] {1, 2, 7}) {
        Parallel.setThreads(threads);
        double[] values = new double[7];
        double[][] gradients = new double[7][n];
        f.valuesAndGradients(w, values, gradients);
        Parallel.setThreads(1);
        for (int p = 0; p < 7; p++) {
          double[] alone = new double[n];
          assertEquals(f.valueAndGradient(w[p], alone), values[p]);
          assertArrayEquals(alone, gradients[p], 0.0);
        }
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void doublesAreNotRounded() {
    Dataset data = Samples.classes(Samples.dense(5, 3, 7), 2, 8);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> Softmax.of(data, 1).in(Precision.SINGLE));
    assertEquals(
        "single precision needs features that are stored as floats, got 5 x 3 doubles: keep double"
            + " precision, or store them as FloatFeatures",
        e.getMessage());
  }
}
