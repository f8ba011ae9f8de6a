package org.ironopt.run;

import org.ironopt.method.Stepper;

/** Looks at every step of a run. It must not change what it is shown. */
@FunctionalInterface
public interface Observer {
  /**
   * Is called after each step, and once for the start (step 0).
   *
   * @param record what the step did and what was measured
   * @param stepper the method at work; its arrays are overwritten by the next step
   */
  void observe(StepRecord record, Stepper stepper);
}
