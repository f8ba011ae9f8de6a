package org.ironopt.method;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.EnsembleReport;
import org.ironopt.resolvent.EnsembleResolvent;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.Tolerance;
import org.ironopt.theory.IronParameters;

/** The implicit part of an IRON step, for one iterate or for all members of an ensemble. */
@FunctionalInterface
interface Implicit {
  /**
   * How the solves ended: as one, and member by member in an ensemble; and whether the equation was
   * that of f itself, so that it tells f and its gradient. Extra work came before the solve.
   */
  record Solved(InnerReport total, Optional<EnsembleReport> members, boolean whole, Work extra) {
    Solved(InnerReport total, Optional<EnsembleReport> members, boolean whole) {
      this(total, members, whole, Work.NONE);
    }
  }

  /**
   * Solves {@code u + lambda grad f(u) = c} in step k with the parameters of each group; may change
   * c.
   */
  Solved solve(long k, IronParameters[] p, double[] c, double[] x, double[] u);

  /** Returns what is remembered from step to step, always in the same order. */
  default double[][] memory() {
    return new double[0][];
  }

  /** Returns the solver of each step's batch, or of f if a step sees all of it. */
  static Implicit of(Objective objective, Layout layout, Iron iron, Sampler sampler) {
    List<Iron> group = List.of(iron);
    if (sampler.whole()) {
      return of(objective, layout, group);
    }
    Implicit[] solvers = new Implicit[sampler.views()];
    for (int i = 0; i < solvers.length; i++) {
      solvers[i] = of(sampler.view(i), layout, group);
    }
    return new Implicit() {
      @Override
      public Solved solve(long k, IronParameters[] p, double[] c, double[] x, double[] u) {
        InnerReport report = solvers[sampler.select(k)].solve(k, p, c, x, u).total();
        return new Solved(report, Optional.empty(), false);
      }

      @Override
      public double[][] memory() {
        double[][] all = new double[0][];
        for (Implicit solver : solvers) {
          all = together(all, solver.memory());
        }
        return all;
      }
    };
  }

  /** Returns the arrays of both, in order. */
  static double[][] together(double[][] first, double[][] second) {
    double[][] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  /** Returns the solver that the groups ask for. */
  static Implicit of(Objective objective, Layout layout, List<Iron> groups) {
    Inner inner = groups.getFirst().innerFor(objective);
    if (objective instanceof Ensemble all) {
      return ofMembers(all, layout, groups, inner);
    }
    Resolvent resolvent = Resolvent.of(objective, inner);
    return new Implicit() {
      @Override
      public Solved solve(long k, IronParameters[] p, double[] c, double[] x, double[] u) {
        InnerReport report = resolvent.solve(p[0].lambda(), c, x, u);
        return new Solved(report, Optional.empty(), true);
      }

      @Override
      public double[][] memory() {
        return resolvent.memory();
      }
    };
  }

  private static Implicit ofMembers(Ensemble all, Layout layout, List<Iron> groups, Inner inner) {
    Tolerance[] tolerances = new Tolerance[groups.size() == 1 ? 1 : layout.members];
    for (int g = 0; g < groups.size(); g++) {
      Inner own = groups.get(g).innerFor(all);
      if (!own.withTolerance(inner.tolerance()).equals(inner)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "groups of a sweep may differ in the inner tolerance only, got %s and %s",
                inner,
                own));
      }
      fill(tolerances, layout, g, own.tolerance());
    }
    EnsembleResolvent resolvent = EnsembleResolvent.of(all, inner, tolerances);
    double[] lambda = new double[tolerances.length];
    return (k, p, c, x, u) -> {
      for (int g = 0; g < p.length; g++) {
        int to = Math.min(lambda.length, layout.first(g) + layout.size(g));
        Arrays.fill(lambda, layout.first(g), to, p[g].lambda());
      }
      EnsembleReport report = resolvent.solve(lambda, c, x, u);
      return new Solved(report.total(), Optional.of(report), true);
    };
  }

  private static void fill(Tolerance[] tolerances, Layout layout, int g, Tolerance own) {
    int to = Math.min(tolerances.length, layout.first(g) + layout.size(g));
    Arrays.fill(tolerances, layout.first(g), to, own);
  }
}
