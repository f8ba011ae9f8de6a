package org.ironopt.method.proximal;

import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Reports;
import org.ironopt.method.Sampler;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.TermProximable;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.TermResolvent;

/** The implicit part of a step on its batch: {@code u + eta grad f_B(u) = c}. */
public interface BatchProx {
  /**
   * Solves in step k; {@code iterate} is where an inner solve starts, and the answer where the
   * center is no number.
   */
  InnerReport solve(long k, double eta, double[] c, double[] iterate, double[] u);

  /** Returns the solver of each step's batch, of single terms by their own formula. */
  static BatchProx of(Objective objective, Sampler sampler) {
    return of(objective, sampler, Optional.empty());
  }

  /** Returns the solver of each step's batch; an empty {@code inner} chooses formulas. */
  static BatchProx of(Objective objective, Sampler sampler, Optional<Inner> inner) {
    int all = objective instanceof TermProximable sum ? sum.terms() : 0;
    if (sampler.largest(all) == 1) {
      TermResolvent terms = TermResolvent.of((FiniteSum) objective, inner);
      int[] term = new int[1];
      return guarded(
          (k, eta, c, iterate, u) -> {
            sampler.terms(k, term);
            return terms.solve(term[0], eta * sampler.weight(), c, iterate, u);
          });
    }
    Resolvent[] solvers = new Resolvent[sampler.views()];
    for (int i = 0; i < solvers.length; i++) {
      Objective view = sampler.view(i);
      Inner own = inner.orElseGet(() -> Inner.automatic(view));
      solvers[i] = Resolvent.of(view, own).forgetful("this method");
    }
    return guarded((k, eta, c, iterate, u) -> solvers[sampler.select(k)].solve(eta, c, iterate, u));
  }

  /**
   * Returns the average {@code (1/b) sum_{i in B} prox_{eta f_i}(c)} over a step's batch. Its
   * report is that of all solves: sums of work, the worst ending, the largest residual.
   */
  static BatchProx averageOfTerms(
      String method, Objective objective, Sampler sampler, Optional<Inner> inner) {
    if (!(objective instanceof FiniteSum sum)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s looks at single terms and needs a FiniteSum, got %s",
              method,
              objective.getClass().getSimpleName()));
    }
    TermResolvent terms = TermResolvent.of(sum, inner);
    int[] index = new int[sampler.largest(sum.terms())];
    double[] one = new double[objective.dimension()];
    return guarded(
        (k, eta, c, iterate, u) -> {
          int count = sampler.terms(k, index);
          double step = eta * sampler.weight();
          InnerReport total = terms.solve(index[0], step, c, iterate, u);
          for (int l = 1; l < count; l++) {
            total = Reports.sum(total, terms.solve(index[l], step, c, iterate, one));
            Vectors.axpy(1, one, u);
          }
          Vectors.scale(1. / count, u);
          return total;
        });
  }

  private static BatchProx guarded(BatchProx prox) {
    return (k, eta, c, iterate, u) -> {
      if (Vectors.allFinite(c)) {
        return prox.solve(k, eta, c, iterate, u);
      }
      Vectors.copy(iterate, u);
      return InnerReport.notFinite();
    };
  }
}
