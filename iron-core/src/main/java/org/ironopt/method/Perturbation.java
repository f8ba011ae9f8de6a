package org.ironopt.method;

/** The noise of a flow, drawn where it is used. */
@FunctionalInterface
public interface Perturbation {
  /** No noise. */
  Perturbation NONE = (g, k, scale, target) -> {};

  /** {@code target += scale * zeta_k} for the members of group g. */
  void add(int g, long k, double scale, double[] target);
}
