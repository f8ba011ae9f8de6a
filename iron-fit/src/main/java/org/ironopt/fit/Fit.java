package org.ironopt.fit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Dataset.Preprocessing;
import org.ironopt.data.Folds;
import org.ironopt.data.TableSchema;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Method;
import org.ironopt.model.Evaluation.FoldScores;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;
import org.ironopt.table.TableData;

/**
 * Fits a linear model to data:
 *
 * <pre>{@code
 * FitResult result = Fit.logistic(data).reg(1e-4).go();
 * }</pre>
 *
 * minimises {@code mean loss + reg/2 sum_j (p_j w_j)^2 + l1 sum_j |p_j w_j|} with a free intercept,
 * p the spread of the columns (one with {@code scale(false)}), to a proven relative gap of 1e-9 to
 * the optimum ({@link Certificate}; a fit without any penalty has none). There is no learning rate:
 * the method is IRON without noise, whose implicit steps are stable for every alpha. The model is a
 * function of data and settings; threads, SIMD and a resume change no bit of it (a time limit
 * does).
 */
public final class Fit {
  private final ModelKind kind;
  private final FitData data;
  private double shape = Double.NaN;
  private double reg = 1e-4;
  private double l1;
  private boolean scale = true;
  private boolean intercept = true;
  private boolean balanced;
  private Map<String, Double> classWeights = Map.of();
  private double alpha = 100;
  private double tolerance = 1e-9;
  private FitMethod method = FitMethod.IRON;
  private Optional<Function<FitProblem, Method>> maker = Optional.empty();
  private long seed;
  private long stepLimit = 1000;
  private Optional<Duration> timeLimit = Optional.empty();
  private Optional<Model> init = Optional.empty();
  private Optional<Dataset> validation = Optional.empty();
  private boolean earlyStopping;
  private int patience = 3;
  private Preprocessing preprocessing = Preprocessing.NONE;
  private List<String> columns;
  private Optional<TableSchema> table = Optional.empty();
  private String fingerprint = "";
  private Optional<Path> checkpoint = Optional.empty();
  private Duration checkpointEvery = Duration.ofSeconds(1);
  private Optional<Path> resume = Optional.empty();
  private Consumer<FitStep> observer = step -> {};
  private Consumer<String> warning = sentence -> {};

  private Fit(ModelKind kind, FitData data) {
    this.kind = kind;
    this.data = data;
    columns = IntStream.rangeClosed(1, data.columns()).mapToObj(Integer::toString).toList();
  }

  /** Returns a fit of the log-odds of the second of two classes. */
  public static Fit logistic(Dataset data) {
    return of(ModelKind.LOGISTIC, data);
  }

  /** The same of a table, whose columns the model knows. */
  public static Fit logistic(TableData table) {
    return of(ModelKind.LOGISTIC, table);
  }

  /** Returns a fit of the probabilities of several classes. */
  public static Fit softmax(Dataset data) {
    return of(ModelKind.SOFTMAX, data);
  }

  /** The same of a table, whose columns the model knows. */
  public static Fit softmax(TableData table) {
    return of(ModelKind.SOFTMAX, table);
  }

  /** Returns a fit of numbers by least squares. */
  public static Fit ridge(Dataset data) {
    return of(ModelKind.RIDGE, data);
  }

  /** The same of a table, whose columns the model knows. */
  public static Fit ridge(TableData table) {
    return of(ModelKind.RIDGE, table);
  }

  /** Returns a fit of counts, or other numbers {@code >= 0}, by half their Poisson deviance. */
  public static Fit poisson(Dataset data) {
    return of(ModelKind.POISSON, data);
  }

  /** The same of a table, whose columns the model knows. */
  public static Fit poisson(TableData table) {
    return of(ModelKind.POISSON, table);
  }

  /**
   * Returns a fit of numbers above zero by half their gamma deviance, with the logarithm of the
   * mean linear: standard deviations are about proportional to means.
   */
  public static Fit gamma(Dataset data) {
    return of(ModelKind.GAMMA, data);
  }

