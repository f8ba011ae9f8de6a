package org.ironopt.regression;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.problem.testing.Fixtures;

/** Data sets for tests. */
public final class Samples {
  private Samples() {}

  /** Normal numbers, rounded to floats, a third of them zero. */
  public static DenseFeatures dense(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] data = new double[rows * columns];
    for (int k = 0; k < data.length; k++) {
      data[k] = random.nextInt(3) == 0 ? 0 : (float) random.nextGaussian();
    }
    return new DenseFeatures(rows, columns, data);
  }

  static Features floats(DenseFeatures x) {
    float[] data = new float[x.data().length];
    for (int k = 0; k < data.length; k++) {
      data[k] = (float) x.data()[k];
    }
    return new FloatFeatures(x.rows(), x.columns(), data);
  }

  public static Features sparse(DenseFeatures x) {
    var builder = SparseMatrix.builder(x.rows(), x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        if (x.get(i, j) != 0) {
          builder.add(i, j, x.get(i, j));
        }
      }
    }
    return new SparseFeatures(builder.build());
  }

  /** Labels at random. */
  public static Dataset classes(Features x, int classes, long seed) {
    int[] labels = new SplittableRandom(seed).ints(x.rows(), 0, classes).toArray();
    return Dataset.classification(x, labels, classes);
  }

  /** Numbers at random. */
  public static Dataset numbers(Features x, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] y = new double[x.rows()];
    Arrays.setAll(y, i -> random.nextGaussian());
    return Dataset.regression(x, y);
  }

  /** The same rows with weights 0, 1, 2 or 3, at random. */
  public static Dataset weighted(Dataset data, long seed) {
    int[] weights = new SplittableRandom(seed).ints(data.rows(), 0, 4).toArray();
    return data.weighted(Arrays.stream(weights).asDoubleStream().toArray());
  }

  public static Features rows(double[][] rows) {
    double[] data = Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    return new DenseFeatures(rows.length, rows[0].length, data);
  }

  /** The four rows of the small regressions with labels (1, -1, 1, -1). */
  public static Dataset tp4() {
    return Dataset.regression(rows(Fixtures.rows()), new double[] {1, -1, 1, -1});
  }

  /** The 500 rows in closed form. */
  public static Dataset tp5() {
    double[] primes = {2, 3, 5, 7, 11};
    double[] truth = {1, -1, .5, .25, -.75};
    double[][] rows = new double[500][5];
    int[] labels = new int[500];
    for (int i = 1; i <= 500; i++) {
      double margin = 0;
      for (int j = 0; j < 5; j++) {
        rows[i - 1][j] = Math.sqrt(2) * StrictMath.sin(i * Math.sqrt(primes[j]));
        margin += rows[i - 1][j] * truth[j];
      }
      double golden = i * (Math.sqrt(5) - 1) / 2;
      labels[i - 1] = golden - Math.floor(golden) < 1 / (1 + StrictMath.exp(-margin)) ? 1 : 0;
    }
    return Dataset.classification(rows(rows), labels, 2);
  }

  /** Two rows, two columns, three classes. */
  static Dataset tp8() {
    return Dataset.classification(rows(new double[][] {{1, 2}, {-1, .5}}), new int[] {2, 0}, 3);
  }
}
