package org.ironopt.lab.particles;

import java.util.List;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Independent particles that follow one method on one objective from {@code x0 ~ N(0, I)}, {@code
 * v0 = 0}. What a particle sees depends on the seed, its group and its number in the group, never
 * on threads.
 *
 * @param objective what every particle minimises
 * @param method how it moves
 * @param particles how many there are
 * @param iterations steps each of them makes
 * @param seed root seed
 */
public record ParticleCloud(
    Objective objective, Flow method, int particles, int iterations, long seed) {
  /** Groups of a cloud: the unit of work, and the independent replicates behind an interval. */
  public static final int GROUPS = 64;

  public ParticleCloud {
    Require.atLeast("particles", GROUPS, particles);
    Require.atLeast("iterations", 1, iterations);
  }

  /** Returns how many particles group g has; sizes differ by at most one. */
  public int size(int g) {
    return particles / GROUPS + (g < particles % GROUPS ? 1 : 0);
  }

  /** Returns how many particles of each group are kept for pictures, if all groups keep so many. */
  public int kept(int plotted) {
    return Math.min(plotted / GROUPS, size(GROUPS - 1));
  }

  /** Copies the coordinates of the first particles of a group, one coordinate after another. */
  public static void keep(double[] x, int dimension, int kept, double[] to, int at) {
    int members = x.length / dimension;
    for (int i = 0; i < dimension; i++) {
      System.arraycopy(x, i * members, to, at + i * kept, kept);
    }
  }

  /** Returns a table of kept particles, which begin at a place of the numbers of each group. */
  public static NumericColumns table(
      List<double[]> groups, int at, int kept, Stream<String> columns) {
    NumericColumns table = new NumericColumns(columns.toArray(String[]::new));
    for (double[] numbers : groups) {
      for (int j = 0; j < kept; j++) {
        double[] row = new double[table.columns().size()];
        for (int i = 0; i < row.length; i++) {
          row[i] = numbers[at + i * kept + j];
        }
        table.add(row);
      }
    }
    return table;
  }

  /** Returns the cell that simulates this cloud and measures it. */
  public Cell cell(String label, NamedValues settings, Measurement measurement) {
    return Cell.of(
        label,
        settings,
        () ->
            SlicedTask.parallel(
                GROUPS,
                g -> simulate(g, measurement.recorder(this, g)),
                groups -> measurement.outcome(this, groups)));
  }

  private double[] simulate(int g, Measurement.Recorder recorder) {
    int n = objective.dimension();
    int m = size(g);
    RandomStreams streams =
        new RandomStreams(new RandomStreams(seed).stream("group-" + g).word(0, 0));
    RandomStream start = streams.stream("start");
    double[] x0 = new double[n * m];
    for (int i = 0; i < n; i++) {
      start.normals(0, i, n, x0, i * m, m);
    }
    FlowStepper stepper = method.start(Ensemble.of(objective, m), x0, new double[n * m], streams);
    recorder.record(0, stepper.x());
    for (int k = 1; k <= iterations; k++) {
      recorder.work(stepper.advance());
      recorder.record(k, stepper.x());
    }
    return recorder.numbers();
  }

  /** Returns a mean over the groups that a measurement of a cloud left behind. */
  public static ConfidenceInterval mean(CellResult outcome, String name) {
    return outcome.interval(name, GROUPS);
  }
}
