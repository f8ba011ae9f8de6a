package org.ironopt.problem;

/**
 * A sum of terms that see x through one number each, {@code f = (1/N) sum_i phi_i(<a_i, x>) + ridge
 * |x|^2 / 2}, with convex or weakly convex {@code phi_i} whose conjugates are known. An implicit
 * step on b terms then has a dual with b unknowns, however many coordinates x has.
 */
public interface DualTerms extends FiniteSum {
  /** Returns the factor of {@code |x|^2 / 2}, which falls on all coordinates. */
  double ridge();

  /** Overwrites {@code row} with {@code a_i}. */
  void row(int i, double[] row);

  /** Returns {@code phi_i}. */
  ScalarLoss loss(int i);
}
