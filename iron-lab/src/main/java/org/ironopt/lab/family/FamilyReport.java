package org.ironopt.lab.family;

import static java.util.Arrays.stream;
import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.CurveTables;
import org.ironopt.lab.experiment.CurveTables.Exact;
import org.ironopt.lab.experiment.CurveTables.Measured;
import org.ironopt.lab.experiment.CurveTables.Point;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.PowerLaw;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
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
record FamilyReport(FamilyExperiment experiment, ResultStore results, CurveTables curves) {
  private static final double[] SPECTRUM = {0.1, 0.3, 1, 3, 10};
  private static final double[] DISSIPATIONS = {0.1, 1, 10};
  private static final double SLOW = 0.1;
  private static final double GONE = 1e-100;

  private ResultTables values() {
    return curves.values();
  }

  ChapterReport report() {
    boolean complete = experiment.cells().stream().allMatch(c -> results.of(c).isPresent());
    values().put("finished", complete ? 1 : 0);
    if (complete) {
      relaxed();
      forgetting();
      heavy();
      averages();
      convex();
      minibatches();
    }
    return ChapterPage.report(FamilyReport.class, values(), true);
  }

  private static List<Point> last(List<Point> points) {
    double longest = points.stream().mapToDouble(Point::at).max().orElse(Double.NaN);
    return points.stream().filter(p -> p.at() == longest).toList();
  }

  private void relaxed() {
    double[] a = FamilyExperiment.BOWL.eigenvalues();
    double constant = QuadraticConstant.isotropic(1, a, 1);
    double level = QuadraticConstant.isotropic(1, new double[] {2}, 1);
    double[] theta = experiment.settings.theta();
    Function<Double, String> label = t -> "θ = " + text(t);
    Measured scaled = (alpha, mean) -> mean.times(alpha);
    Exact<Double> law = (t, alpha) -> alpha * FamilyExperiment.law(t, alpha).mse(a, 1);
    List<Point> end = last(curves.group("relaxed", experiment.relaxed, label, scaled, law));
    curves.group("nonlinear", experiment.nonlinear, label, scaled, (t, s) -> level(level, t));
    values().put("constant", constant);
    values().table("plateaus", theta.length).with("level", i -> level(constant, theta[i]));
    int first = theta.length - end.size();
    curves
        .table("long_relaxed", end)
        .with("plateau", p -> level(constant, theta[first + end.indexOf(p)]));
  }

  private static double level(double constant, double theta) {
    return FamilyExperiment.law(theta, 1).limit(constant).orElse(Double.NaN);
  }

  /** How fast relaxed steps of one spread forget, and noiseless runs that count their steps. */
  private void forgetting() {
    double[] theta = IntStream.rangeClosed(1, 200).mapToDouble(k -> 0.5 + k / 400.0).toArray();
    EqualSpread[] best = new EqualSpread[DISSIPATIONS.length];
    for (int i = 0; i < best.length; i++) {
      double e = DISSIPATIONS[i];
      best[i] = EqualSpread.of(e, SLOW, SLOW, SPECTRUM);
      String name = "radius_" + (i + 1);
      curves.curve(name, theta, t -> slow(t, e / (2 * t - 1)).spectralRadius(SPECTRUM));
    }
    values()
        .table("forgetting", best.length)
        .labelled(i -> "E = " + text(DISSIPATIONS[i]))
        .with("theta", i -> best[i].theta())
        .with("alpha", i -> best[i].alpha())
        .with("radius", i -> best[i].radius())
        .with("plain", i -> best[i].plainRadius())
        .with("gain", i -> best[i].gain().orElseThrow())
        .with("ratio", i -> steps(1, DISSIPATIONS[i]) / steps(best[i].theta(), best[i].alpha()));
  }

  private static RelaxedLaw slow(double theta, double alpha) {
    return new RelaxedLaw(theta, new IronParameters(alpha, SLOW, SLOW));
  }

  /** Returns after how many noiseless steps a start at distance about 1 is gone. */
  private static double steps(double theta, double alpha) {
    Quadratic f = Quadratic.diagonal(SPECTRUM, new double[SPECTRUM.length]);
    double[] start = new double[SPECTRUM.length];
    Arrays.fill(start, 1);
    Iron method = Iron.step(alpha).mu(SLOW).frozen().theta(theta);
    Stepper stepper = method.start(f, start, new RandomStreams(0));
    int k = 0;
    for (; Vectors.norm(stepper.x()) > GONE; k++) {
      stepper.advance();
    }
    return k;
  }

  private void heavy() {
    double a = FamilyExperiment.STEEP.eigenvalues()[0];
    double[] tails = FamilyExperiment.TAILS;
    Function<Double, String> label = s -> "s = " + text(s);
    Exact<Double> median =
        (s, alpha) -> {
          StableLaw law = new StableLaw(s, FamilyExperiment.law(1, alpha));
          return law.quantile(0.75, law.scale(a, 1).orElseThrow());
        };
    List<Point> all =
        curves.group("heavy", experiment.heavy, label, (_, mean) -> exp(mean), median);
    int steps = all.size() / tails.length;
    values()
        .table("slopes", tails.length)
        .labelled(i -> label.apply(tails[i]))
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
    double[] medians = {p.measured().mean(), q.measured().mean()};
    return PowerLaw.exponent(new double[] {p.at(), q.at()}, medians);
  }

