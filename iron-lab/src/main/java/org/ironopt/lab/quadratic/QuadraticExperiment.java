package org.ironopt.lab.quadratic;

import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.particles.Measurement;
import org.ironopt.lab.particles.Moments;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.particles.Quantiles;
import org.ironopt.lab.particles.SecondMoments;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.method.Schedule;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;

/**
 * Paper section 5.1: particles on a quadratic with known minimiser, against the exact stationary
 * covariance, over the four steps of the figures and a dense grid of steps; and what the paper does
 * not run on its quadratic, in clouds of the grid's size.
 */
public final class QuadraticExperiment extends ChapterExperiment<QuadraticSettings> {
  /** The chapter, with any settings. */
  public static final Chapter<QuadraticSettings> CHAPTER =
      new Chapter<>(
          "quadratic",
          "the strongly convex quadratic of section 5.1",
          QuadraticSettings.class,
          QuadraticExperiment::new);

  /** Stationary iterations that count. */
  static final int WINDOW = 50;

  static final double STABILITY = 1.5;
  static final double INEXACT_STEP = 100;
  private static final double[] STEPS = {1, 10, 100, 1000};
  private static final double[] STABLE_STEPS = {1, 10, 100, 1000, 10_000};
  private static final double[] TOLERANCES = {1e-3, 1e-2, 1e-1, 1, 3, 10, 30, 100, 300};
  private static final double[] VARYING = {1000, 4000};
  private static final int VARYING_ITERATIONS = 60;
  private static final int ITERATIONS = 100;
  private static final double FREEDOM = 5;
  private static final int PLOTTED = 20_000;
  private static final double FORGOTTEN = 1e-5;
  private static final double PATIENCE = 20_000;

  final QuadraticProblem problem;

  /** The paper's figures: the nominal steps of the settings. */
  final CellGroup<Double> paper;

  /** The curves: the steps of the grid at which a scheme is stable and soon forgets its start. */
  final Map<Scheme, CellGroup<Double>> grid = new EnumMap<>(Scheme.class);

  /** Noise whose covariance does not commute with A, by step. */
  final CellGroup<Double> correlated;

  /** Student's noise, by step. */
  final CellGroup<Double> student;

  /** Stable noise, which has no variance, by step. */
  final CellGroup<Double> stable;

  /** Two large steps in turn with updated gamma, the setting of the paper's Theorem 3.2. */
  final Cell varying;

  /** Inexact inner solves at one step, by tolerance. */
  final CellGroup<Double> inexact;

