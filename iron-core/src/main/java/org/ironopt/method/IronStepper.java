package org.ironopt.method;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.EnsembleResolvent;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.theory.IronParameters;

/**
 * Iron at work. Everything but the resolvent is elementwise, so this is the same code for one
 * iterate and for an ensemble. The state changes only after the solve: if the objective throws, the
 * last iterate is still there.
 */
abstract class IronStepper extends FlowStepper {
  private final List<Iron> groups;

  /** The numbers of the step, and those of its resolvent, which differ if theta is below 1. */
  private final IronParameters[] step = new IronParameters[gamma.length];

  final IronParameters[] p = new IronParameters[gamma.length];
  final double[] c = new double[x.length];
  double[] u = new double[x.length];

  IronStepper(
      List<Iron> groups, Objective objective, NoiseSampler noise, double[] x0, double[] v0) {
    super(objective, noise, x0, v0, groups.stream().mapToDouble(Iron::gamma0).toArray());
    this.groups = groups;
  }

  /** Solves {@code u + lambda grad f(u) = c} in step k; may change c. */
  abstract StepReport solve();

  @Override
  public final StepReport advance() {
    for (int g = 0; g < p.length; g++) {
      step[g] = groups.get(g).parameters(k, gamma[g]);
      p[g] = groups.get(g).leg(step[g]);
      double a = 1 / p[g].s();
      layout.forEach(g, (from, count) -> Vectors.interpolate(x, v, a, c, from, count));
      noise.add(g, k, groups.get(g).noiseFactor(step[g]), c);
    }
    // A solver that starts from the point it is given starts from the velocity's prediction.
    Vectors.copy(v, u);
    StepReport report = Vectors.allFinite(c) ? solve() : stay();
    for (int g = 0; g < p.length; g++) {
      move(g, groups.get(g).theta());
      gamma[g] = groups.get(g).gammaNext(k, step[g], report.inner());
    }
    u = moveTo(u);
    k++;
    return report;
  }

  /** {@code v = y_v}, or both {@code v += (y_v - v)/theta} and {@code u = x + (u - x)/theta}. */
  private void move(int g, double theta) {
    double beta = p[g].alpha();
    if (theta == 1) {
      layout.forEach(g, (from, count) -> Vectors.velocity(u, x, beta, v, from, count));
      return;
    }
    layout.forEach(
        g,
        (from, count) -> {
          Vectors.velocity(u, x, beta, c, from, count);
          Vectors.interpolate(v, c, 1 / theta, v, from, count);
          Vectors.interpolate(x, u, 1 / theta, u, from, count);
        });
  }

  /** Returns whether every group ends a step where its resolvent does. */
  final boolean plain() {
    return groups.stream().allMatch(iron -> iron.theta() == 1);
  }

  /** Noise too large for a number: nothing can be solved, the iterate stays. */
  private StepReport stay() {
    Vectors.copy(x, u);
    return report(InnerReport.notFinite(), StepReport.Counts.NONE);
  }

  final StepReport report(InnerReport inner, StepReport.Counts more) {
    return StepReport.implicit(
        k + 1,
        common(step, IronParameters::alpha),
        common(step, IronParameters::gamma),
        common(p, IronParameters::lambda),
        inner,
        more);
  }

  /** Returns the number that all groups share, NaN if they differ. */
  private static double common(IronParameters[] p, ToDoubleFunction<IronParameters> number) {
    double first = number.applyAsDouble(p[0]);
    return Arrays.stream(p).allMatch(q -> number.applyAsDouble(q) == first) ? first : Double.NaN;
  }

  /** One iterate, on f or on the batch of each step. */
  static final class OfBatches extends IronStepper {
    private final BatchSampler sampler;
    private final Resolvent[] resolvents;
    private final CenterCorrection correction;
    private final boolean adapts;

    /** Whether the equation of a step is that of f itself, so that the solve tells f. */
    private final boolean whole;

    OfBatches(
        Iron iron,
        Objective objective,
        BatchSampler sampler,
        CenterCorrection correction,
        NoiseSampler noise,
        double[] x0,
        double[] v0) {
      super(List.of(iron), objective, noise, x0, v0);
      this.sampler = sampler;
      this.correction = correction;
      adapts = iron.damping() instanceof Adaptation;
      resolvents = sampler.resolvents(iron::innerFor);
      whole = sampler.whole() && !(iron.center() instanceof Center.Table) && plain();
    }

    @Override
    StepReport solve() {
      double lambda = correction.move(k, p[0].lambda(), c, x);
      InnerReport inner = resolvents[sampler.select(k)].solve(lambda, c, x, u);
      if (adapts && inner.ending() == InnerReport.Ending.NO_DECREASE) {
        // Wherever the solve began, a refused step leaves the iterate where it is, at rest.
        Vectors.copy(x, u);
      }
      StepReport report = report(inner, correction.remember(u));
      return whole ? report.ofWholeObjective() : report;
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      super.state(archive);
      correction.state(archive);
      for (Resolvent resolvent : resolvents) {
        archive.arrays(resolvent.memory());
      }
    }
  }

  /** The members of an ensemble, in groups that may differ in all but how a resolvent is solved. */
  static final class OfMembers extends IronStepper {
    private final EnsembleResolvent resolvent;

    /** One for each member, or one for all if there is one group. */
    private final double[] lambda;

    private Optional<EnsembleResolvent.Report> members = Optional.empty();

    OfMembers(List<Iron> groups, Ensemble all, NoiseSampler noise, double[] x0, double[] v0) {
      super(groups, all, noise, x0, v0);
      InnerMethod inner = groups.getFirst().innerFor(all);
      InnerTolerance[] tolerances = new InnerTolerance[groups.size() == 1 ? 1 : layout.members];
      for (int g = 0; g < groups.size(); g++) {
        InnerMethod own = groups.get(g).innerFor(all);
        Require.that(
            own.tolerance(inner.tolerance()).equals(inner),
            "groups of a sweep may differ in the inner tolerance only, got %s and %s",
            inner,
            own);
        Arrays.fill(tolerances, layout.first(g), end(g, tolerances.length), own.tolerance());
      }
      resolvent = EnsembleResolvent.of(all, inner, tolerances);
      lambda = new double[tolerances.length];
    }

    private int end(int g, int length) {
      return Math.min(length, layout.first(g) + layout.size(g));
    }

    @Override
    StepReport solve() {
      for (int g = 0; g < p.length; g++) {
        Arrays.fill(lambda, layout.first(g), end(g, lambda.length), p[g].lambda());
      }
      EnsembleResolvent.Report all = resolvent.solve(lambda, c, x, u);
      members = Optional.of(all);
      StepReport report = report(all.total(), StepReport.Counts.NONE).ofMembers(all);
      return plain() ? report.ofWholeObjective() : report;
    }

    @Override
    public Optional<EnsembleResolvent.Report> members() {
      return members;
    }
  }
}
