package org.ironopt.bench.fit;

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
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.linalg.Functions;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Data with the objective to minimise: mean loss plus {@code reg |w|^2 / 2}, without a constant
 * term and without scaling, which is what all contestants can express. The sets are synthetic with
 * fixed seeds, and MNIST where it can be had.
 *
 * @param kind logistic, softmax or ridge
 */
record FitSet(String name, ModelKind kind, Dataset data, double reg) {
  private static final RandomStreams STREAMS = new RandomStreams(0);

  int outputs() {
    return kind == ModelKind.SOFTMAX ? data.classes() : 1;
  }

  boolean dense() {
    return !(data.features() instanceof SparseFeatures);
  }

  /** Returns the objective at weights with a row for each output, one judge for all. */
  double objective(double[][] w) {
    double sum = 0;
    double compensation = 0;
    double[] z = new double[w.length];
    for (int i = 0; i < data.rows(); i++) {
      for (int c = 0; c < z.length; c++) {
        z[c] = data.features().rowDot(data.position(i), w[c], 0);
      }
      double term = loss(z, i) - compensation;
      double next = sum + term;
      compensation = (next - sum) - term;
      sum = next;
    }
    double squares = 0;
    for (double[] output : w) {
      for (double v : output) {
        squares += v * v;
      }
    }
    return sum / data.rows() + reg * squares / 2;
  }

  private double loss(double[] z, int row) {
    if (kind == ModelKind.RIDGE) {
      double residual = z[0] - data.target(row);
      return residual * residual / 2;
    }
    int label = data.label(row);
    if (kind == ModelKind.LOGISTIC) {
      double m = label == 1 ? z[0] : -z[0];
      return Math.max(0, -m) + StrictMath.log1p(StrictMath.exp(-Math.abs(m)));
    }
    double top = Double.NEGATIVE_INFINITY;
    for (double v : z) {
      top = Math.max(top, v);
    }
    double total = 0;
    for (double v : z) {
      total += StrictMath.exp(v - top);
    }
    return top + StrictMath.log(total) - z[label];
  }

  static List<FitSet> all(boolean quick, Consumer<String> log) throws IOException {
    int part = quick ? 20 : 1;
    List<FitSet> sets = new ArrayList<>();
    sets.add(gaussian(20_000 / part, 50));
    sets.add(leastSquares(20_000 / part, 50));
    sets.add(sparse("sparse, binary", 32_561 / part, 123, 14, 0));
    sets.add(sparse("wide, sparse", 20_000 / part, 50_000 / part, 50, 1));
    try {
      Dataset mnist = quick ? digits(3000) : Mnist.fetch(DataFolder.mnist(null), log).train();
      sets.add(parity(mnist));
      Dataset some = mnist.range(0, Math.min(mnist.rows(), 10_000 / part));
      sets.add(
          new FitSet("digits, softmax, " + some.rows() + " x 784", ModelKind.SOFTMAX, some, 1e-4));
    } catch (DataUnavailableException e) {
      log.accept("without MNIST: " + e.getMessage());
    }
    return sets;
  }

  /** The paper's logistic regression: normal features and weights, labels drawn. */
  static FitSet gaussian(int rows, int columns) {
    RandomStream random = STREAMS.stream("gaussian");
    Dataset set = labelled(normals(rows, columns, random), random);
    return new FitSet("paper's logistic, " + rows + " x " + columns, ModelKind.LOGISTIC, set, 1e-2);
  }

  /** Ridge regression: normal features, weights and errors. */
  static FitSet leastSquares(int rows, int columns) {
    RandomStream random = STREAMS.stream("least squares");
    Features x = normals(rows, columns, random);
    double[] w = IntStream.range(0, columns).mapToDouble(j -> random.normal(3, j)).toArray();
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      y[i] = x.rowDot(i, w, 0) + random.normal(4, i);
    }
    return new FitSet(
        "ridge least squares, " + rows + " x " + columns,
        ModelKind.RIDGE,
        Dataset.regression(x, y),
        1e-2);
  }

  private static Features normals(int rows, int columns, RandomStream random) {
    double[] data = new double[rows * columns];
    for (int k = 0; k < data.length; k++) {
      data[k] = random.normal(1, k);
    }
    return new DenseFeatures(rows, columns, data);
  }

  /** Rows of ones (or, for a wide set, of normal numbers) at random places. */
  static FitSet sparse(String name, int rows, int columns, int each, int normal) {
    RandomStream random = STREAMS.stream(name);
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
    return new FitSet(
        name + ", " + rows + " x " + columns, ModelKind.LOGISTIC, labelled(x, random), 1.0 / rows);
  }

  private static Dataset labelled(Features x, RandomStream random) {
    double[] w = IntStream.range(0, x.columns()).mapToDouble(j -> random.normal(3, j)).toArray();
    int[] labels = new int[x.rows()];
    for (int i = 0; i < labels.length; i++) {
      double p = Functions.sigmoid(x.rowDot(i, w, 0));
      labels[i] = random.uniform(4, i) < p ? 1 : 0;
    }
    return Dataset.classification(x, labels, 2);
  }

  /** Even digits against odd ones. */
  private static FitSet parity(Dataset digits) {
    int[] labels = IntStream.range(0, digits.rows()).map(i -> digits.label(i) % 2).toArray();
    Dataset set = Dataset.classification(digits.features(), labels, 2);
    String name = "digits, even or odd, " + set.rows() + " x " + set.columns();
    return new FitSet(name, ModelKind.LOGISTIC, set, 1e-4);
  }

  /** Rows shaped like images of digits, for a quick look without any file. */
  private static Dataset digits(int rows) {
    RandomStream random = STREAMS.stream("digits");
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
