package org.ironopt.network;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.Targets;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.FloatProducts;
import org.ironopt.linalg.internal.Require;
import org.ironopt.network.Layers.LayeredObjective;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.GaussNewton;
import org.jspecify.annotations.Nullable;

/**
 * A network of dense layers on a data set, {@code f(x) = mean_i weight_i loss(z(x, a_i), t_i) + reg
 * |W|^2 / 2}, with z the outputs of {@link Layers} for the row a_i and W all weights but the biases
 * (row weights relative to their mean). Points are doubles; the rows go through the network in
 * floats, so f and its derivatives have about six digits. Not convex, except without a hidden
 * layer. {@link #curvature} multiplies with the Hessian, {@link #gaussNewton} with the Gauss-Newton
 * matrix, which has a Kronecker-factored model for {@code Preconditioner.Averaged}. A batch is the
 * same class on fewer rows, gathered once for all evaluations of one batch.
 */
public final class Network implements FiniteSum, GaussNewton, LayeredObjective {
  /** Rows that go through the network together; more are cut, which bounds the memory. */
  static final int CHUNK = 2048;

  private final Layers layers;
  private final NetworkLoss loss;
  private final Dataset data;

  /** A table of targets by stored row; null if the targets are those of the data. */
  private final @Nullable Features table;

  private final double reg;
  private final double meanWeight;

  /** The terms {@code indices[from .. to-1]} of another network. */
  private record Batch(Network of, int[] indices, int from, int to) {}

  /** Null for all rows. */
  private final @Nullable Batch batch;

  private final AtomicReference<Workspace> free = new AtomicReference<>();

  private Network(
      Layers layers,
      NetworkLoss loss,
      Dataset data,
      @Nullable Features table,
      double reg,
      @Nullable Batch batch) {
    this.layers = layers;
    this.loss = loss;
    this.data = data;
    this.table = table;
    this.reg = Require.nonNegative("reg", reg);
    this.batch = batch;
    meanWeight = batch != null ? batch.of.meanWeight : data.totalWeight() / data.rows();
  }

  /** Returns a network that predicts the targets of a data set, without a penalty. */
  public static Network of(Layers layers, NetworkLoss loss, Dataset data) {
    int outputs = layers.width(layers.count());
    int wanted =
        data.classes() == 2 && loss == NetworkLoss.LOGISTIC && outputs == 1
            ? 1
            : Math.max(1, data.classes());
    Require.that(
        outputs == wanted, "the network has %d outputs, expected %d for %s", outputs, wanted, data);
    Require.that(
        loss != NetworkLoss.SOFTMAX || data.classes() >= 2,
        "NetworkLoss.SOFTMAX needs at least 2 classes, the data has %d: use SQUARES for numbers",
        data.classes());
    if (loss == NetworkLoss.LOGISTIC && data.targets() instanceof Targets.Numbers numbers) {
      for (double value : numbers.values()) {
        requireProbability(value);
      }
    }
    return made(layers, loss, data, null);
  }

  /**
   * Returns a network that predicts a row of numbers.
   *
   * @param targets by stored row of the data, one column for each output
   */
  public static Network of(Layers layers, NetworkLoss loss, Dataset data, Features targets) {
    return made(layers, loss, data, Objects.requireNonNull(targets, "targets"));
  }

  private static Network made(
      Layers layers, NetworkLoss loss, Dataset data, @Nullable Features targets) {
    Require.sameLength(
        "inputs of the network", layers.width(0), "rows of the data", data.columns());
    Require.atLeast("layers", 1, layers.count());
    Activation last = layers.activations().getLast();
    Require.that(
        last == Activation.LINEAR,
        "the last layer is %s, expected LINEAR: the loss has its own function of the outputs",
        last);
    if (targets != null) {
      Require.sameLength("rows of the data", data.features().rows(), "targets", targets.rows());
      Require.sameLength(
          "outputs", layers.width(layers.count()), "columns of the targets", targets.columns());
      for (int i = 0; loss == NetworkLoss.LOGISTIC && i < data.rows(); i++) {
        for (int j = 0; j < targets.columns(); j++) {
          requireProbability(targets.get(data.position(i), j));
        }
      }
    }
    return new Network(layers, loss, data, targets, 0, null);
  }

  /** Returns a network that reproduces its inputs; they are in [0, 1] for the logistic loss. */
  public static Network autoencoder(Layers layers, NetworkLoss loss, Dataset data) {
    return of(layers, loss, data, data.features());
  }

  private static void requireProbability(double target) {
    if (!(target >= 0 && target <= 1)) {
      throw new IllegalArgumentException(
          "a target of NetworkLoss.LOGISTIC is " + target + ", expected 0 to 1");
    }
  }

  /** Changes the penalty on the weights, which is 0 if never set; biases are not penalised. */
  public Network reg(double reg) {
    return new Network(layers, loss, data, table, reg, batch);
  }

  @Override
  public Network batch(int[] picked, int start, int end) {
    Objects.checkFromToIndex(start, end, picked.length);
    Require.atLeast("terms of the batch", 1, end - start);
    return new Network(layers, loss, data, table, reg, new Batch(this, picked, start, end));
  }