  /** The same of a table, whose columns the model knows. */
  public static Fit gamma(TableData table) {
    return of(ModelKind.GAMMA, table);
  }

  /** Returns a fit of counts that vary by {@code m + m^2 / theta} around their mean m. */
  public static Fit negativeBinomial(Dataset data, double theta) {
    return of(ModelKind.NEGBIN, data).shape(theta);
  }

  /** The same of a table, whose columns the model knows. */
  public static Fit negativeBinomial(TableData table, double theta) {
    return of(ModelKind.NEGBIN, table).shape(theta);
  }

  /** Returns a fit of numbers by Huber's loss, squares up to delta, in units of the target. */
  public static Fit huber(Dataset data, double delta) {
    return of(ModelKind.HUBER, data).shape(delta);
  }

  /** The same of a table, whose columns the model knows. */
  public static Fit huber(TableData table, double delta) {
    return of(ModelKind.HUBER, table).shape(delta);
  }

  /** Returns a fit of the given kind; numbers become classes where classes are needed. */
  public static Fit of(ModelKind kind, Dataset data) {
    Require.that(
        kind == ModelKind.POISSON || !data.hasExposures(),
        "exposures are for a Poisson model, not for one of kind %s",
        kind.word());
    return new Fit(kind, LocalData.of(kind, data));
  }

  /** The same of a table, whose columns the model knows and which folds fill by their own rows. */
  public static Fit of(ModelKind kind, TableData table) {
    return of(kind, table.data()).table(table.schema()).preprocessing(table.imputation());
  }

  /**
   * Returns a fit of rows that are in partitions elsewhere, to the answer that they would give
   * here. Methods that pick single rows, balanced classes and a local model need the rows here.
   */
  public static Fit of(ModelKind kind, Partitions parts) {
    return of(kind, parts, List.of());
  }

  /** Returns the same with names for the classes 0, 1, 2, ...; none calls them by their numbers. */
  public static Fit of(ModelKind kind, Partitions parts, List<String> classes) {
    return new Fit(kind, PartitionedData.of(kind, parts, classes));
  }

  /** Gives the number that is part of the model, see {@link ModelKind#shape}. */
  public Fit shape(double shape) {
    Require.that(kind.shape().isPresent(), "a %s model takes no such number", kind.word());
    this.shape = Require.positive(kind.shape().get(), shape);
    return this;
  }

  /** Changes the factor of the penalty, 1e-4 if never set. */
  public Fit reg(double reg) {
    this.reg = Require.nonNegative("reg", reg);
    return this;
  }

  /** Adds {@code l1 sum_j |p_j w_j|}, which makes coefficients zero; 0 if never set. */
  public Fit l1(double l1) {
    this.l1 = Require.nonNegative("l1", l1);
    return this;
  }

  /** Takes the penalties of a point that a cross-validation found. */
  public Fit penalty(CrossValidation.Point point) {
    return reg(point.reg()).l1(point.l1());
  }

  /** Lets the penalty act on the coefficients themselves, or, as if never set, scaled ones. */
  public Fit scale(boolean scale) {
    this.scale = scale;
    return this;
  }

  /** Takes away the constant term, or gives it back. */
  public Fit intercept(boolean intercept) {
    this.intercept = intercept;
    return this;
  }

  /** Gives all classes the same total weight. */
  public Fit balanced(boolean balanced) {
    this.balanced = balanced;
    return this;
  }

  /** Multiplies the weights of the rows of named classes; those of others stay. */
  public Fit classWeights(Map<String, Double> factors) {
    FitTask.requireClasses(factors, data.classNames());
    classWeights = new TreeMap<>(factors);
    return this;
  }

  /** Changes the first step length; it grows tenfold with every step. */
  public Fit alpha(double alpha) {
    this.alpha = Require.positive("alpha", alpha);
    return this;
  }

  /** Changes the relative gap to reach, 1e-9 if never set. */
  public Fit tolerance(double tolerance) {
    this.tolerance = Require.positive("tolerance", tolerance);
    return this;
  }

  /** Changes how steps are solved. */
  public Fit method(FitMethod method) {
    this.method = method;
    maker = Optional.empty();
    return this;
  }

