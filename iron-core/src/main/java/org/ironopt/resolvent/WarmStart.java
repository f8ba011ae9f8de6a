package org.ironopt.resolvent;

/** Where the inner iteration starts. */
public enum WarmStart {
  /** At the current iterate x_k. */
  ITERATE,
  /** At the (noisy) center. */
  CENTER,
  /** At the point that the caller left in the solution array. */
  GIVEN
}
