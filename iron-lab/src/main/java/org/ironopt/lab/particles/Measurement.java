package org.ironopt.lab.particles;

import java.util.List;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.method.StepReport;

/** What is measured on a cloud: a recorder for each group, and how their numbers become results. */
public interface Measurement {
  /** Watches one group. */
  interface Recorder {
    /**
     * Sees the group after an iteration (0 is the start).
     *
     * @param iteration number of the iteration
     * @param x coordinates, row after row: coordinate i of particle j at {@code i * particles + j}
     */
    void record(int iteration, double[] x);

    /** Adds the work of one step. */
    default void work(StepReport report) {}

    /** Returns everything recorded, in an order of its own. */
    double[] numbers();
  }

  /** Returns a recorder for group g of the cloud. */
  Recorder recorder(ParticleCloud cloud, int g);

  /** Puts the numbers of all groups together. */
  CellResult outcome(ParticleCloud cloud, List<double[]> groups);
}
