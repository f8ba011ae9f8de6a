package org.ironopt.lab.logcosh;

import java.math.BigDecimal;
import java.util.List;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.particles.ParticleCloud;

/**
 * Paper section 5.2: particles on the nonconvex log-cosh regression. The resolvent has several
 * solutions here; the one taken is the local minimiser of {@code lambda f + |. - c|^2/2} that
 * Newton's method with Armijo's rule reaches from the current iterate.
 */
public final class LogCoshExperiment extends ChapterExperiment<LogCoshSettings> {
  /** The chapter, with any settings. */
  public static final Chapter<LogCoshSettings> CHAPTER =
      new Chapter<>(
          "logcosh",
          "the nonconvex log-cosh regression of section 5.2",
          LogCoshSettings.class,
          LogCoshExperiment::new);

  private static final int PLOTTED = 20_000;

  final LogCoshProblem problem;

  /** The clouds by the step of their caption, the shortest first. */
  final CellGroup<Double> steps;

  LogCoshExperiment(LogCoshSettings settings) {
    super(CHAPTER, settings);
    problem = new LogCoshProblem(settings);
    steps = CellGroup.of(settings.alpha(), this::cell);
  }

  @Override
  public List<Cell> cells() {
    return steps.cells();
  }

  private Cell cell(double alpha) {
    double step = problem.step(alpha);
    NamedValues own =
        new NamedValues()
            .with("experiment", name())
            .with(settings().of("diagonal, b, mu, gamma, rho, noise"))
            .with("tolerance", settings.residual())
            .with(settings().of("seed, particles, iterations, window"))
            .with("step", step);
    return new ParticleCloud(
            problem.objective,
            problem.method(step),
            settings.particles(),
            settings.iterations(),
            settings.seed())
        .cell(
            "alpha-" + BigDecimal.valueOf(alpha).stripTrailingZeros().toPlainString(),
            own,
            new RegionMeasurement(problem.objective, problem.regions, settings.window(), PLOTTED));
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new LogCoshReport(problem, results.of(steps)).report();
  }
}
