package org.ironopt.method.internal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.ironopt.io.StateCodec;
import org.ironopt.method.Stepper;

/** A stepper that makes the steps of another one and has a state of its own beside it. */
public interface DelegatingStepper extends Stepper {
  /** Returns the stepper whose steps are made. */
  Stepper stepper();

  /** Writes or reads what is not in the state of the other one. */
  void state(StateCodec archive) throws IOException;

  @Override
  default long step() {
    return stepper().step();
  }

  @Override
  default double[] x() {
    return stepper().x();
  }

  @Override
  default void save(DataOutput out) throws IOException {
    stepper().save(out);
    state(new StateCodec(out));
  }

  @Override
  default void restore(DataInput in) throws IOException {
    stepper().restore(in);
    state(new StateCodec(in));
  }
}