  /**
   * Fits by any method, made for the problem: {@code method(p -> Saga.step(1 / (3 *
   * p.largestSmoothness())))}. A step of the fit is then a round of about one pass over the rows,
   * or one step of the method if that reads more; certificate, validation and checkpoints go by
   * rounds. With l1 the method must take {@link FitProblem#regularizer} or {@link
   * FitProblem#penalty}.
   */
  public Fit method(Function<FitProblem, Method> maker) {
    this.maker = Optional.of(maker);
    return this;
  }

  /** Changes the root of the randomness of methods that have any, which is 0 if never set. */
  public Fit seed(long seed) {
    this.seed = seed;
    return this;
  }

  /** Ends the fit after so many steps. */
  public Fit stepLimit(long steps) {
    stepLimit = steps;
    return this;
  }

  /** Ends the fit after so much time; the best model so far is returned. */
  public Fit timeLimit(Duration limit) {
    timeLimit = Optional.of(limit);
    return this;
  }

  /** Starts from a model of the same kind, columns and classes. */
  public Fit init(Model model) {
    init = Optional.of(model);
    return this;
  }

  /**
   * Notes the loss on other rows after every step ({@link FitStep#validation}); changes nothing.
   */
  public Fit validation(Dataset rows) {
    validation = Optional.of(kind.classes() ? rows.toClasses() : rows);
    earlyStopping = false;
    return this;
  }

  /**
   * Stops once the loss on other rows has not improved for some steps, and returns the model where
   * it was smallest: one without a certificate, whose measures on these rows are optimistic.
   */
  public Fit earlyStopping(Dataset rows) {
    validation(rows);
    earlyStopping = true;
    return this;
  }

  /** Changes how many steps of early stopping the loss may stay above its smallest value, 3. */
  public Fit patience(int steps) {
    patience = Require.atLeast("patience", 1, steps);
    return this;
  }

  /** Names the columns, which are called by their numbers from 1 if never set. */
  public Fit columns(List<String> names) {
    Require.sameLength("columns", data.columns(), "names", names.size());
    columns = List.copyOf(names);
    return this;
  }

  /** Gives the model the way from a table to its columns, which get their names from it. */
  public Fit table(TableSchema schema) {
    table = Optional.of(schema);
    return columns(schema.features());
  }

  /** Names the data by a hash, for the model's manifest and for resuming. */
  public Fit data(String hash) {
    fingerprint = hash;
    return this;
  }

  /** Saves the state to a file about every so often, and at the end. */
  public Fit checkpoint(Path path, Duration every) {
    checkpoint = Optional.of(path);
    checkpointEvery = every;
    return this;
  }

  /** Continues the fit that wrote this checkpoint. */
  public Fit resume(Path path) {
    resume = Optional.of(path);
    return this;
  }

  /** Shows every step, the start included. */
  public Fit observe(Consumer<FitStep> observer) {
    this.observer = observer;
    return this;
  }

  /** Is told once, in a sentence, if the checkpoint cannot be written; the fit goes on. */
  public Fit warn(Consumer<String> warning) {
    this.warning = warning;
    return this;
  }

  /** Changes what every fold of a cross-validation learns of its rows before it fits them. */
  public Fit preprocessing(Preprocessing preprocessing) {
    this.preprocessing = preprocessing;
    return this;
  }

  /** Prepares fits for a whole path of penalties; everything else is as set so far. */
  public PathFit path() {
    return new PathFit(this);
  }

  String fingerprint() {
    return fingerprint;
  }

  long seed() {
    return seed;
  }

  Optional<TableSchema> schema() {
    return table;
  }

  /** Prepares a search for the penalty; everything else is as set so far. */
  public CrossValidation crossValidation(CrossValidation.Search search) {
    return new CrossValidation(this, folds(CrossValidation.FOLDS), search);
  }

  /** Scores these settings on rows left out, by so many folds. */
  public FoldScores scores(int folds) {
    return FoldScores.of(folds(folds), rows -> on(rows).tolerance(tolerance).go().model());
  }

