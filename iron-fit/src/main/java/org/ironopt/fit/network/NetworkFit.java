package org.ironopt.fit.network;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.Model;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.model.ModelKind;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.internal.RowWeights;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/**
 * Fits a network of dense layers to data:
 *
 * <pre>{@code
 * NetworkResult result = NetworkFit.of(ModelKind.LOGISTIC, rows, others).hidden(64, 32).go();
 * }</pre>
 *
 * minimises {@code mean loss + reg/2 |W|^2} over all weights but the biases, in standardised
 * columns, by IRON with inertia: each step linearises once by the Gauss-Newton matrix of its rows
 * and takes a few conjugate gradients with averaged Kronecker factors, and lambda adapts to how
 * well that predicts the decrease. A step uses all rows of small data, else a batch, and then the
 * iterates are averaged. The loss on validation rows ends the fit, which returns the network with
 * the smallest one. No theorem covers these steps and there is no certificate. A linear model of
 * training and validation rows together, whose penalty cross-validation chooses, is fitted too, and
 * rows that neither has used ({@link #test}) decide whether the network is better. The model is a
 * function of data, settings and seed; threads, SIMD and a resume change no bit of it (a time limit
 * does).
 */
public final class NetworkFit {
  /** The widest layer; a Kronecker factor is a matrix of that many rows and columns. */
  public static final int WIDEST = 8192;

  private final ModelKind kind;
  private final Dataset data;
  private final Dataset validation;
  private final Dataset linearRows;
  private List<Integer> hidden = List.of(64, 32);
  private Activation activation = Activation.TANH;
  private double reg = 1e-4;
  private boolean balanced;
  private Map<String, Double> classWeights = Map.of();
  private int epochs = 300;
  private int patience = 20;
  private long seed;
  private Optional<Duration> timeLimit = Optional.empty();
  private List<String> columns;
  private Optional<TableSchema> table = Optional.empty();
  private Optional<Dataset> test = Optional.empty();
  private String fingerprint = "";
  private Consumer<Run> files = run -> {};
  private Consumer<FitStep> observer = step -> {};

  private NetworkFit(ModelKind kind, Dataset data, Dataset validation, Dataset linearRows) {
    this.kind = kind;
    this.data = data;
    this.validation = validation;
    this.linearRows = linearRows;
    columns = IntStream.rangeClosed(1, data.columns()).mapToObj(Integer::toString).toList();
  }

  /**
   * Returns a fit with 64 and 32 tanh units.
   *
   * @param kind what the outputs mean; a class or {@code RIDGE}
   * @param data rows to learn from
   * @param validation rows that decide when to stop, with the same columns and classes; the linear
   *     model learns from them, too, if both are views of one data set
   */
  public static NetworkFit of(ModelKind kind, Dataset data, Dataset validation) {
    Require.that(
        kind.classes() || kind == ModelKind.RIDGE,
        "a network is fitted to classes or by least squares, got %s: use ridge",
        kind.word());
    requireWidth("columns", data.columns());
    Dataset rows = classes(kind, data);
    Dataset linearRows = classes(kind, data.union(validation).orElse(data));
    return new NetworkFit(kind, rows, alike(kind, rows, "to validate", validation), linearRows);
  }

  private static Dataset classes(ModelKind kind, Dataset rows) {
    return kind.classes() ? rows.toClasses() : rows;
  }

  /** Returns other rows with classes where they are needed, or refuses them. */
  private static Dataset alike(ModelKind kind, Dataset rows, String what, Dataset given) {
    Require.sameLength("columns", rows.columns(), "columns " + what, given.columns());
    Dataset others = classes(kind, given);
    Require.that(
        rows.classNames().equals(others.classNames()),
        "the rows have the classes %s, those %s %s",
        rows.classNames(),
        what,
        others.classNames());
    return others;
  }

  /** Judges network and linear model by these rows, which neither has used. */
  public NetworkFit test(Dataset rows) {
    test = Optional.of(alike(kind, data, "to test", rows));
    return this;
  }

  private static void requireWidth(String what, int width) {
    Require.atLeast(what, 1, width);
    Require.that(width <= WIDEST, "%s are %d, expected at most %d", what, width, WIDEST);
  }

