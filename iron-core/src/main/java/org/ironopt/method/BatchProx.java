package org.ironopt.method;

import java.util.Optional;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.TermResolvent;

/** The implicit part of a step on its batch: {@code u + eta grad f_B(u) = c}. */
interface BatchProx {
  /** Solves in step k; {@code iterate} is where an inner solve starts. */
  InnerReport solve(long k, double eta, double[] c, double[] iterate, double[] u);

  /** Returns the solver of each step's batch, of single terms by their own formula. */
  static BatchProx of(Objective objective, Sampler sampler) {
    if (!sampler.whole() && sampler.largest(0) == 1) {
      TermResolvent terms = TermResolvent.of((FiniteSum) objective, Optional.empty());
      int[] term = new int[1];
      return (k, eta, c, iterate, u) -> {
        sampler.terms(k, term);
        return terms.solve(term[0], eta, 0, c, iterate, u);
      };
    }
    Resolvent[] solvers = new Resolvent[sampler.views()];
    for (int i = 0; i < solvers.length; i++) {
      solvers[i] = Resolvent.of(sampler.view(i), Inner.automatic(sampler.view(i)));
    }
    return (k, eta, c, iterate, u) -> solvers[sampler.select(k)].solve(eta, 0, c, iterate, u);
  }
}
