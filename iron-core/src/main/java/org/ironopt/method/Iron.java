package org.ironopt.method;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.internal.ResidualTable;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.EnsembleResolvent;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSelection;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.theory.IronParameters;

/**
 * IRON-FI, the implicit resolvent step under noise (Algorithm 1 of the paper): implicit Euler on
 * the accelerated flow, for any {@code alpha_k > 0}.
 *
 * <pre>
 *   tau = 1/alpha + mu/gamma,  s = 1 + tau,  lambda = alpha/(gamma s)
 *   c   = x + (v - x)/s
 *   x+  = the root u of  u + lambda grad f(u) = c + xi
 *   v+  = x+ + (x+ - x)/alpha
 *   gamma+ = (gamma + alpha mu)/(1 + alpha)        or gamma, if frozen
 * </pre>
 *
 * gamma in tau and lambda is the old one. Center noise is {@code xi = sqrt(alpha)/s zeta} (the
 * law's own increment in place of the root if it is not Gaussian), gradient noise {@code xi =
 * -lambda zeta}. Start with {@link #step}; every other method changes one parameter.
 *
 * <p>Needs the resolvent of f, or of the batch: a closed form, or gradients, or Hessian products.
 * Guarantee: without noise {@code E+ <= E/(1 + alpha)} for {@code E = f - f* + gamma |v - x*|^2/2},
 * convex f and every alpha (frozen gamma: divisor {@code 1 + alpha min(1, mu/gamma)}); with center
 * noise of variance rho^2 a spread that falls like {@code 1/alpha}; docs/THEORY.md has the bounds.
 *
 * <p>Reference: V. Leplat, R. Hildebrand, "IRON: Implicit Resolvent Optimization under Noise",
 * Algorithm 1. Deviation: mu, gamma and their update are chosen freely; batches, corrected centers
 * and gradient noise are ours.
 *
 * @param alpha step lengths
 * @param mu strong convexity parameter of the flow; 0 only with frozen damping
 * @param startGamma damping at the start; mu if empty
 * @param damping what becomes of gamma
 * @param noise where noise enters, and its law
 * @param inner how the resolvent is solved; if empty, by the objective's closed form if it has one,
 *     else by Newton-CG if it has curvature, else by L-BFGS
 * @param batches terms of f that a step sees
 * @param center how the center of a minibatch step is corrected
 */
