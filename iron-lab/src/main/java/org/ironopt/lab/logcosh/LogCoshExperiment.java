package org.ironopt.lab.logcosh;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.particles.Cloud;

/**
 * Paper section 5.2: particles on the nonconvex log-cosh regression. The resolvent has several
 * solutions here; the one taken is the local minimiser of {@code lambda f + |. - c|^2/2} that
 * Newton's method with Armijo's rule reaches from the current iterate.
 */
public final class LogCoshExperiment implements Experiment {
  private static final int PLOTTED = 20_000;

  private final LogCoshSetup setup;

  public LogCoshExperiment(Values settings) {
    setup = new LogCoshSetup(settings);
  }

  /** Returns the settings of the paper. */
  public static Values paper() {
    return new Values()
        .with("reading", "paper")
        .with("alpha", new double[] {1, 10, 200, 500})
        .with("particles", 20_000L)
        .with("iterations", 200L)
        .with("window", 50L)
        .with("diagonal", new double[] {1, 1, 5})
        .with("b", 3.0)
        .with("mu", 1.0)
        .with("gamma", 1.0)
        .with("rho", 1.0)
        .with("noise", "gaussian")
        .with("tolerance", 1e-8)
        .with("seed", 0L);
  }

  /** Returns settings for a look within seconds. */
  public static Values smoke() {
    return paper().with("particles", 1_280L).with("iterations", 100L);
  }

  @Override
  public String name() {
    return "logcosh";
  }

  @Override
  public Values settings() {
    return setup.settings;
  }

  LogCoshSetup setup() {
    return setup;
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (double alpha : setup.alphas()) {
      cells.add(cell(alpha));
    }
    return cells;
  }

  /** Returns the cell of a nominal step. */
  Cell cell(double alpha) {
    double step = setup.step(alpha);
    Cloud cloud =
        new Cloud(
            setup.objective, setup.method(step), setup.particles, setup.iterations, setup.seed);
    RegionMeasurement measurement =
        new RegionMeasurement(setup.objective, setup.regions, setup.window, PLOTTED);
    String label = "alpha-" + BigDecimal.valueOf(alpha).stripTrailingZeros().toPlainString();
    return cloud.cell(label, setup.cellSettings(step), measurement);
  }

  @Override
  public Story tell(Results results) {
    return new LogCoshStory(this, results).tell();
  }
}
