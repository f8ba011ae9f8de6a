package org.ironopt.method.internal;

import java.util.List;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.TermProximable;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.internal.TermResolvent;

/** The implicit part of a step on its batch: {@code u + eta grad f_B(u) = c}. */
public interface BatchResolvent {
  /**
   * Solves in step k; {@code iterate} is where an inner solve starts, and the answer where the
   * center is no number.
   */
  InnerReport solve(long k, double eta, double[] c, double[] iterate, double[] u);

  /** Returns the solver of each step's batch, of single terms by their own formula. */
  static BatchResolvent of(Objective objective, BatchSampler sampler) {
    return of(objective, sampler, Optional.empty());
  }

  /** Returns the solver of each step's batch; an empty {@code inner} chooses formulas. */
  static BatchResolvent of(Objective objective, BatchSampler sampler, Optional<InnerMethod> inner) {
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
    Resolvent[] solvers =
        sampler.resolvents(view -> inner.orElseGet(() -> InnerMethod.automatic(view)));
    for (Resolvent solver : solvers) {
      solver.forgetful("this method");
    }
    return guarded((k, eta, c, iterate, u) -> solvers[sampler.select(k)].solve(eta, c, iterate, u));
  }

  /**
   * Returns the average {@code (1/b) sum_{i in B} prox_{eta f_i}(c)} over a step's batch. Its
   * report is that of all solves: sums of work, the worst ending, the largest residual.
   */
  static BatchResolvent averageOfTerms(
      String method, Objective objective, BatchSampler sampler, Optional<InnerMethod> inner) {
    FiniteSum sum = BatchSampler.requireTerms(method, objective);
    TermResolvent terms = TermResolvent.of(sum, inner);
    int[] index = new int[sampler.largest(sum.terms())];
    double[] one = new double[objective.dimension()];
    return guarded(
        (k, eta, c, iterate, u) -> {
          int count = sampler.terms(k, index);
          double step = eta * sampler.weight();
          InnerReport total = terms.solve(index[0], step, c, iterate, u);
          for (int l = 1; l < count; l++) {
            total = sum(total, terms.solve(index[l], step, c, iterate, one));
            Vectors.axpy(1, one, u);
          }
          Vectors.scale(1. / count, u);
          return total;
        });
  }

  /**
   * Returns the solver of each step's set of terms, term i with weight {@code 1/(N p_i)}, p_i being
   * its chance to be drawn. Solves at x: there is no correction of the center.
   */
  static BatchResolvent ofSets(FiniteSum sum, Sppm.Variant.Sets drawn, BatchSampler sampler) {
    double[] p = new double[sum.terms()];
    for (int c = 0; c < drawn.sets().size(); c++) {
      for (int i : drawn.sets().get(c)) {
        p[Require.index("term of a set:", i, p.length)] += drawn.probabilities().get(c);
      }
    }
    double[] divisors = new double[p.length];
    for (int i = 0; i < p.length; i++) {
      divisors[i] = p.length * Require.positive("probability of term " + i, p[i]);
    }
    TermResolvent terms = TermResolvent.of(sum, Optional.empty());
    List<Resolvent> solvers =
        drawn.sets().stream().map(set -> solver(sum, terms, set, divisors)).toList();
    int[] number = new int[1];
    return (k, eta, c, x, u) -> {
      sampler.terms(k, number);
      return solvers.get(number[0]).solve(eta, x, x, u);
    };
  }

  private static Resolvent solver(
      FiniteSum sum, TermResolvent terms, List<Integer> set, double[] divisors) {
    if (set.size() == 1) {
      int i = set.getFirst();
      return (eta, c, x, u) -> terms.solve(i, eta / divisors[i], c, x, u);
    }
    double[] weights = set.stream().mapToDouble(i -> 1 / divisors[i]).toArray();
    int[] indices = set.stream().mapToInt(Integer::intValue).toArray();
    WeightedTerms all = WeightedTerms.of(sum, indices, weights);
    return Resolvent.of(all, InnerMethod.automatic(all));
  }

  private static BatchResolvent guarded(BatchResolvent prox) {
    return (k, eta, c, iterate, u) -> {
      if (Vectors.allFinite(c)) {
        return prox.solve(k, eta, c, iterate, u);
      }
      Vectors.copy(iterate, u);
      return InnerReport.notFinite();
    };
  }

  /** Returns the step on {@code f_B + r}, from the proximal maps of the two. */
  default BatchResolvent plus(Regularizer r) {
    return r.equals(Regularizer.none()) ? this : new Split(this, r);
  }

  /**
   * Returns two solves as one: sums of work, the worse ending, the larger residual and certificate,
   * which is none if one has none.
   */
  private static InnerReport sum(InnerReport a, InnerReport b) {
    InnerReport.Counter counts = new InnerReport.Counter();
    counts.add(a);
    counts.add(b);
    InnerReport.Ending worst = a.ending().compareTo(b.ending()) >= 0 ? a.ending() : b.ending();
    double none = Double.NaN;
    double bound = Math.max(a.certificate().orElse(none), b.certificate().orElse(none));
    return counts.report(worst, Math.max(a.residual(), b.residual()), bound, none, none);
  }

  /**
   * {@code argmin_u f_B(u) + r(u) + |u - c|^2 / (2 eta)} from the proximal maps of f_B and r, by
   * Douglas-Rachford splitting with the quadratic joined to r:
   *
   * <pre>
   *   y = prox_{(eta/2) r}((z + c)/2),   w = prox_{eta f_B}(2y - z),   z = z + w - y
   * </pre>
   *
   * until {@code |w - y|} is small. Converges for convex f_B, and for a weakly convex one while
   * {@code 1/eta} exceeds its constant (P.-L. Lions, B. Mercier, DOI 10.1137/0716071; K. Guo, D.
   * Han, X. Yuan, DOI 10.1137/16M1078604). The answer is y, which lies where r is finite. A
   * report's residual is {@code |w - y|}.
   */
  record Split(BatchResolvent terms, Regularizer r) implements BatchResolvent {
    private static final int STEPS = 5_000;
    private static final double TOLERANCE = 1e-12;

    @Override
    public InnerReport solve(long k, double eta, double[] c, double[] iterate, double[] u) {
      double[] z = c.clone();
      double[] center = new double[c.length];
      double[] w = new double[c.length];
      InnerReport.Counter total = new InnerReport.Counter();
      InnerReport.Ending ending = InnerReport.Ending.STEP_LIMIT;
      double residual = Double.NaN;
      for (int j = 0; j < STEPS && ending == InnerReport.Ending.STEP_LIMIT; j++) {
        Vectors.interpolate(z, c, 0.5, u, 0, u.length);
        r.prox(eta / 2, u, u);
        Vectors.interpolate(z, u, 2, center, 0, center.length);
        InnerReport one = terms.solve(k, eta, center, u, w);
        total.add(one);
        Vectors.subtract(w, u, w);
        Vectors.axpy(1, w, z);
        residual = Vectors.norm(w);
        if (!Double.isFinite(residual) || one.ending() == InnerReport.Ending.NOT_FINITE) {
          Vectors.copy(iterate, u);
          ending = InnerReport.Ending.NOT_FINITE;
        } else if (residual <= TOLERANCE * (1 + Vectors.norm(u))) {
          ending = InnerReport.Ending.CONVERGED;
        }
      }
      return total.report(ending, residual, Double.NaN, Double.NaN, Double.NaN);
    }
  }
}
