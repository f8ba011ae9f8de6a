package org.ironopt.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.io.internal.StableDefault;
import org.ironopt.io.internal.StableName;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.internal.ResidualTable;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSelection;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.RelaxedLaw;

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
 * tau and lambda use the old gamma. Center noise is {@code xi = sqrt(alpha)/s zeta} (the law's own
 * increment in place of the root if it is not Gaussian), gradient noise {@code xi = -lambda zeta}.
 * Start with {@link #step}; every other method returns a copy with one parameter changed.
 *
 * <p>With {@code theta < 1} the step is relaxed, THEORY (71): y is the step above of length {@code
 * theta alpha}, with center noise {@code theta} times the increment over alpha, and
 *
 * <pre>
 *   x+ = x + (y_x - x)/theta,   v+ = v + (y_v - v)/theta
 * </pre>
 *
 * so that one resolvent a step leads from the flow's own spread on quadratics ({@code theta = 1/2},
 * at every step length) to IRON-FI ({@code theta = 1}). gamma is updated with alpha for every
 * theta. A batch, a snapshot or a table corrects the center of y, so that the fixed point stays the
 * minimiser of f. {@link #stability} states what is known of {@code theta < 1} on an f that is not
 * quadratic.
 *
 * <p>Needs the resolvent of f, or of the batch: a closed form, or gradients, or Hessian products.
 * Guarantee: without noise {@code E+ <= E/(1 + alpha)} for {@code E = f - f* + gamma |v - x*|^2/2},
 * convex f and every alpha (frozen gamma: divisor {@code 1 + alpha min(1, mu/gamma)}); with center
 * noise of variance rho^2 a spread that falls like {@code 1/alpha}; docs/reference/theory.md has
 * the bounds.
 *
 * <p>Reference: V. Leplat, R. Hildebrand, "IRON: Implicit Resolvent Optimization under Noise",
 * Algorithm 1. Deviation: mu, gamma and their update are chosen freely; batches, corrected centers
 * and gradient noise are ours.
 *
 * @param alpha step lengths
 * @param flow mu, the damping at the start and what becomes of it
 * @param theta relaxation, from 1/2 to 1, which is IRON-FI
 * @param noise where noise enters, and its law
 * @param inner how the resolvent is solved; if empty, by the objective's closed form if it has one,
 *     else by Newton-CG if it has curvature, else by L-BFGS
 * @param batches terms of f in a step
 * @param center how the center of a minibatch step is corrected
 */
public record Iron(
    Schedule alpha,
    @StableName("") Parameters flow,
    @StableDefault("1.0") double theta,
    NoiseModel noise,
    Optional<InnerMethod> inner,
    Batches batches,
    Center center)
    implements Flow {
  /** Updated gamma stays above this part of its start, where f is long minimised to rounding. */
  private static final double LEAST_GAMMA = 0x1p-300;

  public Iron {
    Require.that(
        theta >= 0.5 && theta <= 1,
        "theta is %s, expected 1/2 to 1: below 1/2 a long step is unstable on every quadratic,"
            + " above 1 it is an under-relaxed longer IRON-FI step",
        theta);
  }

  /** Returns the method with a constant step, {@code mu = gamma0 = 1}, updated gamma, no noise. */
  public static Iron step(double alpha) {
    return steps(Schedule.constant(alpha));
  }

  /** Returns the method with the steps of a schedule, {@code mu = gamma0 = 1} and no noise. */
  public static Iron steps(Schedule alpha) {
    return new Iron(
        alpha,
        new Parameters(1, OptionalDouble.empty(), Damping.UPDATED),
        1,
        NoiseModel.none(),
        Optional.empty(),
        Batches.all(),
        Center.plain());
  }

  /** Changes the strong convexity parameter. */
  public Iron mu(double mu) {
    return flow(new Parameters(mu, flow.startGamma(), flow.rule()));
  }

  /** Changes the damping at the start, which is mu if never set. */
  public Iron gamma(double gamma0) {
    return flow(new Parameters(mu(), OptionalDouble.of(gamma0), flow.rule()));
  }

  /** Keeps gamma at its start value. */
  public Iron frozen() {
    return flow(new Parameters(mu(), flow.startGamma(), Damping.FROZEN));
  }

  /**
   * Gives gamma a schedule of its own, such as {@code Schedule.power(1, 0.5)}: with {@code mu = 0}
   * and gamma that falls to 0, the mean of f weighted by alpha converges on every convex f.
   */
  public Iron gammas(Schedule gamma) {
    OptionalDouble first = OptionalDouble.of(gamma.checked(0));
    return flow(new Parameters(mu(), first, new GammaSchedule(gamma)));
  }

  private Iron flow(Parameters other) {
    return new Iron(alpha, other, theta, noise, inner, batches, center);
  }

  /** Relaxes the step: 1 is IRON-FI, 1/2 keeps the flow's own spread on quadratics. */
  public Iron theta(double theta) {
    return new Iron(alpha, flow, theta, noise, inner, batches, center);
  }

  /**
   * Adapts lambda through gamma; mu becomes 0. The inner solver has to compare its model with f
   * ({@code Globalization.Unchecked}).
   */
  public Iron adapting(Adaptation rule) {
    OptionalDouble gamma = OptionalDouble.of(Adaptation.gamma(alpha.checked(0), rule.lambda0()));
    return flow(new Parameters(0, gamma, rule));
  }

  /** Changes the noise. */
  public Iron noise(NoiseModel noise) {
    return new Iron(alpha, flow, theta, noise, inner, batches, center);
  }

  /** Changes how the resolvent is solved. */
  public Iron inner(InnerMethod inner) {
    return new Iron(alpha, flow, theta, noise, Optional.of(inner), batches, center);
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
    return new Iron(alpha, flow, theta, noise, inner, batches, center);
  }

  /** Reduces the variance of minibatch steps by a correction of their center. */
  public Iron center(Center center) {
    return new Iron(alpha, flow, theta, noise, inner, batches, center);
  }

  /** Returns the strong convexity parameter of the flow. */
  public double mu() {
    return flow.mu();
  }

  /** Returns gamma at the start. */
  public double gamma0() {
    return flow.gamma0();
  }

  /** Returns what becomes of gamma. */
  public Flow.GammaRule damping() {
    return flow.rule();
  }

  /** Returns the numbers of step k (from 0) at damping gamma. */
  IronParameters parameters(long k, double gamma) {
    return new IronParameters(alpha.checked(k), mu(), gamma);
  }

  /** Returns the numbers of the resolvent in a step with these numbers. */
  IronParameters leg(IronParameters p) {
    return theta == 1 ? p : p.leg(theta);
  }

  /** Returns the factor of zeta in the center of the resolvent in a step with these numbers. */
  double noiseFactor(IronParameters p) {
    return switch (noise) {
      case CenterNoise c -> theta * c.noise().increment(p.alpha()) / leg(p).s();
      case GradientNoise g -> -leg(p).lambda();
    };
  }

  /** Returns gamma after step k. */
  double gammaNext(long k, IronParameters p, Optional<InnerReport> inner) {
    return switch (flow.rule()) {
      case Damping.UPDATED -> Math.max(p.gammaNext(), LEAST_GAMMA * gamma0());
      case Damping.FROZEN -> p.gamma();
      case GammaSchedule rule -> rule.gamma().checked(k + 1);
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
        ? new IronStepper.OfMembers(List.of(this), all, draws, x0, v0)
        : new IronStepper.OfBatches(this, objective, sampler, correction, draws, x0, v0);
  }

  /** Checks what no single parameter can. */
  Iron requireConsistent() {
    Require.positive("gamma0", gamma0());
    Require.that(
        theta == 1 || !(damping() instanceof Adaptation),
        "theta is %s, but damping that adapts lambda refuses whole steps: expected theta = 1",
        theta);
    Require.that(
        theta == 1 || !(center instanceof Center.Table table && table.cgSteps() > 0),
        "theta is %s, but conjugate gradients on a table make the whole step at once: expected"
            + " theta = 1, or Center.table().inner()",
        theta);
    return this;
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (mu() == 0 && damping() == Damping.UPDATED) {
      warnings.add(
          "mu is 0 and gamma is updated: gamma tends to 0 and lambda to infinity, so that inner"
              + " solves become harder; on a convex f the last iterate converges");
    }
    if (damping() instanceof GammaSchedule) {
      warnings.add(
          "gamma follows a schedule: the bound for convex f needs mu = 0 and gamma that never grows,"
              + " and speaks of the mean of f weighted by alpha, not of the last iterate");
    }
    if (theta < 1) {
      warnings.add("theta is below 1: " + guarded());
    }
    return warnings;
  }

  /** Names the stability result of the first step for an f whose modulus is the flow's mu. */
  private String guarded() {
    RelaxedLaw law = new RelaxedLaw(theta, parameters(0, gamma0()));
    double most = law.guardedSmoothness(mu());
    return String.format(
        Locale.ROOT,
        "on an f of modulus mu = %.4g that is not quadratic, with gamma = %.4g, %s",
        mu(),
        gamma0(),
        most == Double.POSITIVE_INFINITY
            ? "T1 of THEORY (77) holds for every smoothness L: every step contracts"
            : String.format(
                Locale.ROOT,
                "%s holds for smoothness L up to %.4g; beyond it none of T1, T2 and T3 is known to"
                    + " hold, and there are exact cycles",
                law.stability(mu(), most).always() ? "T3 of THEORY (79)" : "T2 of THEORY (78)",
                most));
  }

  @Override
  public String description() {
    return warnings().isEmpty() ? id() : id() + " - " + String.join("; ", warnings());
  }

  /**
   * Says which of T1, T2 and T3, THEORY (77)-(79), guards the first step on an f that is not
   * quadratic; they need frozen gamma.
   *
   * @param modulus of strong convexity of f
   * @param smoothness Lipschitz constant of its gradient, infinite if there is none
   */
  public RelaxedLaw.Stability stability(double modulus, double smoothness) {
    return new RelaxedLaw(theta, parameters(0, gamma0())).stability(modulus, smoothness);
  }
}