  /** Changes the units of the hidden layers, from the columns on; 64 and 32 if never set. */
  public NetworkFit hidden(int... units) {
    Require.atLeast("hidden layers", 1, units.length);
    for (int u : units) {
      requireWidth("units of a layer", u);
    }
    hidden = Arrays.stream(units).boxed().toList();
    return this;
  }

  /** Changes what hidden units make of their input, tanh if never set. */
  public NetworkFit activation(Activation activation) {
    this.activation = activation;
    return this;
  }

  /** Changes the factor of the penalty, 1e-4 if never set. */
  public NetworkFit reg(double reg) {
    this.reg = Require.nonNegative("reg", reg);
    return this;
  }

  /** Gives all classes the same total weight. */
  public NetworkFit balanced(boolean balanced) {
    this.balanced = balanced;
    return this;
  }

  /** Multiplies the weights of the rows of named classes; those of others stay. */
  public NetworkFit classWeights(Map<String, Double> factors) {
    Fit.of(kind, data).classWeights(factors);
    classWeights = new TreeMap<>(factors);
    return this;
  }

  /** Changes how often steps go over all rows at most, 300. */
  public NetworkFit epochs(int epochs) {
    this.epochs = Require.atLeast("epochs", 0, epochs);
    return this;
  }

  /** Changes how many epochs the validation loss may go without falling by a thousandth, 20. */
  public NetworkFit patience(int epochs) {
    patience = Require.atLeast("patience", 1, epochs);
    return this;
  }

  /** Changes the root of all randomness, which is 0 if never set. */
  public NetworkFit seed(long seed) {
    this.seed = seed;
    return this;
  }

  /** Ends the fit after so much time; the best network so far is returned. */
  public NetworkFit timeLimit(Duration limit) {
    timeLimit = Optional.of(limit);
    return this;
  }

  /** Names the columns, which are called by their numbers from 1 if never set. */
  public NetworkFit columns(List<String> names) {
    Require.sameLength("columns", data.columns(), "names", names.size());
    columns = List.copyOf(names);
    return this;
  }

  /** Gives the model the way from a table to its columns, which get their names from it. */
  public NetworkFit table(TableSchema schema) {
    table = Optional.of(schema);
    return columns(schema.features());
  }

  /** Names the data by a hash, for the model's manifest and for resuming. */
  public NetworkFit data(String hash) {
    fingerprint = hash;
    return this;
  }

  /**
   * Saves the state to a file about every so often, and at the end.
   *
   * @param warning is called once if that cannot be done; the fit continues
   */
  public NetworkFit checkpoint(Path path, Duration every, Consumer<String> warning) {
    files = files.andThen(run -> run.checkpoint(path, every).warn(warning));
    return this;
  }

  /** Continues the fit that wrote this checkpoint. */
  public NetworkFit resume(Path path) {
    files = files.andThen(run -> run.resume(path));
    return this;
  }

  /** Shows every epoch, the start included. */
  public NetworkFit observe(Consumer<FitStep> observer) {
    this.observer = observer;
    return this;
  }

  /** Returns the layers, the outputs included. */
  public Layers layers() {
    Layers layers = Layers.inputs(data.columns());
    for (int units : hidden) {
      layers = layers.dense(units, activation);
    }
    return layers.outputs(kind == ModelKind.SOFTMAX ? data.classes() : 1);
  }

  private NetworkLoss loss() {
    return switch (kind) {
      case LOGISTIC -> NetworkLoss.LOGISTIC;
      case SOFTMAX -> NetworkLoss.SOFTMAX;
      default -> NetworkLoss.SQUARES;
    };
  }

