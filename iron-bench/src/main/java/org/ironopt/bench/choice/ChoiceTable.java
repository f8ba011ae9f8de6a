package org.ironopt.bench.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Functions;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * A table by seed on which solvers differ, with a penalty.
 *
 * @param shape what makes it hard
 */
record ChoiceTable(String shape, ModelKind kind, Dataset data, double reg) {
  private static final int VARIANTS = 4;

  /** Attributes of rows like those of the census, with as many categories; 91 in all. */
  private static final int[] CENSUS = {9, 16, 7, 15, 6, 5, 2, 31};

  private static final int NUMBERS = 6;

  /** What makes a table hard. */
  private enum Shape {
    NORMAL("independent normal columns"),
    ONE_HOT("one-hot columns, categories down to one row"),
    DENSE_ONE_HOT("the same, stored as dense rows"),
    SCALES("columns of sizes 1e-3 to 1e3"),
    ALIASED("pairs of columns that differ by 1e-3"),
    NEIGHBOURS("each column hangs on the one before by .95"),
    SQUARE("nearly as many columns as rows"),
    SPARSE("sparse numbers"),
    SOFTMAX("five classes"),
    COUNTS("counts");

    final String words;

    Shape(String words) {
      this.words = words;
    }
  }

  /** Returns forty of them. */
  static List<ChoiceTable> all(int part) {
    List<ChoiceTable> all = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      for (int v = 0; v < VARIANTS; v++) {
        all.add(of(shape, v, part));
      }
    }
    return all;
  }

  /** Returns rows like those of the census: 32 561 with 97 columns. */
  static ChoiceTable census(int part) {
    RandomStream random = new RandomStreams(0).stream("census");
    int rows = 32_561 / part;
    Features x = oneHot(rows, CENSUS, NUMBERS, random);
    return labelled("census", ModelKind.LOGISTIC, x, 1e-4, random);
  }

  private static ChoiceTable of(Shape shape, int v, int part) {
    RandomStream random = new RandomStreams(v).stream(shape.name());
    int rows = new int[] {2000, 5000, 10_000, 20_000}[v] / part;
    int columns = new int[] {20, 50, 100, 200}[(v + shape.ordinal()) % VARIANTS];
    double reg = new double[] {1e-2, 1e-4, 1e-6, 1e-3}[v];
    ModelKind kind =
        switch (shape) {
          case SOFTMAX -> ModelKind.SOFTMAX;
          case COUNTS -> ModelKind.POISSON;
          default -> v == 3 ? ModelKind.RIDGE : ModelKind.LOGISTIC;
        };
    int[] categories = {columns / 2, columns / 4, columns / 8, columns / 8};
    Features x =
        switch (shape) {
          case ONE_HOT -> oneHot(rows, categories, 3, random);
          case DENSE_ONE_HOT -> dense(oneHot(rows, categories, 3, random));
          case SCALES, ALIASED, NEIGHBOURS -> dense(shape, rows, columns, random);
          case SQUARE -> dense(shape, columns * 11 / 10, columns, random);
          case SPARSE -> sparse(rows, 10 * columns, random);
          case SOFTMAX -> dense(shape, rows / 2, columns / 2, random);
          case NORMAL, COUNTS -> dense(shape, rows, columns, random);
        };
    return labelled(shape.words, kind, x, reg, random);
  }

  private static Features dense(Shape shape, int rows, int columns, RandomStream random) {
    double[] x = new double[rows * columns];
    random.normals(1, 0, 1, x, 0, x.length);
    for (int k = 0; k < x.length; k++) {
      int j = k % columns;
      switch (shape) {
        case SCALES -> x[k] *= StrictMath.pow(10, 6.0 * j / (columns - 1) - 3);
        case ALIASED -> x[k] = j % 2 == 1 ? x[k - 1] + 1e-3 * x[k] : x[k];
        case NEIGHBOURS ->
            x[k] = j > 0 ? 0.95 * x[k - 1] + Math.sqrt(1 - 0.95 * 0.95) * x[k] : x[k];
        case SOFTMAX -> x[k] = j > 0 ? 0.5 * (x[k - 1] + x[k]) : x[k];
        default -> {}
      }
    }
    return new DenseFeatures(rows, columns, x);
  }

  private static Features dense(SparseFeatures x) {
    double[] all = new double[x.rows() * x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      x.addRow(i, 1, all, i * x.columns());
    }
    return new DenseFeatures(x.rows(), x.columns(), all);
  }

  /** Numbers, and attributes whose category k is about half as frequent as the one before it. */
  private static SparseFeatures oneHot(
      int rows, int[] categories, int numbers, RandomStream random) {
    int each = numbers + categories.length;
    int[] pointers = new int[rows + 1];
    int[] indices = new int[rows * each];
    double[] values = new double[rows * each];
    for (int i = 0; i < rows; i++) {
      int at = i * each;
      for (int j = 0; j < numbers; j++) {
        indices[at + j] = j;
        values[at + j] = random.normal(2, at + j);
      }
      int first = numbers;
      for (int a = 0; a < categories.length; a++) {
        double decades = StrictMath.log10(rows) * random.uniform(3, at + a);
        // The last categories have one row each.
        int rare = categories[a] - 1 - i;
        int drawn = (int) (categories[a] * decades * decades / 40);
        indices[at + numbers + a] =
            first + (rare > categories[a] / 2 ? rare : Math.min(drawn, categories[a] / 2));
        values[at + numbers + a] = 1;
        first += categories[a];
      }
      pointers[i + 1] = at + each;
    }
    int columns = numbers + Arrays.stream(categories).sum();
    return SparseFeatures.of(rows, columns, pointers, indices, values);
  }

  private static SparseFeatures sparse(int rows, int columns, RandomStream random) {
    int each = 20;
    int[] pointers = new int[rows + 1];
    int[] indices = new int[rows * each];
    double[] values = new double[rows * each];
    int slot = columns / each;
    for (int k = 0; k < indices.length; k++) {
      double u = random.uniform(4, k);
      indices[k] = k % each * slot + (int) (slot * u * u);
      values[k] = random.normal(5, k);
      pointers[k / each + 1] = k + 1;
    }
    return SparseFeatures.of(rows, columns, pointers, indices, values);
  }

  private static ChoiceTable labelled(
      String shape, ModelKind kind, Features x, double reg, RandomStream random) {
    int n = x.rows();
    int outputs = kind == ModelKind.SOFTMAX ? 5 : 1;
    double[][] z = new double[outputs][n];
    for (int c = 0; c < outputs; c++) {
      double[] w = new double[x.columns()];
      double[] sizes = new double[x.columns()];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < w.length; j++) {
          double e = x.get(i, j);
          sizes[j] += e * e / n;
        }
      }
      for (int j = 0; j < w.length; j++) {
        double size = Math.sqrt(sizes[j] * w.length);
        w[j] = size > 0 ? 2 * random.normal(6 + c, j) / size : 0;
      }
      for (int i = 0; i < n; i++) {
        z[c][i] = x.rowDot(i, w, 0);
      }
    }
    int[] label = new int[n];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double u = random.uniform(11, i);
      switch (kind) {
        case LOGISTIC -> label[i] = u < Functions.sigmoid(z[0][i]) ? 1 : 0;
        case SOFTMAX -> {
          for (int c = 0; c < outputs; c++) {
            z[c][i] += random.normal(12 + c, i);
            label[i] = z[c][i] > z[label[i]][i] ? c : label[i];
          }
        }
        case POISSON -> y[i] = Math.floor(-StrictMath.log(u) * StrictMath.exp(0.5 * z[0][i]));
        case RIDGE -> y[i] = z[0][i] + random.normal(12, i);
      }
    }
    Dataset data =
        kind.classes()
            ? Dataset.classification(x, label, kind == ModelKind.SOFTMAX ? outputs : 2)
            : Dataset.regression(x, y);
    return new ChoiceTable(shape, kind, data, reg);
  }
}
