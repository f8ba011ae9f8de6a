package org.ironopt.lab.family;

import static java.util.Arrays.stream;
import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.AverageLaw;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.RelaxedLaw;
import org.ironopt.theory.RelaxedLaw.EqualSpread;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StableLaw;
import org.ironopt.theory.sampling.MinibatchBound;
import org.ironopt.theory.sampling.TailIndex;

/** The values of the chapter: {@code claims.toml} judges them, {@code page.toml} shows them. */
record FamilyStory(FamilyExperiment experiment, Results results) {
  private static final double[] SPECTRUM = {0.1, 0.3, 1, 3, 10};
  private static final double[] DISSIPATIONS = {0.1, 1, 10};
  private static final double SLOW = 0.1;
  private static final double GONE = 1e-100;

  /** A measured value of a curve beside the exact one. */
  private record Point(String label, double at, ConfidenceInterval measured, double exact) {}

  /** What is exact at one place of the curve of a cell, and what a measured mean is taken as. */
  private interface Law<K, R> {
    R at(K key, double at);
  }

  Story tell() {
    ResultTables values = CellTables.settings(experiment.settings());
    boolean complete = experiment.cells().stream().allMatch(c -> results.of(c).isPresent());
    values.put("finished", complete ? 1 : 0);
    if (!complete) {
      var open = Ledger.open(FamilyStory.class, "not all cells have finished");
      return ChapterPage.tell(FamilyStory.class, values, open);
    }
    relaxed(values);
    forgetting(values);
    heavy(values);
    averages(values);
    convex(values);
    minibatches(values);
    return ChapterPage.tell(FamilyStory.class, values, Ledger.judge(FamilyStory.class, values));
  }

  private static Rows table(ResultTables values, String name, List<Point> points) {
    return values
        .table(name, points.size())
        .labelled(i -> points.get(i).label)
        .with("at", i -> points.get(i).at)
        .means("measured", i -> points.get(i).measured)
        .with("exact", i -> points.get(i).exact);
  }

  private static void curve(ResultTables values, String name, double[] x, DoubleUnaryOperator y) {
    values.table(name, x.length).with("x", Column.exact(x)).with("y", i -> y.applyAsDouble(x[i]));
  }

  /**
   * Adds all points of a group as a table of that name, those of each cell as {@code name_1} and so
   * on with the exact curve {@code curve_name_1}, and the labels of the cells as {@code name_all}.
   */
  private <K> List<Point> curves(
      ResultTables values,
      String name,
      CellGroup<K> group,
      Function<K, String> label,
      Law<K, Function<ConfidenceInterval, ConfidenceInterval>> as,
      Law<K, Double> exact) {
    List<Point> all = new ArrayList<>();
    List<Found<K>> found = results.of(group).found();
    for (int i = 0; i < found.size(); i++) {
      K key = found.get(i).key();
      NumericColumns trace = found.get(i).outcome().trace();
      double[] at = trace.column("at");
      List<Point> points = new ArrayList<>();
      for (int r = 0; r < at.length; r++) {
        ConfidenceInterval mean = as.at(key, at[r]).apply(FamilyExperiment.mean(trace, r));
        String place = label.apply(key) + ", " + text(at[r]);
        points.add(new Point(place, at[r], mean, exact.at(key, at[r])));
      }
      table(values, name + "_" + (i + 1), points);
      double ratio = at[at.length - 1] / at[0];
      double[] x =
          IntStream.rangeClosed(0, 120)
              .mapToDouble(k -> at[0] * StrictMath.pow(ratio, k / 120.0))
              .map(a -> stream(at).allMatch(c -> c == Math.rint(c)) ? Math.rint(a) : a)
              .distinct()
              .toArray();
      curve(values, "curve_" + name + "_" + (i + 1), x, a -> exact.at(key, a));
      all.addAll(points);
    }
    table(values, name, all);
    values.table(name + "_all", found.size()).labelled(i -> label.apply(found.get(i).key()));
    return all;
  }

  private static List<Point> last(List<Point> points) {
    double longest = points.stream().mapToDouble(Point::at).max().orElse(Double.NaN);
    return points.stream().filter(p -> p.at == longest).toList();
  }

