package org.ironopt.curve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.curve.Formula.FormulaException;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.StepReport;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;
import org.jspecify.annotations.Nullable;

/**
 * Fits a curve, or any residuals, by nonlinear least squares:
 *
 * <pre>{@code
 * CurveResult fit =
 *     Curve.formula("y = a*exp(-b*x) + c", Map.of("x", x, "y", y))
 *         .start("a", 1).start("b", 0.1).start("c", 0)
 *         .go();
 * }</pre>
 *
 * minimises {@code sum_i w_i r_i(p)^2}, or of a robust {@link RobustLoss} of {@code sqrt(w_i) r_i},
 * over the parameters that are not fixed, between bounds, by {@link LevenbergMarquardt} in a {@link
 * Run}. No setting is needed besides the start: steps are measured in units that the derivatives
 * give. Immutable: each method returns a changed copy. The result is a function of data and
 * settings; threads change no bit of it.
 */
public final class Curve {
  private final ResidualFunction function;
  private final Optional<CurveModel> model;
  private final double @Nullable [] targets;
  private List<String> names;
  private double[] start;
  private double[] lower;
  private double[] upper;
  private boolean[] fixed;
  private double @Nullable [] weights;
  private RobustLoss loss = RobustLoss.SQUARES;
  private double reach = LevenbergMarquardt.DEFAULT.reach();
  private double tolerance = LevenbergMarquardt.DEFAULT.tolerance();
  private double[] scales = new double[0];
  private Stop stop = Stop.steps(1000);
  private Consumer<Run> setting = run -> {};

  private Curve(
      ResidualFunction function, @Nullable CurveModel model, double @Nullable [] targets) {
    this.function = function;
    this.model = Optional.ofNullable(model);
    this.targets = targets;
    Require.atLeast("number of residuals", 1, function.residuals());
    int n = Require.atLeast("number of parameters", 1, function.parameters());
    names =
        model instanceof Formula formula
            ? formula.names()
            : IntStream.range(0, n).mapToObj(k -> "p" + k).toList();
    start = filled(n, Double.NaN);
    lower = filled(n, Double.NEGATIVE_INFINITY);
    upper = filled(n, Double.POSITIVE_INFINITY);
    fixed = new boolean[n];
  }

  private Curve(Curve other) {
    function = other.function;
    model = other.model;
    targets = other.targets;
    names = other.names;
    start = other.start.clone();
    lower = other.lower.clone();
    upper = other.upper.clone();
    fixed = other.fixed.clone();
    weights = other.weights;
    loss = other.loss;
    reach = other.reach;
    tolerance = other.tolerance;
    scales = other.scales;
    stop = other.stop;
    setting = other.setting;
  }

  static double[] filled(int n, double value) {
    double[] a = new double[n];
    Arrays.fill(a, value);
    return a;
  }

  /**
   * Returns the fit of a {@link Formula} such as {@code y = a*exp(-b*x) + c}. Names with a column
   * are data, the others parameters. The left side may be a formula of columns, {@code log(y)}.
   *
   * @throws FormulaException if it cannot be read
   */
  public static Curve formula(String text, Map<String, double[]> columns) {
    int sign = text.indexOf('=');
    if (sign < 0) {
      throw new FormulaException("there is no '=', expected y = ...", text, text.length());
    }
    Formula left = Formula.parse(text.substring(0, sign), columns::containsKey);
    if (left.parameters() > 0) {
      throw new FormulaException(
          left.names().getFirst() + " is not a column, expected a column left of '='",
          text,
          text.indexOf(left.names().getFirst()));
    }
    // Blanks in place of the left side keep the places of messages.
    String blank = text.substring(0, sign + 1).replaceAll("[^\n]", " ");
    Formula right = Formula.parse(blank + text.substring(sign + 1), columns::containsKey);
    if (right.parameters() == 0) {
      throw new FormulaException(
          "there is no parameter to fit: all names are columns", text, sign + 1);
    }
    if (left.inputs().isEmpty()) {
      throw new FormulaException(
          "there is no column left of '=', expected one of " + columns.keySet(), text, 0);
    }
    double[][] inputs = left.columns(columns);
    double[] y = new double[inputs[0].length];
    left.rows(new double[0], inputs, 0, y.length, y, null);
    return model(right, right.columns(columns), y);
  }

