package org.ironopt.lab.sampling;

import java.util.List;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.InputData;
import org.ironopt.lab.experiment.ResultStore;

/**
 * Real minibatches and functions that are not strongly convex, against the theorems S4, S5 and S2:
 * chains of the library's own steps beside exact moments, bounds and local laws.
 */
public final class SamplingExperiment extends ChapterExperiment<SamplingSettings> {
  /** The chapter, with any settings. */
  public static final Chapter<SamplingSettings> CHAPTER =
      new Chapter<>(
          "sampling",
          "real minibatches, and no convexity (beyond the paper)",
          SamplingSettings.class,
          SamplingExperiment::new);

  final Regressions regressions;
  final NonconvexFunctions landscapes;

  SamplingExperiment(SamplingSettings settings) {
    super(CHAPTER, settings);
    regressions = new Regressions(settings);
    landscapes = new NonconvexFunctions(settings, regressions.few);
  }

  @Override
  protected Optional<InputData<?, ?>> files() {
    return regressions.real() ? Optional.of(regressions.images) : Optional.empty();
  }

  @Override
  public List<Cell> cells() {
    return CellGroup.cells(
        regressions.exact,
        regressions.chains,
        regressions.best,
        regressions.predicted,
        regressions.runs,
        landscapes.noisy,
        landscapes.saddle,
        landscapes.energy);
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new SamplingReport(this, results).report();
  }
}