  private void relaxed(ResultTables values) {
    double[] a = FamilyExperiment.BOWL.eigenvalues();
    double constant = QuadraticConstant.isotropic(1, a, 1);
    values.put("constant", constant);
    Function<Double, String> label = theta -> "θ = " + text(theta);
    List<Point> all =
        curves(
            values,
            "relaxed",
            experiment.relaxed,
            label,
            (theta, s) -> mean -> mean.times(s),
            (theta, s) -> s * FamilyExperiment.law(theta, s).mse(a, 1));
    double[] theta = experiment.settings.theta();
    values.table("plateaus", theta.length).with("level", i -> level(constant, theta[i]));
    table(values, "long_relaxed", last(all))
        .with("plateau", i -> level(constant, theta[theta.length - last(all).size() + i]));
    double level = QuadraticConstant.isotropic(1, new double[] {2}, 1);
    curves(
        values,
        "nonlinear",
        experiment.nonlinear,
        label,
        (t, s) -> mean -> mean.times(s),
        (t, s) -> level(level, t));
  }

  private static double level(double constant, double theta) {
    return FamilyExperiment.law(theta, 1).limit(constant).orElse(Double.NaN);
  }

  /** How fast relaxed steps of one spread forget, and noiseless runs that count their steps. */
  private static void forgetting(ResultTables values) {
    EqualSpread[] best = new EqualSpread[DISSIPATIONS.length];
    for (int i = 0; i < best.length; i++) {
      double e = DISSIPATIONS[i];
      best[i] = EqualSpread.of(e, SLOW, SLOW, SPECTRUM);
      double[] theta = IntStream.rangeClosed(1, 200).mapToDouble(k -> 0.5 + k / 400.0).toArray();
      curve(
          values,
          "radius_" + (i + 1),
          theta,
          t -> slow(t, e / (2 * t - 1)).spectralRadius(SPECTRUM));
    }
    values
        .table("forgetting", best.length)
        .labelled(i -> "E = " + text(DISSIPATIONS[i]))
        .with("theta", i -> best[i].theta())
        .with("alpha", i -> best[i].alpha())
        .with("radius", i -> best[i].radius())
        .with("plain", i -> best[i].plainRadius())
        .with("gain", i -> best[i].gain())
        .with(
            "ratio",
            i -> steps(slow(1, DISSIPATIONS[i])) / steps(slow(best[i].theta(), best[i].alpha())));
  }

  private static RelaxedLaw slow(double theta, double alpha) {
    return new RelaxedLaw(theta, new IronParameters(alpha, SLOW, SLOW));
  }

  /** Returns after how many noiseless steps a start at distance about 1 is gone. */
  private static double steps(RelaxedLaw law) {
    Quadratic f = Quadratic.diagonal(SPECTRUM, new double[SPECTRUM.length]);
    double[] start = new double[SPECTRUM.length];
    Arrays.fill(start, 1);
    Iron method = Iron.step(law.p().alpha()).mu(SLOW).frozen().theta(law.theta());
    Stepper stepper = method.start(f, start, new RandomStreams(0));
    int k = 0;
    for (; Vectors.norm(stepper.x()) > GONE; k++) {
      stepper.advance();
    }
    return k;
  }

  private void heavy(ResultTables values) {
    double a = FamilyExperiment.STEEP.eigenvalues()[0];
    List<Point> all =
        curves(
            values,
            "heavy",
            experiment.heavy,
            s -> "s = " + text(s),
            (s, alpha) -> FamilyStory::exp,
            (s, alpha) -> {
              StableLaw law = new StableLaw(s, FamilyExperiment.law(1, alpha));
              return law.quantile(0.75, law.scale(a, 1).orElseThrow());
            });
    double[] tails = FamilyExperiment.TAILS;
    int steps = all.size() / tails.length;
    values
        .table("slopes", tails.length)
        .labelled(i -> "s = " + text(tails[i]))
        .with("measured", i -> slope(all.get((i + 1) * steps - 2), all.get((i + 1) * steps - 1)))
        .with("exponent", i -> 1 / tails[i] - 1);
  }

  private static ConfidenceInterval exp(ConfidenceInterval log) {
    double mean = StrictMath.exp(log.mean());
    double low = StrictMath.exp(log.low());
    double high = StrictMath.exp(log.high());
    return new ConfidenceInterval(mean, mean * log.standardError(), low, high, log.count());
  }

  private static double slope(Point p, Point q) {
    return StrictMath.log(q.measured.mean() / p.measured.mean()) / StrictMath.log(q.at / p.at);
  }

  private void averages(ResultTables values) {
    double alpha = FamilyExperiment.AVERAGED_STEP;
    double[] a = FamilyExperiment.BOWL.eigenvalues();
    List<Point> all =
        curves(
            values,
            "averages",
            experiment.averages,
            name -> name,
            (name, k) -> mean -> mean.times(k * alpha),
            (name, k) -> alpha * Math.round(k) * law(name).mse(a, 1, Math.round(k)).orElseThrow());
    table(values, "longest_averages", last(all));
    double[] single =
        all.stream().filter(p -> p.at == 1).mapToDouble(p -> p.measured.mean()).sorted().toArray();
    values.put("single_ratio", single[single.length - 1] / single[0]);
  }

