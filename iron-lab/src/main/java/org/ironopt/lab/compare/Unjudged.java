package org.ironopt.lab.compare;

import static org.ironopt.io.internal.Numbers.format;

import org.ironopt.io.internal.Numbers;

/**
 * Why nothing can be said of a method on a problem.
 *
 * @param passes of the budget that is too small; NaN where none is
 */
public record Unjudged(Cause cause, double passes) {
  /** What stands in the way, which another setting removes. */
  public enum Cause {
    /** Every step of the grid. */
    STEPS_FAILED,
    /** No step fits into the trial that chose its step. */
    NO_STEP_IN_TRIAL,
    /** No step fits into the runs. */
    NO_STEP_IN_RUNS,
    /** The budget of a trial is less than a pass over the data. */
    PART_OF_PASS_IN_TRIAL,
    /** The budget of a run is. */
    PART_OF_PASS_IN_RUNS
  }

  /** Returns it with the remedy. */
  public String sentence() {
    return switch (cause) {
      case STEPS_FAILED -> "every step of its grid failed; give other 'steps'";
      case NO_STEP_IN_TRIAL -> still("trial that chose its step", "tuning_passes");
      case NO_STEP_IN_RUNS -> still("runs", "passes");
      case PART_OF_PASS_IN_TRIAL -> part("tuning_passes");
      case PART_OF_PASS_IN_RUNS -> part("passes");
    };
  }

  private String still(String where, String key) {
    return format(
        "no step fits into the budget of %s passes in the %s; give a larger '%s'",
        Numbers.text(passes), where, key);
  }

  private String part(String key) {
    return format(
        "the budget of %s passes is less than one pass over the data; give a larger '%s'",
        Numbers.text(passes), key);
  }
}
