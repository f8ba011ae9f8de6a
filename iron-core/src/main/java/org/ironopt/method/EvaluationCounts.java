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
public record EvaluationCounts(
    long evaluations, long products, long newtonSteps, long linearSteps) {
  /** Nothing spent. */
  public static final EvaluationCounts NONE = new EvaluationCounts(0, 0, 0, 0);

  /** Returns the work of one inner solve. */
  public static EvaluationCounts of(InnerReport inner) {
    return new EvaluationCounts(
        inner.evaluations(), inner.products(), inner.newtonSteps(), inner.linearSteps());
  }

  /** Returns the work of gradients alone. */
  public static EvaluationCounts gradients(long count) {
    return new EvaluationCounts(count, 0, 0, 0);
  }

  /** Returns the sum. */
  public EvaluationCounts plus(EvaluationCounts more) {
    return new EvaluationCounts(
        evaluations + more.evaluations,
        products + more.products,
        newtonSteps + more.newtonSteps,
        linearSteps + more.linearSteps);
  }
}
