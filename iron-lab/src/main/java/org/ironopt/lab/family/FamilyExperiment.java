package org.ironopt.lab.family;

import static java.util.Arrays.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
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

  private static final int GROUPS = 64;
  private static final int WINDOW = 50;
  private static final int PATIENCE = 3000;
  private static final double FORGOTTEN = 1e-3;
  private static final int CONVEX_MEMBERS = 5;

  /** SGD forgets slowly: of its steps one in so many is looked at, of so many times more. */
  private static final int THINNED = 500;

  private static final int LONGER = 100;

  final CellGroup<Double> relaxed;
  final CellGroup<Double> nonlinear;
  final CellGroup<Double> heavy;
  final CellGroup<String> averages;
  final CellGroup<Double> convex;
  final Cell withMu;
  final CellGroup<Double> ball;
  final Cell sgd;

  FamilyExperiment(FamilySettings settings) {
    super(CHAPTER, settings);
    relaxed = CellGroup.of(settings.theta(), this::relaxed);
    double[] settling = stream(settings.theta()).filter(t -> t > 0.5).toArray();
    nonlinear = CellGroup.of(settling, this::nonlinear);
    heavy = CellGroup.of(TAILS, this::heavy);
    averages = CellGroup.of(List.of("iron", "relaxed", "nag-gs", "explicit-euler"), this::average);
    Iron far = iron(1, CONVEX_STEP, new Noise.Isotropic(1)).mu(0);
    convex =
        CellGroup.of(
            new double[] {0, 0.5, 1}, p -> convex("power-" + p, far.gammas(gamma(p)), CONVEX));
    Iron moved = iron(1, WITH_MU.alpha(), new Noise.Isotropic(1)).mu(WITH_MU.mu());
    withMu = convex("with-mu", moved.gamma(WITH_MU.gamma()), WITH_MU_STEPS);
    ball = CellGroup.of(new double[] {10, 100}, this::ball);
    sgd = sgd();
  }

  @Override
  public List<Cell> cells() {
    List<Cell> all =
        new ArrayList<>(CellGroup.cells(relaxed, nonlinear, heavy, averages, convex, ball));
    all.addAll(List.of(withMu, sgd));
    return all;
  }

  @Override
  public Story tell(Results results) {
    return new FamilyStory(this, results).tell();
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

  private static int burn(double theta, double alpha, double power, double... eigenvalues) {
    double rate = -StrictMath.log(law(theta, alpha).spectralRadius(eigenvalues));
    return (int) Math.ceil(-StrictMath.log(FORGOTTEN) / (rate * Math.min(1, power)));
  }

  /** Sees all coordinates of a group of particles after step k, from 1. */
  private interface Watch {
    void step(int k, double[] x);
  }

  private RandomStreams streams(int group) {
    return new RandomStreams(
        new RandomStreams(settings.seed()).stream("group-" + group).word(0, 0));
  }

  /** Runs a group of particles from one point. */
  private void run(
      Objective f, Flow method, double start, int members, int group, int steps, Watch watch) {
    double[] x0 = new double[f.dimension() * members];
    Arrays.fill(x0, start);
    Stepper stepper = method.start(Ensemble.of(f, members), x0, x0.clone(), streams(group));
    for (int k = 1; k <= steps; k++) {
      stepper.advance();
      watch.step(k, stepper.x());
    }
  }

  /** Returns the mean over the window behind the burn-in of what is seen in a group. */
  private double stationary(
      Objective f, Flow method, int burn, int group, ToDoubleFunction<double[]> seen) {
    double[] sum = new double[1];
    int steps = burn + WINDOW;
    Watch watch = (k, x) -> sum[0] += k > burn ? seen.applyAsDouble(x) / WINDOW : 0;
    run(f, method, 0, settings.particles(), group, steps, watch);
    return sum[0];
  }

  private double meanSquare(double[] x) {
    return Vectors.dot(x, x) / settings.particles();
  }

  /** Mean-square error of relaxed steps, where they soon forget their start. */
  private Cell relaxed(double theta) {
    double[] a = BOWL.eigenvalues();
    double[] steps =
        stream(settings.alpha()).filter(s -> burn(theta, s, 1, a) <= PATIENCE).toArray();
    return curve(
        "theta-" + Numbers.text(theta),
        identity().with("theta", theta),
        steps,
        (g, s) -> {
          Iron method = iron(theta, s, new Noise.Isotropic(1));
          return stationary(BOWL, method, burn(theta, s, 1, a), g, this::meanSquare);
        });
  }

  private Cell nonlinear(double theta) {
    Objective f = smoothedDistance(1);
    return curve(
        "nonlinear-" + Numbers.text(theta),
        identity().with("theta", theta),
        new double[] {PLATEAU_STEP},
        (g, s) -> {
          Iron method = iron(theta, s, new Noise.Isotropic(1));
          return stationary(f, method, burn(theta, s, 1, 2), g, this::meanSquare);
        });
  }

  /** Logarithm of the median of |x| in one dimension under stable noise. */
  private Cell heavy(double tails) {
    return curve(
        "tails-" + Numbers.text(tails),
        identity().with("tails", tails),
        settings.alpha(),
        (g, s) -> {
          Iron method = iron(1, s, new Noise.Stable(tails, 1));
          int burn = burn(1, s, tails, STEEP.eigenvalues());
          return stationary(STEEP, method, burn, g, FamilyExperiment::logMedian);
        });
  }

  private static double logMedian(double[] x) {
    return StrictMath.log(stream(x).map(Math::abs).sorted().toArray()[x.length / 2]);
  }

  private static Flow scheme(String name) {
    CenterNoise noise = new CenterNoise(new Noise.Isotropic(1));
    return switch (name) {
      case "nag-gs" -> NagGs.step(AVERAGED_STEP).frozen().noise(noise);
      case "explicit-euler" -> ExplicitEuler.step(AVERAGED_STEP).frozen().noise(noise);
      default -> iron(name.equals("relaxed") ? 0.75 : 1, AVERAGED_STEP, noise.noise());
    };
  }

  /** Mean square of the average of K iterates from stationarity. */
  private Cell average(String name) {
    int burn = 2 * WINDOW;
    return curve(
        "average-" + name,
        identity().with("alpha", AVERAGED_STEP),
        AVERAGED,
        g -> {
          double[] squares = new double[AVERAGED.length];
          double[] sum = new double[BOWL.dimension() * settings.particles()];
          Watch watch =
              (k, x) -> {
                int count = k - burn;
                Vectors.axpy(count > 0 ? 1 : 0, x, sum);
                int at = Arrays.binarySearch(AVERAGED, count);
                if (at >= 0) {
                  squares[at] = meanSquare(sum) / count / count;
                }
              };
          int steps = burn + (int) AVERAGED[AVERAGED.length - 1];
          run(BOWL, scheme(name), 0, settings.particles(), g, steps, watch);
          return squares;
        });
  }

  /** Mean of f over the steps so far, from one start far away. */
  private Cell convex(String label, Iron method, double... lengths) {
    Objective f = smoothedDistance(0);
    return curve(
        "convex-" + label,
        identity().with("method", method.id()).with("start", START),
        lengths,
        g -> {
          double[] means = new double[lengths.length];
          double[] sum = new double[1];
          Watch watch =
              (k, x) -> {
                for (double one : x) {
                  sum[0] += f.value(new double[] {one}) / CONVEX_MEMBERS;
                }
                int at = Arrays.binarySearch(lengths, k);
                if (at >= 0) {
                  means[at] = sum[0] / k;
                }
              };
          run(f, method, START, CONVEX_MEMBERS, g, (int) lengths[lengths.length - 1], watch);
          return means;
        });
  }

  private double[] marks() {
    return stream(new double[] {1, 10, 100, 1000, settings.iterations()}).toArray();
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
        marks(),
        g -> {
          Stepper stepper = method.start(f, new double[1], streams(g));
          double[] largest = new double[marks().length];
          for (int k = 1; k <= settings.iterations(); k++) {
            stepper.advance();
            largest(largest, k, stepper.x()[0]);
          }
          return stream(largest).map(StrictMath::log).toArray();
        });
  }

  private void largest(double[] largest, long k, double x) {
    for (int i = 0; i < largest.length; i++) {
      largest[i] = k <= marks()[i] ? Math.max(largest[i], Math.abs(x)) : largest[i];
    }
  }

  /**
   * The same for SGD's step x - eta (a x - b) on a row, and Hill's estimates of the inverse tail
   * index from nearly independent values.
   */
  private Cell sgd() {
    double[] marks = marks();
    double[] at = Arrays.copyOf(marks, marks.length + TAIL.length);
    System.arraycopy(TAIL, 0, at, marks.length, TAIL.length);
    int values = settings.iterations() * LONGER / THINNED;
    return curve(
        "sgd",
        identity().with("eta", SGD_STEP),
        at,
        g -> {
          RandomStream rows = streams(g).stream("rows");
          double[] largest = new double[marks.length];
          double[] seen = new double[values];
          double x = 0;
          for (int k = 1; k <= values * THINNED; k++) {
            int i = rows.uniform(0, k) < 0.5 ? 0 : 1;
            x -= SGD_STEP * (SLOPES[i] * x - OFFSETS[i]);
            if (k <= settings.iterations()) {
              largest(largest, k, x);
            }
            seen[(k - 1) / THINNED] = Math.abs(x);
          }
          Arrays.sort(seen);
          double[] numbers =
              Arrays.copyOf(stream(largest).map(StrictMath::log).toArray(), at.length);
          for (int t = 0; t < TAIL.length; t++) {
            numbers[marks.length + t] = hill(seen, (int) Math.ceil(TAIL[t] * values));
          }
          return numbers;
        });
  }

  /** Returns Hill's estimate of the inverse index from the largest {@code top} of sorted values. */
  static double hill(double[] sorted, int top) {
    double threshold = StrictMath.log(sorted[sorted.length - 1 - top]);
    double sum = 0;
    for (int i = sorted.length - top; i < sorted.length; i++) {
      sum += StrictMath.log(sorted[i]) - threshold;
    }
    return sum / top;
  }

  private NamedValues identity() {
    return new NamedValues()
        .with("experiment", name())
        .with("seed", settings.seed())
        .with("particles", (long) settings.particles())
        .with("iterations", (long) settings.iterations());
  }

  /** What a group measures at one place of a curve. */
  private interface Place {
    double measure(int group, double at);
  }

  private static Cell curve(String label, NamedValues identity, double[] at, Place place) {
    return curve(label, identity, at, g -> stream(at).map(s -> place.measure(g, s)).toArray());
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

  /** Returns the mean in a row of the trace of a cell. */
  static ConfidenceInterval mean(NumericColumns trace, int i) {
    double[] row = trace.rows().get(i);
    return new ConfidenceInterval(row[1], row[2], row[3], row[4], GROUPS);
  }
}
