package org.ironopt.lab.compare;

import java.util.Optional;
import org.ironopt.method.Method;

/**
 * A method of a comparison.
 *
 * @param name how it is called in the report
 * @param kind word or class that the config names it by
 * @param composite whether it can treat a regularizer
 * @param steps its own grid of steps, if it has one
 * @param batch terms that a step sees, 0 for all, -1 if that is not known
 * @param code hash of a class of the user's own, empty for the library's
 * @param maker makes it
 */
record Entry(
    String name,
    String kind,
    boolean composite,
    Optional<double[]> steps,
    int batch,
    String code,
    Maker maker) {
  /** Makes a method for a step; refuses what does not fit with an IllegalArgumentException. */
  interface Maker {
    Method make(double step, Instance problem);
  }

  /** Makes the method, or explains with an IllegalArgumentException what does not fit. */
  Method make(double step, Instance problem) {
    if (problem.composite() && !composite) {
      throw new IllegalArgumentException("takes no regularizer");
    }
    return maker.make(step, problem);
  }

  /** Returns all that determines its runs on a problem besides the step. */
  String identity(Instance problem) {
    return make(1, problem).description() + (code.isEmpty() ? "" : ", code " + code);
  }
}