  Folds folds(int count) {
    return Folds.stratified(data.here("cross-validation"), seed, count).preprocessed(preprocessing);
  }

  /** Returns a fit of other rows with these settings, but without files, watchers, time limit. */
  Fit on(Dataset rows) {
    Fit other = of(kind, rows);
    other.shape = shape;
    other.reg = reg;
    other.l1 = l1;
    other.scale = scale;
    other.intercept = intercept;
    other.balanced = balanced;
    other.classWeights = classWeights;
    other.alpha = alpha;
    other.method = method;
    other.maker = maker;
    other.seed = seed;
    other.stepLimit = stepLimit;
    other.columns = columns;
    other.preprocessing = preprocessing;
    return other;
  }

  /** Returns what is fitted, as set so far. */
  FitTask task() {
    return new FitTask(
        kind,
        shape,
        data,
        columns,
        reg,
        l1,
        scale,
        intercept,
        new FitTask.ClassWeighting(balanced, classWeights));
  }

  /** Fits. An interrupt of the thread ends it with the best model so far. */
  public FitResult go() {
    FitTask task = task();
    FitData rows = task.weighed();
    FitRows loss = task.loss(rows);
    Coordinates scaled = task.coordinates(rows, loss);
    Coordinates x = SolverSelection.variables(maker, method, rows, scaled, loss.loss(), reg, l1);
    FitObjective f = new FitObjective(loss, x, reg, l1);
    x.whitening().ifPresent(l -> f.whitened(x.columns()));
    InitialPoint begin =
        init.isPresent() || maker.isPresent()
            ? InitialPoint.zero(f, alpha)
            : InitialPoint.of(kind, rows, f, alpha);
    SolverSelection choice = SolverSelection.of(maker, method, rows, f, kind, begin.alpha());
    OptionalInt wait = earlyStopping ? OptionalInt.of(patience) : OptionalInt.empty();
    FitRun fit = new FitRun(f, choice, validation.map(task::otherLoss), tolerance, wait);
    double[] start =
        init.map(m -> task.theta(m, x))
            .orElseGet(() -> resume.isPresent() ? begin.theta() : begin.checked(f));
    String watch = earlyStopping ? validation.get().rows() + " rows, patience " + patience : "none";
    List<FitStep> history = new ArrayList<>();
    Run run =
        Run.of(fit, f)
            .from(start)
            .data(fingerprint + "; " + task.id() + "; validation " + watch)
            .seed(seed)
            .stop(Stop.steps(stepLimit))
            .observe(
                (record, progress) -> {
                  history.add(fit.entry(record.alpha()));
                  observer.accept(history.getLast());
                });
    checkpoint.ifPresent(path -> run.checkpoint(path, checkpointEvery).warn(warning));
    resume.ifPresent(run::resume);
    RunResult result = new Deadline(timeLimit).go(run, f.counter());
    FitRun.FinalPoint found = fit.found(result);
    Model model = task.model(found.w(), table, task.manifest(fingerprint, found, result.steps()));
    return FitResult.of(task, model, fit, found, result.steps(), choice, history);
  }

  /**
   * Fits, and returns the sum of quadratics that the rows are near the optimum, with the problem
   * that they are a model of. Needs a penalty or columns that determine the model, no l1, and for
   * softmax no intercepts, which are free to move together.
   */
  public LocalModel local() {
    return LocalModel.of(task(), this);
  }

  /**
   * Returns the coefficients of what this fit found with standard errors, intervals and, without a
   * penalty, p-values, whatever it costs. Makes a matrix of all coefficients ({@link
   * #inferenceCost}).
   */
  public Inference inference(FitResult result) {
    return inference(result, Inference.Errors.CLASSICAL, Inference.WeightKind.FREQUENCY);
  }

  /** The same with a choice of errors, and of what weights mean. */
  public Inference inference(
      FitResult result, Inference.Errors errors, Inference.WeightKind weights) {
    return Inference.of(task(), result, errors, weights);
  }

  /** Returns the multiplications that standard errors cost, about. */
  public double inferenceCost(Inference.Errors errors) {
    return Inference.cost(task(), errors);
  }
}