  QuadraticExperiment(QuadraticSettings settings) {
    super(CHAPTER, settings);
    problem = new QuadraticProblem(settings);
    Measurement moments = new Moments(problem.minimizer, WINDOW, 0);
    paper = CellGroup.of(settings.alpha(), this::paperCell);
    for (Scheme scheme : Scheme.values()) {
      double[] steps =
          Arrays.stream(settings.grid()).filter(alpha -> forgets(scheme, alpha)).toArray();
      grid.put(scheme, CellGroup.of(steps, alpha -> gridCell(scheme, alpha)));
    }
    correlated =
        noisy(
            "sigma",
            STEPS,
            new Noise.Full(problem.sigma()),
            new SecondMoments(problem.minimizer, WINDOW),
            new NamedValues().with("sigma", problem.sigma().data()));
    student =
        noisy(
            "student",
            STEPS,
            new Noise.StudentT(FREEDOM, problem.isotropic),
            moments,
            new NamedValues().with("noise", "student:" + FREEDOM));
    stable =
        noisy(
            "stable",
            STABLE_STEPS,
            new Noise.Stable(STABILITY, problem.rho),
            new Quantiles(problem.minimizer, WINDOW),
            new NamedValues().with("noise", "stable:" + STABILITY));
    varying =
        cell(
            "varying",
            problem.noisy(
                Iron.steps(Schedule.of("1000 and 4000 in turn", QuadraticExperiment::varyingStep)),
                problem.isotropic),
            VARYING_ITERATIONS,
            moments,
            new NamedValues().with("steps", VARYING));
    inexact =
        CellGroup.of(
            TOLERANCES,
            tolerance ->
                cell(
                    "inexact-" + text(tolerance, 12),
                    problem
                        .noisy(Iron.step(INEXACT_STEP), problem.isotropic)
                        .frozen()
                        .inner(InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(tolerance))),
                    ITERATIONS,
                    moments,
                    new NamedValues().with("step", INEXACT_STEP).with("tolerance", tolerance)));
  }

  /** Returns the step that the authors' script makes for the caption 1. */
  public static double authorsUnit() {
    NamedValues authors = CHAPTER.paper().with("reading", "authors");
    return new QuadraticProblem(CHAPTER.read(authors)).step(1);
  }

  @Override
  public List<Cell> cells() {
    return Stream.of(
            paper.cells(),
            CellGroup.cells(grid.values().toArray(CellGroup<?>[]::new)),
            CellGroup.cells(correlated, student, stable),
            List.of(varying),
            inexact.cells())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new QuadraticReport(this, problem, results).report();
  }

  /** Returns IRON at these steps under other noise. */
  private CellGroup<Double> noisy(
      String name, double[] steps, Noise law, Measurement measurement, NamedValues own) {
    return CellGroup.of(
        steps,
        alpha ->
            cell(
                name + "-" + text(alpha, 12),
                problem.method(Scheme.IRON, alpha, law),
                ITERATIONS,
                measurement,
                new NamedValues().with("step", alpha).with(own)));
  }

  private Cell paperCell(double alpha) {
    double step = problem.step(alpha);
    return cell(
        "alpha-" + text(alpha, 12),
        problem.method(Scheme.IRON, step, problem.noise()),
        settings.particles(),
        settings.iterations(),
        new Moments(problem.minimizer, WINDOW, PLOTTED),
        new NamedValues().with("step", step).with(settings().of("noise, covariance")));
  }

  private Cell gridCell(Scheme scheme, double alpha) {
    String name = NamedValues.word(scheme);
    return cell(
        "grid-" + name + "-" + text(alpha, 12),
        problem.method(scheme, alpha, problem.isotropic),
        steps(scheme, alpha),
        new Moments(problem.minimizer, WINDOW, 0),
        new NamedValues().with("step", alpha).with("method", name));
  }

  private boolean forgets(Scheme scheme, double alpha) {
    return Contraction.stable(scheme, problem.parameters(alpha), problem.eigenvalues)
        && steps(scheme, alpha) < PATIENCE;
  }

  /** Returns how many steps it takes until the start is forgotten and the window has passed. */
  private int steps(Scheme scheme, double alpha) {
    IronParameters p = new IronParameters(alpha, problem.mu, problem.gamma);
    double radius = Contraction.spectralRadius(scheme, p, problem.eigenvalues);
    return WINDOW
        + (int) Math.min(PATIENCE, Math.ceil(StrictMath.log(FORGOTTEN) / StrictMath.log(radius)));
  }

  /** Returns the step of iteration k (from 0) of the varying run. */
  static double varyingStep(long k) {
    return VARYING[(int) (k % VARYING.length)];
  }

  private Cell cell(
      String label, Flow method, int iterations, Measurement measurement, NamedValues own) {
    return cell(label, method, settings.gridParticles(), iterations, measurement, own);
  }

  private Cell cell(
      String label,
      Flow method,
      int particles,
      int iterations,
      Measurement measurement,
      NamedValues own) {
    NamedValues common =
        new NamedValues()
            .with("experiment", name())
            .with(settings().of("eigenvalues, b, mu"))
            .with("gamma", problem.gamma)
            .with("damping", problem.damping())
            .with(settings().of("rho, seed"))
            .with("particles", (long) particles)
            .with("iterations", (long) iterations);
    return new ParticleCloud(problem.objective, method, particles, iterations, settings.seed())
        .cell(label, common.with(own), measurement);
  }
}
