package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * The scalar recursion {@code e_{k+1} = p1 e_k + p2 e_{k-1} + noise of variance q}, THEORY (14).
 * Every linear method on a quadratic has this form in each eigendirection. It is stable iff {@code
 * |p2| < 1}, {@code p1 + p2 < 1}, {@code p2 - p1 < 1}, and then
 *
 * <pre>{@code
 * Var e = (1 - p2) q / ((1 + p2) ((1 - p2)^2 - p1^2)),   Cov(e_{k+1}, e_k) = p1/(1 - p2) Var e.
 * }</pre>
 *
 * The formula cancels when a root is close to 1; for the schemes of this package {@link
 * EigenCovariance} has forms that do not.
 */
public record Ar2(double p1, double p2, double q) {
  public Ar2 {
    Require.finite("p1", p1);
    Require.finite("p2", p2);
    Require.nonNegative("q", q);
  }

  /** Returns whether both roots of {@code z^2 - p1 z - p2} lie inside the unit circle. */
  public boolean stable() {
    return Math.abs(p2) < 1 && p1 + p2 < 1 && p2 - p1 < 1;
  }

  /** Returns the stationary variance, empty when there is none. */
  public OptionalDouble variance() {
    double spread = (1 - p2 - p1) * (1 - p2 + p1);
    return Lemmas.when(stable(), (1 - p2) * q / ((1 + p2) * spread));
  }

  /** Returns the stationary covariance of two successive values, empty when there is none. */
  public OptionalDouble lagOne() {
    return Lemmas.when(stable(), p1 / (1 - p2) * variance().orElse(Double.NaN));
  }
}
