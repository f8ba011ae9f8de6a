package org.ironopt.model;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.TableSchema;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.internal.Fields;
import org.ironopt.network.Activation;
import org.ironopt.table.internal.RowEncoder;

/**
 * A fitted model in the user's own units: output c of a row a is {@code a.w_c + b_c}, or of a
 * network {@code h.w_c + b_c} with h the last of its hidden layers. It predicts by itself and is
 * all that an application needs of this library; {@link ModelFile} writes and reads it.
 *
 * @param kind what the outputs mean
 * @param columns names of the columns, no two alike
 * @param classes names of the classes; empty for numbers
 * @param hidden layers of a network between columns and outputs, in order; empty for a linear model
 * @param weights coefficients of the columns, or of the last hidden units; one row for each output
 * @param intercepts constant terms, one for each output; zeros if the model has none
 * @param table how the columns of a table become those of the model; empty if they are the same
 * @param training how it came to be: text, numbers, truth values, lists and maps of such
 */
public record Model(
    ModelKind kind,
    List<String> columns,
    List<String> classes,
    List<HiddenLayer> hidden,
    double[][] weights,
    double[] intercepts,
    Optional<TableSchema> table,
    SequencedMap<String, Object> training) {
  private static final int ROWS_PER_TASK = 2048;

  /** Coefficients of an output, and names of columns or classes, that {@link #toString} shows. */
  private static final int SHOWN = 8;

  private static final int NAMES = 4;

  /** Checks that the parts fit together and that every coefficient is a finite number. */
  public Model {
    columns = List.copyOf(columns);
    classes = List.copyOf(classes);
    hidden = List.copyOf(hidden);
    int expected = kind == ModelKind.SOFTMAX ? classes.size() : 1;
    boolean fits =
        switch (kind) {
          case LOGISTIC -> classes.size() == 2;
          case SOFTMAX -> classes.size() >= 2;
          case RIDGE, POISSON, GAMMA, NEGBIN, HUBER -> classes.isEmpty();
        };
    Require.that(fits, "a %s model with %d classes", kind.word(), classes.size());
    Require.sameLength("outputs", expected, "weights", weights.length);
    Require.length("intercepts", expected, intercepts);
    Require.finite("intercept", intercepts);
    int seen = columns.size();
    for (HiddenLayer layer : hidden) {
      Require.sameLength("units below a layer", seen, "weights of its units", layer.inputs());
      seen = layer.units();
    }
    for (double[] w : weights) {
      Require.finite("weight", Require.length("weights", seen, w));
    }
    Require.distinct("column of the model", columns);
    Require.distinct("class", classes);
    Require.that(
        table.isEmpty() || table.get().features().equals(columns),
        "the columns of the model are not those of its table");
  }

  /** A linear model. */
  public Model(
      ModelKind kind,
      List<String> columns,
      List<String> classes,
      double[][] weights,
      double[] intercepts,
      Optional<TableSchema> table,
      SequencedMap<String, Object> training) {
    this(kind, columns, classes, List.of(), weights, intercepts, table, training);
  }

  /** A linear model whose columns are those of the data. */
  public Model(
      ModelKind kind,
      List<String> columns,
      List<String> classes,
      double[][] weights,
      double[] intercepts,
      SequencedMap<String, Object> training) {
    this(kind, columns, classes, weights, intercepts, Optional.empty(), training);
  }

  /** Returns the model with more told about how it came to be. */
  public Model noting(Map<String, Object> more) {
    SequencedMap<String, Object> all = new LinkedHashMap<>(training);
    all.putAll(more);
    return new Model(kind, columns, classes, hidden, weights, intercepts, table, all);
  }

  /** Returns the number of outputs. */
  public int outputs() {
    return weights.length;
  }

  /** Returns the number {@link ModelKind#shape} that it was fitted with; empty if it has none. */
  public OptionalDouble shape() {
    return kind.shape().map(training::get).orElse(null) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  /** Returns whether there is no hidden layer, so that the weights are coefficients of columns. */
  public boolean linear() {
    return hidden.isEmpty();
  }

  /** Returns how many numbers were fitted. */
  public long parameters() {
    long count = (long) outputs() * (weights[0].length + 1);
    for (HiddenLayer layer : hidden) {
      count += (long) layer.units() * (layer.inputs() + 1);
    }
    return count;
  }

  /** Returns the output c of stored row i: the log-odds, a score, the prediction or its log. */
  public double output(Features x, int i, int c) {
    return linear() ? x.rowDot(i, weights[c], 0) + intercepts[c] : outputs(x, i)[c];
  }

  /** Returns all outputs of stored row i. */
  public double[] outputs(Features x, int i) {
    if (linear()) {
      double[] z = new double[outputs()];
      for (int c = 0; c < z.length; c++) {
        z[c] = output(x, i, c);
      }
      return z;
    }
    double[] h = hidden.getFirst().of(x, i);
    for (HiddenLayer layer : hidden.subList(1, hidden.size())) {
      h = layer.of(h);
    }
    return ofUnits(h);
  }

  private double[] ofUnits(double[] h) {
    double[] z = new double[outputs()];
    for (int c = 0; c < z.length; c++) {
      z[c] = HiddenLayer.dot(weights[c], h) + intercepts[c];
    }
    return z;
  }

  /** Returns the probabilities of the classes for a row of numbers in the order of the columns. */
  public double[] probabilities(double... row) {
    requireClasses();
    double[] p = new double[classes.size()];
    probabilities(outputsOf(row), p, 0);
    return p;
  }

  /** Returns the class that is most probable for a row. */
  public String predictClass(double... row) {
    return classes.get(largest(probabilities(row), 0, classes.size()));
  }

  /** Returns the number predicted for a row; the model is one of numbers. */
  public double predict(double... row) {
    requireNumbers();
    return number(outputsOf(row)[0]);
  }

  /**
   * Returns the probability of the second of two classes for a row of the table that the model
   * learnt from: values by the names of its columns, as {@link RowEncoder} reads them.
   */
  public double probability(Map<String, ?> row) {
    Require.that(classes.size() == 2, "a model of %d classes: call probabilities", classes.size());
    return probabilities(row)[1];
  }

  /** Returns the probabilities of the classes for such a row. */
  public double[] probabilities(Map<String, ?> row) {
    return probabilities(List.of(row)).data();
  }

  /** Returns the class that is most probable for such a row. */
  public String predictClass(Map<String, ?> row) {
    return classes.get(largest(probabilities(row), 0, classes.size()));
  }

  /** Returns the number predicted for such a row; the model is one of numbers. */
  public double predict(Map<String, ?> row) {
    return predict(List.of(row))[0];
  }

  /** Returns the numbers predicted for such rows, perhaps none. */
  public double[] predict(List<? extends Map<String, ?>> rows) {
    requireNumbers();
    return rows.isEmpty() ? new double[0] : predictions(encoded(rows));
  }

  /** Returns the probabilities of the classes, a row for each of such rows. */
  public DenseMatrix probabilities(List<? extends Map<String, ?>> rows) {
    requireClasses();
    return rows.isEmpty() ? DenseMatrix.zeros(0, classes.size()) : probabilities(encoded(rows));
  }

  private Dataset encoded(List<? extends Map<String, ?>> rows) {
    Require.that(
        table.isPresent(),
        "the model knows no table: give numbers in the order of its columns, or learn from a Table");
    return RowEncoder.encode(table.get(), rows);
  }

  private double number(double output) {
    return kind.logarithmic() ? Functions.exp(output) : output;
  }

  private double[] outputsOf(double[] row) {
    Require.length("row", columns.size(), row);
    for (int j = 0; j < row.length; j++) {
      if (!Double.isFinite(row[j])) {
        throw Require.failed(
            "column '%s' is %s, expected a finite number", Fields.shown(columns.get(j)), row[j]);
      }
    }
    double[] h = row;
    for (HiddenLayer layer : hidden) {
      h = layer.of(h);
    }
    return ofUnits(h);
  }

  /** Returns the predicted numbers of all rows, times their exposures if they have any. */
  public double[] predictions(Dataset data) {
    requireColumns(data);
    Features x = data.features();
    double[] y = new double[data.rows()];
    forRows(y.length, i -> y[i] = data.exposure(i) * number(output(x, data.position(i), 0)));
    return y;
  }

  /** Returns the probabilities of the classes, a row for each row of the data. */
  public DenseMatrix probabilities(Dataset data) {
    requireColumns(data);
    requireClasses();
    Features x = data.features();
    int n = classes.size();
    DenseMatrix p = DenseMatrix.zeros(data.rows(), n);
    forRows(p.rows(), i -> probabilities(outputs(x, data.position(i)), p.data(), i * n));
    return p;
  }

  /** Returns the place of the largest number, the first of equals. */
  static int largest(double[] p, int from, int count) {
    int best = 0;
    for (int c = 1; c < count; c++) {
      best = p[from + c] > p[from + best] ? c : best;
    }
    return best;
  }

  /** Turns outputs into probabilities, without overflow. */
  private void probabilities(double[] z, double[] p, int from) {
    if (kind == ModelKind.LOGISTIC) {
      p[from] = Functions.sigmoid(-z[0]);
      p[from + 1] = Functions.sigmoid(z[0]);
      return;
    }
    double top = z[largest(z, 0, z.length)];
    double sum = 0;
    for (int c = 0; c < z.length; c++) {
      p[from + c] = Functions.exp(z[c] - top);
      sum += p[from + c];
    }
    for (int c = 0; c < z.length; c++) {
      p[from + c] /= sum;
    }
  }

  private static void forRows(int rows, IntConsumer body) {
    Parallel.forEach(
        Math.ceilDiv(rows, ROWS_PER_TASK),
        t -> {
          for (int i = t * ROWS_PER_TASK; i < Math.min(rows, (t + 1) * ROWS_PER_TASK); i++) {
            body.accept(i);
          }
        });
  }

  private void requireNumbers() {
    Require.that(
        !kind.classes(),
        "a %s model predicts a class: call predictClass or probabilities",
        kind.word());
  }

  private void requireClasses() {
    Require.that(kind.classes(), "a %s model predicts numbers: call predict", kind.word());
  }

  private void requireColumns(Dataset data) {
    int own = columns.size();
    Require.that(
        data.columns() == own, "the model has %d columns, the data %d", own, data.columns());
  }

  /** Returns the hidden units of a network in words, such as {@code 64, 32 tanh units}. */
  public String units() {
    return hidden.stream().map(h -> h.units() + "").collect(Collectors.joining(", "))
        + " "
        + hidden.stream().map(HiddenLayer::word).distinct().collect(Collectors.joining(" and "))
        + " units";
  }

  /**
   * Returns the kind, the columns and the sizes and, of a linear model, the coefficients that
   * matter most, a line for each output.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind.word() + " model of " + names("column", columns));
    text.append(linear() ? "" : ", " + units());
    text.append(kind.classes() ? ", " + names("class", classes) : "");
    text.append(", ").append(parameters()).append(" parameters");
    for (int c = 0; c < weights.length && linear(); c++) {
      double[] w = weights[c];
      text.append('\n');
      if (kind.classes()) {
        text.append(Fields.shown(classes.get(kind == ModelKind.LOGISTIC ? 1 : c))).append(": ");
      }
      text.append(String.format(Locale.ROOT, "%.6g", intercepts[c]));
      IntStream.range(0, w.length)
          .boxed()
          .sorted(Comparator.comparingDouble(j -> -Math.abs(w[j])))
          .limit(SHOWN)
          .forEach(
              j -> {
                String name = Fields.shown(columns.get(j));
                text.append(String.format(Locale.ROOT, " %+.6g %s", w[j], name));
              });
      text.append(w.length > SHOWN ? " + ..." : "");
    }
    return text.toString();
  }

  /** Returns how many there are and the first of their names. */
  private static String names(String what, List<String> names) {
    int count = names.size();
    String plural = count == 1 ? "" : what.endsWith("s") ? "es" : "s";
    String first = names.stream().limit(NAMES).map(Fields::shown).collect(Collectors.joining(", "));
    String more = count > NAMES ? ", ..." : "";
    return count + " " + what + plural + (count == 0 ? "" : " (" + first + more + ")");
  }

  /**
   * A layer of units between the columns of a model and its linear outputs: unit u is {@code
   * phi(w_u h + b_u)}, h the columns or the units of the layer before.
   *
   * @param activation phi
   * @param weights one row for each unit
   * @param biases one for each unit
   */
  public record HiddenLayer(Activation activation, double[][] weights, double[] biases) {
    public HiddenLayer {
      Objects.requireNonNull(activation, "activation");
      Require.atLeast("units", 1, weights.length);
      Require.finite("bias", Require.length("biases", weights.length, biases));
      for (double[] w : weights) {
        Require.finite("weight", Require.length("weights", weights[0].length, w));
      }
    }

    /** Returns how many units there are. */
    public int units() {
      return biases.length;
    }

    /** Returns how many numbers a unit sees. */
    public int inputs() {
      return weights[0].length;
    }

    /** Returns the word for the activation in files and commands. */
    public String word() {
      return activation.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the units for a stored row of the columns. */
    double[] of(Features x, int row) {
      double[] h = new double[units()];
      for (int u = 0; u < h.length; u++) {
        h[u] = activation.of(x.rowDot(row, weights[u], 0) + biases[u]);
      }
      return h;
    }

    /** Returns the units for what they see. */
    double[] of(double[] below) {
      double[] h = new double[units()];
      for (int u = 0; u < h.length; u++) {
        h[u] = activation.of(dot(weights[u], below) + biases[u]);
      }
      return h;
    }

    static double dot(double[] w, double[] x) {
      double sum = 0;
      for (int j = 0; j < x.length; j++) {
        sum = Math.fma(w[j], x[j], sum);
      }
      return sum;
    }
  }
}
