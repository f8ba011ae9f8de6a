package org.ironopt.run;

/** Looks at every step of a run. It must not change what it is shown. */
@FunctionalInterface
public interface Observer {
  /** Is called after each step, and once for the start (step 0). */
  void observe(StepRecord record, Progress progress);
}
