package org.ironopt.method.proximal;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.Require;
import org.ironopt.method.Layout;
import org.ironopt.method.Reports;
import org.ironopt.method.Sampler;
import org.ironopt.method.State;
import org.ironopt.method.StepReport;
import org.ironopt.method.WeightedTerms;
import org.ironopt.method.Work;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.TermResolvent;

/** {@link Sppm} at work, on sets of terms drawn with given probabilities. */
final class SppmSetsStepper extends State {
  private final Sppm method;
  private final Stream stream;
  private final Solver[] solvers;
  private int[] list;
  private long epoch = -1;
  private double[] next;

  /** Solves for the function of one set. */
  private interface Solver {
    InnerReport solve(double eta, double[] x, double[] u);
  }

  SppmSetsStepper(
      Sppm method, Sppm.Variant.Sets sets, Objective objective, double[] x0, Streams streams) {
    super(objective, Layout.one(method.name(), objective), null, x0);
    this.method = method;
    if (!(objective instanceof FiniteSum sum)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s needs a FiniteSum, got %s",
              method.name(),
              objective.getClass().getSimpleName()));
    }
    int size = method.batches().size(sets.sets().size());
    if (size != 1) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s draws one set per step, got %d", method.name(), size));
    }
    stream = streams.stream(Sampler.STREAM);
    solvers = solvers(sum, sets);
    draw(0); // a given list that does not fit is refused at once
    next = new double[x.length];
  }

  private static Solver[] solvers(FiniteSum sum, Sppm.Variant.Sets sets) {
    int n = sum.terms();
    double[] p = new double[n];
    for (int c = 0; c < sets.sets().size(); c++) {
      for (int i : sets.sets().get(c)) {
        p[Require.index("term of a set:", i, n)] += sets.probabilities().get(c);
      }
    }
    for (int i = 0; i < n; i++) {
      Require.positive("probability of term " + i, p[i]);
    }
    TermResolvent terms = TermResolvent.of(sum, Optional.empty());
    return sets.sets().stream().map(set -> solver(sum, terms, set, p)).toArray(Solver[]::new);
  }

  private static Solver solver(FiniteSum sum, TermResolvent terms, List<Integer> set, double[] p) {
    int n = sum.terms();
    if (set.size() == 1) {
      int i = set.getFirst();
      return (eta, x, u) -> terms.solve(i, eta / (n * p[i]), x, x, u);
    }
    double[] weights = set.stream().mapToDouble(i -> 1 / (n * p[i])).toArray();
    int[] indices = set.stream().mapToInt(Integer::intValue).toArray();
    WeightedTerms all = WeightedTerms.of(sum, indices, weights);
    Resolvent resolvent = Resolvent.of(all, Inner.automatic(all));
    return (eta, x, u) -> resolvent.solve(eta, x, x, u);
  }

  /** Returns the number of the set of step k. */
  private int draw(long k) {
    int steps = method.batches().stepsPerEpoch(solvers.length);
    if (epoch != k / steps) {
      list = method.batches().epoch(k / steps, solvers.length, stream);
      epoch = k / steps;
    }
    return list[(int) (k % steps)];
  }

  @Override
  protected double[][] arrays() {
    return new double[][] {x};
  }

  @Override
  public StepReport advance() {
    double eta = method.eta().checked(k);
    InnerReport inner = solvers[draw(k)].solve(eta, x, next);
    double[] old = x;
    x = next;
    next = old;
    k++;
    return Reports.of(k, eta, Optional.of(inner), Work.of(inner));
  }
}
