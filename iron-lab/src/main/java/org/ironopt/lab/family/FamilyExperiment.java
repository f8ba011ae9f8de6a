package org.ironopt.lab.family;

import static java.util.Arrays.stream;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.CurveTables;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.RelaxedLaw;

/**
 * One law for implicit steps under noise, simulated: relaxed steps, stable noise, averages, convex
 * objectives and minibatches. Every cell is a curve: independent groups measure the same numbers,
 * and their means with intervals are the rows of its trace.
 */
public final class FamilyExperiment extends ChapterExperiment<FamilySettings> {
  /** The chapter, with any settings. */
  public static final Chapter<FamilySettings> CHAPTER =
      new Chapter<>(
          "family",
          "beyond the paper: relaxed, averaged, heavy-tailed, convex and minibatch steps",
          FamilySettings.class,
          FamilyExperiment::new);

  static final Quadratic BOWL = Quadratic.diagonal(new double[] {1, 1, 3}, new double[3]);
  static final Quadratic STEEP = Quadratic.diagonal(new double[] {3}, new double[1]);
  private static final Noise NORMAL = new Noise.Isotropic(1);
  static final double[] TAILS = {2, 1.5, 1.2, 1, 0.8};
  static final double[] AVERAGED = {1, 3, 10, 30, 100, 300, 1000};
  static final double AVERAGED_STEP = 0.5;
  static final double PLATEAU_STEP = 1000;
  static final double[] CONVEX = {1, 2, 5, 10, 20, 50, 100, 200};
  static final double CONVEX_STEP = 10;
  static final double START = 5;

  /** A flow with mu on the convex function, and its steps. */
  static final IronParameters WITH_MU = new IronParameters(0.1, 3, 1);

  static final int WITH_MU_STEPS = 300;

  /** The rows of the minibatches, a_i x^2/2 - b_i x; mu and gamma of IRON and SGD's step there. */
  static final double[] SLOPES = {0.5, 3.5};

  static final double[] OFFSETS = {1, -1};
  static final double DAMPING = 0.5;
  static final double SGD_STEP = 0.7;

