package org.ironopt.run;

import java.util.Optional;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;

/**
 * The live side of a run, for observers: the stepper itself, and the clock that records leave out.
 */
public interface Progress {
  /** Returns the method at work; its arrays are overwritten by the next step. */
  Stepper stepper();

  /** Returns what the last step reported, members of an ensemble included; empty at the start. */
  Optional<StepReport> report();

  /** Returns the seconds spent inside the method; measuring and observing are not charged. */
  double methodSeconds();

  /** Returns the seconds since the run was started or resumed. */
  double totalSeconds();
}
