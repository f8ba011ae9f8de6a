package org.ironopt.method;

import org.ironopt.resolvent.InnerReport;
import org.ironopt.theory.IronParameters;

/** The implicit part of an IRON step, for one iterate or for all members of an ensemble. */
@FunctionalInterface
interface Implicit {
  /** Solves {@code u + lambda grad f(u) = c} with the parameters of each group. */
  InnerReport solve(IronParameters[] p, double[] c, double[] x, double[] u);
}
