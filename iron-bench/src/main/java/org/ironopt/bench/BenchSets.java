package org.ironopt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.linalg.Functions;
import org.ironopt.model.ModelKind;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/** The data of the comparison: synthetic with fixed seeds, and MNIST where it can be had. */
final class BenchSets {
  private static final Streams STREAMS = new Streams(0);

  private BenchSets() {}

  static List<BenchSet> all(boolean quick, Consumer<String> log) throws IOException {
    int part = quick ? 20 : 1;
    List<BenchSet> sets = new ArrayList<>();
    sets.add(gaussian(20_000 / part, 50));
    sets.add(leastSquares(20_000 / part, 50));
    sets.add(sparse("sparse, binary", 32_561 / part, 123, 14, 0));
    sets.add(sparse("wide, sparse", 20_000 / part, 50_000 / part, 50, 1));
    try {
      Dataset mnist = quick ? digits(3000) : Mnist.fetch(DataFolder.mnist(null), log).train();
      sets.add(parity(mnist));
      Dataset some = mnist.range(0, Math.min(mnist.rows(), 10_000 / part));
      sets.add(
          new BenchSet(
              "digits, softmax, " + some.rows() + " x 784", true, ModelKind.SOFTMAX, some, 1e-4));
    } catch (DataUnavailable e) {
      log.accept("without MNIST: " + e.getMessage());
    }
    return sets;
  }

  /** The paper's logistic regression: normal features and weights, labels drawn. */
  static BenchSet gaussian(int rows, int columns) {
    Stream random = STREAMS.stream("gaussian");
    Dataset set = labelled(normals(rows, columns, random), random);
    return new BenchSet(
        "paper's logistic, " + rows + " x " + columns, true, ModelKind.LOGISTIC, set, 1e-2);
  }

  /** Ridge regression: normal features, weights and errors. */
  static BenchSet leastSquares(int rows, int columns) {
    Stream random = STREAMS.stream("least squares");
    Features x = normals(rows, columns, random);
    double[] w = IntStream.range(0, columns).mapToDouble(j -> random.normal(3, j)).toArray();
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      y[i] = x.rowDot(i, w, 0) + random.normal(4, i);
    }
    return new BenchSet(
        "ridge least squares, " + rows + " x " + columns,
        true,
        ModelKind.RIDGE,
        Dataset.regression(x, y),
        1e-2);
  }

  private static Features normals(int rows, int columns, Stream random) {
    double[] data = new double[rows * columns];
    for (int k = 0; k < data.length; k++) {
      data[k] = random.normal(1, k);
    }
    return new DenseFeatures(rows, columns, data);
  }

  /** Rows of ones (or, for a wide set, of normal numbers) at random places. */
  static BenchSet sparse(String name, int rows, int columns, int each, int normal) {
    Stream random = STREAMS.stream(name);
    int[] pointers = new int[rows + 1];
    int[] indices = new int[rows * each];
    double[] values = new double[rows * each];
    int gap = columns / each;
    for (int k = 0; k < indices.length; k++) {
      int slot = k % each;
      // Low places within a slot are the frequent ones, as words and categories are.
      double u = random.uniform(1, k);
      indices[k] = slot * gap + (int) (gap * u * u);
      values[k] = normal == 0 ? 1 : random.normal(2, k);
      pointers[k / each + 1] = k + 1;
    }
    Features x = SparseFeatures.of(rows, columns, pointers, indices, values);
    return new BenchSet(
        name + ", " + rows + " x " + columns,
        false,
        ModelKind.LOGISTIC,
        labelled(x, random),
        1.0 / rows);
  }

  private static Dataset labelled(Features x, Stream random) {
    double[] w = IntStream.range(0, x.columns()).mapToDouble(j -> random.normal(3, j)).toArray();
    int[] labels = new int[x.rows()];
    for (int i = 0; i < labels.length; i++) {
      double p = Functions.sigmoid(x.rowDot(i, w, 0));
      labels[i] = random.uniform(4, i) < p ? 1 : 0;
    }
    return Dataset.classification(x, labels, 2);
  }

  /** Even digits against odd ones. */
  private static BenchSet parity(Dataset digits) {
    int[] labels = IntStream.range(0, digits.rows()).map(i -> digits.label(i) % 2).toArray();
    Dataset set = Dataset.classification(digits.features(), labels, 2);
    String name = "digits, even or odd, " + set.rows() + " x " + set.columns();
    return new BenchSet(name, true, ModelKind.LOGISTIC, set, 1e-4);
  }

  /** Rows shaped like images of digits, for a quick look without any file. */
  private static Dataset digits(int rows) {
    Stream random = STREAMS.stream("digits");
    float[] pixels = new float[rows * 784];
    int[] labels = new int[rows];
    for (int k = 0; k < pixels.length; k++) {
      labels[k / 784] = k / 784 % 10;
      double u = random.uniform(1, k);
      boolean ink = (k % 784 * 31 + 7 * labels[k / 784]) % 10 == 0;
      pixels[k] = (float) (u < 0.1 ? u : ink ? u : 0);
    }
    return Dataset.classification(new FloatFeatures(rows, 784, pixels), labels, 10);
  }
}
