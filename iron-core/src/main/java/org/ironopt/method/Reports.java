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
}
