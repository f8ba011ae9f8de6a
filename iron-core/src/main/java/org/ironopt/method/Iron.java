package org.ironopt.method;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.Require;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerChoice;
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
 * @param damping whether gamma is updated
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
    Damping damping,
    NoiseModel noise,
    Optional<Inner> inner,
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

  /** Changes the noise. */
  public Iron noise(NoiseModel noise) {
    return new Iron(alpha, mu, startGamma, damping, noise, inner, batches, center);
  }

  /** Changes how the resolvent is solved. */
  public Iron inner(Inner inner) {
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
  public InnerChoice choice(Objective f, double[] x, double tolerance) {
    Objective seen = Sampler.of(batches, f, new Streams(0)).objective(0);
    return InnerChoice.of(seen, x, parameters(0, gamma0()).lambda(), tolerance);
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
  double gammaNext(IronParameters p) {
    return damping == Damping.FROZEN ? p.gamma() : p.gammaNext();
  }

  /** Returns how the resolvent of this objective is solved. */
  Inner innerFor(Objective objective) {
    return inner.orElseGet(() -> Inner.automatic(objective));
  }

  @Override
  public String name() {
    return "iron";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "iron(alpha: %s; mu: %s; gamma0: %s; damping: %s; noise: %s; inner: %s%s%s)",
        alpha.description(),
        mu,
        gamma0(),
        damping,
        Words.of(noise),
        inner.map(Inner::toString).orElse("automatic"),
        Words.unlessAll(batches),
        center instanceof Center.Plain ? "" : "; center: " + center);
  }

  @Override
  public FlowStepper start(Objective objective, double[] x0, double[] v0, Streams streams) {
    requireConsistent();
    Layout layout = Layout.of(objective);
    Sampler sampler = Sampler.of(batches, objective, streams);
    Draws draws = Draws.of(layout, noise, streams);
    Implicit implicit;
    switch (center) {
      case Center.Plain _ -> implicit = Implicit.of(objective, layout, this, sampler);
      case Center.Snapshot(int every) ->
          implicit = new SnapshotCenter(objective, layout, this, sampler, every);
      case Center.Table options -> {
        Table table = TableStepper.table(objective, options, sampler);
        if (options.cgSteps() > 0) {
          return new TableStepper(this, (LinearSum) objective, table, draws, x0, v0);
        }
        implicit = new SolvedTable((LinearSum) objective, this, sampler, table);
      }
    }
    return new IronStepper(objective, layout, List.of(this), implicit, draws, x0, v0);
  }

  /** Checks what no single parameter can: mu, gamma and damping together. */
  Iron requireConsistent() {
    if (mu == 0 && damping == Damping.UPDATED) {
      throw new IllegalArgumentException(
          "mu is 0 and gamma is updated, so gamma would tend to 0 and lambda to infinity:"
              + " give a mu > 0, or keep gamma with frozen()");
    }
    Require.positive("gamma0", gamma0());
    return this;
  }
}
