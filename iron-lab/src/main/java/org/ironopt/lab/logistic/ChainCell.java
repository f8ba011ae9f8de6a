package org.ironopt.lab.logistic;

import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Values;

/** All chains of one inner tolerance. */
record ChainCell(LogisticSetup setup, double tolerance) implements Cell {
  @Override
  public String label() {
    return "tolerance-" + Numbers.text(tolerance, 12);
  }

  @Override
  public Values settings() {
    return setup.chainSettings(tolerance);
  }

  @Override
  public Task start() {
    return new ChainTask(setup, tolerance);
  }
}
