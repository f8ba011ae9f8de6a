package org.ironopt.lab.particles;

import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Values;

/**
 * A cell that simulates one cloud.
 *
 * @param label short label
 * @param settings every number that determines the result
 * @param cloud the particles
 * @param measurement what is measured
 */
public record CloudCell(String label, Values settings, Cloud cloud, Measurement measurement)
    implements Cell {
  @Override
  public Task start() {
    return new CloudTask(cloud, measurement);
  }
}
