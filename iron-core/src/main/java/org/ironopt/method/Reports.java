package org.ironopt.method;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.resolvent.InnerReport;

/** Reports of steps that know neither f nor its gradient at the new point. */
public final class Reports {
  private Reports() {}

  public static StepReport of(long step, double eta, Optional<InnerReport> inner, Work work) {
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

  /**
   * Returns two solves as one: sums of work, the worse ending, the larger residual and certificate,
   * which is none if one has none.
   */
  public static InnerReport sum(InnerReport a, InnerReport b) {
    return new InnerReport(
        a.ending().compareTo(b.ending()) >= 0 ? a.ending() : b.ending(),
        a.newtonSteps() + b.newtonSteps(),
        a.linearSteps() + b.linearSteps(),
        a.backtracks() + b.backtracks(),
        Math.max(a.residual(), b.residual()),
        larger(a.certificate(), b.certificate()),
        Double.NaN,
        Double.NaN,
        a.evaluations() + b.evaluations(),
        a.products() + b.products());
  }

  private static OptionalDouble larger(OptionalDouble a, OptionalDouble b) {
    return a.isEmpty() || b.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(a.getAsDouble(), b.getAsDouble()));
  }
}
