package org.ironopt.method.flow;

import java.util.OptionalDouble;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.NoiseSampler;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;

/**
 * NAG-GS, the semi-implicit (Gauss-Seidel) discretization of the flow that the paper compares with;
 * stable only below a critical step.
 *
 * <pre>
 *   gamma  = (gamma + alpha mu)/(1 + alpha)      here with Convention.NEXT
 *   x+ = (x + alpha v)/(1 + alpha)
 *   v+ = (gamma v + alpha mu x+ - alpha grad f(x+) + gamma sqrt(alpha) zeta)/(gamma + alpha mu)
 *   gamma+ = (gamma + alpha mu)/(1 + alpha)      here with Convention.CURRENT
 * </pre>
 *
 * Gradient noise adds zeta to the gradient instead. {@code mu = 0} is allowed. With frozen damping
 * the two conventions agree; public code calls that variant NAG4. Half-step shifts of the same
 * iteration (v before x) are also in use; they are this one, started one half step later.
 *
 * <p>Needs one gradient, at the new point. Guarantee: on a quadratic with eigenvalues in [mu, L]
 * stable iff {@code alpha^2 (L - 2 mu) - 2 alpha (mu + gamma) - 4 gamma < 0}, that is for every
 * alpha if {@code L <= 2 mu}.
 *
 * <p>Reference: V. Leplat, D. Merkulov, A. Katrutsa, D. Bershatsky, O. Tsymboi, I. Oseledets,
 * "NAG-GS: Semi-Implicit, Accelerated and Robust Stochastic Optimizer" (arXiv:2209.14937).
 * Deviation: none in the update; the paper takes the new gamma, its descendants the old one, both
 * are here.
 *
 * @param alpha step lengths
 * @param mu strong convexity parameter of the flow
 * @param startGamma damping at the start; mu if empty
 * @param damping whether gamma is updated
 * @param convention which gamma a step uses if gamma is updated
 * @param noise where noise enters, and its law
 * @param batches terms of f in a step
 */
public record NagGs(
    Schedule alpha,
    double mu,
    OptionalDouble startGamma,
    Damping damping,
    Convention convention,
    NoiseModel noise,
    Batches batches)
    implements Flow {

  /** Which damping a step uses. */
  public enum Convention {
    /** The new one: the original NAG-GS. */
    NEXT,
    /** The old one: the code published with the IRON paper. */
    CURRENT
  }

  public NagGs {
    Require.nonNegative("mu", mu);
    startGamma.ifPresent(gamma -> Require.positive("gamma0", gamma));
  }

  /** Returns the method with a constant step, {@code mu = gamma0 = 1}, NEXT, and no noise. */
  public static NagGs step(double alpha) {
    return steps(Schedule.constant(alpha));
  }

  /** Returns the method with the steps of a schedule, {@code mu = gamma0 = 1}, NEXT, no noise. */
  public static NagGs steps(Schedule alpha) {
    NoiseModel none = NoiseModel.none();
    return new NagGs(
        alpha, 1, OptionalDouble.empty(), Damping.UPDATED, Convention.NEXT, none, Batches.all());
  }

  /** Changes the strong convexity parameter. */
  public NagGs mu(double mu) {
    return new NagGs(alpha, mu, startGamma, damping, convention, noise, batches);
  }

  /** Changes the damping at the start, which is mu if never set. */
  public NagGs gamma(double gamma0) {
    return new NagGs(alpha, mu, OptionalDouble.of(gamma0), damping, convention, noise, batches);
  }

  /** Keeps gamma at its start value. */
  public NagGs frozen() {
    return new NagGs(alpha, mu, startGamma, Damping.FROZEN, convention, noise, batches);
  }

  /** Uses the old gamma in a step, as the code published with the IRON paper does. */
  public NagGs current() {
    return new NagGs(alpha, mu, startGamma, damping, Convention.CURRENT, noise, batches);
  }

  /** Changes the noise. */
  public NagGs noise(NoiseModel noise) {
    return new NagGs(alpha, mu, startGamma, damping, convention, noise, batches);
  }

  /** Takes the gradient of the step's batch; that of f is then not reported. */
  public NagGs batches(Batches batches) {
    return new NagGs(alpha, mu, startGamma, damping, convention, noise, batches);
  }

  /** Returns gamma at the start. */
  public double gamma0() {
    return startGamma.orElse(mu);
  }

  @Override
  public String name() {
    return "nag-gs";
  }

  @Override
  public FlowStepper start(Objective objective, double[] x0, double[] v0, RandomStreams streams) {
    Require.positive("gamma0", gamma0());
    BatchSampler sampler = BatchSampler.of(batches, objective, streams);
    return new Iteration(objective, sampler, NoiseSampler.of(objective, noise, streams), x0, v0);
  }

  /** Elementwise but for the gradient. */
  private final class Iteration extends FlowStepper {
    private final BatchSampler sampler;
    private final double[] gradient = new double[x.length];
    private double[] next = new double[x.length];

    Iteration(
        Objective objective, BatchSampler sampler, NoiseSampler noise, double[] x0, double[] v0) {
      super(objective, noise, x0, v0, gamma0());
      this.sampler = sampler;
    }

    @Override
    public StepReport advance() {
      double a = alpha.checked(k);
      double updated = new IronParameters(a, mu, gamma[0]).gammaNext();
      boolean frozen = damping == Damping.FROZEN;
      double g = frozen || convention == Convention.CURRENT ? gamma[0] : updated;

      Vectors.interpolate(x, v, a / (1 + a), next, 0, next.length);
      sampler.objective(k).gradient(next, gradient);
      double gradientNorm = sampler.whole() ? Vectors.norm(gradient) : Double.NaN;

      double d = g + a * mu;
      Vectors.interpolate(v, next, a * mu / d, v, 0, v.length);
      Vectors.axpy(-a / d, gradient, v);
      noise.add(k, noiseFactor(a, g) / d, v);

      next = moveTo(next);
      gamma[0] = frozen ? g : updated;
      k++;
      return StepReport.explicit(k, a, g, gradientNorm, members);
    }

    private double noiseFactor(double a, double g) {
      return switch (NagGs.this.noise) {
        case CenterNoise c -> g * c.noise().increment(a);
        case GradientNoise _ -> -a;
      };
    }
  }
}
