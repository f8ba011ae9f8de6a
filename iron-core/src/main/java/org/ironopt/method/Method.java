package org.ironopt.method;

import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;

/** An optimization method: immutable parameters that can start any number of steppers. */
public interface Method {
  /** Returns a short name, such as {@code iron}. */
  String name();

  /**
   * Returns the name and every parameter in one line. A checkpoint is resumed only by a method with
   * an equal description, so a method of your own should list all that changes its steps.
   */
  default String description() {
    return name();
  }

  /** Returns r if the method minimises {@code F = f + r}; a run then measures F. */
  default Regularizer regularizer() {
    return Regularizer.none();
  }

  /**
   * Starts at {@code x0}, which is copied. An objective that does not fit is refused here, with an
   * {@link IllegalArgumentException}; it is evaluated in steps only.
   */
  Stepper start(Objective objective, double[] x0, Streams streams);
}
