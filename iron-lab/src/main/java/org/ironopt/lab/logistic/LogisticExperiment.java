package org.ironopt.lab.logistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;

/**
 * Paper section 5.3: stationary mean-square error of chains on a ridge logistic regression with
 * center noise, over steps, inner tolerances and seeds.
 */
public final class LogisticExperiment implements Experiment {
  private final LogisticSetup setup;

  public LogisticExperiment(Values settings) {
    setup = new LogisticSetup(settings);
  }

  /** Returns the settings of the paper; those that it leaves open are the authors' script's. */
  public static Values paper() {
    return new Values()
        .with("alpha", new double[] {1, 2, 5, 10, 20, 50, 100, 200})
        .with("tolerances", new double[] {1e-2, 1e-4, 1e-6})
        .with("loose", new double[] {10})
        .with("chain_seeds", List.of(0L, 1L, 2L, 3L, 4L))
        .with("iterations", 1_000L)
        .with("discard", 0.3)
        .with("rows", 20_000L)
        .with("dimension", 50L)
        .with("reg", 1e-2)
        .with("gamma", 0.1)
        .with("damping", "updated")
        .with("rho", 1.0)
        .with("max_steps", 20L)
        .with("newton_samples", 10L)
        .with("fit_from", 5.0)
        .with("seed", 0L);
  }

  /** Returns settings for a look within seconds. */
  public static Values smoke() {
    return paper()
        .with("rows", 2_000L)
        .with("dimension", 20L)
        .with("iterations", 300L)
        .with("newton_samples", 4L);
  }

  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public Values settings() {
    return setup.settings;
  }

  LogisticSetup setup() {
    return setup;
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    cells.add(theoryCell());
    DoubleStream.concat(Arrays.stream(setup.tolerances), Arrays.stream(setup.loose))
        .mapToObj(this::cell)
        .forEach(cells::add);
    return cells;
  }

  Cell theoryCell() {
    return new TheoryCell(setup);
  }

  Cell cell(double tolerance) {
    return new ChainCell(setup, tolerance);
  }

  @Override
  public Story tell(Results results) {
    return new LogisticStory(this, results).tell();
  }
}
