package org.ironopt.run;

import java.util.Optional;
import org.ironopt.method.Stepper;

/** A stepper that knows itself when no step can gain anything more; a run ends there. */
public interface SelfStoppingStepper extends Stepper {
  /** Returns why the last point is the end, empty while more steps may help. */
  Optional<Ending> ending();
}