  /** Returns the fit of {@code f(x; p)} to y, inputs x by columns. */
  public static Curve model(CurveModel model, double[][] x, double[] y) {
    return new Curve(ResidualFunction.of(model, x, Require.finite("y", y)), model, y);
  }

  /** Returns the fit of any residuals, for instance of several data sets together. */
  public static Curve of(ResidualFunction residuals) {
    return new Curve(residuals, null, null);
  }

  private Curve changed(Consumer<Curve> change) {
    Curve copy = new Curve(this);
    change.accept(copy);
    return copy;
  }

  private int index(String name) {
    int k = names.indexOf(name);
    Require.that(k >= 0, "%s is not a parameter, there are %s", name, String.join(", ", names));
    return k;
  }

  /**
   * Returns the names of the parameters, {@code p0, p1, ...} unless a formula or names() say so.
   */
  public List<String> names() {
    return names;
  }

  /** Names the parameters. */
  public Curve names(String... names) {
    Require.sameLength("names", names.length, "parameters", function.parameters());
    return changed(c -> c.names = List.of(names));
  }

  /** Starts all parameters, in the order of {@link #names()}. */
  public Curve start(double... values) {
    Require.finite("start", Require.length("start", function.parameters(), values));
    return changed(c -> c.start = values.clone());
  }

  /** Starts a parameter. */
  public Curve start(String name, double value) {
    Require.finite("start of " + name, value);
    return changed(c -> c.start[index(name)] = value);
  }

  /** Keeps a parameter between bounds, which may be infinite. */
  public Curve bound(String name, double lower, double upper) {
    return bound(index(name), lower, upper);
  }

  /** Keeps parameter k between bounds, which may be infinite. */
  public Curve bound(int k, double lower, double upper) {
    Require.that(lower < upper, "bounds of %s are %s and %s: use fix", names.get(k), lower, upper);
    return changed(
        c -> {
          c.lower[k] = lower;
          c.upper[k] = upper;
        });
  }

  /** Keeps parameters at their start. */
  public Curve fix(String... names) {
    return changed(
        c -> {
          for (String name : names) {
            c.fixed[index(name)] = true;
          }
        });
  }

  /** Keeps a parameter at a value. */
  public Curve fix(String name, double value) {
    return start(name, value).fix(name);
  }

  /** Weighs the squares of the residuals, such as by {@code 1/sigma_i^2}; 0 leaves one out. */
  public Curve weights(double... weights) {
    Require.finite("weights", Require.length("weights", function.residuals(), weights));
    Arrays.stream(weights).forEach(w -> Require.nonNegative("weight", w));
    return changed(c -> c.weights = weights.clone());
  }

  /** Changes what a residual costs; its square if never set. */
  public Curve loss(RobustLoss loss) {
    return changed(c -> c.loss = loss);
  }

  /** Measures steps by the sizes of the parameters instead of the columns of J. */
  public Curve scales(double... scales) {
    Require.length("scales", function.parameters(), scales);
    return changed(c -> c.scales = scales.clone());
  }

  /** Changes the relative change of a parameter in the last step, 1e-12 if never set. */
  public Curve tolerance(double tolerance) {
    return changed(c -> c.tolerance = Require.positive("tolerance", tolerance));
  }

  /** Changes the first radius over the size of the start, 0.3 if never set. */
  public Curve reach(double reach) {
    return changed(c -> c.reach = Require.positive("reach", reach));
  }

  /** Changes what ends a fit besides its goal: 1000 steps if never set. */
  public Curve stop(Stop stop) {
    return changed(c -> c.stop = stop);
  }

  /** Limits the time. */
  public Curve time(Duration limit) {
    return stop(Stop.any(stop, Stop.time(limit)));
  }

  /** Sets what a {@link Run} can do besides: observers, checkpoints, resuming. */
  public Curve run(Consumer<Run> setting) {
    return changed(c -> c.setting = this.setting.andThen(setting));
  }

  /** Returns the sum of squares over the parameters that are not fixed, for other methods. */
  public SumOfSquares objective() {
    int[] free = free();
    Require.atLeast("number of parameters that are not fixed", 1, free.length);
    return objective(free);
  }

