package org.ironopt.lab.logistic;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.theory.Plateau;

/**
 * Paper section 5.3: stationary mean-square error of chains on a ridge logistic regression with
 * center noise, over steps, inner tolerances and seeds.
 */
public final class LogisticExperiment extends ChapterExperiment<LogisticSettings> {
  /** The chapter, with any settings; those that the paper leaves open are its script's. */
  public static final Chapter<LogisticSettings> CHAPTER =
      new Chapter<>(
          "logistic",
          "the ridge logistic regression of section 5.3",
          LogisticSettings.class,
          LogisticExperiment::new);

  final LogisticProblem problem;

  /** The minimiser, the spectrum there and the predicted plateau. */
  final Cell theory;

  /** All chains of one inner tolerance, by tolerance, the tightest first. */
  final CellGroup<Double> tolerances;

  /** The same for tolerances that are meant to break the law. */
  final CellGroup<Double> loose;

  LogisticExperiment(LogisticSettings settings) {
    super(CHAPTER, settings);
    problem = new LogisticProblem(settings);
    theory =
        Cell.of(
            "theory",
            problemSettings()
                .with("rho", settings.rho())
                .with("stationary_gamma", problem.stationaryGamma),
            () -> SlicedTask.parallel(1, i -> new double[0], all -> predicted()));
    tolerances = chains(settings.residuals());
    loose = chains(settings.loose());
  }

  private CellResult predicted() {
    LogisticProblem.Data data = problem.data();
    Plateau plateau =
        Plateau.isotropic(
            data.objective(), data.minimizer(), problem.mu, problem.stationaryGamma, problem.rho2);
    NamedValues values =
        new NamedValues()
            .with("gradient_norm", data.gradientNorm())
            .with("plateau", plateau.limit())
            .with("linear_correction", plateau.linear())
            .with("nonlinear_correction", plateau.nonlinear());
    NumericColumns eigenvalues = new NumericColumns("eigenvalue");
    Arrays.stream(data.anchor().eigenvalues()).forEach(eigenvalues::add);
    return new CellResult(values, eigenvalues, Map.of());
  }

  private CellGroup<Double> chains(double[] epsilons) {
    return CellGroup.of(
        Arrays.stream(epsilons).sorted().toArray(),
        epsilon ->
            Cell.of(
                "tolerance-" + Numbers.text(epsilon, 12),
                problemSettings()
                    .with(settings().of("rho, gamma, damping"))
                    .with("alpha", problem.alphas)
                    .with(settings().of("chain_seeds, iterations"))
                    .with("discarded", (long) settings.discarded())
                    .with("max_steps", (long) settings.newtonSteps())
                    .with("newton_samples", (long) settings.newtonSamples())
                    .with("tolerance", epsilon),
                () -> new ChainTask(problem, epsilon)));
  }

  /** Returns every setting that determines the data and the minimiser. */
  private NamedValues problemSettings() {
    return new NamedValues()
        .with("experiment", name())
        .with(settings().of("rows, dimension, reg, seed"));
  }

  @Override
  public List<Cell> cells() {
    return Stream.concat(Stream.of(theory), CellGroup.cells(tolerances, loose).stream()).toList();
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new LogisticReport(this, results).report();
  }
}
