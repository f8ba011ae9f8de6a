package org.ironopt.method;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A running method: its whole state between two steps. It never ends by itself; the run decides
 * when to stop.
 */
public interface Stepper {
  /** Makes one step. If the objective throws, the state is still the one before the call. */
  StepReport advance();

  /** Returns how many steps were made. */
  long step();

  /** Returns the current iterate, a live view that the next step overwrites. */
  double[] x();

  /** Writes the whole state; {@link #restore} continues bit for bit. */
  void save(DataOutput out) throws IOException;

  /** Replaces the state by one written by {@link #save} of an equal method and objective. */
  void restore(DataInput in) throws IOException;
}
