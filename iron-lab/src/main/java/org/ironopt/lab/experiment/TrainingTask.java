package org.ironopt.lab.experiment;

import java.util.List;
import java.util.Optional;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.method.Stepper;

/**
 * A run of a stepper that is looked at now and then: each look is a row of the trace, the last row
 * the outcome. The clock runs during steps only.
 */
public abstract class TrainingTask implements Task {
  protected final Stepper stepper;
  protected final NumericColumns trace;

  /** What the run has spent so far, counted as the trace wants it; last, nanoseconds. */
  protected final double[] spent;

  private final NumericColumns clock;

  /**
   * Starts at the beginning.
   *
   * @param columns of the trace, of which the first says when a look was
   * @param counts how many numbers the run counts
   */
  protected TrainingTask(Stepper stepper, String columns, int counts) {
    this.stepper = stepper;
    trace = NumericColumns.of(columns);
    clock = new NumericColumns(trace.columns().getFirst(), "seconds");
    spent = new double[counts + 1];
  }

  /** Makes steps by the clock. */
  protected final void timed(Runnable steps) {
    long began = System.nanoTime();
    steps.run();
    spent[spent.length - 1] += System.nanoTime() - began;
  }

  /** Adds a row to the trace. */
  protected final void look(double... row) {
    trace.add(row);
    clock.add(row[0], spent[spent.length - 1] * 1e-9);
  }

  /** Returns whether the iterate was finite when it was last looked at. */
  protected abstract boolean finite();

  @Override
  public List<SavedState> state() {
    return List.of(
        SavedState.of(trace), SavedState.of(clock), SavedState.of(spent), SavedState.of(stepper));
  }

  @Override
  public CellResult outcome() {
    return CellResult.last(new NamedValues().with("finite", finite()), trace);
  }

  @Override
  public final Optional<NumericColumns> clock() {
    return Optional.of(clock);
  }
}
