package org.ironopt.problem;

import java.util.Arrays;
import java.util.Locale;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;

/** The indicator of {@code <a, x> <= b}; outside, the projection goes straight along a. */
final class HalfSpace implements Regularizer {
  /** What a projected point may miss the plane by, in parts of the numbers that it is made of. */
  private static final double ROUNDING = 1e-12;

  private final double[] a;
  private final double b;
  private final double square;

  HalfSpace(double[] a, double b) {
    this.a = Require.finite("a", a).clone();
    this.b = Require.finite("b", b);
    square = Require.positive("|a|^2", Vectors.dot(a, a));
  }

  private double excess(double[] x) {
    return Vectors.dot(a, Require.length("x", a.length, x)) - b;
  }

  @Override
  public double value(double[] x) {
    double size = Math.abs(b) + Math.sqrt(square) * Vectors.norm(x);
    return excess(x) <= ROUNDING * size ? 0 : Double.POSITIVE_INFINITY;
  }

  @Override
  public void prox(double t, double[] u, double[] x) {
    Regularizers.check(t, u, x);
    Vectors.add(u, -Math.max(0, excess(u)) / square, a, x);
  }

  /** Outside, {@code J = I - aa'/|a|^2}. */
  @Override
  public void jacobian(double t, double[] u, double[] v, double[] jv) {
    Regularizers.check(t, u, v, jv);
    double along = excess(u) > 0 ? Vectors.dot(a, v) / square : 0;
    Vectors.add(v, -along, a, jv);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HalfSpace h && h.b == b && Arrays.equals(h.a, a);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(a) + Double.hashCode(b);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "HalfSpace[a=%s, b=%s]", Arrays.toString(a), b);
  }
}