  private SumOfSquares objective(int[] free) {
    double[] roots = weights == null ? null : Arrays.stream(weights).map(Math::sqrt).toArray();
    return new SumOfSquares(
        function, roots, loss, new SumOfSquares.Free(start.clone(), free, pick(upper, free)));
  }

  private int[] free() {
    String missing =
        IntStream.range(0, start.length)
            .filter(k -> Double.isNaN(start[k]))
            .mapToObj(names::get)
            .collect(Collectors.joining(", "));
    Require.that(missing.isEmpty(), "no start for %s: give one, or fix a value", missing);
    return IntStream.range(0, fixed.length).filter(k -> !fixed[k]).toArray();
  }

  private static double[] pick(double[] all, int[] which) {
    return Arrays.stream(which).mapToDouble(k -> all[k]).toArray();
  }

  /** Fits; where all parameters are fixed there is nothing to fit, and the curve is judged. */
  public CurveResult go() {
    int[] free = free();
    SumOfSquares f = objective(free);
    double[] begin = pick(start, free);
    if (free.length == 0) {
      boolean finite = Double.isFinite(f.cost(begin));
      Ending ending =
          finite
              ? new Ending.Settled(0, "relative change of a parameter", 0, tolerance)
              : new Ending.NotFinite(0, "a residual");
      return result(f, free, begin, ending, StepReport.Counts.gradients(1));
    }
    boolean bounded = IntStream.of(free).anyMatch(k -> lower[k] > -1 / 0.0 || upper[k] < 1 / 0.0);
    int[] bounds = bounded ? free : new int[0];
    LevenbergMarquardt method =
        new LevenbergMarquardt(
            Arrays.stream(free).mapToObj(names::get).toList(),
            pick(lower, bounds),
            pick(upper, bounds),
            pick(scales, scales.length > 0 ? free : new int[0]),
            reach,
            tolerance);
    Run run = Run.of(method, f).from(begin).stop(stop);
    setting.accept(run);
    RunResult result = run.go();
    // The last point of a goal is polished beyond what f can tell; else the best one counts.
    double[] x = result.ending().goal() ? result.x() : result.best();
    // The errors of a robust loss take its residuals once more, and plain derivatives.
    long more = loss.kind() == RobustLoss.Kind.SQUARES ? 0 : 1 + f.evaluations(true);
    StepReport.Counts work = result.work().plus(StepReport.Counts.gradients(more));
    return result(f, free, x, result.ending(), work);
  }

  private CurveResult result(
      SumOfSquares f, int[] free, double[] x, Ending ending, StepReport.Counts work) {
    int n = start.length;
    boolean[] held = new boolean[free.length];
    for (int k = 0; k < free.length; k++) {
      held[k] = x[k] <= lower[free[k]] || x[k] >= upper[free[k]];
    }
    CurveInference found = CurveInference.at(x, f, held);
    double[][] covariance = new double[n][n];
    List<CurveResult.Parameter> parameters = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      parameters.add(new CurveResult.Parameter(names.get(k), start[k], CurveResult.Status.FIXED));
    }
    for (int i = 0; i < free.length; i++) {
      String name = names.get(free[i]);
      parameters.set(free[i], new CurveResult.Parameter(name, x[i], found.status().get(i)));
      for (int j = 0; j < free.length; j++) {
        covariance[free[i]][free[j]] = found.covariance()[i][j];
      }
    }
    return new CurveResult(
        parameters,
        covariance,
        found.rss(),
        found.dof(),
        targets == null ? Double.NaN : 1 - found.rss() / spread(),
        ending,
        work,
        model);
  }

  /** Returns the weighted sum of squares of the targets around their mean. */
  @SuppressWarnings("NullAway")
  private double spread() {
    double[] w = weights == null ? filled(targets.length, 1) : weights;
    double sum = 0;
    double total = 0;
    for (int i = 0; i < targets.length; i++) {
      sum += w[i] * targets[i];
      total += w[i];
    }
    double mean = sum / total;
    double spread = 0;
    for (int i = 0; i < targets.length; i++) {
      spread += w[i] * (targets[i] - mean) * (targets[i] - mean);
    }
    return spread;
  }
}
