package org.ironopt.method;

import org.ironopt.resolvent.InnerReport;

/**
 * What a method spent. In an ensemble, the sums over the members.
 *
 * @param evaluations points at which f or its gradient was evaluated, or that of a batch where a
 *     step sees no more
 * @param products Hessian products
 * @param newtonSteps accepted Newton steps of inner solves
 * @param linearSteps iterations of linear solvers
 */
public record Work(long evaluations, long products, long newtonSteps, long linearSteps) {
  /** Nothing spent. */
  public static final Work NONE = new Work(0, 0, 0, 0);

  /** Returns the work of one inner solve. */
  public static Work of(InnerReport inner) {
    return new Work(
        inner.evaluations(), inner.products(), inner.newtonSteps(), inner.linearSteps());
  }

  /** Returns the work of gradients alone. */
  public static Work gradients(long count) {
    return new Work(count, 0, 0, 0);
  }

  /** Returns the sum. */
  public Work plus(Work more) {
    return new Work(
        evaluations + more.evaluations,
        products + more.products,
        newtonSteps + more.newtonSteps,
        linearSteps + more.linearSteps);
  }
}