public record Iron(
    Schedule alpha,
    double mu,
    OptionalDouble startGamma,
    Flow.GammaRule damping,
    NoiseModel noise,
    Optional<InnerMethod> inner,
    Batches batches,
    Center center)
    implements Flow {

  public Iron {
    Require.nonNegative("mu", mu);
    startGamma.ifPresent(gamma -> Require.positive("gamma0", gamma));
  }

  /** Returns the method with a constant step, {@code mu = gamma0 = 1}, updated gamma, no noise. */
  public static Iron step(double alpha) {
    return steps(Schedule.constant(alpha));
  }

  /** Returns the method with the steps of a schedule, {@code mu = gamma0 = 1} and no noise. */
  public static Iron steps(Schedule alpha) {
    return new Iron(
        alpha,
        1,
        OptionalDouble.empty(),
        Damping.UPDATED,
        NoiseModel.none(),
        Optional.empty(),
        Batches.all(),
        Center.plain());
  }

  /** Changes the strong convexity parameter. */
  public Iron mu(double mu) {
    return new Iron(alpha, mu, startGamma, damping, noise, inner, batches, center);
  }

  /** Changes the damping at the start, which is mu if never set. */
  public Iron gamma(double gamma0) {
    return new Iron(alpha, mu, OptionalDouble.of(gamma0), damping, noise, inner, batches, center);
  }

  /** Keeps gamma at its start value. */
  public Iron frozen() {
    return new Iron(alpha, mu, startGamma, Damping.FROZEN, noise, inner, batches, center);
  }

  /**
   * Adapts lambda through gamma; mu becomes 0. The inner solver has to compare its model with f
   * ({@code Globalization.Unchecked}).
   */
  public Iron adapting(Adaptation rule) {
    OptionalDouble gamma = OptionalDouble.of(Adaptation.gamma(alpha.checked(0), rule.lambda0()));
    return new Iron(alpha, 0, gamma, rule, noise, inner, batches, center);
  }

  /** Changes the noise. */
  public Iron noise(NoiseModel noise) {
    return new Iron(alpha, mu, startGamma, damping, noise, inner, batches, center);
  }

  /** Changes how the resolvent is solved. */
  public Iron inner(InnerMethod inner) {
    return new Iron(alpha, mu, startGamma, damping, noise, Optional.of(inner), batches, center);
  }

  /**
   * Returns the method with the inner solver that takes the least work in its first step from
   * {@code x}, counted for f or for its first batch; {@link #description} names it.
   *
   * @param tolerance relative, of the inner solves
   */
  public Iron choosing(Objective f, double[] x, double tolerance) {
    return inner(choice(f, x, tolerance).inner());
  }

  /** Returns what {@link #choosing} chooses, and why. */
  public InnerSelection choice(Objective f, double[] x, double tolerance) {
    Objective seen = BatchSampler.of(batches, f, new RandomStreams(0)).objective(0);
    return InnerSelection.of(seen, x, parameters(0, gamma0()).lambda(), tolerance);
  }

  /**
   * Solves the resolvent of the step's batch instead of that of f, as the paper does on MNIST,
   * without noise in the center. f and its gradient are then not reported.
   */
  public Iron batches(Batches batches) {
    return new Iron(alpha, mu, startGamma, damping, noise, inner, batches, center);
  }

  /** Reduces the variance of minibatch steps by a correction of their center. */
  public Iron center(Center center) {
    return new Iron(alpha, mu, startGamma, damping, noise, inner, batches, center);
  }

  /** Returns gamma at the start. */
  public double gamma0() {
    return startGamma.orElse(mu);
  }

  /** Returns the numbers of step k (from 0) at damping gamma. */
  IronParameters parameters(long k, double gamma) {
    return new IronParameters(alpha.checked(k), mu, gamma);
  }

  /** Returns the factor of zeta in the center. */
  double noiseFactor(IronParameters p) {
    return switch (noise) {
      case CenterNoise c -> c.noise().increment(p.alpha()) / p.s();
      case GradientNoise g -> -p.lambda();
    };
  }

  /** Returns gamma after a step. */
  double gammaNext(IronParameters p, Optional<InnerReport> inner) {
    return switch (damping) {
      case Damping.UPDATED -> p.gammaNext();
      case Damping.FROZEN -> p.gamma();
      case Adaptation rule -> rule.next(p, inner);
    };
  }

  /** Returns how the resolvent of this objective is solved. */
  InnerMethod innerFor(Objective objective) {
    return inner.orElseGet(() -> InnerMethod.automatic(objective));
  }

  @Override
  public String name() {
    return "iron";
  }

  @Override
  public FlowStepper start(Objective objective, double[] x0, double[] v0, RandomStreams streams) {
    requireConsistent();
    BatchSampler sampler = BatchSampler.of(batches, objective, streams);
    return start(objective, NoiseSampler.of(objective, noise, streams), sampler, x0, v0);
  }

  /** Starts with draws and batches that are made already. */
  FlowStepper start(
      Objective objective, NoiseSampler draws, BatchSampler sampler, double[] x0, double[] v0) {
    CenterCorrection correction = new CenterCorrection();
    if (center instanceof Center.Table options) {
      ResidualTable table =
          ResidualTable.of("a table of residuals", objective, sampler, options.full());
      if (options.cgSteps() > 0) {
        return new CgTableStepper(this, (LinearSum) objective, table, draws, x0, v0);
      }
      correction = new CenterCorrection.ByTable(table);
    } else if (center instanceof Center.Snapshot(int every) && !sampler.whole()) {
      correction = new CenterCorrection.BySnapshot(objective, sampler, every);
    }
    return objective instanceof Ensemble all
        ? new OfMembers(List.of(this), all, draws, x0, v0)
        : new OfBatches(this, objective, sampler, correction, draws, x0, v0);
  }

  /** Checks what no single parameter can: mu, gamma and damping together. */
  Iron requireConsistent() {
    Require.that(
        mu != 0 || damping != Damping.UPDATED,
        "mu is 0 and gamma is updated, so gamma would tend to 0 and lambda to infinity:"
            + " give a mu > 0, or keep gamma with frozen()");
    Require.positive("gamma0", gamma0());
    return this;
  }

  /**
   * Iron at work. Everything but the resolvent is elementwise, so this is the same code for one
   * iterate and for an ensemble. The state changes only after the solve: if the objective throws,
   * the last iterate is still there.
   */
  private abstract static class IronStepper extends FlowStepper {
    private final List<Iron> groups;
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
        p[g] = groups.get(g).parameters(k, gamma[g]);
        double a = 1 / p[g].s();
        layout.forEach(g, (from, count) -> Vectors.interpolate(x, v, a, c, from, count));
        noise.add(g, k, groups.get(g).noiseFactor(p[g]), c);
      }
      // A solver that starts from the point it is given starts from the velocity's prediction.
      Vectors.copy(v, u);
      StepReport report = Vectors.allFinite(c) ? solve() : stay();
      for (int g = 0; g < p.length; g++) {
        double alpha = p[g].alpha();
        layout.forEach(g, (from, count) -> Vectors.velocity(u, x, alpha, v, from, count));
        gamma[g] = groups.get(g).gammaNext(p[g], report.inner());
      }
      u = moveTo(u);
      k++;
      return report;
    }

    /** Noise too large for a number: nothing can be solved, the iterate stays. */
    private StepReport stay() {
      Vectors.copy(x, u);
      return report(InnerReport.notFinite(), StepReport.Counts.NONE);
    }

    final StepReport report(InnerReport inner, StepReport.Counts more) {
      return StepReport.implicit(
          k + 1,
          common(IronParameters::alpha),
          common(IronParameters::gamma),
          common(IronParameters::lambda),
          inner,
          more);
    }

    /** Returns the number that all groups share, NaN if they differ. */
    private double common(ToDoubleFunction<IronParameters> number) {
      double first = number.applyAsDouble(p[0]);
      return Arrays.stream(p).allMatch(q -> number.applyAsDouble(q) == first) ? first : Double.NaN;
    }
  }

  /** One iterate, on f or on the batch of each step. */
  private static final class OfBatches extends IronStepper {
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
      adapts = iron.damping instanceof Adaptation;
      resolvents = sampler.resolvents(iron::innerFor);
      whole = sampler.whole() && !(iron.center instanceof Center.Table);
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
      return report(all.total(), StepReport.Counts.NONE).ofMembers(all).ofWholeObjective();
    }

    @Override
    public Optional<EnsembleResolvent.Report> members() {
      return members;
    }
  }
}