  /** Shares of SGD's values that are their tail; the claim is on the one at TOP. */
  static final double[] TAIL = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1};

  static final int TOP = 2;

  static final int GROUPS = 64;
  private static final int WINDOW = 50;
  private static final int PATIENCE = 3000;
  private static final double FORGOTTEN = 1e-3;
  private static final int CONVEX_MEMBERS = 5;

  /** SGD forgets slowly: of its steps one in so many is looked at, of so many times more. */
  private static final int THINNED = 500;

  private static final int LONGER = 100;

  private final double[] marks = {1, 10, 100, 1000, settings.iterations()};

  final CellGroup<Double> relaxed =
      CellGroup.of(settings.theta(), t -> stationary("theta-" + t, BOWL, t, NORMAL));
  final CellGroup<Double> nonlinear =
      CellGroup.of(
          stream(settings.theta()).filter(t -> t > 0.5).toArray(),
          t -> stationary("nonlinear-" + t, smoothedDistance(1), t, NORMAL, PLATEAU_STEP));
  final CellGroup<Double> heavy =
      CellGroup.of(TAILS, s -> stationary("tails-" + s, STEEP, 1, new Noise.Stable(s, 1)));
  final CellGroup<String> averages =
      CellGroup.of(List.of("iron", "relaxed", "nag-gs", "explicit-euler"), this::average);
  final CellGroup<Double> convex =
      CellGroup.of(
          new double[] {0, 0.5, 1},
          p -> convex("power-" + p, iron(1, CONVEX_STEP, NORMAL).mu(0).gammas(gamma(p)), CONVEX));
  final Cell withMu =
      convex(
          "with-mu",
          iron(1, WITH_MU.alpha(), NORMAL).mu(WITH_MU.mu()).gamma(WITH_MU.gamma()),
          WITH_MU_STEPS);
  final CellGroup<Double> ball = CellGroup.of(new double[] {10, 100}, this::ball);
  final Cell sgd = sgd();

  FamilyExperiment(FamilySettings settings) {
    super(CHAPTER, settings);
  }

  @Override
  public List<Cell> cells() {
    List<Cell> groups = CellGroup.cells(relaxed, nonlinear, heavy, averages, convex, ball);
    return Stream.concat(groups.stream(), Stream.of(withMu, sgd)).toList();
  }

  @Override
  public ChapterReport report(ResultStore results) {
    ResultTables values = CellTables.of(this, results);
    return new FamilyReport(this, results, new CurveTables(values, results, GROUPS)).report();
  }

  /** Returns the law of a step with mu = gamma = 1. */
  static RelaxedLaw law(double theta, double alpha) {
    return new RelaxedLaw(theta, new IronParameters(alpha, 1, 1));
  }

  private static Iron iron(double theta, double alpha, Noise noise) {
    return Iron.step(alpha).frozen().theta(theta).noise(new CenterNoise(noise));
  }

  /** Returns {@code sqrt(1 + x^2) - 1 + ridge x^2/2}, strongly convex with a ridge alone. */
  static Objective smoothedDistance(double ridge) {
    return Objective.of(
        1,
        x -> x[0] * x[0] * (1 / (1 + Math.sqrt(1 + x[0] * x[0])) + ridge / 2),
        (x, g) -> g[0] = x[0] * (1 / Math.sqrt(1 + x[0] * x[0]) + ridge));
  }

  /** Returns the damping (k + 1)^-power. */
  static Schedule gamma(double power) {
    return Schedule.power(1, power);
  }

  private RandomStreams streams(int group) {
    RandomStream root = new RandomStreams(settings.seed()).stream("group-" + group);
    return new RandomStreams(root.word(0, 0));
  }

  /** Sees all coordinates of a group after step k, from 1, and returns what is measured there. */
  private interface Seen {
    double after(int k, double[] x);
  }

  /** Returns what is seen of a group of particles at the marked steps behind the burn-in. */
  private double[] run(
      Objective f, Flow method, double start, int group, int burn, double[] marks, Seen seen) {
    double[] x0 = new double[f.dimension()];
    Arrays.fill(x0, start);
    Stepper stepper = method.start(f, x0, x0.clone(), streams(group));
    double[] numbers = new double[marks.length];
    for (int k = 1 - burn; k <= marks[marks.length - 1]; k++) {
      stepper.advance();
      double number = k > 0 ? seen.after(k, stepper.x()) : 0;
      int at = Arrays.binarySearch(marks, k);
      if (at >= 0) {
        numbers[at] = number;
      }
    }
    return numbers;
  }

  private double meanSquare(double[] x) {
    return Vectors.dot(x, x) / settings.particles();
  }

  /**
   * Mean square of stationary particles, or the logarithm of their median under stable noise, for
   * steps that soon forget their start: those of the settings, or some.
   */
  private Cell stationary(String label, Objective f, double theta, Noise noise, double... some) {
    Objective all = Ensemble.of(f, settings.particles());
    boolean stable = noise instanceof Noise.Stable;
    double[] soon =
        stream(some.length == 0 ? settings.alpha() : some)
            .filter(s -> burn(theta, s, noise, f) <= PATIENCE)
            .toArray();
    return curve(
        label,
        identity().with("theta", theta).with("noise", noise.toString()),
        soon,
        g -> {
          double[] means = new double[soon.length];
          for (int i = 0; i < soon.length; i++) {
            double[] sum = new double[1];
            Seen mean = (k, x) -> sum[0] += (stable ? logMedian(x) : meanSquare(x)) / WINDOW;
            int burn = burn(theta, soon[i], noise, f);
            Iron iron = iron(theta, soon[i], noise);
            means[i] = run(all, iron, 0, g, burn, new double[] {WINDOW}, mean)[0];
          }
          return means;
        });
  }

  private static int burn(double theta, double alpha, Noise noise, Objective f) {
    double[] a = f instanceof Quadratic bowl ? bowl.eigenvalues() : new double[] {2};
    double slow = noise instanceof Noise.Stable stable ? Math.min(1, stable.s()) : 1;
    double rate = -StrictMath.log(law(theta, alpha).spectralRadius(a)) * slow;
    return (int) Math.ceil(-StrictMath.log(FORGOTTEN) / rate);
  }

  private static double logMedian(double[] x) {
    return StrictMath.log(stream(x).map(Math::abs).sorted().toArray()[x.length / 2]);
  }

  private static Flow scheme(String name) {
    CenterNoise noise = new CenterNoise(NORMAL);
    return switch (name) {
      case "nag-gs" -> NagGs.step(AVERAGED_STEP).frozen().noise(noise);
      case "explicit-euler" -> ExplicitEuler.step(AVERAGED_STEP).frozen().noise(noise);
      default -> iron(name.equals("relaxed") ? 0.75 : 1, AVERAGED_STEP, NORMAL);
    };
  }

  /** Mean square of the average of K iterates from stationarity. */
  private Cell average(String name) {
    Objective all = Ensemble.of(BOWL, settings.particles());
    return curve(
        "average-" + name,
        identity().with("alpha", AVERAGED_STEP),
        AVERAGED,
        g -> {
          double[] sum = new double[all.dimension()];
          Seen average =
              (k, x) -> {
                Vectors.axpy(1, x, sum);
                return meanSquare(sum) / k / k;
              };
          return run(all, scheme(name), 0, g, 2 * WINDOW, AVERAGED, average);
        });
  }

  /** Mean of f over the steps so far, from one start far away. */
  private Cell convex(String label, Iron method, double... lengths) {
    Objective all = Ensemble.of(smoothedDistance(0), CONVEX_MEMBERS);
    return curve(
        "convex-" + label,
        identity().with("method", method.id()).with("start", START),
        lengths,
        g -> {
          double[] sum = new double[1];
          Seen mean = (k, x) -> (sum[0] += all.value(x) / CONVEX_MEMBERS) / k;
          return run(all, method, START, g, 0, lengths, mean);
        });
  }

  /** Logarithm of the largest |x| of IRON on single rows within so many steps. */
  private Cell ball(double alpha) {
    double[] y = new double[2];
    Arrays.setAll(y, i -> OFFSETS[i] / Math.sqrt(SLOPES[i]));
    double[] rows = stream(SLOPES).map(Math::sqrt).toArray();
    Objective f = LinearLeastSquares.of(DenseMatrix.of(2, 1, rows), y, 0);
    Iron method = Iron.step(alpha).mu(DAMPING).frozen().batches(Batches.withReplacement(1));
    return curve(
        "ball-" + Numbers.text(alpha),
        identity().with("alpha", alpha),
        marks,
        g -> {
          double[] largest = new double[1];
          Seen log = (k, x) -> StrictMath.log(largest[0] = Math.max(largest[0], Math.abs(x[0])));
          return run(f, method, 0, g, 0, marks, log);
        });
  }

  /**
   * The same for SGD's step x - eta (a x - b) on a row, and Hill's estimates of the inverse tail
   * index from nearly independent values.
   */
  private Cell sgd() {
    double[] at = DoubleStream.concat(stream(marks), stream(TAIL)).toArray();
    int values = settings.iterations() * LONGER / THINNED;
    return curve(
        "sgd",
        identity().with("eta", SGD_STEP),
        at,
        g -> {
          RandomStream rows = streams(g).stream("rows");
          double[] numbers = new double[at.length];
          double[] largest = new double[1];
          double[] seen = new double[values];
          double x = 0;
          for (int k = 1; k <= values * THINNED; k++) {
            int i = rows.uniform(0, k) < 0.5 ? 0 : 1;
            x -= SGD_STEP * (SLOPES[i] * x - OFFSETS[i]);
            largest[0] = Math.max(largest[0], Math.abs(x));
            seen[(k - 1) / THINNED] = Math.abs(x);
            int mark = Arrays.binarySearch(marks, k);
            if (mark >= 0) {
              numbers[mark] = StrictMath.log(largest[0]);
            }
          }
          Arrays.sort(seen);
          for (int t = 0; t < TAIL.length; t++) {
            numbers[marks.length + t] = hill(seen, (int) Math.ceil(TAIL[t] * values));
          }
          return numbers;
        });
  }

  /** Returns Hill's estimate of the inverse index from the largest {@code top} of sorted values. */
  static double hill(double[] sorted, int top) {
    double threshold = StrictMath.log(sorted[sorted.length - 1 - top]);
    DoubleStream logs = stream(sorted, sorted.length - top, sorted.length).map(StrictMath::log);
    return logs.map(log -> log - threshold).reduce(0, Double::sum) / top;
  }

  private NamedValues identity() {
    return new NamedValues()
        .with("experiment", name())
        .with("seed", settings.seed())
        .with("particles", (long) settings.particles())
        .with("iterations", (long) settings.iterations());
  }

  /** Returns a cell whose groups measure the same numbers, one for each place. */
  private static Cell curve(
      String label, NamedValues identity, double[] at, IntFunction<double[]> slice) {
    return Cell.of(
        label,
        identity.with("at", at),
        () -> SlicedTask.parallel(GROUPS, slice, groups -> means(at, groups)));
  }

  private static CellResult means(double[] at, List<double[]> groups) {
    NumericColumns table =
        new NumericColumns("at", "mean", "standard_error", "low", "high", "largest");
    for (int i = 0; i < at.length; i++) {
      int column = i;
      double[] all = groups.stream().mapToDouble(g -> g[column]).toArray();
      ConfidenceInterval mean = ConfidenceInterval.ofMeans(all);
      double largest = stream(all).max().orElseThrow();
      table.add(at[i], mean.mean(), mean.standardError(), mean.low(), mean.high(), largest);
    }
    return new CellResult(new NamedValues(), table, Map.of());
  }
}