  @Override
  public Layers layers() {
    return layers;
  }

  public NetworkLoss loss() {
    return loss;
  }

  /** Returns the rows of the whole network, of which a batch sees some. */
  public Dataset data() {
    return data;
  }

  /** Returns the table of targets, if they are not those of the data. */
  public Optional<Features> targets() {
    return Optional.ofNullable(table);
  }

  @Override
  public int dimension() {
    return layers.parameters();
  }

  @Override
  public int terms() {
    return batch == null ? data.rows() : batch.to - batch.from;
  }

  /** Returns the stored row of term k. */
  int row(int k) {
    if (batch == null) {
      return data.position(k);
    }
    int i = batch.indices[batch.from + k];
    if (i < 0 || i >= batch.of.terms()) {
      throw new IllegalArgumentException(
          "term " + i + " in a batch, expected 0 to " + (batch.of.terms() - 1));
    }
    return batch.of.row(i);
  }

  double meanWeight() {
    return meanWeight;
  }

  /** Returns the weight of a stored row. */
  double weight(int row) {
    return data.weights().map(weights -> weights[row]).orElse(1.0);
  }

  Features features() {
    return data.features();
  }

  boolean targetsAreInputs() {
    return table == data.features();
  }

  public double reg() {
    return reg;
  }

  /** Writes the targets of a stored row. */
  void target(int row, float[] out, int at, double[] scratch) {
    if (table != null) {
      copyRow(table, row, out, at, scratch);
      return;
    }
    switch (data.targets()) {
      case Targets.Numbers numbers -> out[at] = (float) numbers.values()[row];
      case Targets.Labels labels -> {
        int n = layers.width(layers.count());
        for (int c = 0; c < n; c++) {
          out[at + c] = labels.labels()[row] == (n == 1 ? 1 : c) ? 1 : 0;
        }
      }
    }
  }

  /** Writes a stored row of features. */
  static void copyRow(Features features, int row, float[] out, int to, double[] scratch) {
    int n = features.columns();
    if (features instanceof FloatFeatures floats) {
      System.arraycopy(floats.data(), row * n, out, to, n);
      return;
    }
    features.copyRow(row, scratch, 0);
    for (int j = 0; j < n; j++) {
      out[to + j] = (float) scratch[j];
    }
  }

  /** Everything that one evaluation needs. */
  private final class Workspace {
    final FloatProducts products = new FloatProducts();
    final PackedWeights weights = new PackedWeights(products, layers);
    final LayerPass pass = new LayerPass(Network.this, products, Math.min(CHUNK, terms()));
  }

  @Override
  public double value(double[] x) {
    return evaluate(x, null, null);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    valueAndGradient(x, gradient);
  }

  @Override
  public double valueAndGradient(double[] x, double[] gradient) {
    return evaluate(x, Require.length("gradient", dimension(), gradient), null);
  }

  /**
   * Overwrites row i of {@code means} with what the model expects for row i: probabilities, or the
   * outputs themselves for squares.
   */
  public void predict(double[] x, DenseMatrix means) {
    Require.shape("means", terms(), layers.width(layers.count()), means);
    evaluate(x, null, means.data());
  }

  private double evaluate(double[] x, double @Nullable [] gradient, double @Nullable [] means) {
    Require.length("x", dimension(), x);
    Workspace taken = free.getAndSet(null);
    Workspace space = taken != null ? taken : new Workspace();
    space.weights.pack(x, gradient != null);
    double sum = 0;
    for (int at = 0; at < terms(); at += CHUNK) {
      space.pass.load(at, Math.min(CHUNK, terms() - at));
      sum += space.pass.forward(space.weights);
      if (means != null) {
        space.pass.means(means, at * layers.width(layers.count()));
      }
      if (gradient != null) {
        space.pass.backward(space.weights, gradient, at > 0);
      }
    }
    free.set(space);
    return sum + penalty(x, gradient);
  }

  /** Returns the penalty and adds its gradient, if one is wanted. */
  double penalty(double[] x, double @Nullable [] gradient) {
    double squares = 0;
    if (reg > 0) {
      for (Layers.Block b : layers.blocks()) {
        for (int i = 0; i < b.rows(); i++) {
          int at = b.from() + i * b.columns();
          squares += Vectors.dot(x, at, x, at, b.columns() - 1);
        }
      }
      addPenalty(x, gradient);
    }
    return 0.5 * reg * squares;
  }

  /** {@code out += reg v} where there is a penalty. */
  void addPenalty(double[] v, double @Nullable [] out) {
    if (reg > 0 && out != null) {
      for (Layers.Block b : layers.blocks()) {
        for (int i = 0; i < b.rows(); i++) {
          Vectors.axpy(reg, v, out, b.from() + i * b.columns(), b.columns() - 1);
        }
      }
    }
  }

  @Override
  public Curvature curvature() {
    return new NetworkCurvature(this, true);
  }

  @Override
  public Curvature gaussNewton() {
    return new NetworkCurvature(this, false);
  }

  @Override
  public String toString() {
    return "network " + layers.widths() + " on " + terms() + " rows";
  }
}
