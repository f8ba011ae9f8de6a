package org.ironopt.method;

import java.util.Optional;
import org.ironopt.resolvent.InnerReport;

/** Reports of steps that know neither f nor its gradient at the new point. */
final class Reports {
  private Reports() {}

  static StepReport of(long step, double eta, Optional<InnerReport> inner, Work work) {
    return new StepReport(
        step,
        eta,
        Double.NaN,
        inner.isPresent() ? eta : Double.NaN,
        Double.NaN,
        Double.NaN,
        inner,
        Optional.empty(),
        work);
  }

  /** Returns two solves as one: sums of work, the worse ending, the larger residual. */
  static InnerReport sum(InnerReport a, InnerReport b) {
    return new InnerReport(
        a.ending().compareTo(b.ending()) >= 0 ? a.ending() : b.ending(),
        a.newtonSteps() + b.newtonSteps(),
        a.linearSteps() + b.linearSteps(),
        a.backtracks() + b.backtracks(),
        Math.max(a.residual(), b.residual()),
        Math.max(a.certificate(), b.certificate()),
        Double.NaN,
        a.evaluations() + b.evaluations(),
        a.products() + b.products());
  }
}
