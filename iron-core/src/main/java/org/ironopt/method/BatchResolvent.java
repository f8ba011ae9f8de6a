package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.TermProximable;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.TermResolvent;

/**
 * The resolvent of what a step sees: of f, of the average over its batch, or, where a batch is one
 * term, of that term, by its own formula if there is one.
 */
final class BatchResolvent {
  private final Sampler sampler;

  /** One per view; null where single terms are solved by their formula. */
  private final Resolvent[] solvers;

  private final TermResolvent terms;
  private final int[] index = new int[1];

  private BatchResolvent(Sampler sampler, Resolvent[] solvers, TermResolvent terms) {
    this.sampler = sampler;
    this.solvers = solvers;
    this.terms = terms;
  }

  static BatchResolvent of(Objective objective, Sampler sampler, Optional<Inner> inner) {
    boolean single = !sampler.whole() && sampler.largest(0) == 1;
    if (single && inner.isEmpty() && objective instanceof TermProximable sum) {
      return new BatchResolvent(sampler, null, TermResolvent.of(sum, inner));
    }
    Resolvent[] solvers = new Resolvent[sampler.views()];
    for (int i = 0; i < solvers.length; i++) {
      Objective view = sampler.view(i);
      solvers[i] = Resolvent.of(view, inner.orElseGet(() -> Inner.automatic(view)));
    }
    return new BatchResolvent(sampler, solvers, null);
  }

  /** Solves {@code u + eta grad f_B(u) = c} in step k; x stays where c is no number. */
  InnerReport solve(long k, double eta, double mu, double[] c, double[] x, double[] u) {
    if (!Vectors.allFinite(c)) {
      Vectors.copy(x, u);
      return lost();
    }
    if (terms == null) {
      return solvers[sampler.select(k)].solve(eta, mu, c, x, u);
    }
    sampler.terms(k, index);
    return terms.solve(index[0], eta, mu, c, x, u);
  }

  /** Nothing can be solved. */
  static InnerReport lost() {
    double none = Double.NaN;
    return new InnerReport(InnerEnding.NOT_FINITE, 0, 0, 0, none, none, none, 0, 0);
  }

  /**
   * Averages the resolvents of the terms of a step's batch. The report is that of all solves: sums
   * of work, the worst ending, the largest residual.
   */
  static final class OfTerms {
    private final Sampler sampler;
    private final TermResolvent terms;
    private final int[] index;
    private final double[] u;

    OfTerms(String method, Objective objective, Sampler sampler, Optional<Inner> inner) {
      if (!(objective instanceof FiniteSum sum)) {
        throw new IllegalArgumentException(
            "%s looks at single terms and needs a FiniteSum, got %s"
                .formatted(method, objective.getClass().getSimpleName()));
      }
      this.sampler = sampler;
      terms = TermResolvent.of(sum, inner);
      index = new int[sampler.largest(sum.terms())];
      u = new double[objective.dimension()];
    }

    /** Overwrites {@code mean} with {@code (1/b) sum_{i in B} prox_{eta f_i}(c)}. */
    InnerReport solve(long k, double eta, double[] c, double[] x, double[] mean) {
      if (!Vectors.allFinite(c)) {
        Vectors.copy(x, mean);
        return lost();
      }
      int count = sampler.terms(k, index);
      InnerReport total = null;
      for (int l = 0; l < count; l++) {
        InnerReport report = terms.solve(index[l], eta, 0, c, x, u);
        total = l == 0 ? report : sum(total, report);
        if (l == 0) {
          Vectors.copy(u, mean);
        } else {
          Vectors.axpy(1, u, mean);
        }
      }
      Vectors.scale(1. / count, mean);
      return total;
    }

    private static InnerReport sum(InnerReport a, InnerReport b) {
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
}
