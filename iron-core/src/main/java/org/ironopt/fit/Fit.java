package org.ironopt.fit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.linalg.Require;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Loss;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.Weights;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/**
 * Fits a linear model to data:
 *
 * <pre>{@code
 * FitResult result = Fit.logistic(data).reg(1e-4).run();
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
  private static final double DEFAULT_ALPHA = 100;

  private final ModelKind kind;
  private Dataset data;
  private double reg = 1e-4;
  private double l1;
  private boolean scale = true;
  private boolean intercept = true;
  private boolean balanced;
  private double alpha = DEFAULT_ALPHA;
  private double tolerance = 1e-9;
  private FitMethod method = FitMethod.IRON;
  private Optional<Function<FitProblem, Method>> maker = Optional.empty();
  private long seed;
  private long stepLimit = 1000;
  private Optional<Duration> timeLimit = Optional.empty();
  private Optional<Model> init = Optional.empty();
  private Optional<Dataset> validation = Optional.empty();
  private int patience = 3;
  private List<String> columns = List.of();
  private Optional<TableSchema> table = Optional.empty();
  private String fingerprint = "";
  private Optional<Path> checkpoint = Optional.empty();
  private Duration checkpointEvery = Duration.ofSeconds(1);
  private boolean resume;
  private Consumer<FitStep> observer = step -> {};
  private Consumer<String> warning = sentence -> {};

  private Fit(ModelKind kind, Dataset data) {
    this.kind = kind;
    this.data = data;
  }

  /** Returns a fit of the log-odds of the second of two classes. */
  public static Fit logistic(Dataset data) {
    return of(ModelKind.LOGISTIC, data);
  }

  /** Returns a fit of the probabilities of several classes. */
  public static Fit softmax(Dataset data) {
    return of(ModelKind.SOFTMAX, data);
  }

  /** Returns a fit of numbers by least squares. */
  public static Fit ridge(Dataset data) {
    return of(ModelKind.RIDGE, data);
  }

  /** Returns a fit of counts, or other numbers {@code >= 0}, by half their Poisson deviance. */
  public static Fit poisson(Dataset data) {
    return of(ModelKind.POISSON, data);
  }

  /** Returns a fit of the given kind; numbers become classes where classes are needed. */
  public static Fit of(ModelKind kind, Dataset data) {
    return new Fit(kind, kind.classes() ? data.toClasses() : data);
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

  /** Watches the loss on other rows and stops once it has not improved for some steps. */
  public Fit validation(Dataset rows) {
    validation = Optional.of(kind.classes() ? rows.toClasses() : rows);
    return this;
  }

  /** Changes how many steps the validation loss may stay above its smallest value, 3. */
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

  /** Goes on from the file of {@link #checkpoint} instead of from the start. */
  public Fit resume(boolean resume) {
    this.resume = resume;
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

  /** Fits. An interrupt of the thread ends it with the best model so far. */
  public FitResult run() {
    if (resume && checkpoint.isEmpty()) {
      throw new IllegalArgumentException(
          "a fit to resume needs the file it was saved to: call checkpoint(path, every) too");
    }
    Dataset weighed = Weights.inRange(data);
    Dataset rows = balanced ? Weights.balanced(weighed) : weighed;
    LinearObjective loss = loss(rows);
    Attained.require(kind, rows, intercept || reg == 0 && l1 == 0);
    boolean counts = kind == ModelKind.POISSON;
    ColumnMoments moments =
        scale ? ColumnMoments.of(rows, counts) : ColumnMoments.rough(rows, counts);
    Attained.requireSquares(moments, columnNames());
    Loss term = loss.terms.loss();
    Coordinates scaled = Coordinates.of(moments, scale, term, reg, intercept);
    Coordinates x =
        maker.isPresent()
            ? scaled.penalized()
            : Choice.variables(method, rows, scaled, term, reg, l1);
    FitObjective f = new FitObjective(loss, x, reg, l1);
    Choice choice = maker.isPresent() ? own(f) : Choice.of(method, rows, f, kind, alpha);
    Optional<Validation> watched = validation.map(v -> new Validation(loss(Weights.inRange(v)), x));
    List<FitStep> history = new ArrayList<>();
    FitStepper[] stepper = new FitStepper[1];
    Method watching = watching(choice, f, watched, stepper);
    Run run =
        Run.of(watching, f)
            .from(start(x))
            .data(settings())
            .seed(seed)
            .stop(stop(stepper))
            .observe(
                (record, progress) -> {
                  if (record.step() == 0) {
                    stepper[0].look();
                  }
                  history.add(stepper[0].entry(record.alpha()));
                  observer.accept(history.getLast());
                });
    checkpoint.ifPresent(path -> run.checkpoint(path, checkpointEvery).warn(warning));
    if (resume) {
      run.resume(checkpoint.orElseThrow());
    }
    f.meter().guard(new Guard(timeLimit));
    RunResult result = run.go();
    f.meter().guard(() -> {});
    return finish(f, choice, stepper[0], Guard.understood(result), history);
  }

  private Choice own(FitObjective f) {
    if (kind == ModelKind.POISSON) {
      throw new IllegalArgumentException(
          "a Poisson fit takes the methods of FitMethod only: its gradient has no largest slope, on"
              + " which the steps of others rest");
    }
    FitProblem problem = FitProblem.of(f.loss(), f.coordinates(), reg, l1, f.meter());
    return Choice.own(maker.orElseThrow().apply(problem), problem, f.meter());
  }

  private LinearObjective loss(Dataset rows) {
    Intercept constant = intercept ? Intercept.FREE : Intercept.NONE;
    return switch (kind) {
      case LOGISTIC -> Logistic.of(rows, 0, constant);
      case SOFTMAX -> Softmax.of(rows, 0, constant);
      case RIDGE -> Ridge.of(rows, 0, constant);
      case POISSON -> Poisson.of(rows, 0, constant);
    };
  }

  /** Returns the method together with what decides the end of a fit. */
  private static Method watching(
      Choice choice, FitObjective f, Optional<Validation> watched, FitStepper[] made) {
    return new Method() {
      @Override
      public String name() {
        return choice.method().name();
      }

      @Override
      public String description() {
        return choice.method().description();
      }

      @Override
      public Regularizer regularizer() {
        return choice.method().regularizer();
      }

      @Override
      public Stepper start(Objective objective, double[] x0, Streams streams) {
        Stepper steps = choice.method().start(objective, x0, streams);
        made[0] = new FitStepper(steps, choice.rounds(), f, watched);
        return made[0];
      }
    };
  }

  private Stop stop(FitStepper[] stepper) {
    Stop own = Stop.own(record -> stepper[0].ending(tolerance, patience));
    Stop limited = own.or(Stop.steps(stepLimit));
    return timeLimit.isPresent() ? limited.or(Stop.time(timeLimit.get())) : limited;
  }

  private double[] start(Coordinates x) {
    double[] theta = new double[x.dimension()];
    if (init.isPresent()) {
      x.reduce(Parameters.of(init.get(), kind, columnNames(), data.classNames(), intercept), theta);
    }
    return theta;
  }

  /** Returns what a checkpoint must agree on, besides the method. */
  private String settings() {
    return String.format(
        Locale.ROOT,
        "%s; %s; reg %s; l1 %s; scale %s; intercept %s; balanced %s; rows %d; validation %s",
        fingerprint,
        kind.word(),
        reg,
        l1,
        scale,
        intercept,
        balanced,
        data.rows(),
        validation.map(v -> v.rows() + " rows, patience " + patience).orElse("none"));
  }

  private FitResult finish(
      FitObjective f, Choice choice, FitStepper stepper, RunResult result, List<FitStep> history) {
    FitStepper.Certified found = found(choice, stepper, result);
    double[] theta = found.theta();
    Certificate.Bound bound = found.bound();
    Ending ending =
        bound.relative() <= tolerance
            ? new Ending.GapCertified(result.steps(), bound.relative(), tolerance)
            : bound.exact()
                ? new Ending.ExactFit(result.steps(), bound.value())
                : choice.rounds() && result.ending() instanceof Ending.NotFinite
                    ? stepper.diverged()
                    : result.ending();
    double[] w = new double[theta.length];
    f.coordinates().expand(theta, w);
    Model model =
        Parameters.model(
            kind,
            columnNames(),
            data.classNames(),
            w,
            intercept,
            table.map(schema -> schema.classes(data.classNames())),
            training(bound, ending, result.steps()));
    return new FitResult(
        model,
        ending,
        bound.value(),
        bound.relative(),
        bound.kind(),
        result.steps(),
        stepper.passes(),
        choice.sentence(),
        ofModel(history, bound, stepper.passes()));
  }

  /** Returns the point to hand back, with its certificate. */
  private FitStepper.Certified found(Choice choice, FitStepper stepper, RunResult result) {
    if (result.ending() instanceof Ending.GapCertified
        || result.ending() instanceof Ending.ExactFit) {
      return stepper.certified();
    }
    boolean early = result.ending() instanceof Ending.Stopped && stepper.stoppedEarly(patience);
    double[] theta =
        early
            ? stepper.chosen()
            : result.ending().goal() || l1 > 0 && !choice.rounds() ? result.x() : result.best();
    double[] solved = theta.clone();
    return new FitStepper.Certified(
        solved, stepper.certificate().solveIntercept(solved, tolerance));
  }

  /** Returns the history with the last entry about the model that is handed back. */
  private static List<FitStep> ofModel(
      List<FitStep> history, Certificate.Bound bound, long passes) {
    if (history.isEmpty()) {
      return List.of();
    }
    FitStep last = history.getLast();
    List<FitStep> all = new ArrayList<>(history.subList(0, history.size() - 1));
    all.add(
        new FitStep(
            last.step(), last.alpha(), bound.value(), bound.relative(), last.validation(), passes));
    return List.copyOf(all);
  }

  private List<String> columnNames() {
    return columns.isEmpty()
        ? IntStream.rangeClosed(1, data.columns()).mapToObj(Integer::toString).toList()
        : columns;
  }

  private SequencedMap<String, Object> training(
      Certificate.Bound bound, Ending ending, long steps) {
    SequencedMap<String, Object> training = new LinkedHashMap<>();
    training.put("data", fingerprint);
    training.put("rows", (long) data.rows());
    training.put("reg", reg);
    training.put("l1", l1);
    training.put("scaled", scale);
    training.put("intercept", intercept);
    training.put("balanced", balanced);
    training.put("objective", bound.value());
    training.put("gap", Double.isFinite(bound.relative()) ? bound.relative() : null);
    training.put("certificate", bound.kind().word());
    training.put("ending", ending.getClass().getSimpleName());
    training.put("steps", steps);
    return training;
  }
}
