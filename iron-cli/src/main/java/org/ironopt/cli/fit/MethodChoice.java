package org.ironopt.cli.fit;

import static org.ironopt.io.Numbers.filled;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitMethod;
import org.ironopt.fit.FitProblem;
import org.ironopt.fit.FitResult;
import org.ironopt.io.InputError;
import org.ironopt.io.Numbers;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.methods.MethodKind;
import org.ironopt.lab.methods.MethodKinds;
import org.ironopt.lab.methods.MethodMaker;
import org.ironopt.lab.methods.StepSearch;
import org.ironopt.lab.methods.Target;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;
import org.ironopt.run.Ending;

/**
 * The method that a user names for a fit: a variant of IRON for fits ({@link FitMethod}), or any
 * method of the library, whose step is looked for if none is given.
 *
 * @param word name of the method
 * @param alpha first step of IRON, if given
 * @param step step of another method, if given or found
 * @param batch rows that a step of another method sees, 0 for all
 * @param options further options of another method, a line {@code key = value} each
 */
public record MethodChoice(
    String word, OptionalDouble alpha, OptionalDouble step, int batch, String options) {
  private static final int TRIAL_PASSES = 5;
  private static final int TRIAL_ROWS = 2000;

  /** A method says that it is not for this objective; since a user named it, it is bad input. */
  public static final class Refused extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Refused(IllegalArgumentException e) {
      super(e.getMessage(), e);
    }
  }

  /** Returns the names of IRON's variants for fits. */
  public static List<String> ownWords() {
    return Arrays.stream(FitMethod.values()).map(MethodChoice::name).toList();
  }

  private static String name(FitMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  /** Returns IRON's variant of that name, if it is one. */
  public Optional<FitMethod> own() {
    return Arrays.stream(FitMethod.values()).filter(m -> name(m).equals(word)).findFirst();
  }

  /** Returns the method of the library of that name. */
  public MethodKind kind() {
    return MethodKinds.named(word)
        .orElseThrow(
            () -> {
              List<String> words = new ArrayList<>(ownWords());
              MethodKinds.words().stream().filter(w -> !words.contains(w)).forEach(words::add);
              return new InputError(
                  "--method is '%s', which is no method%s", word, MethodKinds.guess(word, words));
            });
  }

  /** Returns what a report adds to the name of the method. */
  String words() {
    if (own().isPresent()) {
      return "";
    }
    int rows = kind().batch(batch);
    String seen = rows == 0 ? "all rows" : rows == 1 ? "one row" : rows + " rows";
    String length = step.isPresent() ? ", step " + Numbers.text(step.getAsDouble()) : "";
    String more = options.strip().replace("\n", ", ");
    return " (" + word + length + (more.isEmpty() ? "" : ", " + more) + ", " + seen + " a step)";
  }

  Fit apply(Fit fit) {
    if (own().isPresent()) {
      fit.method(own().get());
      return alpha.isPresent() ? fit.alpha(alpha.getAsDouble()) : fit;
    }
    MethodMaker maker = maker();
    return fit.method(
        problem -> {
          Target target = new FitTarget(problem);
          return new Named(refusing(() -> maker.make(step.orElse(1), target)));
        });
  }

  /** Reads the options; one that the method does not have is refused. */
  public MethodMaker maker() {
    TomlSection section = TomlSection.parse(Path.of("--method " + word), options);
    MethodMaker maker = kind().read(section, batch);
    section.close();
    return maker;
  }

  /** Returns whether the method has a step that was not given. */
  boolean needsStep() {
    return own().isEmpty() && !kind().stepless() && step.isEmpty();
  }

  /**
   * Returns this method with the best step of about ten, each tried for a few passes over some
   * rows; without one if the search was interrupted.
   *
   * @param trial makes a fit of some rows by some method
   * @param say is told what was found
   */
  MethodChoice withStep(Dataset data, long seed, Trial trial, Consumer<String> say) {
    Dataset rows = data.rows() > TRIAL_ROWS ? some(data, seed) : data;
    Function<MethodChoice, Fit> fit = method -> trial.of(rows, method);
    double start = fit.apply(this).stepLimit(0).go().history().getFirst().objective();
    StepSearch search =
        new StepSearch(
            eta -> score(fit.apply(step(OptionalDouble.of(eta)))),
            start,
            () -> Thread.currentThread().isInterrupted());
    OptionalDouble found = search.run();
    if (found.isEmpty() && !Thread.currentThread().isInterrupted()) {
      throw new InputError(
          "--method %s made no progress with any step from 1e-6 to 1e6 within %s passes; give one"
              + " with --step, or leave --method out",
          word, TRIAL_PASSES);
    }
    found.ifPresent(
        eta ->
            say.accept(
                filled(
                    "step: %s, the best of %s after %s passes each over %s rows (--step changes"
                        + " it)",
                    eta, search.tried(), TRIAL_PASSES, rows.rows())));
    return step(found);
  }

  /** Makes a fit of some rows by some method, everything else being set. */
  @FunctionalInterface
  interface Trial {
    Fit of(Dataset rows, MethodChoice method);
  }

  private MethodChoice step(OptionalDouble step) {
    return new MethodChoice(word, alpha, step, batch, options);
  }

  private static Dataset some(Dataset data, long seed) {
    int[] order = new Streams(seed).stream("step-search").permutation(0, data.rows());
    int[] some = Arrays.copyOf(order, TRIAL_ROWS);
    Arrays.sort(some);
    return data.subset(some);
  }

  private static double score(Fit fit) {
    FitResult result = fit.stepLimit(TRIAL_PASSES).go();
    if (result.ending() instanceof Ending.Interrupted) {
      Thread.currentThread().interrupt();
    }
    boolean fine = result.ending() instanceof Ending.StepLimit || result.ending().goal();
    return fine ? result.history().getLast().objective() : Double.POSITIVE_INFINITY;
  }

  private static <T> T refusing(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new Refused(e);
    }
  }

  /** A method whose refusal to start is an answer to its name. */
  private record Named(Method method) implements Method {
    @Override
    public String name() {
      return method.name();
    }

    @Override
    public String id() {
      return method.id();
    }

    @Override
    public Regularizer regularizer() {
      return method.regularizer();
    }

    @Override
    public Stepper start(Objective objective, double[] x0, Streams streams) {
      return refusing(() -> method.start(objective, x0, streams));
    }
  }

  /** A fit as what a method is made for. */
  private record FitTarget(
      Objective objective, Regularizer regularizer, Regularizer penalty, double[] start, double mu)
      implements Target {
    /** Told to methods where there is no penalty, so that none divides by zero. */
    private static final double LEAST_MU = 1e-6;

    FitTarget(FitProblem problem) {
      this(
          problem.terms(),
          problem.regularizer(),
          problem.penalty(),
          new double[problem.terms().dimension()],
          Math.max(LEAST_MU, problem.mu()));
    }
  }
}
