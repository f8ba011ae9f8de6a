package org.ironopt.lab.mnist;

import java.util.function.Supplier;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Values;

/**
 * One training run as a cell.
 *
 * @param setup parameters that all runs share
 * @param run what is trained
 * @param data read when the cell starts
 */
record TrainingCell(MnistSetup setup, Training run, Supplier<MnistData> data) implements Cell {
  @Override
  public String label() {
    return run.label();
  }

  @Override
  public Values settings() {
    return setup.of(run);
  }

  @Override
  public Task start() {
    return new TrainingTask(setup, run, data.get());
  }
}