  private static AverageLaw law(String scheme) {
    IronParameters p = new IronParameters(FamilyExperiment.AVERAGED_STEP, 1, 1);
    return switch (scheme) {
      case "relaxed" -> AverageLaw.of(new RelaxedLaw(0.75, p));
      case "nag-gs" -> AverageLaw.of(Scheme.NAG_GS, p);
      case "explicit-euler" -> AverageLaw.of(Scheme.EXPLICIT_EULER, p);
      default -> AverageLaw.of(Scheme.IRON, p);
    };
  }

  private void convex(ResultTables values) {
    double[] start = {FamilyExperiment.START};
    double excess = FamilyExperiment.smoothedDistance(0).value(start);
    double square = start[0] * start[0];
    curves(
        values,
        "convex",
        experiment.convex,
        power -> power == 0 ? "1" : power == 1 ? "1/(k + 1)" : "1/√(k + 1)",
        (power, k) -> mean -> mean,
        (power, k) -> {
          double[] alphas = new double[(int) Math.round(k)];
          double[] gammas = new double[alphas.length];
          Arrays.fill(alphas, FamilyExperiment.CONVEX_STEP);
          Arrays.setAll(gammas, FamilyExperiment.gamma(power)::checked);
          return EnergyBound.convexMean(excess + square / 2, 1, alphas, gammas).orElseThrow();
        });
    IronParameters p = FamilyExperiment.WITH_MU;
    long steps = FamilyExperiment.WITH_MU_STEPS;
    double m = p.gamma() + p.mu();
    IronParameters none = new IronParameters(p.alpha(), 0, p.gamma());
    values
        .table("with_mu", 1)
        .means("measured", i -> FamilyExperiment.mean(trace(experiment.withMu), 0))
        .with("false_bound", i -> EnergyBound.convexMean(none, excess, square, 1, steps))
        .with("bound", i -> EnergyBound.convexMean(p, excess, m * m * square, 1, steps));
  }

  private NumericColumns trace(Cell cell) {
    return results.of(cell).orElseThrow().trace();
  }

  private void minibatches(ResultTables values) {
    List<Found<Double>> found = results.of(experiment.ball).found();
    values
        .table("ball", found.size())
        .labelled(i -> "α = " + text(found.get(i).key()))
        .with("largest", i -> StrictMath.exp(found.get(i).outcome().trace().last("largest")))
        .with("radius", i -> radius(found.get(i).key()))
        .with(
            "share",
            i ->
                values.column("ball.largest").means()[i] / values.column("ball.radius").means()[i]);
    int iron = found.size();
    values
        .table("chains", iron + 1)
        .labelled(i -> i == iron ? "SGD" : "IRON, α = " + text(found.get(i).key()));
    for (int i = 0; i <= iron; i++) {
      NumericColumns trace = i == iron ? trace(experiment.sgd) : found.get(i).outcome().trace();
      values
          .table("chain_" + (i + 1), trace(experiment.ball.cells().getFirst()).rows().size())
          .with("at", r -> trace.rows().get(r)[0])
          .means("largest", r -> exp(FamilyExperiment.mean(trace, r)));
    }
    double[] tail = FamilyExperiment.TAIL;
    NumericColumns sgd = trace(experiment.sgd);
    int first = sgd.rows().size() - tail.length;
    values
        .table("hill", tail.length)
        .with("at", Column.exact(tail))
        .means("measured", i -> FamilyExperiment.mean(sgd, first + i));
    int top = first + FamilyExperiment.TOP;
    values.table("tail", 1).means("measured", i -> FamilyExperiment.mean(sgd, top));
    values.put("index", index());
    values.put("inverse_index", 1 / index());
  }

  /** Returns the radius of the ball about x* = 0, where the gradients of the rows are -b_i. */
  private static double radius(double alpha) {
    double damping = FamilyExperiment.DAMPING;
    IronParameters p = new IronParameters(alpha, damping, damping);
    double gradient = stream(FamilyExperiment.OFFSETS).map(Math::abs).max().orElseThrow();
    return new MinibatchBound(p, FamilyExperiment.SLOPES[0]).ball(gradient, 0).orElseThrow();
  }

  private static double index() {
    double[] factors =
        stream(FamilyExperiment.SLOPES).map(a -> 1 - FamilyExperiment.SGD_STEP * a).toArray();
    return TailIndex.of(factors, new double[] {0.5, 0.5}).kappa().orElseThrow();
  }
}
