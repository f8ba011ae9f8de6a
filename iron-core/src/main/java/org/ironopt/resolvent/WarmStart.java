package org.ironopt.resolvent;

import org.ironopt.linalg.internal.Require;

/** Where the inner iteration starts. */
public enum WarmStart {
  /** At the current iterate x_k. */
  ITERATE,
  /** At the (noisy) center. */
  CENTER,
  /** At the point that the caller left in the solution array. */
  GIVEN;

  /** Returns the array in which the start lies, checked. */
  double[] of(int n, double[] center, double[] iterate, double[] u) {
    return switch (this) {
      case ITERATE -> Require.finite("iterate", Require.length("iterate", n, iterate));
      case CENTER -> center;
      case GIVEN -> Require.finite("u", u);
    };
  }
}
