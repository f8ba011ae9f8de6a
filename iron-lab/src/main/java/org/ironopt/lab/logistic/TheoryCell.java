package org.ironopt.lab.logistic;

import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Values;

/** The minimiser, the spectrum there and the predicted plateau. */
record TheoryCell(LogisticSetup setup) implements Cell {
  @Override
  public String label() {
    return "theory";
  }

  @Override
  public Values settings() {
    return setup
        .problemSettings()
        .with("rho", setup.rho)
        .with("stationary_gamma", setup.stationaryGamma());
  }

  @Override
  public Task start() {
    return new TheoryTask(setup);
  }
}
