package org.ironopt.cli.fit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitMethod;
import org.ironopt.fit.FitProblem;
import org.ironopt.fit.FitResult;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.methods.CompositeProblem;
import org.ironopt.lab.methods.MethodFactory;
import org.ironopt.lab.methods.MethodKind;
import org.ironopt.lab.methods.MethodKinds;
import org.ironopt.lab.methods.StepSearch;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.method.internal.DelegatingMethod;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.RandomStreams;
import org.ironopt.run.Ending;
import picocli.CommandLine.Option;

/**
 * Which method fits the model: a variant of IRON for fits ({@link FitMethod}), or any method of the
 * library, whose step is looked for if none is given.
 */
public final class MethodOptions {
  private static final int BATCH = 32;
  private static final int TRIAL_PASSES = 5;
  private static final int TRIAL_ROWS = 2000;

  /** A method says that it is not for this objective; since a user named it, it is bad input. */
  public static final class Refused extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Refused(IllegalArgumentException e) {
      super(e.getMessage(), e);
    }
  }

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "iron",
      description =
          "iron (default, with an inner solver chosen by cost) or a method of 'iron help methods', with options as in iron-table:alpha=8,batch=64.")
  String word;

  @Option(
      names = "--alpha",
      paramLabel = "ALPHA",
      description =
          "First step of iron, > 0; each step is ten times the one before. The optimum does not depend on it.")
  private Double alpha;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description =
          "Step of another method, > 0. Default: the best of about ten tried on at most 2000 rows.")
  private Double step;

  @Option(
      names = "--batch",
      paramLabel = "B",
      description = "Minibatch size of another method, 0 for all rows; default: 32.")
  private Integer batch;

  /** Further options of another method, a line {@code key = value} each. */
  private String more = "";

  /** Refuses options that do not go together. */
  void check(boolean l1) {
    more = inline();
    if (own().isPresent()) {
      if (step != null) {
        throw unfit("--step", "which needs none; --alpha changes its first step");
      }
      if (batch != null) {
        throw unfit("--batch", "which chooses its rows itself");
      }
      if (!more.isEmpty()) {
        throw new InputError(
            "--method %s has the option alpha only, not %s", word, more.split(" ", 2)[0]);
      }
      if (l1 && own().get() != FitMethod.IRON) {
        throw unfit("--l1", "which takes no such penalty; leave --method out, or use iron");
      }
    } else {
      check(kind(), l1);
      maker();
    }
    OptionChecks.given("--alpha", alpha, v -> v > 0, "> 0");
    OptionChecks.given("--step", step, v -> v > 0, "> 0");
    OptionChecks.given("--batch", batch, v -> v >= 0, ">= 0");
  }

  /** Takes options out of a word such as iron-table:alpha=8,batch=64; returns the rest as TOML. */
  private String inline() {
    int colon = word.indexOf(':');
    if (colon < 0) {
      return "";
    }
    StringBuilder rest = new StringBuilder();
    String whole = word;
    word = whole.substring(0, colon);
    boolean own = ownWords().contains(word);
    for (String pair : whole.substring(colon + 1).split(",", -1)) {
      String[] sides = pair.split("=", -1);
      if (sides.length != 2 || !sides[0].matches("[A-Za-z][A-Za-z0-9-]*") || sides[1].isEmpty()) {
        throw new InputError(
            "--method is '%s', expected options as in iron-table:alpha=8,batch=64", whole);
      }
      if (own && sides[0].equals("alpha")) {
        alpha = once("--alpha", alpha, number(sides[1]));
        continue;
      }
      switch (sides[0]) {
        case "alpha", "step" -> step = once("--step", step, number(sides[1]));
        case "batch" -> batch = once("--batch", batch, (int) number(sides[1]));
        default -> {
          boolean plain = sides[1].matches("true|false|[-+]?[0-9][0-9.eE+-]*");
          rest.append(sides[0])
              .append(" = ")
              .append(plain ? sides[1] : "\"" + sides[1].replace("\"", "") + "\"")
              .append('\n');
        }
      }
    }
    return rest.toString();
  }

  private static double number(String text) {
    return OptionChecks.number("--method", text, "iron-table:alpha=8,batch=64");
  }

  private static <T> T once(String option, T before, T value) {
    InputError.when(before != null, "%s is given twice, by itself and in --method", option);
    return value;
  }

  private void check(MethodKind kind, boolean l1) {
    if (alpha != null) {
      throw unfit("--alpha", kind.stepless() ? "which finds its steps itself" : "use --step");
    }
    if (step != null && kind.stepless()) {
      throw unfit("--step", "which finds its steps itself");
    }
    if (batch != null && kind.batch() >= 0) {
      throw unfit("--batch", "whose steps see " + (kind.batch() == 0 ? "all rows" : "one row"));
    }
    if (l1 && !kind.composite()) {
      String able =
          MethodKinds.all().stream()
              .filter(MethodKind::composite)
              .map(MethodKind::word)
              .collect(Collectors.joining(", "));
      throw unfit("--l1", "which takes no such penalty; leave --method out, or choose of " + able);
    }
  }

  private InputError unfit(String option, String reason) {
    return new InputError(option + " does not apply to --method " + word + ", " + reason);
  }

  /** Returns the names of IRON's variants for fits. */
  public static List<String> ownWords() {
    return Arrays.stream(FitMethod.values()).map(MethodOptions::name).toList();
  }

  private static String name(FitMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  /** Returns IRON's variant of that name, if it is one. */
  Optional<FitMethod> own() {
    return Arrays.stream(FitMethod.values()).filter(m -> name(m).equals(word)).findFirst();
  }

  private MethodKind kind() {
    return MethodKinds.named(word)
        .orElseThrow(
            () -> {
              List<String> words = new ArrayList<>(ownWords());
              MethodKinds.words().stream().filter(w -> !words.contains(w)).forEach(words::add);
              return new InputError(
                  "--method is '%s', which is no method%s", word, MethodKinds.guess(word, words));
            });
  }

  /** Returns the step of another method than IRON's, if given or found. */
  OptionalDouble step() {
    return step == null ? OptionalDouble.empty() : OptionalDouble.of(step);
  }

  /** Returns how many rows a step of another method sees, 0 for all. */
  private int rows() {
    return batch == null ? BATCH : batch;
  }

  /** Returns what a report adds to the name of the method. */
  String words() {
    if (own().isPresent()) {
      return "";
    }
    int count = kind().batch(rows());
    String seen = count == 0 ? "all rows" : count == 1 ? "one row" : count + " rows";
    String length = step == null ? "" : ", step " + Numbers.text(step);
    String further = more.strip().replace("\n", ", ");
    return " ("
        + word
        + length
        + (further.isEmpty() ? "" : ", " + further)
        + ", "
        + seen
        + " a step)";
  }

  /** Lets a fit use the method, with a step if it has one. */
  Fit apply(Fit fit, OptionalDouble length) {
    if (own().isPresent()) {
      fit.method(own().get());
      return alpha == null ? fit : fit.alpha(alpha);
    }
    MethodFactory maker = maker();
    return fit.method(
        problem -> {
          CompositeProblem target = new FitTarget(problem);
          return new Named(refusing(() -> maker.make(length.orElse(1), target)));
        });
  }

  /** Reads the options; one that the method does not have is refused. */
  private MethodFactory maker() {
    TomlSection section = TomlSection.parse(Path.of("--method " + word), more);
    MethodFactory maker = kind().read(section, rows());
    section.close();
    return maker;
  }

  /** Returns whether the method has a step that was not given. */
  boolean needsStep() {
    return own().isEmpty() && !kind().stepless() && step == null;
  }

  /**
   * Takes the best step of about ten, each tried for a few passes over some rows; none if the
   * search is interrupted.
   *
   * @param trial makes a fit of some rows with some step
   * @param say is told what was found
   */
  void findStep(
      Dataset data,
      long seed,
      BiFunction<Dataset, OptionalDouble, Fit> trial,
      Consumer<Remark> say) {
    Dataset rows = data.rows() > TRIAL_ROWS ? some(data, seed) : data;
    Fit untried = trial.apply(rows, OptionalDouble.empty());
    StepSearch search =
        new StepSearch(
            eta -> score(trial.apply(rows, OptionalDouble.of(eta))),
            untried.stepLimit(0).go().history().getFirst().objective(),
            () -> Thread.currentThread().isInterrupted());
    OptionalDouble found = search.run();
    if (found.isPresent()) {
      step = found.getAsDouble();
      say.accept(new Remark.StepChoice(step, search.tried(), TRIAL_PASSES, rows.rows()));
    } else if (!Thread.currentThread().isInterrupted()) {
      throw new InputError(
          "--method %s made no progress with any step from 1e-6 to 1e6 within %s passes; give one"
              + " with --step, or leave --method out",
          word, TRIAL_PASSES);
    }
  }

  private static Dataset some(Dataset data, long seed) {
    int[] order = new RandomStreams(seed).stream("step-search").permutation(0, data.rows());
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
  private record Named(Method method) implements DelegatingMethod {
    @Override
    public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
      return refusing(() -> method.start(objective, x0, streams));
    }
  }

  /** A fit as what a method is made for. */
  private record FitTarget(
      Objective objective, Regularizer regularizer, Regularizer penalty, double[] start, double mu)
      implements CompositeProblem {
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