  private void averages() {
    double alpha = FamilyExperiment.AVERAGED_STEP;
    double[] a = FamilyExperiment.BOWL.eigenvalues();
    Measured scaled = (k, mean) -> mean.times(k * alpha);
    Exact<String> exact =
        (name, k) -> alpha * Math.round(k) * law(name).mse(a, 1, Math.round(k)).orElseThrow();
    List<Point> all = curves.group("averages", experiment.averages, name -> name, scaled, exact);
    curves.table("longest_averages", last(all));
    var single =
        all.stream()
            .filter(p -> p.at() == 1)
            .mapToDouble(p -> p.measured().mean())
            .summaryStatistics();
    values().put("single_ratio", single.getMax() / single.getMin());
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

  private void convex() {
    double[] start = {FamilyExperiment.START};
    double excess = FamilyExperiment.smoothedDistance(0).value(start);
    double square = start[0] * start[0];
    Function<Double, String> label =
        power -> power == 0 ? "1" : power == 1 ? "1/(k + 1)" : "1/√(k + 1)";
    Exact<Double> bound =
        (power, k) -> {
          double[] alphas = new double[(int) Math.round(k)];
          double[] gammas = new double[alphas.length];
          Arrays.fill(alphas, FamilyExperiment.CONVEX_STEP);
          Arrays.setAll(gammas, FamilyExperiment.gamma(power)::checked);
          return EnergyBound.convexMean(excess + square / 2, 1, alphas, gammas).orElseThrow();
        };
    curves.group("convex", experiment.convex, label, (_, mean) -> mean, bound);
    IronParameters p = FamilyExperiment.WITH_MU;
    long steps = FamilyExperiment.WITH_MU_STEPS;
    double m = p.gamma() + p.mu();
    IronParameters none = new IronParameters(p.alpha(), 0, p.gamma());
    values()
        .table("with_mu", 1)
        .means("measured", i -> curves.mean(trace(experiment.withMu), 0))
        .with("false_bound", i -> EnergyBound.convexMean(none, excess, square, 1, steps))
        .with("bound", i -> EnergyBound.convexMean(p, excess, m * m * square, 1, steps));
  }

  private NumericColumns trace(Cell cell) {
    return results.of(cell).orElseThrow().trace();
  }

  private void minibatches() {
    List<Cell> chains = new ArrayList<>(experiment.ball.cells());
    int iron = chains.size();
    chains.add(experiment.sgd);
    List<Double> alphas = experiment.ball.keys();
    double[] largest =
        experiment.ball.cells().stream()
            .mapToDouble(cell -> StrictMath.exp(trace(cell).last("largest")))
            .toArray();
    values()
        .table("ball", iron)
        .labelled(i -> "α = " + text(alphas.get(i)))
        .with("largest", i -> largest[i])
        .with("radius", i -> radius(alphas.get(i)))
        .ratio("share", "largest", "radius");
    values()
        .table("chains", chains.size())
        .labelled(i -> i == iron ? "SGD" : "IRON, α = " + text(alphas.get(i)));
    for (int i = 0; i <= iron; i++) {
      NumericColumns trace = trace(chains.get(i));
      values()
          .table("chain_" + (i + 1), trace(chains.getFirst()).rows().size())
          .with("at", r -> trace.rows().get(r)[0])
          .means("largest", r -> exp(curves.mean(trace, r)));
    }
    double[] tail = FamilyExperiment.TAIL;
    NumericColumns sgd = trace(experiment.sgd);
    int first = sgd.rows().size() - tail.length;
    values()
        .table("hill", tail.length)
        .with("at", Column.exact(tail))
        .means("measured", i -> curves.mean(sgd, first + i));
    int top = first + FamilyExperiment.TOP;
    values().table("tail", 1).means("measured", i -> curves.mean(sgd, top));
    double[] factors =
        stream(FamilyExperiment.SLOPES).map(a -> 1 - FamilyExperiment.SGD_STEP * a).toArray();
    double index = TailIndex.of(factors, new double[] {0.5, 0.5}).kappa().orElseThrow();
    values().put("index", index);
    values().put("inverse_index", 1 / index);
  }

  /** Returns the radius of the ball about x* = 0, where the gradients of the rows are -b_i. */
  private static double radius(double alpha) {
    double damping = FamilyExperiment.DAMPING;
    IronParameters p = new IronParameters(alpha, damping, damping);
    double gradient = stream(FamilyExperiment.OFFSETS).map(Math::abs).max().orElseThrow();
    return new MinibatchBound(p, FamilyExperiment.SLOPES[0]).ball(gradient, 0).orElseThrow();
  }
}
