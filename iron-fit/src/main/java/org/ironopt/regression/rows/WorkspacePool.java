package org.ironopt.regression.rows;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.ironopt.regression.internal.LinearTerms;

/**
 * Workspaces that the passes over the rows of one data set reuse: blocks with their tiles, sums,
 * weight vectors. Thread-safe.
 */
public final class WorkspacePool {
  /** Longer sums are left to the garbage collector. */
  private static final int LONGEST = 1 << 17;

  /** A block and its tile. */
  public record Scratch(RowBlock block, PredictionTile tile) {}

  private final ArrayDeque<Scratch> scratches = new ArrayDeque<>();
  private final ArrayDeque<double[]> sums = new ArrayDeque<>();
  private final ArrayDeque<WeightPanel> panels = new ArrayDeque<>();

  private synchronized <T> T poll(ArrayDeque<T> free) {
    return free.poll();
  }

  public Scratch takeScratch(LinearTerms terms) {
    Scratch free = poll(scratches);
    if (free != null) {
      return free;
    }
    PredictionTile tile =
        new PredictionTile(terms.capacity(), terms.outputs(), terms.weights() != null);
    return new Scratch(RowBlock.of(terms), tile);
  }

  public synchronized void give(Scratch scratch) {
    scratches.push(scratch);
  }

  /** Returns an array with at least so many elements, zero as far as they were asked for. */
  public double[] takeSum(int length) {
    double[] free = poll(sums);
    if (free == null || free.length < length) {
      return new double[length];
    }
    Arrays.fill(free, 0, length, 0);
    return free;
  }

  public synchronized void give(double[] sum) {
    if (sum.length <= LONGEST) {
      sums.push(sum);
    }
  }

  public WeightPanel takePanel(LinearTerms terms) {
    WeightPanel free = poll(panels);
    return free != null ? free : new WeightPanel(terms);
  }

  public synchronized void give(WeightPanel w) {
    panels.push(w);
  }
}