  /** Fits both models. An interrupt of the thread ends it with the best network so far. */
  public NetworkResult go() {
    long start = System.nanoTime();
    NetworkSteps steps = new NetworkSteps(data.rows(), seed);
    FitResult beside =
        new LinearBaseline(kind, linearRows, this::linear, seed).go(timeLimit, start);
    if (beside.ending() instanceof Ending.Interrupted) {
      // The network ends at once, too.
      Thread.currentThread().interrupt();
    }
    Layers layers = layers();
    Dataset rows = RowWeights.of(data, balanced, classWeights);
    Standardization variables = Standardization.of(kind, rows);
    Network f = Network.of(layers, loss(), variables.of(rows)).reg(reg);
    Network others = Network.of(layers, loss(), variables.of(RowWeights.inRange(validation)));
    NetworkRun fit = new NetworkRun(steps.method(), f, others, steps.batch(), patience);
    List<FitStep> history = new ArrayList<>();
    Stop stop = Stop.own(record -> fit.ending()).or(Stop.steps(steps()));
    Optional<Duration> left = timeLimit.map(limit -> CrossValidation.left(limit, start));
    Run run =
        Run.of(fit, f)
            .from(layers.fanIn(new RandomStreams(seed)))
            .data(settings())
            .seed(seed)
            .stop(left.map(limit -> stop.or(Stop.time(limit))).orElse(stop))
            .observe(
                (record, progress) -> {
                  if (fit.ofEpoch()) {
                    history.add(fit.entry());
                    observer.accept(history.getLast());
                  }
                });
    files.accept(run);
    RunResult result = run.go();
    FitResult network = result(fit, f, variables, ending(result.ending()), history);
    return new NetworkResult(
        network,
        beside,
        fit.chosenEpoch(),
        fit.epoch(),
        LinearBaseline.judge(network, beside, test));
  }

  /** Puts the settings that a linear model has, too, on a fit. */
  private Fit linear(Fit fit) {
    table.ifPresentOrElse(fit::table, () -> fit.columns(columns));
    return fit.balanced(balanced).classWeights(classWeights);
  }

  /** A time limit is that of the whole fit; a solve without decrease is the limit of floats. */
  private Ending ending(Ending ending) {
    boolean floats =
        ending instanceof Ending.InnerFailure e
            && e.last().ending() == InnerReport.Ending.NO_DECREASE;
    return floats
        ? new Ending.RoundingFloor(ending.step(), OptionalInt.empty(), Double.NaN)
        : CrossValidation.ofWhole(ending, timeLimit);
  }

  /** Returns what a checkpoint must agree on, besides the method. */
  private String settings() {
    String weights = balanced + (classWeights.isEmpty() ? "" : " " + classWeights);
    return (fingerprint + "; " + kind.word() + "; " + layers() + "; reg " + reg)
        + ("; balanced " + weights + "; rows " + data.rows())
        + ("; validation " + validation.rows() + " rows");
  }

  private FitResult result(
      NetworkRun fit, Network f, Standardization variables, Ending ending, List<FitStep> history) {
    double[] gradient = new double[f.dimension()];
    double objective = f.valueAndGradient(fit.chosen(), gradient);
    List<HiddenLayer> layers = variables.layers(f.layers(), fit.chosen());
    List<HiddenLayer> below = layers.subList(0, layers.size() - 1);
    double[][] weights = layers.getLast().weights();
    double[] biases = layers.getLast().biases();
    List<String> classes = data.classNames();
    Optional<TableSchema> schema = table.map(t -> t.classes(classes));
    SequencedMap<String, Object> training = training(fit, objective, ending);
    Model model = new Model(kind, columns, classes, below, weights, biases, schema, training);
    FitResult.Work work =
        new FitResult.Work(
            Vectors.norm(gradient),
            fit.step(),
            fit.passes(),
            new NetworkSteps(data.rows(), seed).description(),
            FitResult.SolverWork.of(fit.passes()),
            history);
    return FitResult.unproven(model, ending, objective, work, data);
  }

  /** Returns the steps of all epochs, the most that are made. */
  public long steps() {
    return epochs * new NetworkSteps(data.rows(), seed).perEpoch();
  }

  private SequencedMap<String, Object> training(NetworkRun fit, double objective, Ending ending) {
    SequencedMap<String, Object> training = new LinkedHashMap<>();
    training.put("data", fingerprint);
    training.put("rows", data.rows());
    training.put("reg", reg);
    training.put("balanced", balanced);
    if (!classWeights.isEmpty()) {
      training.put("classWeights", new LinkedHashMap<>(classWeights));
    }
    training.put("objective", objective);
    training.put("certificate", CertificateKind.NONE.word());
    training.put("ending", ending.id());
    fit.note(training);
    return training;
  }
}
