package org.ironopt.lab.bench;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.logcosh.LogCoshExperiment;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.linalg.Parallel;

/**
 * How long the paper's clouds take to simulate, noise and statistics included, in a warm process:
 * the four steps of the figures, again and again, median of the rounds.
 */
public final class ParticleBench {
  private static final int STEPS = 4;

  private ParticleBench() {}

  /** Measures and prints a table. */
  public static void run(PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d threads, median (fastest to slowest) of the rounds after warm-up%n",
        Parallel.threads());
    measure(
        "quadratic, 4 steps x 200000 particles x 100 iterations",
        7,
        QuadraticExperiment.CHAPTER
            .open(QuadraticExperiment.CHAPTER.paper())
            .cells()
            .subList(0, STEPS),
        out);
    measure(
        "log-cosh, 4 steps x 20000 particles x 200 iterations",
        3,
        new LogCoshExperiment(LogCoshExperiment.paper()).cells(),
        out);
  }

  private static void measure(String name, int rounds, List<Cell> cells, PrintWriter out) {
    double[] seconds = new double[rounds];
    for (int round = -rounds / 3; round < rounds; round++) {
      long began = System.nanoTime();
      for (Cell cell : cells) {
        Task task = cell.start();
        while (task.done() < task.total()) {
          task.advance();
        }
      }
      if (round >= 0) {
        seconds[round] = (System.nanoTime() - began) * 1e-9;
      }
    }
    Arrays.sort(seconds);
    out.printf(
        Locale.ROOT,
        "%-58s %8.3f s  (%.3f to %.3f)%n",
        name,
        seconds[rounds / 2],
        seconds[0],
        seconds[rounds - 1]);
    out.flush();
  }
}
