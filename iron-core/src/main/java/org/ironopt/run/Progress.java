package org.ironopt.run;

import org.ironopt.method.Stepper;

/**
 * The live side of a run, for observers: the stepper itself, and the clock that records leave out.
 */
public interface Progress {
  /** Returns the method at work; its arrays are overwritten by the next step. */
  Stepper stepper();

  /** Returns the seconds spent inside the method; measuring and observing are not charged. */
  double methodSeconds();

  /** Returns the seconds since the run was started or resumed. */
  double totalSeconds();
}
