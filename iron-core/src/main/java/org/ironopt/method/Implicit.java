package org.ironopt.method;

import java.util.Arrays;
import java.util.List;
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
  /** How the solves ended: as one, and member by member in an ensemble. */
  record Solved(InnerReport total, Optional<EnsembleReport> members) {}

  /** Solves {@code u + lambda grad f(u) = c} with the parameters of each group. */
  Solved solve(IronParameters[] p, double[] c, double[] x, double[] u);

  /** Returns the solver that the groups ask for. */
  static Implicit of(Objective objective, Layout layout, List<Iron> groups) {
    Inner inner = groups.getFirst().innerFor(objective);
    if (objective instanceof Ensemble all) {
      return ofMembers(all, layout, groups, inner);
    }
    Resolvent resolvent = Resolvent.of(objective, inner);
    return (p, c, x, u) ->
        new Solved(resolvent.solve(p[0].lambda(), p[0].mu(), c, x, u), Optional.empty());
  }

  private static Implicit ofMembers(Ensemble all, Layout layout, List<Iron> groups, Inner inner) {
    Tolerance[] tolerances = new Tolerance[groups.size() == 1 ? 1 : layout.members];
    for (int g = 0; g < groups.size(); g++) {
      Inner own = groups.get(g).innerFor(all);
      if (!own.withTolerance(inner.tolerance()).equals(inner)) {
        throw new IllegalArgumentException(
            "groups of a sweep may differ in the inner tolerance only, got %s and %s"
                .formatted(inner, own));
      }
      fill(tolerances, layout, g, own.tolerance());
    }
    EnsembleResolvent resolvent = EnsembleResolvent.of(all, inner, tolerances);
    double[] lambda = new double[tolerances.length];
    double[] mu = new double[tolerances.length];
    return (p, c, x, u) -> {
      for (int g = 0; g < p.length; g++) {
        int to = Math.min(lambda.length, layout.first(g) + layout.size(g));
        Arrays.fill(lambda, layout.first(g), to, p[g].lambda());
        Arrays.fill(mu, layout.first(g), to, p[g].mu());
      }
      EnsembleReport report = resolvent.solve(lambda, mu, c, x, u);
      return new Solved(report.total(), Optional.of(report));
    };
  }

  private static void fill(Tolerance[] tolerances, Layout layout, int g, Tolerance own) {
    int to = Math.min(tolerances.length, layout.first(g) + layout.size(g));
    Arrays.fill(tolerances, layout.first(g), to, own);
  }
}
